/* A simulated expert labels until assay knows which of two runs is better. */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/store.h"
#include "live/labelling.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <math.h>
#include <string.h>

enum { QUESTIONS = 30, POOL = 9, BALLOTS_MAX = 400 };

/* Returns how relevant a document is to a question. Both numbers start at 1. Three of nine documents are relevant, with
 * grades 1 to 3. */
static int grade_of(size_t question, size_t document)
{
    const size_t turn = (document + question * 5) % POOL;
    return turn < 3 ? (int)turn + 1 : 0;
}

/* Writes a run that ranks the best documents first, or last in the questions for which `is_worse` holds. */
static const char *put_run(struct arena *arena, const char *name, bool (*is_worse)(size_t question))
{
    struct buffer text = {0};
    for (size_t q = 1; q <= QUESTIONS; q++) {
        for (size_t i = 1; i <= POOL; i++) {
            const int grade = grade_of(q, i);
            buffer_add_format(&text, "q%02zu Q0 d%02zu 1 %d.%zu %s\n", q, i, is_worse(q) ? -grade : grade, i,
                              name);
        }
    }
    const char *path = support_file(arena, name, buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static bool never(size_t question)
{
    (void)question;
    return false;
}

static bool mostly(size_t question)
{
    return question % 4 != 0;
}

static bool half(size_t question)
{
    return question % 2 == 0;
}

static bool other_half(size_t question)
{
    return question % 2 == 1;
}

struct desk {
    struct arena arena;
    struct store *store;
    struct test_clock time;
    struct measure measure;
    struct labelling *labelling;
    struct random_source chance;
};

/* The clock, the measure and the other fields must not move, because the labelling holds pointers to them. */
static void sit_down_to(struct desk *desk, const char *measure, const char *database, bool (*first)(size_t),
                        bool (*second)(size_t))
{
    struct err err;
    *desk = (struct desk){.store = sample_store(database, QUESTIONS, POOL),
                          .time = {.now = 1000000, .step = 1000},
                          .chance = random_from(4, 2)};
    assert_true(measure_parse(bytes_of(measure), &desk->measure, &err));
    struct decider_options decider = {.paths = {put_run(&desk->arena, "first.run", first),
                                                put_run(&desk->arena, "second.run", second)},
                                      .measure = &desk->measure};
    struct labelling_options options = {.store = desk->store,
                                        .annotator = bytes_of("expert"),
                                        .seed = 7,
                                        .clock = test_clock_make(&desk->time),
                                        .decider = &decider};
    if (!labelling_open(&desk->labelling, &options, &err))
        fail_msg("%s", err.text);
}

static void sit_down(struct desk *desk, const char *database, bool (*first)(size_t), bool (*second)(size_t))
{
    sit_down_to(desk, "nDCG@5", database, first, second);
}

static void get_up(struct desk *desk)
{
    struct err err;
    assert_true(labelling_close(desk->labelling, &err));
    assert_int_equal(store_problems(desk->store), 0);
    store_close(desk->store);
    arena_release(&desk->arena);
}

static double probability(const struct desk *desk)
{
    return decider_decision(labelling_decider(desk->labelling))->probability;
}

static void act_on(struct desk *desk, struct act act)
{
    struct err err;
    struct outcome outcome;
    if (!labelling_answer(desk->labelling, &act, &outcome, &err))
        fail_msg("%s", err.text);
}

/* Chooses the document with the highest grade, or none if no document is relevant. One answer in ten is random. */
static int choose(struct desk *desk, const struct ballot *ballot)
{
    int position = VOTE_NONE, best = 0;
    if (random_below(&desk->chance, 10) == 0)
        return (int)random_below(&desk->chance, ballot->n_slots + 1);
    for (size_t i = 0; i < ballot->n_slots; i++) {
        const char *docid = ballot->documents[i].docid.data, *qid = ballot->qid.data;
        const int grade = grade_of((size_t)(qid[1] - '0') * 10 + (size_t)(qid[2] - '0'),
                                   (size_t)(docid[1] - '0') * 10 + (size_t)(docid[2] - '0'));
        if (grade > best) {
            best = grade;
            position = (int)i + 1;
        }
    }
    return position;
}

/* Labels up to `most` ballots, and returns how many there were. */
static size_t label(struct desk *desk, size_t most)
{
    size_t n = 0;
    for (; n < most && labelling_ballot(desk->labelling) != NULL; n++) {
        const int position = choose(desk, labelling_ballot(desk->labelling));
        act_on(desk, (struct act){.kind = ACT_ANSWER, .answer = {.position = position}});
    }
    return n;
}

static void the_better_run_is_found_and_labelling_ends(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct desk desk;
    sit_down(&desk, "better.db", mostly, never);
    size_t ballots = label(&desk, BALLOTS_MAX);
    print_message(
        "# figure: of two runs that differ on three of four questions the better one is known after "
        "%zu ballots\n",
        ballots);
    assert_null(labelling_ballot(desk.labelling));
    assert_true(probability(&desk) >= DECISION_CONFIDENCE);
    assert_in_range(ballots, 10, 120); /* balanced dealing needs 270 ballots for these pools */
    decider_add_end(labelling_decider(desk.labelling), &text);
    assert_non_null(strstr(buffer_string(&text), "second is better than first in nDCG@5, with 9"));
    assert_non_null(decider_caution(labelling_decider(desk.labelling)));
    buffer_release(&text);
    get_up(&desk);
}

static void the_worse_run_is_found_as_well(void **state)
{
    (void)state;
    struct desk desk;
    sit_down(&desk, "worse.db", never, mostly);
    label(&desk, BALLOTS_MAX);
    assert_true(probability(&desk) <= 1 - DECISION_CONFIDENCE);
    get_up(&desk);
}

/* Most documents lose only to better ones. If they counted as relevant, both runs would have five relevant
 * documents. */
static void a_measure_that_counts_relevant_documents_can_decide_too(void **state)
{
    (void)state;
    struct desk desk;
    sit_down_to(&desk, "P@5", "counted.db", mostly, never);
    size_t ballots = label(&desk, BALLOTS_MAX);
    assert_true(probability(&desk) >= DECISION_CONFIDENCE);
    assert_in_range(ballots, 10, 64); /* 77 if barely relevant documents counted too */
    get_up(&desk);
}

/* Each run is better on half of the questions: labelling goes on, and assay claims nothing. */
static void no_winner_is_claimed_between_equally_good_runs(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct desk desk;
    sit_down(&desk, "even.db", half, other_half);
    label(&desk, 80);
    assert_true(probability(&desk) > .05 && probability(&desk) < .95);
    decider_add_end(labelling_decider(desk.labelling), &text);
    assert_non_null(strstr(buffer_string(&text), "is too small to tell which run is better"));
    assert_null(decider_caution(labelling_decider(desk.labelling)));
    buffer_release(&text);
    get_up(&desk);
}

static void runs_that_are_equal_need_no_ballot(void **state)
{
    (void)state;
    struct desk desk;
    sit_down(&desk, "equal.db", never, never);
    assert_null(labelling_ballot(desk.labelling));
    assert_close(probability(&desk), 0.5, 1e-12);
    get_up(&desk);
}

/* The runs are equal on every fourth question, so an answer there gives no information. */
static void questions_on_which_the_runs_agree_are_not_asked(void **state)
{
    (void)state;
    struct desk desk;
    sit_down(&desk, "agree.db", mostly, never);
    for (size_t i = 0; i < 40 && labelling_ballot(desk.labelling) != NULL; i++) {
        assert_int_not_equal(labelling_ballot(desk.labelling)->question_id % 4, 0);
        label(&desk, 1);
    }
    get_up(&desk);
}

static void an_undone_answer_no_longer_counts(void **state)
{
    (void)state;
    struct desk desk;
    sit_down(&desk, "undo.db", mostly, never);
    label(&desk, 5);
    double before = probability(&desk);
    label(&desk, 1);
    assert_true(fabs(probability(&desk) - before) > 1e-6);
    act_on(&desk, (struct act){.kind = ACT_UNDO});
    assert_close(probability(&desk), before, 1e-12);
    get_up(&desk);
}

static void votes_of_other_annotators_count_as_well(void **state)
{
    (void)state;
    struct err err;
    struct store *store = NULL;
    struct desk desk;
    sit_down(&desk, "others.db", mostly, never);
    label(&desk, 5);
    const double before = probability(&desk);
    assert_true(store_open(&store, sample_address(&desk.arena, desk.store), STORE_EXISTING, &err));
    struct session *other = sample_session(store, "bob", 1, &desk.time);
    for (size_t i = 0; i < 6; i++)
        assert_true(session_answer(other, &(struct answer){.position = 1, .elapsed_ms = 5}, &err));
    assert_true(labelling_follow(desk.labelling, &err));
    assert_true(fabs(probability(&desk) - before) > 1e-6);
    assert_true(session_close(other, &err));
    store_close(store);
    get_up(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_run_is_found_and_labelling_ends),
        cmocka_unit_test(the_worse_run_is_found_as_well),
        cmocka_unit_test(a_measure_that_counts_relevant_documents_can_decide_too),
        cmocka_unit_test(no_winner_is_claimed_between_equally_good_runs),
        cmocka_unit_test(runs_that_are_equal_need_no_ballot),
        cmocka_unit_test(questions_on_which_the_runs_agree_are_not_asked),
        cmocka_unit_test(an_undone_answer_no_longer_counts),
        cmocka_unit_test(votes_of_other_annotators_count_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
