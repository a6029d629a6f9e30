/*
 * SIGKILL during `label --json`, again and again on one database. All acknowledged votes must be there, and at most the
 * answer in progress besides, complete or not at all. The next session must show the ballot that was open. The same
 * holds for a second choice after a vote. A tie must be there with both of its documents or not at all.
 *
 * A seeded generator decides where the kill happens: between lines, right after a line, in a burst of answers, or
 * inside the program at the nth system call. The last case hits the moments within a commit.
 */
#include "tests/support/support.h"

#include "tests/support/child.h"
#include "tests/support/effort.h"

#include "core/base/random.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 100,
    ROUNDS_LARGE = 1000, /* in `make torture` */
    EXCHANGES = 4,       /* at most so many answers per round are waited for */
    BURST = 6,           /* answers written at once, without reading */
    SYSTEM_CALLS = 160,  /* an answer makes about 70, each with two stops */
    VOTES_MAX = 4096,
};

struct vote {
    long ballot;
    int slot;
};

/* What has been acknowledged: the valid votes, in the order in which they were cast. */
struct books {
    struct arena arena;
    const char *database, *journal;
    struct random_source random;
    struct vote votes[VOTES_MAX];
    size_t n_votes;
    long open; /* the open ballot, 0 if unknown */
};

/* --- The database, as it is ---------------------------------------------------------------------- */

static size_t read_votes(const char *database, struct vote *votes)
{
    sqlite3 *handle;
    sqlite3_stmt *query;
    size_t n = 0;
    assert_int_equal(sqlite3_open_v2(database, &handle, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle,
                                        "SELECT answer.ballot_id, coalesce(answer.position, 0)"
                                        "  FROM answer"
                                        " WHERE answer.skip IS NULL AND answer.withdrawn_at IS NULL"
                                        " ORDER BY answer.answer_id",
                                        -1, &query, NULL),
                     SQLITE_OK);
    while (sqlite3_step(query) == SQLITE_ROW) {
        assert_true(n < VOTES_MAX);
        votes[n].ballot = (long)sqlite3_column_int64(query, 0);
        votes[n++].slot = sqlite3_column_int(query, 1);
    }
    sqlite3_finalize(query);
    sqlite3_close(handle);
    return n;
}

static void assert_same_votes(const struct vote *found, const struct vote *expected, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(found[i].ballot, expected[i].ballot);
        assert_int_equal(found[i].slot, expected[i].slot);
    }
}

/* --- A session that will be killed --------------------------------------------------------------- */

/* What was written but not acknowledged when the kill happened. */
struct pending {
    bool undo;
    int votes[BURST];
    size_t n_votes;
};

static struct child *resume(struct books *books, struct said *ballot)
{
    struct child *child = start_assay("label", books->database, "--json", "--annotator", "eve");
    *ballot = child_expect(child, SAID_BALLOT);
    if (books->open != 0)
        assert_int_equal(ballot->ballot, books->open);
    books->open = ballot->ballot;
    return child;
}

static int draw_slot(struct books *books, const struct said *ballot)
{
    return (int)random_below(&books->random, ballot->n_slots + 1);
}

static void add_vote(struct books *books, long ballot, int slot)
{
    assert_true(books->n_votes < VOTES_MAX);
    books->votes[books->n_votes].ballot = ballot;
    books->votes[books->n_votes++].slot = slot;
}

/* Gives one answer, a vote or now and then an undo, which is acknowledged, and reads the next ballot. */
static void exchange(struct books *books, struct child *child, struct said *ballot)
{
    bool undo = books->n_votes > 0 && random_below(&books->random, 5) == 0;
    int slot = draw_slot(books, ballot);
    if (undo)
        child_write(child, "{\"undo\":true}");
    else
        child_vote(child, slot);
    struct said saved = child_expect(child, undo ? SAID_UNDONE : SAID_SAVED);
    if (undo) {
        books->n_votes--;
        assert_int_equal(saved.ballot, books->votes[books->n_votes].ballot);
    } else {
        assert_int_equal(saved.ballot, ballot->ballot);
        add_vote(books, ballot->ballot, slot);
    }
    *ballot = child_expect(child, SAID_BALLOT);
    books->open = ballot->ballot;
}

static void kill_between_lines(struct books *books, struct child *child, struct said *ballot,
                               struct pending *pending)
{
    (void)books, (void)ballot, (void)pending;
    child_kill(child);
}

static void kill_behind_a_vote(struct books *books, struct child *child, struct said *ballot,
                               struct pending *pending)
{
    pending->votes[pending->n_votes++] = draw_slot(books, ballot);
    child_vote(child, pending->votes[0]);
    child_kill(child);
}

static void kill_behind_an_undo(struct books *books, struct child *child, struct said *ballot,
                                struct pending *pending)
{
    (void)ballot;
    pending->undo = books->n_votes > 0;
    child_write(child, "{\"undo\":true}");
    child_kill(child);
}

static void kill_behind_saved(struct books *books, struct child *child, struct said *ballot,
                              struct pending *pending)
{
    (void)pending;
    int slot = draw_slot(books, ballot);
    child_vote(child, slot);
    child_expect(child, SAID_SAVED);
    add_vote(books, ballot->ballot, slot);
    books->open = 0;
    child_kill(child);
}

/* Writes several answers at once; the program is processing one of them when it is killed. */
static void kill_in_a_burst(struct books *books, struct child *child, struct said *ballot,
                            struct pending *pending)
{
    size_t lines_read = (size_t)random_below(&books->random, 2 * BURST);
    for (size_t i = 0; i < BURST; i++) {
        pending->votes[i] = (int)random_below(&books->random, 2); /* every ballot has a slot 1 */
        child_vote(child, pending->votes[i]);
    }
    size_t n_saved = 0;
    for (size_t i = 0; i < lines_read; i++) {
        struct said said = child_hear(child);
        if (said.kind == SAID_BALLOT) {
            *ballot = said;
            books->open = said.ballot;
            continue;
        }
        assert_int_equal(said.kind, SAID_SAVED);
        assert_int_equal(said.ballot, ballot->ballot);
        add_vote(books, said.ballot, pending->votes[n_saved++]);
        books->open = 0;
    }
    child_kill(child);
    pending->n_votes = BURST - n_saved;
    memmove(pending->votes, pending->votes + n_saved, pending->n_votes * sizeof *pending->votes);
}

static void kill_inside_a_vote(struct books *books, struct child *child, struct said *ballot,
                               struct pending *pending)
{
    char line[32];
    pending->votes[pending->n_votes++] = draw_slot(books, ballot);
    snprintf(line, sizeof line, "{\"vote\":%d}", pending->votes[0]);
    child_write_and_kill_inside(child, line, 1 + (unsigned)random_below(&books->random, SYSTEM_CALLS));
}

static void kill_inside_an_undo(struct books *books, struct child *child, struct said *ballot,
                                struct pending *pending)
{
    (void)ballot;
    pending->undo = books->n_votes > 0;
    child_write_and_kill_inside(child, "{\"undo\":true}",
                                1 + (unsigned)random_below(&books->random, SYSTEM_CALLS));
}

typedef void way_to_kill(struct books *books, struct child *child, struct said *ballot,
                         struct pending *pending);

static way_to_kill *const ways[] = {
    kill_between_lines, kill_behind_a_vote, kill_behind_an_undo, kill_behind_saved,
    kill_in_a_burst,    kill_inside_a_vote, kill_inside_an_undo,
};

/* --- Checks after a kill ------------------------------------------------------------------------- */

static void assert_whole(struct books *books)
{
    struct arena arena = {0};
    assert_string_equal(output_of_assay(&arena, "check", books->database), "ok\n");
    arena_release(&arena);
}

/*
 * Updates the records with the unacknowledged answers that took effect, each completely or not at all. Of a burst, only
 * the first answers may have done so.
 */
static void settle(struct books *books, const struct pending *pending)
{
    static struct vote found[VOTES_MAX];
    size_t n = read_votes(books->database, found);
    if (pending->undo && n + 1 == books->n_votes) {
        books->n_votes = n;
        books->open = books->votes[n].ballot;
    }
    assert_in_range(n, books->n_votes, books->n_votes + pending->n_votes);
    assert_same_votes(found, books->votes, books->n_votes);
    for (size_t i = 0; books->n_votes < n; i++) {
        assert_int_equal(found[books->n_votes].slot, pending->votes[i]);
        if (i == 0 && books->open != 0)
            assert_int_equal(found[books->n_votes].ballot, books->open);
        add_vote(books, found[books->n_votes].ballot, pending->votes[i]);
        books->open = 0;
    }
}

static void test_no_kill_loses_a_vote_or_leaves_half_a_vote(void **state)
{
    struct books *books = *state;
    size_t rounds = effort(ROUNDS, ROUNDS_LARGE);
    for (size_t round = 0; round < rounds; round++) {
        struct said ballot;
        struct pending pending = {.n_votes = 0};
        struct child *child = resume(books, &ballot);
        for (size_t i = (size_t)random_below(&books->random, EXCHANGES + 1); i > 0; i--)
            exchange(books, child, &ballot);
        ways[random_below(&books->random, sizeof ways / sizeof *ways)](books, child, &ballot, &pending);
        assert_whole(books);
        settle(books, &pending);
    }
    effort_report("kill -9: %zu times in the middle of labelling, 0 votes lost, 0 halves", rounds);
}

/* The program is killed at every second stop after the vote was written, that is, once at each system call. */
static void test_a_kill_at_any_system_call_leaves_a_whole_vote_or_none(void **state)
{
    struct books *books = *state;
    for (unsigned nth = 1; nth <= SYSTEM_CALLS; nth += 2) {
        struct said ballot;
        struct pending pending = {.votes = {1}, .n_votes = 1};
        struct child *child = resume(books, &ballot);
        child_write_and_kill_inside(child, "{\"vote\":1}", nth);
        assert_whole(books);
        settle(books, &pending);
    }
}

static sqlite3_int64 count_seconds(const char *database, const char *condition)
{
    sqlite3 *handle;
    sqlite3_stmt *query;
    char text[256];
    snprintf(text, sizeof text, "SELECT count(*) FROM second_choice WHERE %s", condition);
    assert_int_equal(sqlite3_open_v2(database, &handle, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, text, -1, &query, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    const sqlite3_int64 n = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    sqlite3_close(handle);
    return n;
}

/* See SECOND_TIED of core/judge/ballot.h. */
static const char tie_of_first_two[] = "position = 5";

/* Casts a vote for document 1, which is acknowledged; the second choice is still missing. */
static struct child *vote_before_second(struct books *books)
{
    struct said ballot;
    struct child *child = resume(books, &ballot);
    child_vote(child, 1);
    child_expect(child, SAID_SAVED);
    add_vote(books, ballot.ballot, 1);
    books->open = child_expect(child, SAID_BALLOT).ballot;
    return child;
}

static void test_an_acknowledged_second_choice_survives_a_kill(void **state)
{
    struct books *books = *state;
    const struct pending none = {.n_votes = 0};
    const sqlite3_int64 before = count_seconds(books->database, "position = 2");
    struct child *child = vote_before_second(books);
    child_write(child, "{\"add\":true,\"second\":2}");
    child_expect(child, SAID_SAVED);
    child_kill(child);
    assert_whole(books);
    settle(books, &none);
    assert_int_equal(count_seconds(books->database, "position = 2"), before + 1);
}

/* The program is killed at some system calls while the second choice is written. The vote must be there in any case. */
static void test_a_kill_within_a_second_choice_loses_no_vote(void **state)
{
    struct books *books = *state;
    const struct pending none = {.n_votes = 0};
    for (unsigned nth = 1; nth <= SYSTEM_CALLS; nth += 16) {
        struct child *child = vote_before_second(books);
        child_write_and_kill_inside(child, "{\"add\":true,\"second\":0}", nth);
        assert_whole(books);
        settle(books, &none);
        assert_int_equal(count_seconds(books->database, "position NOT IN (-1, 2)"), 0);
    }
}

static void test_an_acknowledged_tie_survives_a_kill(void **state)
{
    struct books *books = *state;
    struct said ballot;
    const struct pending none = {.n_votes = 0};
    const sqlite3_int64 before = count_seconds(books->database, tie_of_first_two);
    struct child *child = resume(books, &ballot);
    child_write(child, "{\"tie\":[1,2]}");
    child_expect(child, SAID_SAVED);
    add_vote(books, ballot.ballot, 1);
    books->open = 0;
    child_kill(child);
    assert_whole(books);
    settle(books, &none);
    assert_int_equal(count_seconds(books->database, tie_of_first_two), before + 1);
}

static void test_a_kill_within_a_tie_leaves_no_half_tie(void **state)
{
    struct books *books = *state;
    for (unsigned nth = 1; nth <= SYSTEM_CALLS; nth += 4) {
        struct said ballot;
        struct pending pending = {.votes = {1}, .n_votes = 1};
        const size_t votes = books->n_votes;
        const sqlite3_int64 ties = count_seconds(books->database, tie_of_first_two);
        struct child *child = resume(books, &ballot);
        child_write_and_kill_inside(child, "{\"tie\":[1,2]}", nth);
        assert_whole(books);
        settle(books, &pending);
        assert_int_equal(count_seconds(books->database, tie_of_first_two) - ties, books->n_votes - votes);
    }
}

/* Kills the program while a session starts and takes its first ballot. */
static void test_a_killed_start_leaves_nothing(void **state)
{
    struct books *books = *state;
    for (unsigned i = 0; i < 20; i++) {
        struct pending pending = {.n_votes = 0};
        child_kill(start_assay("label", books->database, "--json", "--annotator", "eve"));
        assert_whole(books);
        settle(books, &pending);
    }
}

static void test_after_all_kills_the_labelling_can_be_finished(void **state)
{
    struct books *books = *state;
    struct arena arena = {0};
    struct said said;
    struct child *child = resume(books, &said);
    while (said.kind == SAID_BALLOT) {
        child_vote(child, 1);
        child_expect(child, SAID_SAVED);
        said = child_hear(child);
    }
    assert_int_equal(said.kind, SAID_DONE);
    assert_int_equal(child_end(child), 0);
    assert_non_null(strstr(output_of_assay(&arena, "status", books->database), "done, 0 left\n"));
    assert_whole(books);
    arena_release(&arena);
}

static void import_sample(struct arena *arena, const char *database)
{
    remove(database);
    output_of_assay(arena, "import", database, "--documents",
                    support_source(arena, "sample-data/documents.jsonl"), "--questions",
                    support_source(arena, "sample-data/questions.jsonl"), "--candidates",
                    support_source(arena, "sample-data/porter.run"));
}

/* Also has the answers for which the kill happened between the two records. */
static void test_after_all_kills_the_journal_has_every_answer(void **state)
{
    struct books *books = *state;
    struct arena arena = {0};
    const char *restored = arena_format(&arena, "%s/restored.db", getenv("TMPDIR"));
    import_sample(&arena, restored);
    output_of_assay(&arena, "import", restored, "--votes", books->journal);
    assert_string_equal(output_of_assay(&arena, "export", restored, "votes"),
                        output_of_assay(&arena, "export", books->database, "votes"));
    arena_release(&arena);
}

/* A kill loses nothing that the kernel has received; a power cut does. */
static void test_saved_is_reported_only_after_the_vote_is_on_disk(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *database = arena_format(&arena, "%s/sync.db", getenv("TMPDIR"));
    import_sample(&arena, database);
    struct child *child = start_assay("label", database, "--json", "--annotator", "eve");
    child_expect(child, SAID_BALLOT);
    assert_true(child_syncs_before_answering(child, "{\"vote\":1}"));
    child_expect(child, SAID_SAVED);
    child_end(child);
    arena_release(&arena);
}

/* --- The other tests, on one database -------------------------------------------------------------- */

static int set_up_group(void **state)
{
    struct books *books = calloc(1, sizeof *books);
    if (books == NULL)
        return -1;
    books->database = arena_format(&books->arena, "%s/kill.db", getenv("TMPDIR"));
    books->random = random_from(20, 25);
    books->journal = arena_format(&books->arena, "%s/kill.jsonl", getenv("TMPDIR"));
    import_sample(&books->arena, books->database);
    output_of_assay(&books->arena, "set", books->database, "journal", books->journal);
    output_of_assay(&books->arena, "set", books->database, "ties", "on");
    if (effort_is_large())
        output_of_assay(&books->arena, "set", books->database, "impressions", "20");
    *state = books;
    return 0;
}

static int tear_down_group(void **state)
{
    struct books *books = *state;
    arena_release(&books->arena);
    free(books);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_kill_loses_a_vote_or_leaves_half_a_vote),
        cmocka_unit_test(test_a_kill_at_any_system_call_leaves_a_whole_vote_or_none),
        cmocka_unit_test(test_an_acknowledged_second_choice_survives_a_kill),
        cmocka_unit_test(test_a_kill_within_a_second_choice_loses_no_vote),
        cmocka_unit_test(test_an_acknowledged_tie_survives_a_kill),
        cmocka_unit_test(test_a_kill_within_a_tie_leaves_no_half_tie),
        cmocka_unit_test(test_a_killed_start_leaves_nothing),
        cmocka_unit_test(test_after_all_kills_the_labelling_can_be_finished),
        cmocka_unit_test(test_after_all_kills_the_journal_has_every_answer),
        cmocka_unit_test(test_saved_is_reported_only_after_the_vote_is_on_disk),
    };
    size_t n = sizeof tests / sizeof *tests;
    if (!child_can_be_traced()) {
        print_message("# this kernel allows no tracing: the last test is left out\n");
        n--;
    }
    return _cmocka_run_group_tests("kill", tests, n, set_up_group, tear_down_group);
}
