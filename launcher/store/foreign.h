/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_FOREIGN_H
#define STORE_FOREIGN_H

#include <stddef.h>

/* The tool that wrote a file that starts with these n bytes, or NULL. Only for a message. */
const char *foreign_name(const char *start, size_t n);

#endif
