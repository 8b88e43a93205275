/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_JSON_H
#define STORE_JSON_H

/*
 * Strict JSON in two halves. Writing goes straight into a text, member by member,
 * because a results file has a million small numbers. Reading gives a tree, from
 * which members are taken with the type that they must have; the first member that
 * is wrong is remembered with file, line and key, so that a reader can take forty
 * members and look once.
 *
 * NaN, Infinity, 1e999, duplicate keys and broken UTF-8 are refused on reading and
 * cannot be written: a number that could not be had is null. Whole numbers are
 * 64 bits wide. A string that is no UTF-8 (file names may be anything) is written as
 * {"hex": "2f74..."}, and read back byte for byte.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/fail.h"
#include "../base/text.h"

/*
 * Writing. key is NULL for an element of an array and for the outermost value. Commas
 * are set by looking at the last byte of 't', which must be empty or hold JSON.
 */
void json_open(struct text *t, const char *key, char bracket); /* '{' or '[' */
void json_close(struct text *t, char bracket);		       /* '}' or ']' */
void json_put_int(struct text *t, const char *key, int64_t value);
void json_put_known(struct text *t, const char *key, int64_t value); /* UNKNOWN: null */
void json_put_real(struct text *t, const char *key, double value); /* NaN, inf: null */
void json_put_bool(struct text *t, const char *key, bool value);
void json_put_string(struct text *t, const char *key, const char *value); /* NULL: null */

/* Adds n bytes as a string with its quotation marks: no comma, no key. */
void json_quote(struct text *t, const char *s, size_t n);

/* Makes a document of one line, as written here, one of many: two blanks a level. */
void json_indent(struct text *t);

struct json; /* a value: object, array, string, number, true, false, null */

/*
 * Reads exactly one value, n bytes. 'where' names the source in the message, behind which
 * stand the byte and the nearest key ("'r.jsonl', line 3: near key 'runs': ..."). The
 * caller ends *out with json_free().
 */
int json_parse(const char *s, size_t n, const char *where, struct json **out, struct fail *f);
void json_free(struct json *value);
void json_free_scope(struct json **value);
#define owns_json __attribute__((cleanup(json_free_scope)))

/* Writes a tree on one line, members in their order. */
void json_put_tree(struct text *t, const char *key, const struct json *value);

/* Sets a member of a tree to the one-line JSON in 'line', which must be valid. */
void json_set(struct json *object, const char *key, const char *line);

/* Where members are being taken from; is_bad: 'f' holds the first wrong one. */
struct json_in {
	const char *where;
	struct fail *f;
	bool is_bad;
};

/*
 * The member 'key' of an object. Absent or null gives 'otherwise'; a member of another
 * type marks 'in' as bad and gives 'otherwise' too. Strings and trees live as long as the
 * tree that they are part of.
 */
int64_t json_int(struct json_in *in, const struct json *o, const char *key, int64_t otherwise);
double json_real_of(struct json_in *in, const struct json *o, const char *key, double otherwise);
bool json_bool(struct json_in *in, const struct json *o, const char *key, bool otherwise);
const char *json_text(struct json_in *in, struct json *o, const char *key,
		      const char *otherwise);
struct json *json_member(struct json_in *in, const struct json *o, const char *key, char bracket);

/* True for an object, and for one with that key. */
bool json_has(const struct json *o, const char *key);

/* True for an object whose member 'key' json_text() would take. */
bool json_has_text(const struct json *o, const char *key);

/* Name of the i-th member of an object, or NULL. */
const char *json_key(const struct json *o, size_t i);

/* Members or elements; 0 for NULL. In what follows 'key' names the array in messages. */
size_t json_count(const struct json *value);
struct json *json_item(struct json_in *in, const struct json *array, size_t i, const char *key,
		       char bracket);
int64_t json_item_int(struct json_in *in, const struct json *array, size_t i, const char *key);
double json_item_real(struct json_in *in, const struct json *array, size_t i, const char *key);
const char *json_item_text(struct json_in *in, struct json *array, size_t i, const char *key);

/* Marks 'in' as bad with a sentence of the caller's, unless it is already. */
void json_bad(struct json_in *in, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
