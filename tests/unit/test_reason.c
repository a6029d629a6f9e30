#include "tests/support/support.h"

#include "core/judge/reason.h"

#include <string.h>

static void assert_refused(const char *text, const char *said)
{
    struct reason_list list;
    struct err err;
    assert_false(reason_list_parse(bytes_of(text), &list, &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_non_null(strstr(err.text, said));
}

static void reasons_are_separated_by_commas(void **state)
{
    (void)state;
    struct reason_list list;
    struct err err;
    assert_true(reason_list_parse(bytes_of(" correct,up to date ,r\xc3\xa9"
                                           "cent"),
                                  &list, &err));
    assert_int_equal(list.n, 3);
    assert_true(bytes_equal(list.items[0], bytes_of("correct")));
    assert_true(bytes_equal(list.items[1], bytes_of("up to date")));
    assert_true(bytes_equal(list.items[2], bytes_of("r\xc3\xa9"
                                                    "cent")));
}

static void an_empty_list_has_no_reasons(void **state)
{
    (void)state;
    struct reason_list list;
    struct err err;
    assert_true(reason_list_parse(bytes_of("  "), &list, &err));
    assert_int_equal(list.n, 0);
}

static void invalid_lists_of_reasons_are_refused(void **state)
{
    (void)state;
    assert_refused("correct,,current", "between two commas");
    assert_refused("correct,", "between two commas");
    assert_refused("a,b,c,d,e,f,g", "at most 6 reasons");
    assert_refused("a,B,b", "twice");
    assert_refused("1234567890123456789012345678901234567890123456789012345678901", "at most 60 bytes");
    assert_refused("\x1b[31mred", "one word or a few words");
}

static void a_reason_is_found_by_its_words(void **state)
{
    (void)state;
    struct reason_list list;
    struct bytes reason;
    struct err err;
    assert_true(reason_list_parse(bytes_of("correct, Up to date"), &list, &err));
    assert_true(reason_list_find(&list, bytes_of("up TO date"), &reason, &err));
    assert_true(bytes_equal(reason, bytes_of("Up to date")));
    assert_false(reason_list_find(&list, bytes_of("up"), &reason, &err));
    assert_non_null(strstr(err.text, "choose one of correct, Up to date"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_separated_by_commas),
        cmocka_unit_test(an_empty_list_has_no_reasons),
        cmocka_unit_test(invalid_lists_of_reasons_are_refused),
        cmocka_unit_test(a_reason_is_found_by_its_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
