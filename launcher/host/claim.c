/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "../base/owns.h"

static int bind_name(int fd, int cpu)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	/* A NUL in front makes the name abstract: no file, gone with the last descriptor.
	 */
	int n =
	    snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "becalm/cpu/%d", cpu);

	return bind(fd, (struct sockaddr *)&name,
		    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n));
}

void claims_take(struct claims *c, const struct cpus *set, struct cpus *taken)
{
	for (int cpu = -1; (cpu = cpus_next(set, cpu)) >= 0;) {
		owns_fd int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

		if (fd < 0)
			return;
		if (!bind_name(fd, cpu)) {
			c->fds = xrealloc(c->fds, c->n + 1, sizeof(*c->fds));
			c->fds[c->n++] = keep_fd(&fd);
		} else if (errno == EADDRINUSE) {
			cpus_add(taken, cpu);
		}
	}
}

struct cpus claims_seen(const struct tree *t)
{
	static const char name[] = " @becalm/cpu/";
	owns_text struct text names = {0};
	struct cpus out = {0};
	struct fail none;

	if (tree_read(t, "proc/net/unix", &names, &none))
		return out; /* no sockets here */
	for (const char *s = text_of(&names); (s = strstr(s, name));) {
		long cpu;

		s += sizeof(name) - 1;
		if (*s < '0' || *s > '9')
			continue; /* not one of ours */
		cpu = strtol(s, NULL, 10);
		if (cpu < CPUS_MAX)
			cpus_add(&out, (int)cpu);
	}
	return out;
}

void claims_drop(struct claims *c)
{
	for (size_t i = 0; i < c->n; i++)
		owns_close(&c->fds[i]);
	free(c->fds);
	*c = (struct claims){0};
}
