/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twice: the same length reported twice is two runs, because the stub numbers them. */
#include "../../include/becalm.h"

int main(void)
{
	return becalm_run("twice.run", 1, 700, 700) ||
	       becalm_run("twice.run", 1, 700, 700);
}
