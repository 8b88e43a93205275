/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "json.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../model/record.h"

/* A struct json is jansson's value under a name of ours. */
static json_t *theirs(const struct json *value)
{
	return (json_t *)(uintptr_t)value;
}

static struct json *ours(json_t *value)
{
	return (struct json *)value;
}

static int add_to_text(const char *bytes, size_t n, void *to)
{
	text_add(to, bytes, n);
	return 0;
}

void json_quote(struct text *t, const char *s, size_t n)
{
	json_t *string = json_stringn(s, n);

	if (string) {
		(void)json_dump_callback(string, add_to_text, t, JSON_ENCODE_ANY); /* cannot fail */
		json_decref(string);
		return;
	}
	text_puts(t, "{\"hex\":\"");
	for (size_t i = 0; i < n; i++)
		text_printf(t, "%02x", (unsigned char)s[i]);
	text_puts(t, "\"}");
}

void json_put_tree(struct text *t, const char *key, const struct json *value)
{
	json_t *v = theirs(value);
	const char *name;
	json_t *member;
	size_t i;

	switch (json_typeof(v)) {
	case JSON_OBJECT:
		json_open(t, key, '{');
		json_object_foreach(v, name, member)
			json_put_tree(t, name, ours(member));
		json_close(t, '}');
		return;
	case JSON_ARRAY:
		json_open(t, key, '[');
		json_array_foreach(v, i, member)
			json_put_tree(t, NULL, ours(member));
		json_close(t, ']');
		return;
	case JSON_STRING:
		json_put_string(t, key, json_string_value(v));
		return;
	case JSON_INTEGER:
		json_put_int(t, key, json_integer_value(v));
		return;
	case JSON_REAL:
		json_put_real(t, key, json_real_value(v));
		return;
	case JSON_NULL:
		json_put_string(t, key, NULL);
		return;
	default:
		json_put_bool(t, key, json_is_true(v));
	}
}

/* The member name that stands last before byte 'at', for the message; "" if none. */
static void nearest_key(const char *s, size_t at, char *out, size_t size)
{
	size_t end = at;
	size_t start;

	out[0] = '\0';
	while (end > 1 && !(s[end] == ':' && s[end - 1] == '"'))
		end--;
	if (end <= 1)
		return;
	for (start = end - 2; start && s[start] != '"'; start--)
		;
	(void)snprintf(out, size, "%.*s", (int)(end - 2 - start), s + start + 1); /* for people */
}

int json_parse(const char *s, size_t n, const char *where, struct json **out, struct fail *f)
{
	char key[40];
	char what[160];
	char shown[200];
	json_error_t e;
	json_t *v = json_loadb(s, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &e);
	size_t at;

	if (v) {
		*out = ours(v);
		return 0;
	}
	at = e.position > 0 ? (size_t)e.position : 0;
	nearest_key(s, at < n ? at : n ? n - 1 : 0, key, sizeof(key));
	fail_quote(what, sizeof(what), e.text);
	if (!key[0])
		return fail_set(f, FAIL_HOST, "%s, byte %zu: %s", where, at, what);
	return fail_set(f, FAIL_HOST, "%s, byte %zu, near key '%s': %s", where, at,
			fail_quote(shown, sizeof(shown), key), what);
}

void json_free(struct json *value)
{
	json_decref(theirs(value));
}

void json_free_scope(struct json **value)
{
	json_free(*value);
}

void json_set(struct json *object, const char *key, const char *line)
{
	json_t *v = json_loads(line, JSON_DECODE_ANY, NULL);

	if (v)
		(void)json_object_set_new(theirs(object), key, v); /* only out of memory */
}

void json_bad(struct json_in *in, const char *format, ...)
{
	char text[400];
	va_list args;

	if (in->is_bad)
		return;
	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args); /* for people */
	va_end(args);
	(void)fail_set(in->f, FAIL_HOST, "%s: %s", in->where, text); /* told by is_bad */
	in->is_bad = true;
}

static const char *type_of(const json_t *v)
{
	static const char *const names[] = { "an object", "an array", "a string", "a whole number",
					     "a number",  "true",     "false",	  "null" };

	return names[json_typeof(v)];
}

static void wrong(struct json_in *in, const char *key, const json_t *v, const char *want)
{
	char shown[80];

	json_bad(in, "key '%s' is %s, not %s", fail_quote(shown, sizeof(shown), key), type_of(v),
		 want);
}

static int64_t whole(struct json_in *in, const json_t *v, const char *key, int64_t otherwise)
{
	if (!v || json_is_null(v))
		return otherwise;
	if (json_is_integer(v))
		return json_integer_value(v);
	/* Other programs that rewrite a file make 1.0 of 1. */
	if (json_is_real(v) && fabs(json_real_value(v)) < 0x1p53 &&
	    trunc(json_real_value(v)) == json_real_value(v))
		return (int64_t)json_real_value(v);
	wrong(in, key, v, "a whole number");
	return otherwise;
}

static double real(struct json_in *in, const json_t *v, const char *key, double otherwise)
{
	if (!v || json_is_null(v))
		return otherwise;
	if (json_is_number(v))
		return json_number_value(v);
	wrong(in, key, v, "a number");
	return otherwise;
}

int64_t json_int(struct json_in *in, const struct json *o, const char *key, int64_t otherwise)
{
	return whole(in, json_object_get(theirs(o), key), key, otherwise);
}

double json_real_of(struct json_in *in, const struct json *o, const char *key, double otherwise)
{
	return real(in, json_object_get(theirs(o), key), key, otherwise);
}

bool json_bool(struct json_in *in, const struct json *o, const char *key, bool otherwise)
{
	json_t *v = json_object_get(theirs(o), key);

	if (!v || json_is_null(v))
		return otherwise;
	if (!json_is_boolean(v))
		wrong(in, key, v, "true or false");
	return json_is_true(v);
}

/* {"hex": "..."} as the string of those bytes, or NULL. */
static json_t *from_hex(const json_t *v)
{
	const char *hex = json_string_value(json_object_get(v, "hex"));
	size_t n = hex ? strlen(hex) / 2 : 0;
	owns_mem char *bytes = xcalloc(n + 1, 1);

	if (!hex || strlen(hex) % 2 || hex[strspn(hex, "0123456789abcdef")])
		return NULL;
	for (size_t i = 0; i < n; i++) {
		const char pair[] = { hex[2 * i], hex[2 * i + 1], '\0' };

		bytes[i] = (char)strtol(pair, NULL, 16);
		if (!bytes[i])
			return NULL;
	}
	return json_stringn_nocheck(bytes, n);
}

/*
 * A string, or the decoded form of one; *replace is then what the tree should hold in its
 * place, so that it lives as long as the tree.
 */
static const char *string(struct json_in *in, const json_t *v, const char *key,
			  const char *otherwise, json_t **replace)
{
	*replace = NULL;
	if (!v || json_is_null(v))
		return otherwise;
	if (json_is_object(v))
		*replace = from_hex(v);
	if (*replace)
		return json_string_value(*replace);
	if (!json_is_string(v)) {
		wrong(in, key, v, "a string");
		return otherwise;
	}
	return json_string_value(v);
}

const char *json_text(struct json_in *in, struct json *o, const char *key, const char *otherwise)
{
	json_t *replace;
	const char *s = string(in, json_object_get(theirs(o), key), key, otherwise, &replace);

	if (replace)
		(void)json_object_set_new(theirs(o), key, replace); /* the key is there */
	return s;
}

static struct json *tree(struct json_in *in, json_t *v, const char *key, char bracket)
{
	if (!v || json_is_null(v))
		return NULL;
	if (bracket == '{' ? json_is_object(v) : json_is_array(v))
		return ours(v);
	wrong(in, key, v, bracket == '{' ? "an object" : "an array");
	return NULL;
}

struct json *json_member(struct json_in *in, const struct json *o, const char *key, char bracket)
{
	return tree(in, json_object_get(theirs(o), key), key, bracket);
}

bool json_has(const struct json *o, const char *key)
{
	return json_is_object(theirs(o)) && json_object_get(theirs(o), key);
}

bool json_has_text(const struct json *o, const char *key)
{
	json_t *v = json_object_get(theirs(o), key);

	return json_is_string(v) || json_is_string(json_object_get(v, "hex"));
}

const char *json_key(const struct json *o, size_t i)
{
	void *at = json_object_iter(theirs(o));

	while (at && i--)
		at = json_object_iter_next(theirs(o), at);
	return at ? json_object_iter_key(at) : NULL;
}

size_t json_count(const struct json *value)
{
	json_t *v = theirs(value);

	return json_is_object(v) ? json_object_size(v) : json_array_size(v);
}

struct json *json_item(struct json_in *in, const struct json *array, size_t i, const char *key,
		       char bracket)
{
	return tree(in, json_array_get(theirs(array), i), key, bracket);
}

int64_t json_item_int(struct json_in *in, const struct json *array, size_t i, const char *key)
{
	return whole(in, json_array_get(theirs(array), i), key, UNKNOWN);
}

double json_item_real(struct json_in *in, const struct json *array, size_t i, const char *key)
{
	return real(in, json_array_get(theirs(array), i), key, (double)NAN);
}

const char *json_item_text(struct json_in *in, struct json *array, size_t i, const char *key)
{
	json_t *replace;
	const char *s = string(in, json_array_get(theirs(array), i), key, NULL, &replace);

	if (replace)
		(void)json_array_set_new(theirs(array), i, replace); /* the index is there */
	return s;
}
