/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reuse early|late VICTIM: closes all descriptors and opens VICTIM under every number up
 * to 255, so that it gets the report's. early: before the stub opened, and without the
 * path of the pipe; late: after it opened. VICTIM must stay empty.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../include/becalm.h"

static int occupy(const char *victim)
{
	int fd;

	for (fd = 3; fd < 256; fd++)
		(void)close(fd); /* most are not open */
	fd = open(victim, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	for (int to = 3; to < 256; to++)
		if (fd < 0 || (to != fd && dup2(fd, to) != to))
			return -1;
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	if (!strcmp(argv[1], "late"))
		(void)becalm_open(); /* what comes of it shows later */
	else
		(void)unsetenv("BECALM_PIPE"); /* cannot fail */
	if (occupy(argv[2]))
		return 3;
	(void)becalm_run("reuse.run", 1, 500, 500); /* may say that there is no way */
	return 0;
}
