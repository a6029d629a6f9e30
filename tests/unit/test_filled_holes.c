/* The scores of two runs if unjudged documents were relevant, computed by hand. */
#include "tests/support/support.h"

#include "core/base/memory.h"
#include "core/metric/evaluation.h"
#include "core/metric/filled_holes.h"
#include "core/metric/measures/measure_name.h"

#include <stdlib.h>

/* A question with one relevant document, d1, and an irrelevant one, d2. The other documents are unjudged. */
struct game {
    struct qrels qrels;
    struct run runs[2];
    struct holes holes[2];
    struct judged_places places[2];
};

static void retrieve(struct game *game, size_t run, const char *const *docids, size_t n)
{
    struct evaluator evaluator;
    struct measure measure;
    struct err err;
    assert_true(measure_parse(bytes_of("RR"), &measure, &err));
    for (size_t i = 0; i < n; i++)
        run_add(&game->runs[run], bytes_of("q"), bytes_of(docids[i]), (double)(n - i));
    evaluator_open(&evaluator, &game->qrels, &measure, 1, TIES_DOCID_DESC);
    evaluator.holes = &game->holes[run];
    evaluator.places = &game->places[run];
    evaluator_score_run(&evaluator, &game->runs[run]);
    evaluator_close(&evaluator);
}

/* x and y are holes of the first run, y and z are holes of the second. */
static int set_up(void **state)
{
    struct game *game = memory_get_zeroed(1, sizeof *game);
    assert_true(qrels_add(&game->qrels, bytes_of("q"), bytes_of("d1"), 1));
    assert_true(qrels_add(&game->qrels, bytes_of("q"), bytes_of("d2"), 0));
    retrieve(game, 0, (const char *const[]){"x", "d1", "y", "d2"}, 4);
    retrieve(game, 1, (const char *const[]){"d2", "y", "d1", "z"}, 4);
    *state = game;
    return 0;
}

static int tear_down(void **state)
{
    struct game *game = *state;
    qrels_release(&game->qrels);
    for (size_t run = 0; run < 2; run++) {
        run_release(&game->runs[run]);
        holes_release(&game->holes[run]);
        judged_places_release(&game->places[run]);
    }
    free(game);
    return 0;
}

static void assert_values(struct game *game, const char *name, enum filling filling, double first,
                          double second)
{
    const struct two_rankings question = {
        .truth = &game->qrels.questions[0],
        .holes = {&game->holes[0], &game->holes[1]},
        .places = {&game->places[0], &game->places[1]},
    };
    struct measure measure;
    struct err err;
    struct ranking ranking = {0};
    double values[2];
    assert_true(measure_parse(bytes_of(name), &measure, &err));
    filled_holes_score(&question, filling, 1, &measure, &ranking, values);
    assert_close(values[0], first, 1e-12);
    assert_close(values[1], second, 1e-12);
    ranking_release(&ranking);
}

/* x, y and z are relevant in addition to d1: at ranks 1, 2, 3 of the first run, and at 2, 3, 4 of the second. */
static void the_holes_of_both_are_relevant(void **state)
{
    assert_values(*state, "RR", FILL_BOTH, 1, 0.5);
    assert_values(*state, "P@4", FILL_BOTH, 0.75, 0.75);
    assert_values(*state, "R@4", FILL_BOTH, 3.0 / 4, 3.0 / 4);
    assert_values(*state, "AP", FILL_BOTH, 3.0 / 4, (1.0 / 2 + 2.0 / 3 + 3.0 / 4) / 4);
}

/* Only x becomes relevant, because y is also a hole of the second run. */
static void only_holes_that_the_first_run_alone_has_are_relevant(void **state)
{
    assert_values(*state, "RR", FILL_FIRST, 1, 1.0 / 3);
    assert_values(*state, "R@4", FILL_FIRST, 1, 0.5);
}

/* Only z becomes relevant. */
static void only_holes_that_the_second_run_alone_has_are_relevant(void **state)
{
    assert_values(*state, "RR", FILL_SECOND, 0.5, 1.0 / 3);
    assert_values(*state, "AP", FILL_SECOND, (1.0 / 2) / 2, (1.0 / 3 + 2.0 / 4) / 2);
}

#define game_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        game_test(the_holes_of_both_are_relevant),
        game_test(only_holes_that_the_first_run_alone_has_are_relevant),
        game_test(only_holes_that_the_second_run_alone_has_are_relevant),
    };
    return cmocka_run_group_tests_name("filled holes", tests, NULL, NULL);
}
