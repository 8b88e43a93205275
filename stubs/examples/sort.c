/* SPDX-License-Identifier: 0BSD */
/* Sorting 1,000 numbers: every call sorts the same unsorted copy, which it makes first. */
#include <stdlib.h>
#include <string.h>

#include <becalm.h>

enum { COUNT = 1000 };

struct sorting {
	int unsorted[COUNT], numbers[COUNT];
};

/* Found by its name: done once, before the first run. */
void sorting_setup(struct sorting *self);

void sorting_setup(struct sorting *self)
{
	for (int i = 0; i < COUNT; i++)
		self->unsorted[i] = (int)(becalm_random() >> 33);
}

static int by_size(const void *a, const void *b)
{
	int x = *(const int *)a;
	int y = *(const int *)b;

	return (x > y) - (x < y);
}

/* One call is one iteration. The copy is a small part of it and is measured, too. */
BECALM_TEST_F(sorting, thousand)
{
	memcpy(self->numbers, self->unsorted, sizeof(self->numbers));
	qsort(self->numbers, COUNT, sizeof(int), by_size);
	becalm_clobber();
}

/* The result is for one number: the body says how many it did. */
BECALM_TEST_NF(sorting, each)
{
	memcpy(self->numbers, self->unsorted, sizeof(self->numbers));
	qsort(self->numbers, COUNT, sizeof(int), by_size);
	becalm_clobber();
	return COUNT;
}

BECALM_MAIN
