/* A server that answers what no real server would; tests/support/imposture.h says what must hold. */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "tests/support/effort.h"
#include "tests/support/impostor.h"
#include "tests/support/imposture.h"
#include "tests/support/postgresql.h"

enum { TRIES = 200, TRIES_LARGE = 20000, CHANGES_MAX = 3, SEED = 5 };

static void begin(void)
{
    if (!postgresql_is_there())
        skip_because("there is no PostgreSQL");
    imposture_begin();
}

static void the_impostor_without_changes_answers_like_the_server(void **state)
{
    (void)state;
    begin();
    for (size_t i = 0; i < imposture_count(); i++) {
        if (!imposture_is_faithful(i))
            fail_msg("command %zu", i);
    }
}

static void any_answer_of_a_server_is_accepted_or_refused_in_one_line(void **state)
{
    (void)state;
    begin();
    struct random_source random = random_from(SEED, 0);
    for (size_t i = 0, n = effort(TRIES, TRIES_LARGE); i < n; i++) {
        uint8_t bytes[1 + CHANGES_MAX * IMPOSTOR_CHANGE];
        size_t n_changes = 1 + random_below(&random, CHANGES_MAX);
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)random_below(&random, UINT8_MAX + 1);
        imposture_try(bytes, 1 + n_changes * IMPOSTOR_CHANGE);
    }
}

static void changed_columns_are_accepted_or_refused_in_one_line(void **state)
{
    static const enum impostor_change changes[] = {ADD_COLUMN, REPLACE_COLUMN, LEAVE_OUT_COLUMN};
    enum { CHANGES = sizeof changes / sizeof *changes };
    (void)state;
    begin();
    for (size_t i = 0; i < imposture_count(); i++) {
        for (size_t table = 0, n = imposture_count_tables(i); table < n; table++) {
            for (size_t j = 0; j < effort(1, CHANGES); j++) {
                const uint8_t bytes[1 + IMPOSTOR_CHANGE] = {(uint8_t)i, (uint8_t)(table >> 8), (uint8_t)table,
                                                            (uint8_t)changes[(table + j) % CHANGES]};
                imposture_try(bytes, sizeof bytes);
            }
        }
    }
}

static void repeat_messages(size_t command)
{
    enum { MESSAGES = 128 };
    for (size_t message = 0; message < MESSAGES; message++) {
        const uint8_t bytes[1 + IMPOSTOR_CHANGE] = {(uint8_t)command, 0, (uint8_t)message, REPEAT, 0, 1};
        imposture_try(bytes, sizeof bytes);
    }
}

/* For example, "rows follow" is said again after the rows have ended. */
static void repeated_messages_are_accepted_or_refused_in_one_line(void **state)
{
    (void)state;
    begin();
    repeat_messages(imposture_find("votes"));
    for (size_t i = 0; i < effort(0, imposture_count()); i++)
        repeat_messages(i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_impostor_without_changes_answers_like_the_server),
        cmocka_unit_test(changed_columns_are_accepted_or_refused_in_one_line),
        cmocka_unit_test(repeated_messages_are_accepted_or_refused_in_one_line),
        cmocka_unit_test(any_answer_of_a_server_is_accepted_or_refused_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
