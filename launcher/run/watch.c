/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/owns.h"
#include "leftovers.h"

#define MS INT64_C(1000000)

static const int64_t tick_ns = 5 * MS;
static const int64_t timeout_grace_ns = 1000 * MS; /* between SIGTERM and SIGKILL */
static const int64_t stop_grace_ns = 1200 * MS;	   /* the host is to be back within 2 s */
static const int64_t stopped_grace_ns = 2000 * MS; /* for somebody to continue it */

/* What is going on with one child. Times are CLOCK_MONOTONIC; 0: not so. */
struct vigil {
	struct child *child;
	const struct watch *w;
	struct outcome *out;
	bool is_ending;	      /* out->ended was decided; a signal was sent */
	int64_t kill_at_ns;   /* when SIGKILL follows */
	int64_t stopped_ns;   /* since when it is stopped */
	int stop_signal;
	bool was_stopped;
};

static void send(const struct vigil *v, int sig)
{
	(void)kill(-v->child->pid, sig); /* the group may be gone already */
	if (getpgid(v->child->pid) != v->child->pid)
		(void)kill(v->child->pid, sig); /* foreground child, or one that left its group */
}

/* Begins to end the child, for this reason; SIGKILL after the grace period. */
static void end(struct vigil *v, enum ended why, int code, int sig, int64_t now, int64_t grace_ns)
{
	if (!v->is_ending) {
		v->is_ending = true;
		v->out->ended = why;
		v->out->code = code;
	}
	v->kill_at_ns = now + grace_ns;
	send(v, sig);
	if (sig != SIGKILL)
		send(v, SIGCONT); /* a stopped process cannot act on it */
}

static void heed_signals(struct vigil *v, int64_t now)
{
	struct signals *s = v->w->signals;
	int before = s->stops;

	signals_read(s);
	if (s->suspend && !v->is_ending) {
		v->out->is_replaced = true;
		end(v, ENDED_STOPPED, SIGTSTP, SIGKILL, now, 0);
	}
	if (s->stops == before)
		return;
	if (before || s->stops > 1)
		end(v, ENDED_INTERRUPTED, s->stop, SIGKILL, now, 0);
	else
		end(v, ENDED_INTERRUPTED, s->stop, s->stop, now, stop_grace_ns);
}

/* Only the terminal's stops are final at once; others may be continued by who sent them. */
static void heed_stops(struct vigil *v, int64_t now)
{
	siginfo_t info = { 0 };

	if (!waitid(P_PID, (id_t)v->child->pid, &info, WSTOPPED | WCONTINUED | WNOHANG) && info.si_pid) {
		v->stopped_ns = info.si_code == CLD_STOPPED ? now : 0;
		if (info.si_code == CLD_STOPPED)
			v->stop_signal = info.si_status;
		v->was_stopped = true;
	}
	if (!v->stopped_ns || v->is_ending)
		return;
	if (v->stop_signal == SIGTTIN || v->stop_signal == SIGTTOU ||
	    now - v->stopped_ns >= stopped_grace_ns)
		end(v, ENDED_STOPPED, v->stop_signal, SIGKILL, now, 0);
}

static void heed_clock(struct vigil *v, int64_t now)
{
	int64_t limit = v->w->timeout_ns;

	if (v->is_ending && now >= v->kill_at_ns) {
		send(v, SIGKILL);
		v->kill_at_ns = now + stop_grace_ns; /* again, should new members have come */
	} else if (!v->is_ending && limit && now - v->child->started_ns >= limit) {
		end(v, ENDED_TIMEOUT, UNKNOWN, SIGTERM, now, timeout_grace_ns);
	}
}

static void on_tick(struct vigil *v, int64_t now)
{
	heed_stops(v, now);
	heed_clock(v, now);
	if (v->w->tick)
		v->w->tick(v->w->data, now - v->child->started_ns);
}

/* Returns the moment at which the child's end was seen. */
static int64_t wait_for_end(struct vigil *v)
{
	struct pollfd fds[] = {
		{ .fd = v->child->pidfd, .events = POLLIN },
		{ .fd = v->w->signals ? v->w->signals->fd : -1, .events = POLLIN },
		{ .fd = v->w->keeper_fd, .events = POLLIN },
	};
	int64_t next_ns = v->child->started_ns + tick_ns;

	for (;;) {
		int64_t now = child_clock();
		int ms = next_ns > now ? (int)((next_ns - now + MS - 1) / MS) : 0;
		int ready = poll(fds, 3, ms);

		now = child_clock();
		if (ready > 0 && fds[0].revents)
			return now;
		if (ready > 0 && fds[1].revents)
			heed_signals(v, now);
		if (ready > 0 && fds[2].revents) {
			fds[2].fd = -1;
			v->out->is_keeper_gone = true;
			end(v, ENDED_INTERRUPTED, UNKNOWN, SIGKILL, now, 0);
		}
		if (now >= next_ns) {
			on_tick(v, now);
			next_ns = now + tick_ns;
		}
	}
}

static int64_t to_ns(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

static void reap(struct child *c, struct outcome *out, bool is_decided)
{
	struct rusage usage = { 0 };
	int status = 0;

	(void)wait4(c->pid, &status, 0, &usage); /* it is a zombie: cannot fail */
	owns_close(&c->pidfd);
	c->pidfd = -1;
	out->user_ns = to_ns(usage.ru_utime);
	out->sys_ns = to_ns(usage.ru_stime);
	out->max_rss_kib = usage.ru_maxrss;
	out->faults_minor = usage.ru_minflt;
	out->faults_major = usage.ru_majflt;
	out->switches_voluntary = usage.ru_nvcsw;
	out->switches_involuntary = usage.ru_nivcsw;
	if (is_decided)
		return;
	out->ended = WIFSIGNALED(status) ? ENDED_SIGNAL : ENDED_EXIT;
	out->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

void watch_child(struct child *c, const struct watch *w, struct outcome *out)
{
	struct vigil v = { .child = c, .w = w, .out = out };
	int64_t wall_ns;

	*out = (struct outcome){ .wall_ns = UNKNOWN };
	wall_ns = wait_for_end(&v) - c->started_ns;
	if (w->ended)
		w->ended(w->data, c->pid, wall_ns);
	reap(c, out, v.is_ending);
	if (!v.is_ending && v.was_stopped) {
		out->ended = ENDED_STOPPED;
		out->code = v.stop_signal;
		out->is_replaced = true;
	}
	out->leftovers = leftovers_end(&out->is_stuck);
	if (out->ended == ENDED_EXIT || out->ended == ENDED_SIGNAL)
		out->wall_ns = wall_ns;
}
