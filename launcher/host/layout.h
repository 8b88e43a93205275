/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_LAYOUT_H
#define HOST_LAYOUT_H

/*
 * Can the address layout of a child be fixed here? Containers often forbid it (the
 * default seccomp profile of docker and podman), and some sandboxes accept the call and
 * ignore it.
 */

/*
 * Tries the switch on ourselves, reads back what is in force and takes it back: children
 * inherit nothing of it. 0: it sticks; else the errno of why not (EOPNOTSUPP: accepted,
 * without effect).
 */
int layout_try(void);

/*
 * Why the program at 'path' would have a random layout even so, or NULL. execve switches
 * randomisation on again for whoever gains rights by it.
 */
const char *layout_why_random(const char *path);

#endif
