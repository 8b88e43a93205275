/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "digest.h"

#include <sha256.h>
#include <stdint.h>

char *digest_bytes(const void *bytes, size_t n, char out[DIGEST_SIZE])
{
	return SHA256Data(bytes, n, out);
}

int digest_file(const char *path, char out[DIGEST_SIZE], struct fail *f)
{
	char hex[DIGEST_SIZE];

	if (!SHA256File(path, hex))
		return fail_sys(f, "cannot read '%s'", path);
	for (int i = 0; i < DIGEST_SIZE; i++)
		out[i] = hex[i];
	return 0;
}
