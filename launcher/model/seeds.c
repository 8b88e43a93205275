/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "seeds.h"

#include <stddef.h>

/* What each claims was tried with the versions named: 8 processes, distinct outputs
 * counted. */
const struct seed seeds[] = {
    {"Python 3", "PYTHONHASHSEED", "0", true,
     "not read under -I or -E; -R overrides it; sets of objects need the fixed address "
     "layout"},
    {"Python 2.7", NULL, NULL, false, "constant, unless -R is given"},
    {"Perl", "PERL_HASH_SEED", "0", true, "fixes the order of keys"},
    {"Perl", "PERL_PERTURB_KEYS", "0", false, "alone it fixes nothing"},
    {"Ruby", NULL, NULL, false,
     "no switch: String#hash differs from process to process; the order of a Hash does "
     "not"},
    {"JavaScript (Node)", NULL, NULL, false,
     "none in the environment; on the command line: node --hash-seed=N --random-seed=N"},
    {"Java", NULL, NULL, false,
     "no switch: the order of Set.of and Map.of differs; String.hashCode does not"},
    {"Go", NULL, NULL, false, "no switch: the order of a map is random on purpose"},
    {"Rust", NULL, NULL, false,
     "no switch: HashMap asks the kernel for its keys; a hasher of its own fixes a "
     "program"},
    {"Lua", NULL, NULL, false,
     "no switch: seeded with addresses and the time; LuaJIT likewise"},
    {"PHP", NULL, NULL, false, "arrays are ordered; mt_rand is seeded by the program"},
    {"awk (gawk)", NULL, NULL, false, "constant"},
    {"Tcl", NULL, NULL, false, "constant"},
    {"R", NULL, NULL, false, "order is constant; set.seed() in the program for runif"},
    {NULL, NULL, NULL, false, NULL},
};
