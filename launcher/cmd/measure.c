/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../host/proc.h"
#include "../model/judge.h"
#include "../model/wire.h"
#include "side.h"

static const int64_t counters_every_ns = 100000000; /* reading them costs 70 us and more */

static int64_t clock_of(clockid_t id)
{
	struct timespec t;

	(void)clock_gettime(id, &t); /* cannot fail: constant clocks */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

enum output measure_output(const struct plan *p)
{
	if (p->output != OUTPUT_DEFAULT)
		return p->output;
	if (p->metric == METRIC_LINES || p->metric == METRIC_REGEX)
		return OUTPUT_CAPTURE;
	if (p->results_path && !strcmp(p->results_path, "-"))
		return OUTPUT_CAPTURE;
	return p->invocations == 1 && !p->warmup ? OUTPUT_INHERIT : OUTPUT_CAPTURE;
}

/* Many short processes tell more than few long ones: 3 runs of 0.3 s, unless asked. */
enum { USUAL_RUNS = 3, USUAL_DURATION_NS = 300000000 };

void measure_counts(const struct invocation *calibrated, struct text *out)
{
	for (int i = 0; i < calibrated->test_count; i++) {
		const struct test *t = &calibrated->tests[i];

		if (t->iters <= 0 || strcmp(t->mode, "calibrated") != 0)
			continue;
		text_puts(out, "count name=");
		wire_escape(t->name, out);
		text_printf(out, " iters=%lld\n", (long long)t->iters);
	}
}

/* The plan file: what was asked for, and the counts that a calibrating process found. */
static int hand_down(struct measure *m, struct fail *f)
{
	const struct plan *p = m->plan;
	owns_text struct text plan = { 0 };

	text_printf(&plan, "becalm 1\nplan runs=%lld duration_ns=%lld iters=%lld\n",
		    (long long)(p->runs ? p->runs : USUAL_RUNS),
		    (long long)(p->duration_ns ? p->duration_ns : USUAL_DURATION_NS),
		    (long long)p->iterations);
	text_puts(&plan, text_of(&m->counts));
	return pipe_plan(m->pipe, text_of(&plan), f);
}

int measure_open(struct measure *m, struct fail *f)
{
	m->proc_fd = proc_open();
	m->online_fd = counters_open_online(m->host);
	if (streams_open(&m->streams, m->plan, measure_output(m->plan), f) ||
	    inflight_open(&m->in, m->plan, m->series, m->results, f))
		return -1;
	if (hand_down(m, f))
		return -1;
	m->draw = draw_of(m->plan, 1);
	m->env = environ_draw(m->base, m->plan, &m->draw);
	return 0;
}

void measure_close(struct measure *m)
{
	owns_close(&m->proc_fd);
	owns_close(&m->online_fd);
	streams_close(&m->streams);
	environ_free(&m->env);
	inflight_close(&m->in);
	text_free(&m->clock_changes);
	text_free(&m->counts);
}

static void take_report(void *data, const char *bytes, size_t n)
{
	struct measure *m = data;

	inflight_reported(&m->in, bytes, n, m->elapsed_ns);
}

static void take_output(void *data, const char *bytes, size_t n)
{
	struct measure *m = data;

	inflight_printed(&m->in, bytes, n);
}

static void drain(struct measure *m, int64_t elapsed_ns)
{
	m->elapsed_ns = elapsed_ns;
	pipe_drain(m->pipe, take_report, m);
	frames_idle(m->in.frames);
	if (m->plan->metric == METRIC_LINES || m->plan->metric == METRIC_REGEX)
		streams_take(&m->streams, take_output, m);
}

static void start_guard(struct measure *m)
{
	struct fail unguarded;

	if (m->stage->guard.life_fd < 0)
		(void)guard_start(&m->stage->guard, m->pipe->folder, &unguarded); /* only SIGKILL is unguarded then */
}

/*
 * What is really in force after exec: a set-user-id program loses it. It is the same for
 * every process of one program, so short ones are asked once; a plain user can ask only
 * while the process lives.
 */
static void look_at_personality(struct measure *m, pid_t pid)
{
	if (m->in.v.witness.personality == UNKNOWN)
		m->in.v.witness.personality = proc_personality(m->proc_fd, pid);
	if (m->in.v.witness.personality != UNKNOWN && m->plan->entropy == ENTROPY_FIXED &&
	    !m->aslr_errno && !(m->in.v.witness.personality & ADDR_NO_RANDOMIZE))
		m->is_aslr_lost = true;
}

/*
 * The first reading waits for the first tick: a session of one short process, which could
 * not be compared with anything, does not pay for it.
 */
static void refresh_counters(struct measure *m, bool is_forced)
{
	int64_t now = child_clock();

	if (!is_forced && !m->host->is_fake && now - m->counters_ns < counters_every_ns)
		return;
	counters_read(m->host, &m->choice->measured, &m->counters);
	m->counters_ns = now;
}

static void on_tick(void *data, int64_t elapsed_ns)
{
	struct measure *m = data;

	if (m->stage->guard.life_fd < 0) {
		start_guard(m);
		guard_watch(&m->stage->guard, m->pid);
	}
	look_at_personality(m, m->pid);
	if (!m->counters_ns)
		refresh_counters(m, true);
	drain(m, elapsed_ns);
	streams_thin(&m->streams);
}

static void on_ended(void *data, pid_t pid, int64_t wall_ns)
{
	struct measure *m = data;

	(void)wall_ns; /* the outcome has it */
	m->in.v.witness.wait_ns = proc_wait_ns(m->proc_fd, pid);
	if (m->is_bound && proc_has_left(pid, &m->choice->measured))
		m->in.v.disturbed = "bound itself to other CPUs"; /* where nothing is held still */
	if (m->in.v.index == 1)
		look_at_personality(m, pid);
}

/* New draw, new environment; the same draw: only the number changes. */
static void set_environment(struct measure *m, int64_t index, int64_t round)
{
	struct draw d = draw_of(m->plan, round);
	char number[16];

	if (d.hash_seed != m->draw.hash_seed || d.pad != m->draw.pad) {
		environ_free(&m->env);
		m->draw = d;
		m->env = environ_draw(m->base, m->plan, &d);
	}
	(void)snprintf(number, sizeof(number), "%08lld", (long long)index % 100000000); /* constant length */
	environ_set(&m->env, "BECALM_INVOCATION", number);
}

enum aslr measure_aslr(const struct plan *p)
{
	if (p->entropy == ENTROPY_INHERIT)
		return ASLR_LEAVE;
	return p->entropy == ENTROPY_FIXED ? ASLR_OFF : ASLR_ON;
}

/* What the counters say about the time since the reading before. */
static void compare_counters(struct measure *m, struct invocation *v)
{
	struct counters before = m->counters;
	struct counters diff;

	if (!m->counters_ns || (!m->host->is_fake && child_clock() - m->counters_ns < counters_every_ns))
		return;
	refresh_counters(m, true);
	diff = counters_since(&before, &m->counters);
	v->witness.interrupts = diff.interrupts;
	v->witness.steal_ns = diff.steal_ns;
	if (strcmp(before.clock, m->counters.clock) != 0) {
		(void)snprintf(m->in.disturbed, sizeof(m->in.disturbed), /* fits */
			       "the clock source changed from %s to %s", before.clock, m->counters.clock);
		v->disturbed = m->in.disturbed;
		text_printf(&m->clock_changes, "%s%s at process %lld", m->clock_changes.n ? "; " : "",
			    m->in.disturbed, (long long)v->index);
	}
	if (diff.throttled > 0) {
		(void)snprintf(m->in.disturbed, sizeof(m->in.disturbed), "throttled (+%lld)", /* fits */
			       (long long)diff.throttled);
		v->disturbed = m->in.disturbed;
	}
}

/*
 * The kernel moves a process whose CPU goes offline to any other one and says nothing. So
 * this is looked at each time, unlike the counters.
 */
static bool has_lost_cpu(struct measure *m)
{
	struct cpus online;
	struct cpus gone;

	if (!counters_online(m->online_fd, &online))
		return false;
	gone = cpus_minus(&m->choice->measured, &online);
	m->is_cpu_gone = !cpus_is_empty(&gone);
	if (m->is_cpu_gone)
		(void)snprintf(m->gone, sizeof(m->gone), "%s went offline", /* fits */
			       name_of(&gone).s);
	return m->is_cpu_gone;
}

/*
 * The kernel counts waiting from fork on, and a fresh child may wait for its CPU before the
 * measured length begins. Within the length it cannot have waited longer than it did not run;
 * with threads, which run at the same time, than it lasted.
 */
static void cap_wait(struct invocation *v)
{
	int64_t ran_ns = v->user_ns + v->sys_ns;
	bool is_alone = ran_ns < v->wall_ns + v->wall_ns / 4; /* else several threads ran */
	int64_t most_ns = !is_alone ? v->wall_ns : ran_ns < v->wall_ns ? v->wall_ns - ran_ns : 0;

	if (v->wall_ns != UNKNOWN && v->witness.wait_ns > most_ns)
		v->witness.wait_ns = most_ns;
}

static void record_outcome(struct measure *m, struct invocation *v)
{
	const struct outcome *o = &m->outcome;
	int64_t suspended_ns = clock_of(CLOCK_BOOTTIME) - clock_of(CLOCK_MONOTONIC);

	v->wall_ns = o->wall_ns;
	v->user_ns = o->user_ns;
	v->sys_ns = o->sys_ns;
	v->max_rss_kib = o->max_rss_kib;
	v->ended = o->ended;
	v->code = o->code;
	cap_wait(v);
	v->witness.faults_minor = o->faults_minor;
	v->witness.faults_major = o->faults_major;
	v->witness.switches_voluntary = o->switches_voluntary;
	v->witness.switches_involuntary = o->switches_involuntary;
	if (suspended_ns - m->suspended_ns > 10000000) {
		v->failed = "the machine was suspended meanwhile";
		m->outcome.is_replaced = true;
	}
}

struct launch measure_launch(const struct measure *m)
{
	const struct keeper *k = &m->stage->holding.keeper;

	return (struct launch){
		.path = m->path,
		.argv = m->plan->argv,
		.envp = m->env.vars,
		.cpus = m->is_bound ? &m->choice->measured : NULL,
		.groups = { k->is_held ? k->cage.track_fd : -1, k->is_held ? k->cage.procs_fd : -1 },
		.in_fd = m->streams.in_fd,
		.out_fd = m->streams.out_fd,
		.err_fd = m->streams.err_fd,
		.pipe_fd = pipe_write_end(m->pipe),
		.memory_node = m->memory_node,
		.aslr = measure_aslr(m->plan),
	};
}

static int start(struct measure *m, struct child *c, struct fail *f)
{
	const struct launch l = measure_launch(m);

	if (child_start(&l, c, f))
		return -1;
	if (c->aslr_errno)
		m->aslr_errno = c->aslr_errno;
	guard_watch(&m->stage->guard, c->pid);
	return 0;
}

/*
 * The kernel binds nothing to a CPU that is on its way offline, but lists it as online
 * until it is there.
 */
static int why_not_started(struct measure *m, struct fail *f)
{
	const struct timespec pause = { .tv_nsec = 20000000 };

	for (int i = 0; i < 50 && m->is_bound && f->kind == FAIL_HOST; i++) {
		if (has_lost_cpu(m))
			return fail_set(f, FAIL_HOST, "%s", m->gone);
		(void)nanosleep(&pause, NULL); /* a signal: looks earlier */
	}
	return -1;
}

/* From the draw to the end of the process and of all that it left. */
static int live(struct measure *m, struct invocation *v, struct fail *f)
{
	const struct keeper *k = &m->stage->holding.keeper;
	const struct watch w = { .signals = m->signals, .keeper_fd = k->is_held ? k->pidfd : -1,
				 .timeout_ns = m->plan->timeout_ns, .tick = on_tick,
				 .ended = on_ended, .data = m };
	struct child c;

	m->suspended_ns = clock_of(CLOCK_BOOTTIME) - clock_of(CLOCK_MONOTONIC);
	if (start(m, &c, f))
		return why_not_started(m, f);
	m->pid = c.pid;
	watch_child(&c, &w, &m->outcome);
	guard_watch(&m->stage->guard, 0);
	drain(m, m->outcome.wall_ns);
	record_outcome(m, v);
	compare_counters(m, v);
	if (has_lost_cpu(m))
		v->failed = m->gone;
	if (!v->disturbed && stage_has_drifted(m->stage))
		v->disturbed = "a setting of the host was changed meanwhile";
	if (!v->disturbed)
		v->disturbed = m->disturbance;
	if (streams_size(&m->streams) > m->output_bytes)
		m->output_bytes = streams_size(&m->streams);
	return 0;
}

static int side(const struct measure *m, const char *what, const char *text, struct fail *f)
{
	return text ? side_run(what, text, m->base->vars, m->is_bound ? &m->choice->launcher : NULL,
			       m->signals, f)
		    : 0;
}

int measure_once(struct measure *m, int64_t index, int64_t round, bool is_warmup, struct fail *f)
{
	struct invocation start = { .index = index, .round = round, .command = m->command,
				    .is_warmup = is_warmup, .ended = ENDED_EXIT };

	start.witness = (struct witness){ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN,
					  UNKNOWN, UNKNOWN };
	if (side(m, "--prepare", m->plan->prepare, f))
		return -1;
	if (index > 1)
		start_guard(m);
	set_environment(m, index, round);
	start.draw = m->draw;
	start.started_ns = clock_of(CLOCK_REALTIME);
	if (streams_begin(&m->streams, f))
		return -1;
	inflight_begin(&m->in, &start);
	if (index > 1 || m->host->is_fake)
		refresh_counters(m, false);
	if (live(m, &m->in.v, f))
		return -1;
	if (inflight_end(&m->in, f)) {
		m->is_unsaved = true; /* the only way in which it fails */
		return -1;
	}
	if (m->in.v.is_calibrating) {
		measure_counts(&m->in.v, &m->counts);
		if (hand_down(m, f))
			return -1;
	}
	m->hellos += frames_counts(m->in.frames)->hellos;
	return m->signals->stop ? 0 : side(m, "--conclude", m->plan->conclude, f);
}
