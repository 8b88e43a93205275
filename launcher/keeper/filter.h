/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_FILTER_H
#define KEEPER_FILTER_H

/*
 * The calls that the keeper refuses itself for good, with EPERM: to execute, to make
 * another process, to look into one, to load code into the kernel, to change mounts or
 * namespaces, to use any socket but a local one (syslog), and all calls of another
 * architecture's numbering. Where the kernel has no filters nothing happens.
 */
void filter_calls(void);

#endif
