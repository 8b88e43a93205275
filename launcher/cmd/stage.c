/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../host/layout.h"
#include "../run/command.h"
#include "../run/leftovers.h"
#include "../run/self.h"
#include "../run/user.h"

static int choose_cpus(struct stage *s, const struct plan *p, struct fail *f)
{
	const struct wish wish = { .cpus = p->cpus, .cores = p->cores, .is_nested = s->is_nested };

	bool is_for_one = p->cores <= 1 && !p->cpus && !p->results_path && !p->resume_path;
	int error = is_for_one ? topology_load_for_one(&s->host, &s->topology, f)
			       : topology_load(&s->host, &s->topology, f);

	if (error || given_read(&s->host, &s->given, f))
		return -1;
	if (s->host.is_fake)
		return choose(&s->topology, &s->given, &wish, NULL, &s->choice, f);
	return choose_and_claim(&s->topology, &s->given, &wish, &s->choice, &s->claims, f);
}

int stage_enter(struct stage *s, const struct holding_options *o, const struct plan *p, struct fail *f)
{
	/* Promptness needs rights, so it comes before they are given up. */
	if (p->hold != HOLD_NONE && !p->dry_run)
		self_prompt();
	if (holding_start(&s->holding, o, p->root, f))
		return -1;
	return o->is_as_root ? 0 : user_become(f);
}

int stage_look(struct stage *s, const struct plan *p, struct fail *f)
{
	s->guard.life_fd = s->host.fd = s->signals.fd = s->pipe.read_fd = s->pipe.write_fd = -1;
	s->is_nested = getenv("BECALM_PIPE") != NULL;
	s->base = environ_make(p, environ);
	s->path = command_resolve(p->argv[0], environ_get(&s->base, "PATH"), f);
	if (!s->path || tree_open(&s->host, p->root, f) || choose_cpus(s, p, f))
		return -1;
	s->is_bound = !s->host.is_fake && p->hold != HOLD_NONE;
	s->memory_node = s->is_bound && tree_has(&s->host, "sys/devices/system/node/node1")
				 ? s->choice.node : -1;
	s->why_random = p->entropy == ENTROPY_FIXED ? layout_why_random(s->path) : NULL;
	return 0;
}

int stage_open(struct stage *s, struct fail *f)
{
	if (signals_open(&s->signals, f) || leftovers_adopt(f) || pipe_open(&s->pipe, f))
		return -1;
	if (s->is_bound && self_bind(&s->choice.launcher, f))
		return -1;
	if (stage_hold(s, f))
		return -1;
	environ_set(&s->base, "BECALM_PIPE", s->pipe.path);
	environ_set(&s->base, "BECALM_FD", s->pipe.descriptor);
	environ_set(&s->base, "BECALM_PLAN", s->pipe.plan);
	environ_set(&s->base, "BECALM_INVOCATION", "00000000");
	return 0;
}

int stage_hold(struct stage *s, struct fail *f)
{
	if (!holding_hold(&s->holding, &s->choice, s->signals.fd, &s->remarks, f))
		return 0;
	signals_read(&s->signals); /* one may have ended the wait */
	return -1;
}

int stage_suspend(struct stage *s, struct fail *f)
{
	bool is_held = s->holding.keeper.is_held;

	if (is_held && keeper_release(&s->holding.keeper, f))
		return -1;
	signals_suspend(&s->signals);
	return is_held ? stage_hold(s, f) : 0;
}

bool stage_has_drifted(struct stage *s)
{
	struct fail gone; /* the keeper's death is seen by its pidfd */

	return holding_check(&s->holding, &s->remarks, &gone) > 0;
}

bool stage_release(struct stage *s)
{
	self_relax();
	return holding_end(&s->holding, &s->remarks);
}

void stage_say(struct stage *s, bool is_quiet)
{
	for (int i = 0; i < s->remarks.n && !is_quiet; i++)
		(void)fprintf(stderr, "becalm: %s\n", s->remarks.line[i]);
	s->remarks.n = 0;
}

void stage_close(struct stage *s)
{
	(void)stage_release(s); /* was said, or the session failed before */
	guard_end(&s->guard);
	pipe_close(&s->pipe);
	signals_close(&s->signals);
	claims_drop(&s->claims);
	environ_free(&s->base);
	tree_close(&s->host);
	free(s->path);
	s->path = NULL;
}
