# SPDX-License-Identifier: GPL-3.0-or-later
# Plain GNU make and pkg-config. Everything that is made goes into build/.

VERSION := 0.1.0
prefix ?= /usr/local
bindir ?= $(prefix)/bin
libexecdir ?= $(prefix)/libexec
mandir ?= $(prefix)/share/man
includedir ?= $(prefix)/include
libdir ?= $(prefix)/lib
completionsdir ?= $(prefix)/share/bash-completion/completions

# make FAULT=1: a keeper that can be made to fail anywhere (tests/fault), in a folder of its own.
B := build$(if $(FAULT),/fault)
comma := ,
CC ?= cc
CFLAGS ?= -O2 -g
PKGS_LAUNCHER := hwloc jansson gsl smartcols libmd
PKGS_KEEPER := libcap-ng
FLOORS := base stats model host run store report cmd

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wno-gnu-statement-expression
WARN += $(if $(WERROR),-Werror)
SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
pkg = $(shell pkg-config $(1) $(2) 2>/dev/null)
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE -DBECALM_VERSION='"$(VERSION)"' -DBECALM_LIBEXEC='"$(libexecdir)"' -Iinclude $(WARN) $(SANFLAGS) $(call pkg,--cflags,$(PKGS_LAUNCHER)) $(CPPFLAGS) $(CFLAGS)
ALL_LDFLAGS = $(SANFLAGS) -Wl,--as-needed $(LDFLAGS)

src = $(sort $(wildcard launcher/$(1)/*.c))
obj = $(patsubst %.c,$(B)/%.o,$(call src,$(1)))
# Archives of a floor and all below it, lowest last, for the linker.
below_base := base
below_stats := stats base
below_model := model stats base
below_host := host model stats base
below_run := run model stats base
below_store := store model stats base
below_report := report model stats base
below_cmd := cmd host run store report model stats base
below_keeper := keeper base
archives = $(foreach f,$(below_$(1)),$(B)/lib$(f).a)
libs_base :=
libs_stats := $(call pkg,--libs,gsl)
libs_model := $(libs_stats)
libs_host := $(call pkg,--libs,hwloc) $(libs_stats)
libs_run := $(libs_stats)
libs_store := $(call pkg,--libs,jansson libmd) $(libs_stats)
libs_report := $(libs_stats)
# Loading nine libraries is a good part of what a short session costs. So becalm takes
# these few from their archives where there are some (Debian has them).
archived := $(and $(wildcard $(shell $(CC) -print-file-name=libgsl.a)),$(wildcard $(shell $(CC) -print-file-name=libjansson.a)),$(wildcard $(shell $(CC) -print-file-name=libmd.a)))
libs_cmd := $(if $(archived),-Wl$(comma)-Bstatic) $(filter-out -lm,$(call pkg,--libs,gsl jansson libmd)) $(if $(archived),-Wl$(comma)-Bdynamic) $(call pkg,--libs,hwloc) -lm
libs_keeper := $(call pkg,--libs,$(PKGS_KEEPER)) -lcgroup -lm

.DEFAULT_GOAL := all
.PHONY: all check check-vm vm-shell check-fault coverage fuzz fuzz-targets lint mutants check-stat demo bench install uninstall clean help deps test-programs unit check-vm vm-shell
.SECONDARY:
.DELETE_ON_ERROR:

all: $(B)/becalm $(if $(call src,keeper),$(B)/becalm-keeper) $(B)/libbecalm.a

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

define floor_archive
$(B)/lib$(1).a: $(call obj,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	ar rcs $$@ $$^
endef
$(foreach f,$(FLOORS) keeper,$(eval $(call floor_archive,$(f))))

$(B)/becalm: $(B)/launcher/main.o $(call archives,cmd)
	$(CC) $(ALL_CFLAGS) -o $@ $< $(call archives,cmd) $(ALL_LDFLAGS) $(libs_cmd)

fault := $(if $(FAULT),$(B)/tests/fault/fault.o)
$(B)/becalm-keeper: $(call archives,keeper) $(fault)
	$(CC) $(ALL_CFLAGS) -o $@ $(fault) -Wl,--whole-archive $(B)/libkeeper.a -Wl,--no-whole-archive $(B)/libbase.a $(ALL_LDFLAGS) $(libs_keeper)

include stubs/stubs.mk

# Unit tests: tests/unit/FLOOR/NAME.c links only that floor and those below it.
UNITS := $(patsubst tests/unit/%.c,$(B)/tests/unit/%,$(sort $(wildcard tests/unit/*/*.c)))
define unit_rule
$(B)/tests/unit/$(1)/%: $(B)/tests/unit/$(1)/%.o $(call archives,$(1))
	$(CC) $(ALL_CFLAGS) -o $$@ $$< $(call archives,$(1)) $(ALL_LDFLAGS) -lcmocka $(libs_$(1)) -lm
endef
$(foreach f,$(FLOORS) keeper,$(eval $(call unit_rule,$(f))))
unit: $(UNITS) $(B)/hosts/.made

# Fake hosts for --root.
$(B)/hosts/.made: tests/hosts/make-hosts
	rm -rf $(B)/hosts
	$< $(B)/hosts

# Small programs that the tests put under becalm.
PROGRAMS := $(patsubst tests/programs/%.c,$(B)/tests/programs/%,$(sort $(wildcard tests/programs/*.c)))
$(B)/tests/programs/%: tests/programs/%.c $(B)/libbecalm.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(B)/libbecalm.a $(ALL_LDFLAGS) -pthread
$(B)/tests/programs/scenario: tests/programs/scenario.c tests/stat/scenario.c $(B)/libbecalm.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) -lm
$(B)/tests/programs/nothing-static: tests/programs/nothing.c
	@mkdir -p $(@D)
	$(CC) -O2 -static -o $@ $<

# Campaigns on paper: the deciding code on scenarios, no processes. Kept in STAT for check.
STAT := $(B)/tests/stat/verdicts $(B)/tests/stat/one
$(B)/tests/stat/%: $(B)/tests/stat/%.o $(B)/tests/stat/campaign.o $(B)/tests/stat/scenario.o $(call archives,model)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) $(libs_model) -lm
test-programs: $(STAT) $(PROGRAMS) $(B)/tests/programs/nothing-static $(B)/tests/bench/bare

deps:
	@scripts/deps build

check:
	@scripts/deps test
	@$(MAKE) --no-print-directory all unit test-programs
	@$(MAKE) --no-print-directory FAULT=1 all
	@scripts/check

# Is the code checked? It is broken in one line at a time, and the check that is named must see it.
mutants:
	@scripts/deps vm
	@$(MAKE) --no-print-directory all unit test-programs
	@$(MAKE) --no-print-directory FAULT=1 all
	@scripts/mutants

lint:
	@scripts/deps ci
	@scripts/lint $(filter-out -W%,$(ALL_CFLAGS))

# make fuzz T=60: each target so many seconds. What it finds goes to build/fuzz/corpus; an input
# that crashed belongs into tests/fuzz/seeds/TARGET once it is mended.
FUZZ := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
T ?= 20
fuzz_floor = $(or $(fuzz_floor_$(1)),base)
fuzz_floor_frames := model
fuzz_floor_commands := keeper
fuzz_floor_journal := keeper
fuzz_floor_files := keeper
fuzz_floor_printed := model
fuzz_floor_counters := host
fuzz_floor_results := store
fuzz_floor_options := cmd
define fuzz_rule
$(B)/tests/fuzz/$(1): $(B)/tests/fuzz/$(1).o $(call archives,$(call fuzz_floor,$(1)))
	$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $$@ $$< $(call archives,$(call fuzz_floor,$(1))) $(ALL_LDFLAGS) $(libs_$(call fuzz_floor,$(1)))
endef
$(foreach f,$(FUZZ),$(eval $(call fuzz_rule,$(f))))
fuzz-targets: $(FUZZ:%=$(B)/tests/fuzz/%)
fuzz:
	@scripts/deps ci
	@$(MAKE) --no-print-directory B=build/fuzz CC=clang-14 SAN=address,undefined CFLAGS='-O1 -g -fsanitize=fuzzer-no-link' fuzz-targets
	@scripts/fuzz $(T) $(FUZZ)

# As root: the keeper dies, or fails, at every call that changes something.
check-fault:
	@scripts/deps test
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory FAULT=1 all
	@FAULT_ALL=1 TEST_LIMIT=3600 scripts/check tests/root/fault.t

# Lines and branches that the tests run, a table a floor; as root also every failure of the keeper.
coverage:
	@scripts/deps ci
	@$(MAKE) --no-print-directory B=build/coverage FAULT=1 CFLAGS='-O0 -g --coverage' LDFLAGS=-Wl,-u,__gcov_dump all unit test-programs
	@ln -sfn . build/coverage/fault
	@scripts/coverage

# The full tables of false claims, coverage and power: some minutes.
check-stat:
	@scripts/deps build
	@$(MAKE) --no-print-directory all test-programs
	$(B)/tests/stat/verdicts 10000
	SESSIONS=20 tests/stat/sessions.t

# Real kernels under emulation, two at a time, the longest first; then what that proved.
# CONFIG=v2 TESTS=guest,cpus: only that configuration, only these.
VM_CONFIGS := $(wildcard tests/vm/v2*.conf) $(filter-out tests/vm/v2%,$(wildcard tests/vm/*.conf))
check-vm:
	@scripts/deps vm
	@$(MAKE) --no-print-directory all test-programs
	@$(MAKE) --no-print-directory FAULT=1 all
	@rm -f build/vm/*.tap
	@TESTS='$(TESTS)' scripts/check $(if $(CONFIG),$(CONFIG:%=tests/vm/%.conf),$(VM_CONFIGS))
	@$(if $(CONFIG)$(TESTS),,tests/vm/table)

vm-shell:
	@scripts/deps vm
	@$(MAKE) --no-print-directory all test-programs
	@$(MAKE) --no-print-directory FAULT=1 all
	@tests/vm/boot --shell tests/vm/$(or $(CONFIG),v2).conf

demo:
	@scripts/deps build
	@$(MAKE) --no-print-directory all
	@scripts/demo

BENCHES := $(patsubst tests/bench/%.c,$(B)/tests/bench/%,$(sort $(wildcard tests/bench/*.c)))
$(B)/tests/bench/%: tests/bench/%.c $(B)/libbecalm.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(B)/libbecalm.a $(ALL_LDFLAGS) -lm
$(B)/tests/bench/decide: $(B)/tests/bench/decide.o $(B)/tests/stat/campaign.o $(B)/tests/stat/scenario.o $(call archives,model)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) $(libs_model) -lm

bench:
	@scripts/deps bench
	@$(MAKE) --no-print-directory all test-programs $(BENCHES)
	@scripts/bench

MANS := $(wildcard man/*.[1-8])
install: all
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(libexecdir) $(DESTDIR)$(includedir) $(DESTDIR)$(libdir)
	install -m 755 $(B)/becalm $(DESTDIR)$(bindir)/becalm
	$(if $(call src,keeper),install -m 755 $(B)/becalm-keeper $(DESTDIR)$(libexecdir)/becalm-keeper)
	install -m 644 include/becalm.h $(DESTDIR)$(includedir)/becalm.h
	install -m 644 $(B)/libbecalm.a $(DESTDIR)$(libdir)/libbecalm.a
	scripts/completions $(B)/becalm >$(B)/completion
	install -D -m 644 $(B)/completion $(DESTDIR)$(completionsdir)/becalm
	for m in $(MANS); do install -D -m 644 $$m $(DESTDIR)$(mandir)/man$${m##*.}/$${m##*/}; done

uninstall:
	rm -f $(DESTDIR)$(bindir)/becalm $(DESTDIR)$(libexecdir)/becalm-keeper $(DESTDIR)$(includedir)/becalm.h $(DESTDIR)$(libdir)/libbecalm.a
	rm -f $(DESTDIR)$(completionsdir)/becalm
	for m in $(MANS); do rm -f $(DESTDIR)$(mandir)/man$${m##*.}/$${m##*/}; done

clean:
	rm -rf $(B)

help:
	@echo 'make            build/becalm, ready to use in place'
	@echo 'make demo       install what is needed, build, run a real benchmark (under a minute)'
	@echo 'make check      install what tests need, build, test'
	@echo 'make check-stat how often verdicts are right, in full: tables of false claims, coverage, power'
	@echo 'make check-vm   the tests on real kernels in an emulated machine (CONFIG=v2: one of tests/vm/*.conf)'
	@echo 'make check-fault the keeper dies or fails at every call that changes the host (as root)'
	@echo 'make mutants    15 committed breakages, each of which a check must notice'
	@echo 'make coverage   lines and branches that the tests run, a table a floor (as root: the keeper failing everywhere)'
	@echo 'make lint       gcc -fanalyzer, cppcheck, clang-tidy: all clean'
	@echo 'make fuzz       each libFuzzer target for T=20 seconds'
	@echo 'make vm-shell   a prompt in it (CONFIG=v2)'
	@echo 'make bench      speed, as ratios against peers measured in the same run'
	@echo 'make install    DESTDIR= prefix=$(prefix); uninstall takes it away again'
	@echo 'make clean      remove build/'
	@echo 'Variables: CC CFLAGS LDFLAGS SAN=address,undefined WERROR=1'

-include $(shell find $(B) -type f -name '*.d' 2>/dev/null)
