/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

/*
 * The child shares the launcher's memory until execve (CLONE_VM), and the launcher
 * is suspended meanwhile (CLONE_VFORK). So only calls that are async-signal-safe,
 * nothing that allocates, and everything that could block was opened before.
 */

enum step { STEP_NONE, STEP_GROUP, STEP_AFFINITY, STEP_PARENT, STEP_STREAMS, STEP_EXEC };

static const char *const step_words[] = {
	[STEP_GROUP] = "cannot enter the control group",
	[STEP_AFFINITY] = "cannot bind the command to its CPUs",
	[STEP_PARENT] = "cannot tie the command to becalm's life",
	[STEP_STREAMS] = "cannot place the command's standard streams",
};

/* What the child tells, through the shared memory. */
struct word {
	const struct launch *l;
	pid_t launcher;
	const sigset_t *ignored;
	enum step failed;
	int error;
	int aslr_errno, memory_errno;
	int64_t started_ns;
	struct cpus cpus;
};

int64_t child_clock(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail: a constant clock */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int step_groups(const struct launch *l)
{
	for (int i = 0; i < CHILD_GROUPS; i++)
		if (l->groups[i] >= 0 && write(l->groups[i], "0", 1) != 1)
			return -1;
	return 0;
}

/*
 * Set after attaching: a task keeps its own mask across a cpuset move (kernel 6.2,
 * 8f9ea86fdf99), so the mask is set explicitly and read back.
 */
static int step_affinity(const struct launch *l, struct word *w)
{
	if (l->cpus && syscall(SYS_sched_setaffinity, 0, sizeof(l->cpus->bits), l->cpus->bits) < 0)
		return -1;
	(void)syscall(SYS_sched_getaffinity, 0, sizeof(w->cpus.bits), w->cpus.bits); /* stays empty */
	if (l->cpus && !cpus_equal(l->cpus, &w->cpus)) {
		errno = EINVAL; /* clipped by a cpuset */
		return -1;
	}
	return 0;
}

static void step_memory(const struct launch *l, struct word *w)
{
	unsigned long nodes[1024 / (8 * sizeof(long))] = { 0 };

	if (l->memory_node < 0 || l->memory_node >= 1024)
		return;
	nodes[(size_t)l->memory_node / (8 * sizeof(long))] |=
		1UL << ((size_t)l->memory_node % (8 * sizeof(long)));
	if (syscall(SYS_set_mempolicy, MPOL_BIND, nodes, 1024) < 0)
		w->memory_errno = errno;
}

/* The launcher may have died before prctl() took effect; then nobody would kill us. */
static int step_parent(const struct word *w)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
		return -1;
	if (getppid() == w->launcher)
		return 0;
	errno = ESRCH;
	return -1;
}

/*
 * Signals that becalm was started with as ignored (nohup, a shell's background job) would
 * stay ignored across execve. Found once, because asking costs a call for each.
 */
static const sigset_t *ignored_signals(void)
{
	static sigset_t ignored;
	static bool is_known;
	struct sigaction now;

	if (is_known)
		return &ignored;
	(void)sigemptyset(&ignored); /* cannot fail */
	for (int sig = 1; sig < NSIG; sig++)
		if (!sigaction(sig, NULL, &now) && now.sa_handler == SIG_IGN)
			(void)sigaddset(&ignored, sig);
	is_known = true;
	return &ignored;
}

/* Default dispositions and an empty mask, however becalm itself was started. */
static void step_signals(const sigset_t *ignored)
{
	struct sigaction standard = { .sa_handler = SIG_DFL };
	sigset_t none;

	for (int sig = 1; sig < NSIG; sig++)
		if (sigismember(ignored, sig) == 1)
			(void)sigaction(sig, &standard, NULL); /* it was allowed to be ignored */
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static int place(int fd, int at)
{
	return fd < 0 ? 0 : dup2(fd, at);
}

static int step_streams(const struct launch *l)
{
	if (place(l->in_fd, 0) < 0 || place(l->out_fd, 1) < 0 || place(l->err_fd, 2) < 0)
		return -1;
	return place(l->pipe_fd, CHILD_PIPE_FD);
}

static void step_personality(const struct launch *l, struct word *w)
{
	int now = personality(0xffffffff);
	int want = now;

	if (l->aslr == ASLR_OFF)
		want = now | ADDR_NO_RANDOMIZE;
	else if (l->aslr == ASLR_ON)
		want = now & ~ADDR_NO_RANDOMIZE;
	if (want == now)
		return;
	if (personality((unsigned long)want) < 0)
		w->aslr_errno = errno;
	else if (personality(0xffffffff) != want)
		w->aslr_errno = EOPNOTSUPP; /* accepted, without effect */
}

static int fail_step(struct word *w, enum step step)
{
	w->failed = step;
	w->error = errno;
	_exit(127);
}

static int child_main(void *data)
{
	struct word *w = data;
	const struct launch *l = w->l;

	if (step_groups(l))
		fail_step(w, STEP_GROUP);
	if (step_affinity(l, w))
		fail_step(w, STEP_AFFINITY);
	step_memory(l, w);
	if (!l->is_foreground)
		(void)setpgid(0, 0); /* cannot fail for a fresh child */
	if (step_parent(w))
		fail_step(w, STEP_PARENT);
	step_signals(w->ignored);
	if (step_streams(l) < 0)
		fail_step(w, STEP_STREAMS);
	step_personality(l, w);
	w->started_ns = child_clock();
	(void)execve(l->path, l->argv, l->envp); /* returns only to fail */
	fail_step(w, STEP_EXEC);
	return 0;
}

enum { STACK_SIZE = 256 * 1024 };

/* The child's stack until execve; one for the process's life. */
static char *child_stack(void)
{
	static char *stack;

	if (!stack) {
		void *p = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);

		stack = p == MAP_FAILED ? NULL : p;
	}
	return stack;
}

/*
 * The child leaves its stack by execve, not by returning, so AddressSanitizer would take
 * what the last child marked there for ours.
 */
static void unpoison(char *stack)
{
#ifdef __SANITIZE_ADDRESS__
	void __asan_unpoison_memory_region(void const volatile *start, size_t size);

	__asan_unpoison_memory_region(stack, STACK_SIZE);
#else
	(void)stack;
#endif
}

static int explain(const struct launch *l, const struct word *w, struct fail *f)
{
	errno = w->error;
	if (w->failed == STEP_EXEC)
		return command_explain(l->path, w->error, f);
	return fail_sys(f, "%s", step_words[w->failed]);
}

int child_start(const struct launch *l, struct child *out, struct fail *f)
{
	struct word w = { .l = l, .launcher = getpid(), .ignored = ignored_signals() };
	char *stack = child_stack();
	int pidfd = -1;
	pid_t pid;

	if (!stack)
		return fail_sys(f, "no memory for a child's stack");
	unpoison(stack);
	pid = clone(child_main, stack + STACK_SIZE, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &w,
		    &pidfd);
	if (pid < 0)
		return fail_sys(f, "cannot start a process");
	if (w.failed != STEP_NONE) {
		(void)waitpid(pid, NULL, 0); /* it has exited */
		(void)close(pidfd);	     /* nothing was written */
		return explain(l, &w, f);
	}
	*out = (struct child){
		.pid = pid,
		.pidfd = pidfd,
		.started_ns = w.started_ns,
		.aslr_errno = w.aslr_errno,
		.memory_errno = w.memory_errno,
		.cpus = w.cpus,
	};
	return 0;
}
