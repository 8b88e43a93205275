/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "deadline.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static struct {
	timer_t timer;
	bool is_made;
	uint64_t *limit;
	int is_over;
} deadline;

/* SIGALRM is the program's own. */
static int deadline_signal(void)
{
	return SIGRTMAX - 3;
}

static void on_time(int number)
{
	uint64_t *limit = __atomic_load_n(&deadline.limit, __ATOMIC_SEQ_CST);

	(void)number; /* there is only one */
	if (!limit)
		return;
	__atomic_store_n(&deadline.is_over, 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(limit, 0, __ATOMIC_RELAXED);
}

static bool make(void)
{
	struct sigaction action;
	struct sigevent event;
	sigset_t ours;

	if (deadline.is_made)
		return true;
	action.sa_handler = on_time;
	action.sa_flags = SA_RESTART; /* the body's system calls go on */
	(void)sigemptyset(&action.sa_mask);
	event.sigev_notify = SIGEV_SIGNAL;
	event.sigev_signo = deadline_signal();
	event.sigev_value.sival_ptr = NULL;
	(void)sigemptyset(&ours);
	(void)sigaddset(&ours, deadline_signal());
	deadline.is_made = !sigaction(deadline_signal(), &action, NULL) &&
			   !sigprocmask(SIG_UNBLOCK, &ours, NULL) &&
			   !timer_create(CLOCK_MONOTONIC, &event, &deadline.timer);
	return deadline.is_made;
}

bool deadline_set(int64_t ns, uint64_t *limit)
{
	struct itimerspec when = {
		{ 0, 0 }, { (time_t)(ns / 1000000000), (long)(ns % 1000000000) }
	};

	deadline.is_over = 0;
	if (ns <= 0)
		return true;
	if (!make())
		return false;
	__atomic_store_n(&deadline.limit, limit, __ATOMIC_SEQ_CST);
	return !timer_settime(deadline.timer, 0, &when, NULL);
}

bool deadline_clear(void)
{
	struct itimerspec never = { { 0, 0 }, { 0, 0 } };

	if (!__atomic_exchange_n(&deadline.limit, NULL, __ATOMIC_SEQ_CST))
		return false;
	(void)timer_settime(deadline.timer, 0, &never, NULL); /* was good before */
	return __atomic_load_n(&deadline.is_over, __ATOMIC_SEQ_CST) != 0;
}
