/* Rank-biased overlap: values worked out by hand from the formula, and edge cases. */
#include "tests/support/support.h"

#include "core/metric/rank_overlap.h"

#include <string.h>

/* Adds a ranking of documents whose names are one letter each. */
static void add_ranking(struct ranked_run *out, const char *letters)
{
    struct run run = {0};
    for (size_t i = 0; letters[i] != '\0'; i++)
        run_add(&run, bytes_of("q"), (struct bytes){.data = &letters[i], .size = 1}, -(double)i);
    if (run.n_questions > 0)
        assert_true(ranked_run_add(out, &run.questions[0], TIES_DOCID_DESC));
    run_release(&run);
}

static void assert_overlap(const char *a, const char *b, double p, double expected)
{
    struct ranked_run runs[2] = {{.n_questions = 0}, {.n_questions = 0}};
    add_ranking(&runs[0], a);
    add_ranking(&runs[1], b);
    const struct ranked_question of_a = ranked_run_find(&runs[0], bytes_of("q"));
    const struct ranked_question of_b = ranked_run_find(&runs[1], bytes_of("q"));
    assert_close(rank_biased_overlap(of_a, of_b, p), expected, 1e-15);
    assert_close(rank_biased_overlap(of_b, of_a, p), expected, 1e-15);
    ranked_run_release(&runs[0]);
    ranked_run_release(&runs[1]);
}

static void the_same_ranking_is_1_and_one_without_a_shared_document_0(void **state)
{
    (void)state;
    assert_overlap("a", "a", 0.9, 1);
    assert_overlap("abcdefgh", "abcdefgh", 0.9, 1);
    assert_overlap("abcdefgh", "abcdefgh", 0.1, 1);
    assert_overlap("abcd", "wxyz", 0.9, 0);
    assert_overlap("", "wxyz", 0.9, 0);
}

/* The agreements are 1, 1/2 and 1, which gives 0.5 + 0.25 / 2 + 0.125. Below, the agreement stays 1: 0.125 more. */
static void swapped_documents_count_by_their_depth(void **state)
{
    (void)state;
    assert_overlap("abc", "acb", 0.5, 0.875);
    assert_overlap("abc", "bac", 0.5, 0.5);
}

/* a | ba: the agreements are 0 and 1/2. Below the end of both, the half continues: 0.25 / 2 + 0.25 / 2. */
static void a_shorter_ranking_is_extrapolated(void **state)
{
    (void)state;
    assert_overlap("a", "ba", 0.5, 0.25);
    assert_overlap("a", "ab", 0.5, 1);
    assert_overlap("ab", "abcd", 0.8, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_ranking_is_1_and_one_without_a_shared_document_0),
        cmocka_unit_test(swapped_documents_count_by_their_depth),
        cmocka_unit_test(a_shorter_ranking_is_extrapolated),
    };
    return cmocka_run_group_tests_name("rank_overlap", tests, NULL, NULL);
}
