/*
 * Thousands of ballots under all ways of dealing. Several annotators vote, skip, undo, leave and come back, while
 * leases expire. Whatever the settings are, the ballots dealt must keep the promises of dealing.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/judge/deal_request.h"
#include "core/session/session.h"
#include "core/store/labelling/dealer.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/content/twins.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUESTIONS = 6,
    POOL = 8,
    PEOPLE = 3,
    SEEDS = 4,
    ACTS = 420,
    BALLOTS_LEAST = 2500,
    LEASE_MS = 5 * 60 * 1000
};

/* The settings of a database. NULL: the default. */
struct way {
    const char *dealing, *overlap, *repeats, *gold;
    const char *ballot_size, *aim, *confidence;
    bool has_twins, is_advised, adjudicates;
};

static const struct way ways[] = {
    {.dealing = "balanced"},
    {.dealing = "balanced", .ballot_size = "2"},
    {.dealing = "balanced", .overlap = "0.3"},
    {.dealing = "balanced", .overlap = "1x3", .has_twins = true},
    {.dealing = "balanced", .repeats = "0.4"},
    {.dealing = "balanced", .gold = "p0", .repeats = "0.2"},
    {.dealing = "balanced", .gold = "judgments:experts", .overlap = "0.5"},
    {.dealing = "balanced", .overlap = "0.7", .adjudicates = true},
    {.dealing = "balanced", .has_twins = true, .ballot_size = "2", .repeats = "0.3"},
    {.dealing = "balanced", .is_advised = true},
    {.dealing = "adaptive", .confidence = "1"},
    {.dealing = "adaptive", .ballot_size = "2"},
    {.dealing = "adaptive", .aim = "all", .confidence = "0.9"},
    {.dealing = "adaptive", .overlap = "0.3", .confidence = "1"},
    {.dealing = "adaptive", .overlap = "1x3", .has_twins = true},
    {.dealing = "adaptive", .repeats = "0.4", .confidence = "1"},
    {.dealing = "adaptive", .gold = "p0", .repeats = "0.2", .confidence = "1"},
    {.dealing = "adaptive", .gold = "judgments:experts", .overlap = "0.5"},
    {.dealing = "adaptive", .overlap = "0.7", .adjudicates = true, .confidence = "1"},
    {.dealing = "adaptive", .has_twins = true, .confidence = "1"},
    {.dealing = "adaptive", .is_advised = true, .confidence = "1"},
};

struct person {
    char name[8];
    struct session *session; /* NULL: the annotator is away */
};

struct desk {
    struct store *store;
    const struct way *way;
    struct test_clock time;
    struct random_source random;
    struct person people[PEOPLE + 1]; /* the last one is the judge */
    size_t votes;
};

static uint64_t any(struct desk *desk, uint64_t below)
{
    return random_below(&desk->random, below);
}

static void set(struct desk *desk, enum setting setting, const char *value)
{
    struct err err;
    if (value != NULL && !setting_put(desk->store, setting, bytes_of(value), &err))
        fail_msg("%s", err.text);
}

static void execute(struct desk *desk, const char *sql)
{
    assert_int_equal(beside_execute(desk->store, sql), 0);
}

/* Advises the questions in turn, and positive and negative stakes for the first five documents. */
static bool advise(void *context, struct store *store, size_t n_refused, struct deal_advice *advice,
                   struct err *err)
{
    static const int64_t document_ids[] = {1, 2, 3, 4, 5};
    static const double stakes[] = {0.5, -0.3, 0.2, 0.9, -0.1};
    struct desk *desk = context;
    (void)store;
    (void)err;
    *advice = (struct deal_advice){.document_ids = document_ids, .stakes = stakes, .n = 5};
    if (n_refused < QUESTIONS)
        advice->question_id = 1 + (int64_t)((desk->votes + n_refused) % QUESTIONS);
    return true;
}

static void prefetch_nothing(void *context, struct store *store)
{
    (void)context;
    (void)store;
}

static struct desk open_desk(const struct way *way, uint64_t seed)
{
    struct err err;
    struct desk desk = {.store = sample_store("dealt.db", QUESTIONS, POOL),
                        .way = way,
                        .time = {.now = 1000000, .step = 1000},
                        .random = random_from(seed, 0)};
    execute(
        &desk,
        "UPDATE document SET title = 'Title', text = 'alpha beta gamma delta' WHERE document_id IN (2, 5, 7);"
        "UPDATE document SET text = 'beta gamma epsilon' WHERE document_id = 3;"
        "UPDATE candidate_source SET rank = 1 + (question_id + document_id * 3) % 8;"
        "INSERT INTO import (import_id, imported_at, what, last_document, last_question, last_answer)"
        " VALUES (9, 0, 'x', 8, 6, 0);"
        "INSERT INTO judgment_source (source_id, name) VALUES (1, 'experts');"
        "INSERT INTO judgment (source_id, question_id, document_id, grade, import_id)"
        " SELECT 1, question_id, document_id, document_id % 3, 9 FROM candidate WHERE question_id < 5");
    for (size_t i = 0; i <= PEOPLE; i++)
        snprintf(desk.people[i].name, sizeof desk.people[i].name, "p%zu", i);
    set(&desk, SETTING_DEALING, way->dealing);
    set(&desk, SETTING_BALLOT_SIZE, way->ballot_size);
    set(&desk, SETTING_AIM, way->aim);
    set(&desk, SETTING_CONFIDENCE, way->confidence);
    set(&desk, SETTING_OVERLAP, way->overlap);
    set(&desk, SETTING_REPEATS, way->repeats);
    set(&desk, SETTING_BUDGET, strcmp(way->dealing, "adaptive") == 0 ? "60" : NULL);
    if (way->has_twins) {
        struct twin_counts counts;
        assert_true(store_begin(desk.store, &err) && store_merge_twins(desk.store, &counts, &err) &&
                    settings_apply(desk.store, &err) && store_commit(desk.store, &err));
        assert_true(counts.candidates > 0);
    }
    return desk;
}

static void come(struct desk *desk, struct person *person, const struct deal_advisor *advisor)
{
    struct err err;
    const bool is_judge = person == &desk->people[PEOPLE];
    const struct session_options options = {.store = desk->store,
                                            .annotator = bytes_of(person->name),
                                            .seed = 1 + (uint64_t)(person - desk->people),
                                            .clock = test_clock_make(&desk->time),
                                            .adjudicates = is_judge,
                                            .advisor = is_judge ? NULL : advisor};
    if (!session_open(&person->session, &options, &err))
        fail_msg("%s", err.text);
}

static void leave(struct person *person)
{
    sample_session_close(person->session);
    person->session = NULL;
}

static void answer(struct desk *desk, struct session *session)
{
    struct err err;
    const struct ballot *ballot = session_ballot(session);
    struct answer answer = {.position = VOTE_ABSENT, .elapsed_ms = 100};
    const uint64_t drawn = any(desk, 20);
    if (drawn == 0)
        answer.skip = SKIP_LATER;
    else if (drawn == 1)
        answer.skip = SKIP_CANNOT_TELL;
    else if (drawn < 6)
        answer.position = (int)any(desk, ballot->n_slots + 1);
    else /* the document with the lowest id; none in questions with odd ids */
        answer.position = VOTE_NONE;
    for (size_t i = 0; drawn >= 6 && i < ballot->n_slots && ballot->question_id % 2 == 0; i++) {
        if (answer.position == VOTE_NONE ||
            bytes_compare(ballot->documents[i].docid, ballot->documents[answer.position - 1].docid) < 0)
            answer.position = (int)i + 1;
    }
    desk->votes += answer.skip == SKIP_ABSENT;
    if (!session_answer(session, &answer, &err))
        fail_msg("%s", err.text);
}

/* Does one random act of an annotator who has a session. A question without a ballot to deal is not a failure. */
static void act(struct desk *desk, struct session *session)
{
    struct err err;
    bool changed;
    struct answer redone;
    const struct answer none = {.position = VOTE_ABSENT};
    const uint64_t drawn = any(desk, 20);
    if (drawn == 0 && session_undo(session, &changed, &err) && changed && any(desk, 2) == 0)
        assert_true(session_redo(session, &none, &redone, &err));
    else if (drawn == 1 && !session_take_question(session, 1 + (int64_t)any(desk, QUESTIONS), &err))
        assert_int_equal(err.code, ERR_NO_BALLOT);
    else if (drawn == 2)
        assert_true(session_keep(session, &err));
    else if (drawn > 2 && session_ballot(session) != NULL)
        answer(desk, session);
    else if (session_ballot(session) == NULL)
        assert_true(session_look_again(session, &err));
}

static void work(struct desk *desk)
{
    const struct deal_advisor advisor = {.advise = advise, .prefetch = prefetch_nothing, .context = desk};
    const size_t n = PEOPLE + desk->way->adjudicates;
    for (size_t i = 0; i < ACTS; i++) {
        struct person *person = &desk->people[any(desk, n)];
        const uint64_t drawn = any(desk, 40);
        if (i == ACTS / 4)
            set(desk, SETTING_GOLD, desk->way->gold);
        if (drawn == 0)
            desk->time.now += 2 * LEASE_MS;
        if (person->session == NULL)
            come(desk, person, desk->way->is_advised ? &advisor : NULL);
        else if (drawn == 1)
            leave(person);
        else
            act(desk, person->session);
    }
}

#define DOCUMENTS_OF(ballot)                                                                                 \
    "(SELECT min(document_id) * 10000 + max(document_id) * 100 + sum(document_id) FROM slot"                 \
    "  WHERE slot.ballot_id = " ballot ".ballot_id)"

/* Counts the sets that an annotator answered more than once for a question, apart from controls. */
static int64_t count_asked_twice(struct desk *desk)
{
    return beside_integer(
        desk->store,
        "SELECT count(*) FROM (SELECT 1 FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id"
        " WHERE withdrawn_at IS NULL AND answer.control IS NULL"
        " GROUP BY question_id, ballot.annotator_id, " DOCUMENTS_OF(
            "ballot") " HAVING count(*) > 1) AS twice");
}

/* Counts the slots whose document is not in the pool of the question, or is represented by a duplicate in the pool. */
static int64_t count_beside_the_pool(struct desk *desk)
{
    return beside_integer(desk->store,
                          "SELECT count(*) FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id"
                          " WHERE NOT EXISTS (SELECT 1 FROM pooled_candidate AS candidate"
                          "  WHERE candidate.question_id = ballot.question_id"
                          "    AND candidate.document_id = slot.document_id)");
}

static size_t n_ballots;

static void label_by(const struct way *way, uint64_t seed)
{
    struct desk desk = open_desk(way, seed);
    work(&desk);
    assert_int_equal(store_problems(desk.store), 0);
    assert_int_equal(count_asked_twice(&desk), 0);
    assert_int_equal(count_beside_the_pool(&desk), 0);
    for (size_t i = 0; i <= PEOPLE; i++)
        sample_session_close(desk.people[i].session);
    n_ballots += (size_t)beside_integer(desk.store, "SELECT count(*) FROM ballot");
    store_close(desk.store);
}

static void dealing_keeps_its_promises_under_all_settings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        label_by(&ways[i], i);
    print_message("# %zu ballots\n", n_ballots);
    assert_true(n_ballots > BALLOTS_LEAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dealing_keeps_its_promises_under_all_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
