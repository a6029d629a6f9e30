/* Joining parts of a text. */
#include "tests/support/support.h"

#include "tui/text/text_parts.h"

static void add(struct text_parts *parts, size_t start, size_t end)
{
    text_parts_add(parts, (struct text_part){start, end});
}

/* Returns the parts 10 to 20, 30 to 40 and 50 to 60. */
static struct text_parts three_parts(void)
{
    struct text_parts parts = {0};
    add(&parts, 30, 40);
    add(&parts, 50, 60);
    add(&parts, 10, 20);
    return parts;
}

static void assert_part(const struct text_parts *parts, size_t i, size_t start, size_t end)
{
    assert_true(i < parts->count);
    assert_int_equal(parts->items[i].start, start);
    assert_int_equal(parts->items[i].end, end);
}

static void parts_are_in_order(void **state)
{
    (void)state;
    struct text_parts parts = three_parts();
    assert_int_equal(parts.count, 3);
    assert_part(&parts, 0, 10, 20);
    assert_part(&parts, 1, 30, 40);
    assert_part(&parts, 2, 50, 60);
    text_parts_release(&parts);
}

static void a_part_is_merged_with_those_that_it_overlaps(void **state)
{
    (void)state;
    struct text_parts parts = three_parts();
    add(&parts, 15, 35);
    assert_int_equal(parts.count, 2);
    assert_part(&parts, 0, 10, 40);
    assert_part(&parts, 1, 50, 60);
    text_parts_release(&parts);
}

static void a_part_is_added_without_what_others_hold(void **state)
{
    (void)state;
    struct text_parts parts = {0}, others = three_parts();
    text_parts_add_without(&parts, (struct text_part){15, 70}, &others);
    assert_int_equal(parts.count, 3);
    assert_part(&parts, 0, 20, 30);
    assert_part(&parts, 1, 40, 50);
    assert_part(&parts, 2, 60, 70);
    text_parts_release(&parts);
    text_parts_release(&others);
}

static void a_part_that_others_hold_is_not_added(void **state)
{
    (void)state;
    struct text_parts parts = {0}, others = three_parts();
    text_parts_add_without(&parts, (struct text_part){32, 38}, &others);
    assert_int_equal(parts.count, 0);
    text_parts_release(&parts);
    text_parts_release(&others);
}

static void parts_that_touch_are_one(void **state)
{
    (void)state;
    struct text_parts parts = three_parts();
    add(&parts, 20, 30);
    assert_int_equal(parts.count, 2);
    assert_part(&parts, 0, 10, 40);
    text_parts_release(&parts);
}

static void a_part_of_a_part_changes_nothing(void **state)
{
    (void)state;
    struct text_parts parts = three_parts();
    add(&parts, 32, 38);
    assert_int_equal(parts.count, 3);
    assert_part(&parts, 1, 30, 40);
    text_parts_release(&parts);
}

static void an_empty_part_is_ignored(void **state)
{
    (void)state;
    struct text_parts parts = three_parts();
    add(&parts, 25, 25);
    assert_int_equal(parts.count, 3);
    text_parts_release(&parts);
}

static void a_part_is_held_only_if_one_part_contains_all_of_it(void **state)
{
    (void)state;
    struct text_parts parts = three_parts();
    assert_true(text_parts_hold(&parts, (struct text_part){30, 40}));
    assert_false(text_parts_hold(&parts, (struct text_part){30, 41}));
    assert_false(text_parts_hold(&parts, (struct text_part){15, 35}));
    assert_false(text_parts_hold(&parts, (struct text_part){70, 80}));
    text_parts_release(&parts);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_in_order),
        cmocka_unit_test(a_part_is_merged_with_those_that_it_overlaps),
        cmocka_unit_test(a_part_is_added_without_what_others_hold),
        cmocka_unit_test(a_part_that_others_hold_is_not_added),
        cmocka_unit_test(parts_that_touch_are_one),
        cmocka_unit_test(a_part_of_a_part_changes_nothing),
        cmocka_unit_test(an_empty_part_is_ignored),
        cmocka_unit_test(a_part_is_held_only_if_one_part_contains_all_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
