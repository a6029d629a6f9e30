/*
 * Many programs on one database vote at the same moment, again and again. Each vote is there once, nobody is refused,
 * and the check finds no problem in the database.
 */
#include "tests/support/support.h"

#include "tests/support/child.h"
#include "tests/support/effort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROGRAMS = 6,
    PROGRAMS_LARGE = 20,
    VOTES = 20, /* of each program */
    VOTES_LARGE = 500,
    POOL = 12,
    IMPRESSIONS = 12,
};

/* Makes a database with one ballot for each vote, and some more. */
static const char *make_database(struct arena *arena, size_t votes)
{
    struct buffer documents = {0}, questions = {0}, run = {0};
    const char *database = arena_format(arena, "%s/many.db", getenv("TMPDIR"));
    size_t ballots_of_question = POOL * IMPRESSIONS / SAID_SLOTS;
    for (int i = 0; i < POOL; i++)
        buffer_add_format(&documents, "d%d\ttext %d\n", i, i);
    for (size_t q = 0; q <= votes / ballots_of_question + PROGRAMS_LARGE; q++) {
        buffer_add_format(&questions, "q%zu\twhy %zu?\n", q, q);
        for (int i = 0; i < POOL; i++)
            buffer_add_format(&run, "q%zu Q0 d%d %d %d r\n", q, i, i + 1, POOL - i);
    }
    remove(database);
    output_of_assay(arena, "import", database, "--documents",
                    support_file(arena, "documents.tsv", buffer_bytes(&documents)), "--questions",
                    support_file(arena, "questions.tsv", buffer_bytes(&questions)), "--candidates",
                    support_file(arena, "pool.run", buffer_bytes(&run)), "--depth", "100");
    output_of_assay(arena, "set", database, "impressions", arena_format(arena, "%d", IMPRESSIONS));
    buffer_release(&documents);
    buffer_release(&questions);
    buffer_release(&run);
    return database;
}

static void all_vote_once(struct child *const children[], size_t programs, size_t round)
{
    for (size_t i = 0; i < programs; i++)
        child_vote(children[i], (int)((round + i) % (SAID_SLOTS + 1)));
    for (size_t i = 0; i < programs; i++) {
        child_expect(children[i], SAID_SAVED);
        child_expect(children[i], SAID_BALLOT);
    }
}

static void no_vote_of_many_is_lost_or_doubled(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct child *children[PROGRAMS_LARGE];
    size_t programs = effort(PROGRAMS, PROGRAMS_LARGE), votes = effort(VOTES, VOTES_LARGE);
    const char *database = make_database(&arena, programs * votes);
    for (size_t i = 0; i < programs; i++) {
        const char name[] = {(char)('a' + i), '\0'};
        children[i] = start_assay("label", database, "--json", "--annotator", name);
        child_expect(children[i], SAID_BALLOT);
    }
    for (size_t round = 0; round < votes; round++)
        all_vote_once(children, programs, round);
    for (size_t i = 0; i < programs; i++)
        assert_int_equal(child_end(children[i]), 0);
    const char *status = output_of_assay(&arena, "status", database);
    assert_non_null(strstr(status, arena_format(&arena, "\nvotes       %zu, none: ", programs * votes)));
    assert_string_equal(output_of_assay(&arena, "check", database), "ok\n");
    effort_report("%zu programs at the same moment: %zu votes each, 0 lost, 0 doubled, 0 refused", programs,
                  votes);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_vote_of_many_is_lost_or_doubled)};
    return cmocka_run_group_tests_name("many", tests, NULL, NULL);
}
