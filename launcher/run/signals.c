/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "signals.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "../base/owns.h"

int signals_open(struct signals *s, struct fail *f)
{
	static const int ours[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP };
	struct sigaction hup;
	sigset_t listen;
	sigset_t all;
	int fd;

	(void)sigfillset(&all); /* cannot fail */
	(void)sigemptyset(&listen);
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		(void)sigaddset(&listen, ours[i]);
	(void)sigaction(SIGHUP, NULL, &hup);
	if (hup.sa_handler == SIG_IGN)
		(void)sigdelset(&listen, SIGHUP);
	if (sigprocmask(SIG_SETMASK, &all, NULL) < 0)
		return fail_sys(f, "cannot block signals");
	fd = signalfd(-1, &listen, SFD_NONBLOCK | SFD_CLOEXEC);
	if (fd < 0)
		return fail_sys(f, "cannot listen for signals");
	*s = (struct signals){ .fd = fd };
	return 0;
}

void signals_close(struct signals *s)
{
	owns_close(&s->fd);
	s->fd = -1;
}

void signals_read(struct signals *s)
{
	struct signalfd_siginfo info;

	while (s->fd >= 0 && read(s->fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGTSTP) {
			s->suspend = true;
			continue;
		}
		if (!s->stop)
			s->stop = (int)info.ssi_signo;
		s->stops++;
	}
}

void signals_suspend(struct signals *s)
{
	s->suspend = false;
	(void)raise(SIGSTOP); /* SIGTSTP itself is blocked; the effect is the same */
}

void signals_die(int sig)
{
	struct sigaction standard = { .sa_handler = SIG_DFL };
	struct rlimit none = { 0, 0 };
	sigset_t only;

	(void)setrlimit(RLIMIT_CORE, &none); /* lowering is always allowed */
	(void)sigaction(sig, &standard, NULL);
	(void)sigemptyset(&only);
	(void)sigaddset(&only, sig);
	(void)kill(getpid(), sig);
	(void)sigprocmask(SIG_UNBLOCK, &only, NULL);
}
