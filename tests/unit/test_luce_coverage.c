/*
 * How often intervals of Luce's model hold the truth, measured with simulated experts: a short form of
 * `make statistics-bench`.
 */
#include "tests/support/support.h"

#include "tests/support/experiment.h"

#include <math.h>

/*
 * Each question is looked at twice. The standard error of the share that holds the truth is then at most 0.006 over
 * questions, so that a share of 0.90, where 0.95 is promised, is found in 99 of 100 samples.
 */
static void assert_holds(const struct collection *collection, enum dealing dealing, enum expert expert,
                         bool is_drawn, double ties_within)
{
    static struct trial_run run;
    struct trial_coverage coverage = {0};
    for (size_t q = 0; q < collection->n_questions; q++) {
        trial_run_begin(&run, &collection->questions[q], expert, q);
        run.ties_within = ties_within;
        if (is_drawn)
            trial_run_draw_world(&run, q);
        for (size_t ballots = 10; ballots <= 40; ballots *= 4) {
            while (run.n_votes < ballots && trial_run_step(&run, dealing))
                ;
            trial_coverage_add(&coverage, &run, LABELLING_LUCE);
        }
    }
    assert_true(coverage.held >= 0.93 * coverage.n);
    assert_true(coverage.high_held >= 0.9 * coverage.high);
    assert_true(coverage.leaders_held >= 0.9 * coverage.leaders);
    /* The intervals are not too wide to be useful; a tie says less than a vote. */
    assert_true(coverage.width <= (ties_within > 0 ? 0.9 : 0.85) * coverage.n);
}

static int read_questions(void **state)
{
    static struct collection collection;
    struct arena arena = {0};
    struct err err = {0};
    const bool worked = collection_read(&collection, support_source(&arena, "sample-data"), 20, &err);
    arena_release(&arena);
    *state = &collection;
    return worked ? 0 : -1;
}

static int release_questions(void **state)
{
    collection_release(*state);
    return 0;
}

static void intervals_hold_the_truth_of_each_kind_of_expert(void **state)
{
    const struct collection *collection = *state;
    for (enum dealing dealing = DEALING_BALANCED; dealing <= DEALING_ADAPTIVE; dealing++) {
        for (enum expert expert = EXPERT_HARD; expert <= EXPERT_REAL; expert++)
            assert_holds(collection, dealing, expert, false, 0);
        assert_holds(collection, dealing, EXPERT_REAL, true, 0);
    }
}

/* The best two are tied whenever both are better than none. */
static void intervals_hold_the_truth_with_many_ties(void **state)
{
    const struct collection *collection = *state;
    for (enum dealing dealing = DEALING_BALANCED; dealing <= DEALING_ADAPTIVE; dealing++) {
        assert_holds(collection, dealing, EXPERT_REAL, true, INFINITY);
        assert_holds(collection, dealing, EXPERT_THREE, true, INFINITY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_the_truth_of_each_kind_of_expert),
        cmocka_unit_test(intervals_hold_the_truth_with_many_ties),
    };
    return cmocka_run_group_tests(tests, read_questions, release_questions);
}
