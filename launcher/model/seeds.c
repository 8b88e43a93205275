/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "seeds.h"

#include <stddef.h>

/* What each claims was tried with the versions named: 8 processes, distinct outputs
 * counted. */
const struct seed seeds[] = {
    {"Python 3", "PYTHONHASHSEED", "0", true, false,
     "not read under -I or -E; -R overrides it; for sets of objects the address layout "
     "counts"},
    {"Perl", "PERL_HASH_SEED", "0", true, false, "fixes the order of keys"},
    {"Perl", "PERL_PERTURB_KEYS", "0", false, false, "alone it fixes nothing"},
    {"JavaScript (Node)", NULL, NULL, false, false,
     "but on its command line: node --hash-seed=N --random-seed=N"},
    {"Ruby", NULL, NULL, false, false,
     "String#hash differs from process to process; the order of a Hash does not"},
    {"Java", NULL, NULL, false, false,
     "the order of Set.of and Map.of differs; String.hashCode does not"},
    {"Go", NULL, NULL, false, false, "the order of a map is random on purpose"},
    {"Rust", NULL, NULL, false, false,
     "HashMap asks the kernel for its keys; a hasher of the program's own would not"},
    {"Lua, LuaJIT", NULL, NULL, false, false,
     "seeded with addresses, Lua with the time too"},
    {"PHP", NULL, NULL, false, true, "for arrays; the program seeds mt_rand"},
    {"R", NULL, NULL, false, true, "for order; the program seeds runif by set.seed()"},
    {"Python 2.7", NULL, NULL, false, true, "unless -R is given"},
    {"awk (gawk), Tcl", NULL, NULL, false, true, ""},
    {NULL, NULL, NULL, false, false, NULL},
};
