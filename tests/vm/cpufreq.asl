/* SPDX-License-Identifier: GPL-3.0-or-later
 * Gives each CPU three P-states on I/O ports where nothing is, so that acpi-cpufreq
 * drives them and the guest has governors and frequency limits. */
DefinitionBlock ("", "SSDT", 2, "BECALM", "CPUFREQ", 1)
{
    External (\_SB.CPUS.C000, DeviceObj)
    External (\_SB.CPUS.C001, DeviceObj)
    External (\_SB.CPUS.C002, DeviceObj)
    External (\_SB.CPUS.C003, DeviceObj)
    Name (\PCTX, Package () {
        ResourceTemplate () { Register (SystemIO, 8, 0, 0x5658) },
        ResourceTemplate () { Register (SystemIO, 8, 0, 0x5659) }
    })
    Name (\PSSX, Package () {
        Package () { 3000, 30000, 10, 10, 0, 0 },
        Package () { 2000, 20000, 10, 10, 1, 1 },
        Package () { 1000, 10000, 10, 10, 2, 2 }
    })
    Scope (\_SB.CPUS.C000) { Method (_PCT) { Return (\PCTX) } Method (_PSS) { Return (\PSSX) } Name (_PPC, 0) }
    Scope (\_SB.CPUS.C001) { Method (_PCT) { Return (\PCTX) } Method (_PSS) { Return (\PSSX) } Name (_PPC, 0) }
    Scope (\_SB.CPUS.C002) { Method (_PCT) { Return (\PCTX) } Method (_PSS) { Return (\PSSX) } Name (_PPC, 0) }
    Scope (\_SB.CPUS.C003) { Method (_PCT) { Return (\PCTX) } Method (_PSS) { Return (\PSSX) } Name (_PPC, 0) }
}
