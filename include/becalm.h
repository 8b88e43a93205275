/* SPDX-License-Identifier: 0BSD */
#ifndef BECALM_H
#define BECALM_H

/*
 * How a benchmark tells becalm what it measured. The calls below are enough for a
 * program with a loop of its own: one becalm_run() for each timed repetition. Without
 * becalm in front of the program they do nothing and cost next to nothing.
 *
 * All of them may be called from any thread, and in a forked copy (where they are
 * silent: the copy's work is not the benchmark's). Link libbecalm.a.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Looks for the launcher. Optional: the first report does it. 1: somebody listens, 0:
 * nobody does. When a launcher was announced but cannot be reached, one line on
 * stderr says why.
 */
int becalm_open(void);

/*
 * Reports one run of a test ("group.name"): how many iterations, how long they took
 * between the program's own start and stop, and how long the whole run took, in
 * nanoseconds of CLOCK_MONOTONIC. Call it outside of what is timed. 0, or -1 with
 * errno (EINVAL: no name; ENAMETOOLONG; EPIPE: the launcher went away).
 */
int becalm_run(const char *name, int64_t iters, int64_t timed_ns, int64_t wall_ns);

/*
 * A remark for the report. level: "info", "warning" or "error"; code: a short word
 * such as "rate-drift"; name: the test that it is about, or NULL; text: a sentence,
 * cut when it is longer than about 4,000 bytes. 0 or -1, as becalm_run().
 */
int becalm_note(const char *level, const char *code, const char *name, const char *text);

/*
 * Says that this process reported all it had. exit() does it, too; a later report
 * opens a new conversation.
 */
void becalm_close(void);

#ifdef __cplusplus
}
#endif

#endif
