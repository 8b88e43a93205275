/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conversation that all stubs must hold in the same way (tests/wire/stub-conversation). */
#include <becalm.h>

int main(void)
{
	(void)becalm_run("sort.small", 1000, 123456, 130000);
	(void)becalm_run("größe \"50%\" = a\tb", 1, 0, 9223372036854775807);
	(void)becalm_note("warning", "rate-drift", "sort.small", "100 % off = wrong\n");
	(void)becalm_note("info", "plain", NULL, "ok");
	becalm_close();
	(void)becalm_run("again", 2, 5, 6);
	becalm_close();
	return 0;
}
