/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_MERGE_CHECK_H
#define CMD_MERGE_CHECK_H

/* What must be known of results files before they are joined. */

#include "../host/sentences.h"
#include "../model/session.h"
#include "../store/json.h"
#include "../store/results.h"

/* When and how long a process was: no two have all of these. */
struct merge_process {
	int64_t started_ns, wall_ns, user_ns;
	int part;
};

struct merge_part {
	const char *path;
	struct json *line;	/* of the session, whole */
	struct session session; /* its strings belong to 'line' */
	int64_t invocations, last_index, last_round;
	struct merge_process *processes;
	size_t process_count, process_room;
	bool is_complete;
	char why[1024];
	int64_t ended_ns;
};

/* Reads all of it; a damaged file is a failure, one that ends early is not. */
int merge_read(const char *path, struct merge_part *out, struct fail *f);
void merge_free(struct merge_part *p);

/*
 * Are both of the same commands and settings? Fails with the difference unless it is
 * allowed; what differs and does no harm is added to 'remarks'.
 */
int merge_check(const struct merge_part *first, const struct merge_part *p, bool is_allowed,
		struct sentences *remarks, struct fail *f);

/* Fails when a process is in more than one part. */
int merge_check_twice(const struct merge_part *parts, int count, struct fail *f);

/* Facts of the host in which 'other' differs are named together in 'line': "a + b". */
void merge_add_facts(struct json *line, const struct json *other);

#endif
