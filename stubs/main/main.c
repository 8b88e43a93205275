/* SPDX-License-Identifier: 0BSD */
/* libbecalm-main.a: a main() for programs that consist of tests alone. */
#include "../../include/becalm.h"

BECALM_MAIN
