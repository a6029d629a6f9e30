/* Writing JSON: shapes, exact numbers, and text with any bytes. */
#include "tests/support/support.h"

#include "export/forms/json.h"

#include <math.h>
#include <string.h>

/* Prints the JSON, compares it, and frees it. */
static void assert_json(struct json *root, enum json_style style, const char *expected)
{
    struct buffer out = {0};
    json_print(root, style, &out);
    assert_string_equal(buffer_string(&out), expected);
    buffer_release(&out);
    json_free(root);
}

static void members_keep_their_order(void **state)
{
    (void)state;
    struct json *root = json_object();
    json_add_text(root, "z", bytes_of("text"));
    json_add_integer(root, "a", 2);
    json_add_boolean(root, "m", true);
    json_add_null(root, "b");
    assert_json(root, JSON_LINE, "{\"z\":\"text\",\"a\":2,\"m\":true,\"b\":null}");
}

static void objects_and_arrays_nest(void **state)
{
    (void)state;
    struct json *root = json_object();
    struct json *array = json_add_array(root, "list");
    json_add_integer(array, NULL, 1);
    json_add_text(json_add_object(array, NULL), "k", bytes_of("v"));
    json_add_object(root, "empty");
    assert_json(root, JSON_LINE, "{\"list\":[1,{\"k\":\"v\"}],\"empty\":{}}");
}

static void an_array_can_be_the_root(void **state)
{
    (void)state;
    assert_json(json_array(), JSON_LINE, "[]");
}

static void indented_json_has_lines(void **state)
{
    (void)state;
    struct json *root = json_object();
    json_add_integer(root, "a", 1);
    assert_json(root, JSON_INDENTED, "{\n\t\"a\":\t1\n}");
}

static void integers_are_exact(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_integer(root, NULL, INT64_MAX);
    json_add_integer(root, NULL, INT64_MIN);
    assert_json(root, JSON_LINE, "[9223372036854775807,-9223372036854775808]");
}

static void reals_have_the_fewest_digits_that_read_back(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_real(root, NULL, 0.1);
    json_add_real(root, NULL, 1.0 / 3);
    json_add_real(root, NULL, 100);
    json_add_real(root, NULL, 1e300);
    assert_json(root, JSON_LINE, "[0.1,0.3333333333333333,100,1e+300]");
}

static void a_real_that_is_not_finite_is_null(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_real(root, NULL, NAN);
    json_add_real(root, NULL, -INFINITY);
    assert_json(root, JSON_LINE, "[null,null]");
}

static void a_number_is_written_as_it_is(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_number(root, NULL, bytes_of("0.4100"));
    assert_json(root, JSON_LINE, "[0.4100]");
}

static void quotes_and_control_bytes_are_escaped(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_text(root, NULL, bytes_of("\"\\\n\x1b"));
    assert_json(root, JSON_LINE, "[\"\\\"\\\\\\n\\u001b\"]");
}

static void utf8_stays_as_it_is(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_text(root, NULL, bytes_of("Schläuche 🧹"));
    assert_json(root, JSON_LINE, "[\"Schläuche 🧹\"]");
}

static void invalid_utf8_becomes_the_replacement_character(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_text(root, NULL,
                  bytes_of("a\xff"
                           "b"));
    json_add_text(root, NULL, bytes_of("\xed\xa0\x80")); /* a surrogate */
    json_add_text(root, NULL, bytes_of("cut\xe2\x82"));
    struct buffer out = {0};
    json_print(root, JSON_LINE, &out);
    assert_null(strchr(buffer_string(&out), '\xff'));
    assert_non_null(strstr(buffer_string(&out), "\"a\uFFFD"
                                                "b\""));
    assert_null(strstr(buffer_string(&out), "\xed\xa0\x80"));
    assert_non_null(strstr(buffer_string(&out), "\"cut\uFFFD"));
    buffer_release(&out);
    json_free(root);
}

static void a_nul_does_not_cut_the_text(void **state)
{
    (void)state;
    struct json *root = json_array();
    json_add_text(root, NULL, (struct bytes){.data = "a\0b", .size = 3});
    assert_json(root, JSON_LINE,
                "[\"a\uFFFD"
                "b\"]");
}

static void keys_may_be_any_bytes_too(void **state)
{
    (void)state;
    struct json *root = json_object();
    json_add_integer(root, "run\xff\"1", 1);
    assert_json(root, JSON_LINE, "{\"run\uFFFD\\\"1\":1}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_keep_their_order),
        cmocka_unit_test(objects_and_arrays_nest),
        cmocka_unit_test(an_array_can_be_the_root),
        cmocka_unit_test(indented_json_has_lines),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(reals_have_the_fewest_digits_that_read_back),
        cmocka_unit_test(a_real_that_is_not_finite_is_null),
        cmocka_unit_test(a_number_is_written_as_it_is),
        cmocka_unit_test(quotes_and_control_bytes_are_escaped),
        cmocka_unit_test(utf8_stays_as_it_is),
        cmocka_unit_test(invalid_utf8_becomes_the_replacement_character),
        cmocka_unit_test(a_nul_does_not_cut_the_text),
        cmocka_unit_test(keys_may_be_any_bytes_too),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
