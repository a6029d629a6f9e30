/* The changes of settings, as read from the log. */
#include "tests/support/sample.h"
#include "tests/support/support.h"

#include "core/store/log.h"
#include "core/store/setting_changes.h"
#include "core/store/store.h"

#include <string.h>

static void put(struct store *store, const char *who, enum setting setting, const char *value, int64_t at)
{
    struct err err;
    struct buffer call = {0};
    buffer_add_format(&call, "set t.db %s %s", setting_rows[setting].key, value);
    store_sign(store, bytes_of(who), buffer_bytes(&call), at);
    assert_true(setting_put(store, setting, bytes_of(value), &err));
    buffer_release(&call);
}

/* Expects changes such as "impressions 3 > 7 at 10", the newest first. */
static void assert_changes(struct store *store, size_t most, const char *expected)
{
    struct arena arena = {0};
    struct buffer told = {0};
    struct setting_change *changes;
    struct err err;
    size_t n;
    assert_true(store_list_setting_changes(store, most, &arena, &changes, &n, &err));
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&told, "%s %.*s > %.*s at %lld; ", setting_rows[changes[i].setting].key,
                          BYTES_FORMAT(changes[i].before), BYTES_FORMAT(changes[i].after),
                          (long long)changes[i].at);
    assert_string_equal(buffer_string(&told), expected);
    buffer_release(&told);
    arena_release(&arena);
}

static void a_change_is_listed_with_the_old_value(void **state)
{
    (void)state;
    struct store *store = sample_store("setting-changes", 2, 3);
    put(store, "ann", SETTING_IMPRESSIONS, "7", 10);
    put(store, "ben", SETTING_REASONS, "correct, complete", 20);
    put(store, "ann", SETTING_IMPRESSIONS, "2", 30);
    put(store, "ann", SETTING_REASONS, "", 40);
    assert_changes(store, 9,
                   "reasons correct, complete >  at 40; impressions 7 > 2 at 30; "
                   "reasons  > correct, complete at 20; impressions 3 > 7 at 10; ");
    assert_changes(store, 1, "reasons correct, complete >  at 40; ");
    store_close(store);
}

/* A value that contains a key, or looks like a note, must not be mistaken for one. */
static void a_value_that_looks_like_a_change_is_not_taken_for_one(void **state)
{
    (void)state;
    struct store *store = sample_store("setting-note", 2, 3);
    put(store, "ann", SETTING_GUIDE, "see (impressions: 3 to 7)", 10);
    put(store, "ann", SETTING_JOURNAL, "seed: 1.jsonl", 20);
    assert_changes(store, 1, "journal  > seed: 1.jsonl at 20; ");
    put(store, "ann", SETTING_JOURNAL, "a → b", 30);
    put(store, "ann", SETTING_JOURNAL, "(seed: 1).jsonl", 40);
    put(store, "ann", SETTING_JOURNAL, "b", 50);
    put(store, "ann", SETTING_JOURNAL, "b", 60);
    assert_changes(store, 1, "journal  > seed: 1.jsonl at 20; ");
    store_close(store);
}

static void failed_and_unsigned_changes_are_not_listed(void **state)
{
    (void)state;
    struct err err;
    struct store *store = sample_store("setting-failed", 2, 3);
    store_sign(store, bytes_of("ann"), bytes_of("set t.db gold nobody"), 10);
    assert_false(setting_put(store, SETTING_GOLD, bytes_of("nobody"), &err));
    store_sign(store, (struct bytes){0}, (struct bytes){0}, 0);
    assert_true(setting_put(store, SETTING_SEED, bytes_of("4"), &err));
    assert_changes(store, 9, "");
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_is_listed_with_the_old_value),
        cmocka_unit_test(a_value_that_looks_like_a_change_is_not_taken_for_one),
        cmocka_unit_test(failed_and_unsigned_changes_are_not_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
