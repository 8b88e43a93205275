/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* 32-bit calls of a 64-bit kernel have other numbers: none is let through. */
#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif
enum { X32 = 0x40000000 }; /* x86-64's third numbering; far above any number elsewhere */

static const int denied[] = {
	SYS_execve,	    SYS_execveat,	 SYS_clone,	      SYS_clone3,
#ifdef SYS_fork
	SYS_fork,	    SYS_vfork,
#endif
	SYS_ptrace,	    SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd,
	SYS_init_module,    SYS_finit_module,	 SYS_delete_module,   SYS_kexec_load,
	SYS_bpf,	    SYS_perf_event_open, SYS_io_uring_setup,  SYS_userfaultfd,
	SYS_mount,	    SYS_umount2,	 SYS_pivot_root,      SYS_chroot,
	SYS_move_mount,	    SYS_open_tree,	 SYS_fsmount,	      SYS_setns,
	SYS_unshare,	    SYS_swapon,		 SYS_swapoff,	      SYS_reboot,
	SYS_sethostname,    SYS_setdomainname,	 SYS_quotactl,	      SYS_open_by_handle_at,
	SYS_add_key,	    SYS_request_key,	 SYS_keyctl,	      SYS_syslog,
};
enum { DENIED = sizeof(denied) / sizeof(denied[0]) };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

void filter_calls(void)
{
	const struct sock_filter head[] = {
#ifdef ARCH
		LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
		REFUSE,
#endif
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1),
		REFUSE,
	};
	const struct sock_filter tail[] = {
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 2),
		LOAD(args[0]), /* its lower half: little-endian, as all that becalm runs on */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		REFUSE,
	};
	struct sock_filter rules[sizeof(head) / sizeof(head[0]) + 2 * DENIED + 5];
	struct sock_fprog program = { 0, rules };

	for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		rules[program.len++] = head[i];
	for (int i = 0; i < DENIED; i++) {
		rules[program.len++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
								    (unsigned)denied[i], 0, 1);
		rules[program.len++] = (struct sock_filter)REFUSE;
	}
	for (size_t i = 0; i < sizeof(tail) / sizeof(tail[0]); i++)
		rules[program.len++] = tail[i];
	if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		(void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program); /* as filter.h says */
}
