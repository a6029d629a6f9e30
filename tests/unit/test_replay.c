/*
 * Reading several questions at a time must give the same as reading one. It is compared with store_list_votes_until,
 * which reads one question.
 */
#include "tests/support/support.h"

#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include "core/base/random.h"
#include "core/store/votes/left_out.h"
#include "core/store/content/questions.h"
#include "core/store/votes/holding.h"
#include "core/store/votes/replay.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/content/twins.h"
#include "core/store/votes/votes.h"

#include <cmocka.h>

enum { QUESTIONS = 40, POOL = 6, VOTES = 150 };

/* Docids and votes are read into memory beforehand, or looked up. Votes are also looked up while reading them has only
 * begun. */
enum reading { READING_HOLDS, READING_BEGINS_TO_HOLD, READING_LOOKS_UP };

static const int64_t all_answers = 1000000;

/* Votes at random, and undoes some of the votes. */
static void vote_by_chance(struct store *store, const char *name, uint64_t seed)
{
    struct err err;
    bool undone;
    struct test_clock time = {.now = 1000, .step = 100};
    struct random_source random = random_from(seed, 1);
    struct session *session = sample_session(store, name, seed, &time);
    for (int i = 0; i < VOTES; i++) {
        sample_vote(session, (int)random_below(&random, 4));
        if (random_below(&random, 5) == 0)
            assert_true(session_undo(session, &undone, &err));
    }
    sample_session_close(session);
}

/* Whether the question has this candidate. A vote names its candidates by these ids. */
static bool is_candidate(const struct replayed_question *question, int64_t document_id)
{
    return tally_find(question->tallies, question->n_tallies, document_id) < question->n_tallies;
}

static void assert_same_votes(struct store *store, const struct replayed_question *question, int64_t last,
                              struct arena *arena)
{
    struct err err;
    struct cast_vote *votes;
    size_t n;
    assert_true(store_list_votes_until(store, question->question_id, last, arena, &votes, &n, &err));
    assert_int_equal(question->n_votes, n);
    votes_sort_by_time(votes, n);
    for (size_t i = 0; i < n; i++) {
        const struct replayed_vote *vote = &question->votes[i];
        assert_int_equal(vote->answer_id, votes[i].answer_id);
        assert_int_equal(vote->choice.n_slots, votes[i].choice.n_slots);
        assert_int_equal(vote->choice.position, votes[i].choice.position);
        for (size_t slot = 0; slot < vote->choice.n_slots; slot++) {
            assert_int_equal(vote->choice.document_ids[slot], votes[i].choice.document_ids[slot]);
            assert_true(is_candidate(question, vote->choice.document_ids[slot]));
        }
    }
}

static void read_votes(struct holding *holding)
{
    struct err err;
    for (bool are_read = false; !are_read;)
        assert_true(holding_read_votes(holding, &are_read, &err));
}

static struct holding *open_holding(enum reading reading, struct store *store, int64_t last)
{
    struct err err;
    struct holding *holding;
    bool are_docids_read = reading != READING_HOLDS;
    bool are_votes_read;
    assert_true(holding_open(&holding, store, last, VOTES, &err));
    while (!are_docids_read)
        assert_true(holding_read_docids(holding, &are_docids_read, &err));
    if (reading == READING_HOLDS)
        read_votes(holding);
    if (reading == READING_BEGINS_TO_HOLD) {
        assert_true(holding_read_votes(holding, &are_votes_read, &err));
        assert_false(are_votes_read);
    }
    return holding;
}

/* Reads parts of at most `votes_most` votes. *reads: the number of parts. Returns the number of votes. */
static size_t replay_by(enum reading reading, struct store *store, int64_t last, int64_t votes_most,
                        size_t *reads)
{
    struct err err;
    struct arena arena = {0};
    struct holding *holding = open_holding(reading, store, last);
    struct replayed_question *questions;
    size_t n, votes = 0;
    int64_t before = 0;
    *reads = 0;
    for (;; ++*reads) {
        assert_true(replay_read(holding, ESTIMATOR_RATE, before + 1, QUESTIONS, votes_most, &arena,
                                &questions, &n, &err));
        if (n == 0)
            break;
        for (size_t i = 0; i < n; i++) {
            assert_true(questions[i].question_id > before);
            before = questions[i].question_id;
            assert_same_votes(store, &questions[i], last, &arena);
            votes += questions[i].n_votes;
        }
    }
    holding_close(holding);
    arena_release(&arena);
    return votes;
}

static size_t replay_all(struct store *store, int64_t last, int64_t votes_most, size_t *reads)
{
    return replay_by(READING_HOLDS, store, last, votes_most, reads);
}

static struct store *voted_store(const char *name)
{
    struct store *store = sample_store(name, QUESTIONS, POOL);
    vote_by_chance(store, "one", 1);
    vote_by_chance(store, "two", 2);
    return store;
}

static void reading_many_questions_at_once_gives_the_same_votes(void **state)
{
    (void)state;
    static const int64_t parts[] = {1, 7, 1000};
    size_t reads[3];
    struct store *store = voted_store("replay.db");
    const size_t votes = replay_all(store, all_answers, 1, &reads[0]);
    assert_in_range(votes, VOTES, 2 * VOTES);
    for (size_t i = 1; i < 3; i++)
        assert_int_equal(replay_all(store, all_answers, parts[i], &reads[i]), votes);
    assert_in_range(reads[0], QUESTIONS - 5, QUESTIONS); /* some may have no standing vote */
    assert_in_range(reads[1], 2, QUESTIONS - 1);
    assert_int_equal(reads[2], 1);
    store_close(store);
}

static void votes_not_held_in_memory_are_looked_up(void **state)
{
    (void)state;
    size_t reads;
    struct store *store = voted_store("replay-few.db");
    assert_int_equal(replay_by(READING_LOOKS_UP, store, all_answers, 50, &reads),
                     replay_by(READING_HOLDS, store, all_answers, 50, &reads));
    store_close(store);
}

static void no_votes_are_replayed_after_the_last_one(void **state)
{
    (void)state;
    struct err err;
    size_t reads;
    int64_t last;
    struct store *store = voted_store("replay-last.db");
    assert_true(store_find_vote_after(store, 0, 20, &last, &err));
    assert_int_equal(replay_all(store, last, 50, &reads), 20);
    store_close(store);
}

static void an_annotator_who_is_left_out_has_no_votes(void **state)
{
    (void)state;
    struct err err;
    size_t reads;
    struct store *store = voted_store("replay-left-out.db");
    const size_t votes = replay_all(store, all_answers, 50, &reads);
    assert_true(store_leave_out(store, bytes_of("two"), &err));
    assert_in_range(replay_all(store, all_answers, 50, &reads), VOTES / 2, votes - 1);
    store_close(store);
}

/* Lists the votes on the questions up to the last one, one vote per line. */
static char *tell_votes(struct holding *holding, int64_t last_question, struct arena *arena)
{
    struct err err;
    struct replayed_question *questions;
    struct buffer told = {0};
    size_t n;
    assert_true(
        replay_read(holding, ESTIMATOR_RATE, 1, last_question, all_answers, arena, &questions, &n, &err));
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < questions[i].n_votes; j++) {
            const struct replayed_vote *vote = &questions[i].votes[j];
            buffer_add_format(&told, "%lld %lld:", (long long)questions[i].question_id,
                              (long long)vote->answer_id);
            for (size_t slot = 0; slot < vote->choice.n_slots; slot++)
                buffer_add_format(&told, " %lld", (long long)vote->choice.document_ids[slot]);
            buffer_add_format(&told, ", %d\n", vote->choice.position);
        }
    }
    char *copy = arena_format(arena, "%s", buffer_string(&told));
    buffer_release(&told);
    return copy;
}

static char *told_votes(enum reading reading, struct store *store, struct arena *arena)
{
    struct holding *holding = open_holding(reading, store, all_answers);
    char *told = tell_votes(holding, QUESTIONS, arena);
    holding_close(holding);
    return told;
}

static void assert_holds_what_is_looked_up(struct store *store)
{
    struct arena arena = {0};
    const char *held = told_votes(READING_HOLDS, store, &arena);
    assert_true(strlen(held) > VOTES);
    assert_string_equal(held, told_votes(READING_LOOKS_UP, store, &arena));
    arena_release(&arena);
}

static void votes_on_duplicates_count_for_their_candidate(void **state)
{
    (void)state;
    struct err err;
    struct twin_counts counts;
    struct store *store = voted_store("replay-twins.db");
    assert_int_equal(beside_execute(store, "UPDATE document SET title = '', text = 'the same'"
                                           " WHERE document_id < 3"),
                     SQLITE_OK);
    assert_true(store_begin(store, &err));
    assert_true(store_merge_twins(store, &counts, &err));
    assert_true(store_commit(store, &err));
    assert_true(counts.candidates > 0);
    assert_holds_what_is_looked_up(store);
    store_close(store);
}

/* Memory then has room for one vote on each question, and not for the others. */
static void votes_that_were_not_counted_are_looked_up(void **state)
{
    (void)state;
    struct store *store = voted_store("replay-sums.db");
    assert_int_equal(beside_execute(store, "UPDATE question SET ballots_done = 1"), SQLITE_OK);
    assert_holds_what_is_looked_up(store);
    store_close(store);
}

/* The count of a question determines the room for its votes. No file has as many votes as this count. */
static void votes_that_there_is_no_room_for_are_looked_up(void **state)
{
    (void)state;
    struct store *store = voted_store("replay-room.db");
    assert_int_equal(beside_execute(store, "UPDATE question SET ballots_done = 4294967295"
                                           " WHERE question_id = 20"),
                     SQLITE_OK);
    assert_holds_what_is_looked_up(store);
    store_close(store);
}

static void votes_that_are_not_all_read_yet_are_looked_up(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = voted_store("replay-begun.db");
    const char *begun = told_votes(READING_BEGINS_TO_HOLD, store, &arena);
    assert_string_equal(begun, told_votes(READING_LOOKS_UP, store, &arena));
    arena_release(&arena);
    store_close(store);
}

/* Memory is reserved for the questions that exist at the beginning. */
static void votes_on_a_question_added_in_the_meantime_are_looked_up(void **state)
{
    (void)state;
    enum { NEWCOMER = 100000000 };
    static const char renumbered[] = "UPDATE question SET question_id = 100000000 WHERE question_id = 7;"
                                     "UPDATE candidate SET question_id = 100000000 WHERE question_id = 7;"
                                     "UPDATE ballot SET question_id = 100000000 WHERE question_id = 7";
    struct arena arena = {0};
    struct store *store = voted_store("replay-meanwhile.db");
    struct holding *looked_up = open_holding(READING_LOOKS_UP, store, all_answers);
    struct holding *held = open_holding(READING_BEGINS_TO_HOLD, store, all_answers);
    assert_int_equal(beside_execute(store, renumbered), SQLITE_OK);
    read_votes(held);
    assert_string_equal(tell_votes(held, NEWCOMER, &arena), tell_votes(looked_up, NEWCOMER, &arena));
    holding_close(looked_up);
    holding_close(held);
    arena_release(&arena);
    store_close(store);
}

/* Thousands of ids without a question lie between them. */
static void votes_on_a_question_with_a_distant_id_are_held(void **state)
{
    (void)state;
    enum { FAR = 10000 };
    static const char renumbered[] = "UPDATE question SET question_id = 10000 WHERE question_id = 7;"
                                     "UPDATE candidate SET question_id = 10000 WHERE question_id = 7;"
                                     "UPDATE ballot SET question_id = 10000 WHERE question_id = 7";
    struct arena arena = {0};
    struct store *store = voted_store("replay-far.db");
    assert_int_equal(beside_execute(store, renumbered), SQLITE_OK);
    struct holding *looked_up = open_holding(READING_LOOKS_UP, store, all_answers);
    struct holding *held = open_holding(READING_HOLDS, store, all_answers);
    const char *told = tell_votes(held, FAR, &arena);
    assert_non_null(strstr(told, "\n10000 "));
    assert_string_equal(told, tell_votes(looked_up, FAR, &arena));
    holding_close(looked_up);
    holding_close(held);
    arena_release(&arena);
    store_close(store);
}

/* Ids of candidates are held in 32 bits. */
static void votes_on_documents_after_four_billion_are_looked_up(void **state)
{
    (void)state;
    static const char renumbered[] = "UPDATE document SET document_id = document_id + (1 << 32);"
                                     "UPDATE candidate SET document_id = document_id + (1 << 32);"
                                     "UPDATE slot SET document_id = document_id + (1 << 32)";
    struct store *store = voted_store("replay-documents.db");
    assert_int_equal(beside_execute(store, renumbered), SQLITE_OK);
    assert_holds_what_is_looked_up(store);
    store_close(store);
}

/* The number of an answer is held in 30 bits. Here a withdrawn answer has the largest such number. */
static void votes_after_a_billion_answers_are_looked_up(void **state)
{
    (void)state;
    static const char billionth[] =
        "CREATE TEMP TABLE billionth AS SELECT * FROM answer LIMIT 1;"
        "UPDATE billionth SET answer_id = (1 << 30) - 1, uuid = 'ffffffff-ffff-4fff-8fff-ffffffffffff',"
        "                     withdrawn_at = given_at, withdrawn_by = 'undo';"
        "INSERT INTO answer SELECT * FROM billionth";
    const int64_t billion = 1 << 30;
    size_t reads;
    struct store *store = sample_store("replay-billion.db", QUESTIONS, POOL);
    vote_by_chance(store, "one", 1);
    assert_int_equal(beside_execute(store, billionth), SQLITE_OK);
    vote_by_chance(store, "two", 2);
    size_t before = replay_all(store, billion, QUESTIONS, &reads);
    assert_true(replay_all(store, billion + all_answers, QUESTIONS, &reads) > before);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_many_questions_at_once_gives_the_same_votes),
        cmocka_unit_test(votes_not_held_in_memory_are_looked_up),
        cmocka_unit_test(no_votes_are_replayed_after_the_last_one),
        cmocka_unit_test(an_annotator_who_is_left_out_has_no_votes),
        cmocka_unit_test(votes_on_duplicates_count_for_their_candidate),
        cmocka_unit_test(votes_that_were_not_counted_are_looked_up),
        cmocka_unit_test(votes_that_there_is_no_room_for_are_looked_up),
        cmocka_unit_test(votes_that_are_not_all_read_yet_are_looked_up),
        cmocka_unit_test(votes_on_a_question_added_in_the_meantime_are_looked_up),
        cmocka_unit_test(votes_on_a_question_with_a_distant_id_are_held),
        cmocka_unit_test(votes_on_documents_after_four_billion_are_looked_up),
        cmocka_unit_test(votes_after_a_billion_answers_are_looked_up),
    };
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
