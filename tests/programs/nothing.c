/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ends at once. Also built as nothing-static. */

int main(void)
{
	return 0;
}
