/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <math.h>

#include "../../../launcher/store/json.h"

static struct json *parsed(const char *s)
{
	struct json *v = NULL;
	struct fail f = { 0 };

	if (json_parse(s, strlen(s), "here", &v, &f))
		fail_msg("%s", f.text);
	return v;
}

static void refused(const char *s, const char *words)
{
	struct json *v = NULL;
	struct fail f = { 0 };

	if (!json_parse(s, strlen(s), "'r.jsonl', line 3", &v, &f))
		fail_msg("'%s' was taken", s);
	assert_null(v);
	says(&f, "'r.jsonl', line 3");
	says(&f, words);
}

static void what_is_no_json_is_refused_with_its_place(void **state)
{
	(void)state;
	refused("{\"runs\":[1.0, NaN, 2.0]}", "key 'runs'");
	refused("{\"runs\":[Infinity]}", "key 'runs'");
	refused("{\"runs\":[-Infinity]}", "key 'runs'");
	refused("{\"a\":1,\"runs\":[1e999]}", "key 'runs'");
	refused("{\"a\":1,\"a\":2}", "uplicate");
	refused("{\"a\":99999999999999999999}", "key 'a'");
	refused("{\"a\":\"\xff\"}", "decode");
	refused("{\"a\":\"\\u0000\"}", "key 'a'");
	refused("{\"a\":01}", "key 'a'");
	refused("{\"a\":1} x", "byte");
	refused("{'a':1}", "byte");
	refused("", "byte");
	refused("{", "byte");
}

/* Whatever is cut off, there is a sentence and no crash. */
static void every_beginning_of_a_document_is_refused(void **state)
{
	const char *s = "{\"a\":[1,2.5,{\"b\\\"\":\"\\u00e9x\"}],\"c\":null}";
	struct json *v;
	struct fail f;

	(void)state;
	for (size_t n = 0; n < strlen(s); n++) {
		owns_mem char *cut = strndup(s, n);

		assert_int_equal(json_parse(cut, n, "here", &v, &f), -1);
	}
}

static void deep_nesting_is_refused(void **state)
{
	owns_text struct text t = { 0 };
	struct json *v;
	struct fail f;

	(void)state;
	for (int i = 0; i < 100000; i++)
		text_puts(&t, "[");
	assert_int_equal(json_parse(t.s, t.n, "here", &v, &f), -1);
}

static void whole_numbers_keep_64_bits(void **state)
{
	const int64_t all[] = { 0, 1, -2, 9007199254740993, INT64_MAX, INT64_MIN };

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct json_in in = { .where = "here" };
		owns_text struct text t = { 0 };
		owns_json struct json *o = NULL;

		json_open(&t, NULL, '{');
		json_put_int(&t, "x", all[i]);
		json_close(&t, '}');
		o = parsed(t.s);
		assert_true(json_int(&in, o, "x", 5) == all[i]);
		assert_false(in.is_bad);
	}
}

static void writing_sets_commas_and_null(void **state)
{
	owns_text struct text t = { 0 };

	(void)state;
	json_open(&t, NULL, '{');
	json_put_string(&t, "s", "a\"b\\c\n\t\x01\xc3\xa9");
	json_open(&t, "list", '[');
	json_put_int(&t, NULL, 1);
	json_put_real(&t, NULL, 0.1);
	json_put_real(&t, NULL, (double)NAN);
	json_put_real(&t, NULL, (double)INFINITY);
	json_open(&t, NULL, '[');
	json_close(&t, ']');
	json_put_known(&t, NULL, -1);
	json_put_bool(&t, NULL, true);
	json_close(&t, ']');
	json_put_string(&t, "none", NULL);
	json_close(&t, '}');
	assert_string_equal(t.s, "{\"s\":\"a\\\"b\\\\c\\n\\t\\u0001\xc3\xa9\","
				 "\"list\":[1,0.1,null,null,[],null,true],\"none\":null}");
	json_free(parsed(t.s));
}

static void strings_that_are_no_utf8_come_back_byte_for_byte(void **state)
{
	const char *all[] = { "/tmp/\xff\xfe", "\xc3", "\xed\xa0\x80", "plain", "", "\x7f" };

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct json_in in = { .where = "here" };
		owns_text struct text t = { 0 };
		owns_text struct text again = { 0 };
		owns_json struct json *o = NULL;

		json_open(&t, NULL, '{');
		json_put_string(&t, "s", all[i]);
		json_open(&t, "l", '[');
		json_put_string(&t, NULL, all[i]);
		json_close(&t, ']');
		json_close(&t, '}');
		o = parsed(t.s);
		assert_string_equal(json_text(&in, o, "s", NULL), all[i]);
		assert_string_equal(json_item_text(&in, json_member(&in, o, "l", '['), 0, "l"), all[i]);
		json_put_tree(&again, NULL, o);
		assert_string_equal(again.s, t.s);
	}
}

static void the_first_wrong_member_is_named(void **state)
{
	owns_json struct json *o = parsed("{\"a\":\"1.0\",\"b\":1.5,\"c\":[],\"d\":null,\"e\":2.0}");
	struct fail f = { 0 };
	struct json_in in = { .where = "'x', line 2", .f = &f };

	(void)state;
	assert_int_equal(json_int(&in, o, "d", 7), 7);
	assert_int_equal(json_int(&in, o, "absent", 8), 8);
	assert_int_equal(json_int(&in, o, "e", 0), 2);
	assert_false(in.is_bad);
	assert_int_equal(json_int(&in, o, "a", 7), 7);
	assert_true(in.is_bad);
	says(&f, "'x', line 2: key 'a' is a string, not a whole number");
	(void)json_int(&in, o, "b", 0);
	(void)json_text(&in, o, "c", NULL);
	says(&f, "key 'a'");
	in.is_bad = false;
	(void)json_int(&in, o, "b", 0);
	says(&f, "key 'b' is a number, not a whole number");
	in.is_bad = false;
	assert_null(json_member(&in, o, "c", '{'));
	says(&f, "key 'c' is an array, not an object");
}

static void a_document_is_indented_and_stays_the_same(void **state)
{
	owns_text struct text t = { 0 };

	(void)state;
	text_puts(&t, "{\"a\":[1,{\"b,\\\"{\":[]}],\"c\":{},\"d\":0.95}");
	json_indent(&t);
	assert_string_equal(t.s, "{\n  \"a\": [\n    1,\n    {\n      \"b,\\\"{\": []\n    }\n  ],\n"
				 "  \"c\": {},\n  \"d\": 0.95\n}\n");
	json_free(parsed(t.s));
}

static void unknown_members_survive_a_change(void **state)
{
	owns_json struct json *o = parsed("{\"command\":0,\"future\":{\"x\":[1,2.5,true,null]}}");
	owns_text struct text t = { 0 };

	(void)state;
	json_set(o, "command", "3");
	json_put_tree(&t, NULL, o);
	assert_string_equal(t.s, "{\"command\":3,\"future\":{\"x\":[1,2.5,true,null]}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_json_is_refused_with_its_place),
		cmocka_unit_test(every_beginning_of_a_document_is_refused),
		cmocka_unit_test(deep_nesting_is_refused),
		cmocka_unit_test(whole_numbers_keep_64_bits),
		cmocka_unit_test(writing_sets_commas_and_null),
		cmocka_unit_test(strings_that_are_no_utf8_come_back_byte_for_byte),
		cmocka_unit_test(the_first_wrong_member_is_named),
		cmocka_unit_test(a_document_is_indented_and_stays_the_same),
		cmocka_unit_test(unknown_members_survive_a_change),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
