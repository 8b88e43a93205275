/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates of all sizes as source text: within 5 % of the rate, as C and as C++ have it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../stubs/c/rates.h"

static double read_back(const char *text)
{
	char plain[400];
	size_t n = 0;

	for (; *text; text++)
		if (*text != '\'')
			plain[n++] = *text;
	plain[n] = '\0';
	return strtod(plain, NULL);
}

int main(void)
{
	char text[400];
	int bad = 0;

	for (double rate = 1.234567e-8; rate < 1e20; rate *= 1.0371)
		for (int is_cxx = 0; is_cxx < 2; is_cxx++) {
			double back = read_back(rates_text(text, sizeof(text), rate, is_cxx));

			if (back < rate * 0.95 || back > rate * 1.05)
				bad += printf("%g: '%s'\n", rate, text) > 0;
		}
	for (int i = 0; i < 2; i++) {
		(void)printf("%s ", rates_text(text, sizeof(text), 2.7e9, i));
		(void)printf("%s ", rates_text(text, sizeof(text), 9.96e5, i));
		(void)printf("%s ", rates_text(text, sizeof(text), 38, i));
		(void)printf("%s ", rates_text(text, sizeof(text), 9.97, i));
		(void)printf("%s ", rates_text(text, sizeof(text), 2.04, i));
		(void)printf("%s ", rates_text(text, sizeof(text), 0.0271, i));
		(void)printf("%s\n", rates_text(text, sizeof(text), 3e-9, i));
	}
	return bad ? 1 : 0;
}
