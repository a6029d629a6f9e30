#include "tests/support/support.h"

#include "core/judge/question_order.h"

#include <math.h>

enum { QUESTIONS = 120, STRATA = 3 };

/* Makes the questions q000, q001 … A half of them belongs to course 0, a third to course 1, and a sixth to course 2. */
static void make_questions(struct arena *arena, struct drawn_question *questions)
{
    static const size_t courses[] = {0, 1, 0, 2, 1, 0};
    for (size_t i = 0; i < QUESTIONS; i++)
        questions[i] =
            (struct drawn_question){.qid = bytes_of(arena_format(arena, "q%03zu", i)),
                                    .stratum = bytes_of(arena_format(arena, "course %zu", courses[i % 6]))};
}

static void forget_strata(struct drawn_question *questions)
{
    for (size_t i = 0; i < QUESTIONS; i++)
        questions[i].stratum = (struct bytes){0};
}

static void the_import_order_keeps_the_order_of_the_file(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct drawn_question questions[QUESTIONS];
    size_t order[QUESTIONS];
    make_questions(&arena, questions);
    question_order_draw(ORDER_IMPORT, 1, questions, QUESTIONS, order);
    for (size_t i = 0; i < QUESTIONS; i++)
        assert_int_equal(order[i], i);
    arena_release(&arena);
}

static void a_random_order_has_each_question_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct drawn_question questions[QUESTIONS];
    size_t order[QUESTIONS];
    bool is_there[QUESTIONS] = {false};
    make_questions(&arena, questions);
    question_order_draw(ORDER_RANDOM, 1, questions, QUESTIONS, order);
    for (size_t i = 0; i < QUESTIONS; i++) {
        assert_false(is_there[order[i]]);
        is_there[order[i]] = true;
    }
    arena_release(&arena);
}

/* Over all seeds, each question is first about equally often: chi squared with 119 degrees of freedom, p > 0.001. */
static void each_question_is_as_likely_at_the_first_place(void **state)
{
    (void)state;
    enum { SEEDS = 6000 };
    struct arena arena = {0};
    struct drawn_question questions[QUESTIONS];
    size_t order[QUESTIONS];
    for (int is_spread = 0; is_spread < 2; is_spread++) {
        size_t first[QUESTIONS] = {0};
        make_questions(&arena, questions);
        if (!is_spread)
            forget_strata(questions);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            question_order_draw(ORDER_RANDOM, seed, questions, QUESTIONS, order);
            first[order[0]]++;
        }
        double chi_squared = 0, expected = (double)SEEDS / QUESTIONS;
        for (size_t i = 0; i < QUESTIONS; i++)
            chi_squared += pow((double)first[i] - expected, 2) / expected;
        assert_true(chi_squared < 173.6);
    }
    arena_release(&arena);
}

/* This holds wherever labelling stops. */
static void each_beginning_has_its_share_of_each_stratum(void **state)
{
    (void)state;
    static const double shares[STRATA] = {1.0 / 2, 1.0 / 3, 1.0 / 6};
    struct arena arena = {0};
    struct drawn_question questions[QUESTIONS];
    size_t order[QUESTIONS];
    make_questions(&arena, questions);
    for (uint64_t seed = 1; seed <= 50; seed++) {
        size_t counts[STRATA] = {0};
        question_order_draw(ORDER_RANDOM, seed, questions, QUESTIONS, order);
        for (size_t i = 0; i < QUESTIONS; i++) {
            struct bytes course = questions[order[i]].stratum;
            counts[course.data[course.size - 1] - '0']++;
            for (size_t s = 0; s < STRATA; s++)
                assert_true(fabs((double)counts[s] - shares[s] * (double)(i + 1)) <= 1.5);
        }
    }
    arena_release(&arena);
}

static void later_questions_are_drawn_between_the_earlier_ones(void **state)
{
    (void)state;
    enum { BEFORE = 80 };
    struct arena arena = {0};
    struct drawn_question questions[QUESTIONS];
    size_t before[BEFORE], after[QUESTIONS], n = 0;
    make_questions(&arena, questions);
    forget_strata(questions);
    question_order_draw(ORDER_RANDOM, 7, questions, BEFORE, before);
    question_order_draw(ORDER_RANDOM, 7, questions, QUESTIONS, after);
    for (size_t i = 0; i < QUESTIONS; i++) {
        if (after[i] < BEFORE)
            assert_int_equal(after[i], before[n++]);
    }
    assert_int_equal(n, BEFORE);
    size_t new_ones = 0;
    for (size_t i = 0; i < BEFORE; i++)
        new_ones += after[i] >= BEFORE;
    assert_in_range(new_ones, 15, 38); /* 26.7 of 80 are expected; within four deviations */
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_import_order_keeps_the_order_of_the_file),
        cmocka_unit_test(a_random_order_has_each_question_once),
        cmocka_unit_test(each_question_is_as_likely_at_the_first_place),
        cmocka_unit_test(each_beginning_has_its_share_of_each_stratum),
        cmocka_unit_test(later_questions_are_drawn_between_the_earlier_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
