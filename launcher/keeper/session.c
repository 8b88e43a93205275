/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"
#include "cage.h"
#include "hold.h"
#include "proc.h"
#include "tasks.h"
#include "touch.h"
#include "undo.h"

const char *const outcome_words[] = { "would", "still",	  "cannot", "held",
				      "refused", "drifted", "left",	    NULL };

void session_start(struct session *s, struct tree root, struct conf conf, uid_t caller)
{
	*s = (struct session){ .root = root,
			       .conf = conf,
			       .caller = caller,
			       .plan = plan_default(),
			       .lock = LOCK_NONE,
			       .journal_fd = -1,
			       .launcher_policy = -1,
			       .has_rights = root.is_fake || geteuid() == 0 };
}

/* Every asked CPU must be online and allowed; never a smaller set in silence. */
static int check_cpus(const struct session *s, const struct cpus *asked, struct fail *f)
{
	struct cpus missing = cpus_minus(asked, &s->machine.online);
	struct cpus denied = cpus_minus(asked, &s->conf.cpus);
	char list[200];

	if (!cpus_is_empty(&missing))
		return fail_set(f, FAIL_HOST, "no such CPU online: %s",
				cpus_format(&missing, list, sizeof(list)));
	if (s->conf.has_cpus && !cpus_is_empty(&denied))
		return fail_set(f, FAIL_HOST, "keeper.conf does not allow CPU %s",
				cpus_format(&denied, list, sizeof(list)));
	return 0;
}

static int read_machine(struct session *s, struct fail *f)
{
	static const char path[] = "sys/devices/system/cpu/online";
	struct machine *m = &s->machine;
	char list[16384];

	*m = (struct machine){ .root = s->root };
	if (!tree_peek(&s->root, path, list, sizeof(list)))
		return fail_sys(f, "cannot read '/%s'", path);
	if (cpus_parse_file(list, "/sys/devices/system/cpu/online", &m->online, f) ||
	    check_cpus(s, &s->plan.measure, f))
		return -1;
	m->cage = cpus_or(&s->plan.measure, &s->plan.reserve);
	m->cage = cpus_and(&m->cage, &m->online); /* siblings may be offline */
	m->others = cpus_minus(&m->online, &m->cage);
	return 0;
}

static void forget(struct session *s)
{
	journal_free(&s->journal);
	s->leftover = 0;
	s->row_count = 0;
}

int session_probe(struct session *s, struct fail *f)
{
	if (read_machine(s, f))
		return -1;
	if (s->lock.fd < 0)
		forget(s);
	hold_probe(s);
	return cage_plan(s, f);
}

enum holder session_holder(const struct session *s, struct journal *out, struct fail *f)
{
	struct lock look;
	char boot[40];
	enum holder is = HOLDER_NOBODY;
	int rc;

	if (!lock_look(&s->root, &look, f))
		return f->kind ? HOLDER_UNKNOWN : HOLDER_NOBODY;
	proc_boot(&s->root, boot);
	rc = journal_load(look.dir, s->root.is_fake ? geteuid() : 0, out, f);
	owns_close(&look.dir);
	if (rc < 0 || rc == 2)
		is = HOLDER_UNKNOWN;
	else if (rc == 0 && !strcmp(out->boot, boot))
		is = proc_lives(out->keeper, out->start) ? HOLDER_LIVES : HOLDER_DIED;
	return is;
}

/* Only what must be tried again stays, in its order. */
static void drop_undone(struct edits *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < e->n; i++) {
		struct edit moved = e->list[i];

		if (undo_is_open(&moved)) {
			moved.state = EDIT_MADE;
			if (!moved.reads)
				moved.reads = xstrdup(moved.after);
			e->list[i] = e->list[kept];
			e->list[kept++] = moved;
		}
	}
	edits_cut(e, kept);
}

/* Undoes what is in s->journal; what is still open stays in it. */
static void undo(struct session *s, bool has_died)
{
	struct fail f;
	int fd = -1;

	undo_all(&s->root, &s->journal, has_died, &s->remarks);
	drop_undone(&s->journal.edits);
	for (int i = 0; i < s->row_count; i++)
		s->rows[i].n = 0; /* what they pointed at is gone */
	s->leftover = s->journal.edits.n;
	if (!s->leftover) {
		(void)touch_unlink(s->lock.dir, "journal"); /* harmless: undone twice */
		return;
	}
	if (journal_save(s->lock.dir, &s->journal, &fd, &f))
		text_printf(&s->remarks, "%s\n", f.text);
	owns_close(&fd);
}

static int recover(struct session *s, struct fail *f)
{
	struct journal old = { 0 };
	char boot[40];
	int rc = journal_load(s->lock.dir, geteuid(), &old, f);

	forget(s);
	if (rc == 2) /* kept as it is: it may well be whole */
		return fail_wrap(f, "the journal of an earlier session");
	if (rc > 0)
		return 0;
	if (rc < 0) {
		text_printf(&s->remarks,
			    "the journal of an earlier session is not used: %s; it is kept as '/run/becalm/journal.bad', and what that session changed may still be changed\n",
			    f->text);
		if (touch_rename(s->lock.dir, "journal", "journal.bad"))
			return fail_sys(f, "cannot set '/run/becalm/journal' aside");
		return 1;
	}
	proc_boot(&s->root, boot);
	if (strcmp(boot, old.boot) != 0) {
		text_puts(&s->remarks, "the machine was started anew since an earlier session died: nothing to restore\n");
		journal_free(&old);
		(void)touch_unlink(s->lock.dir, "journal"); /* the next one tries again */
		return 0;
	}
	s->journal = old;
	text_printf(&s->remarks, "an earlier session of user %u died and left %zu settings: put back now\n",
		    (unsigned)old.user, old.edits.n);
	undo(s, true);
	return 0;
}

int session_lock(struct session *s, struct fail *f)
{
	int rc = lock_try(&s->root, &s->lock, f);

	if (rc)
		return rc;
	s->is_damaged = false;
	rc = recover(s, f);
	if (rc < 0)
		lock_drop(&s->root, &s->lock);
	s->is_damaged = rc > 0;
	return rc < 0 ? -1 : 0;
}

static void describe(struct session *s)
{
	struct journal *j = &s->journal;

	proc_boot(&s->root, j->boot);
	j->keeper = getpid();
	j->start = proc_start(j->keeper);
	j->user = s->caller;
	j->since = (long long)time(NULL);
	j->launcher = s->plan.launcher;
	j->is_settled = false;
}

bool session_has_launcher(const struct session *s)
{
	return proc_lives(s->plan.launcher, s->launcher_start) &&
	       (!s->caller || proc_belongs(s->plan.launcher, s->caller));
}

/* Under a held host the launcher wakes in time to see the end of what it measures. */
static void raise_launcher(struct session *s)
{
	struct sched_param param;
	int policy = sched_getscheduler(s->plan.launcher);

	if (!s->plan.has_realtime || !s->conf.has_realtime || s->root.is_fake || policy < 0 ||
	    sched_getparam(s->plan.launcher, &param) || !session_has_launcher(s))
		return;
	if (touch_scheduler(s->plan.launcher, SCHED_FIFO | SCHED_RESET_ON_FORK, 1)) {
		text_printf(&s->remarks, "the launcher gets no SCHED_FIFO: %s\n", strerror(errno));
		return;
	}
	s->launcher_policy = policy;
	s->launcher_priority = param.sched_priority;
}

static void lower_launcher(struct session *s)
{
	if (s->launcher_policy >= 0 && proc_lives(s->plan.launcher, s->launcher_start))
		(void)touch_scheduler(s->plan.launcher, s->launcher_policy,
				      s->launcher_priority); /* it may be gone */
	s->launcher_policy = -1;
}

int session_hold(struct session *s, struct fail *f)
{
	int rc = session_probe(s, f);

	if (rc || hold_check_required(s, f)) {
		lock_drop(&s->root, &s->lock);
		return -1;
	}
	cage_sweep(s);
	describe(s);
	if (journal_save(s->lock.dir, &s->journal, &s->journal_fd, f)) {
		lock_drop(&s->root, &s->lock);
		return -1;
	}
	if (hold_make(s, f) || hold_check_required(s, f)) {
		session_release(s);
		return -1;
	}
	if (!cage_kernel(s, 6, 2))
		tasks_put_back(&s->journal.tasks); /* what their cpuset lets them have of it */
	if (!s->root.is_fake && !cpus_is_empty(&s->machine.others))
		(void)touch_mask(getpid(), &s->machine.others); /* out of the way, if it can be */
	raise_launcher(s);
	return 0;
}

int session_check(struct session *s)
{
	return s->journal_fd < 0 ? 0 : hold_check(s);
}

void session_release(struct session *s)
{
	lower_launcher(s);
	if (s->journal_fd >= 0) {
		(void)hold_check(s); /* the last look: the rows tell */
		undo(s, false);
		owns_close(&s->journal_fd);
		s->journal_fd = -1;
	}
	if (s->lock.fd >= 0)
		lock_drop(&s->root, &s->lock);
}
