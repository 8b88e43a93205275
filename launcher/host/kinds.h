/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_KINDS_H
#define HOST_KINDS_H

/*
 * Kinds of cores. Intel names them (sys/devices/cpu_core/cpus, cpu_atom/cpus); else
 * cpu_capacity tells them apart, else the highest clock. Favoured cores are a few
 * percent faster than their neighbours: a new kind starts more than 10 % below.
 */

#include "topology.h"

/* Fills kinds, kind_count and each online place's kind and speed. */
int kinds_read(const struct tree *t, struct topology *topology, struct fail *f);

#endif
