/*
 * Expected values over ties: they must be the mean over all orders of the tied documents, each of which is scored
 * without ties.
 */
#include "tests/support/support.h"
#include "tests/support/evaluation.h"

#include "core/metric/evaluation.h"
#include "core/metric/measures/measure_name.h"

#include <string.h>

enum { DOCUMENTS = 8, MEASURES_MOST = 16 };

static const char *const docids[DOCUMENTS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
static const double scores[DOCUMENTS] = {9, 5, 5, 5, 5, 3, 3, 1};
/* In the first group of ties, two documents are relevant with different grades, one is not relevant, and one is
 * unjudged. */
static const double grades[DOCUMENTS] = {-9, 2, 1, 0, -9, 3, -9, 1};

static void add_labels(struct qrels *qrels)
{
    for (size_t i = 0; i < DOCUMENTS; i++) {
        if (grades[i] > -9)
            assert_true(qrels_add(qrels, bytes_of("q"), bytes_of(docids[i]), grades[i]));
    }
    assert_true(qrels_add(qrels, bytes_of("q"), bytes_of("missed"), 2));
}

static void evaluate(const double own_scores[DOCUMENTS], const struct measure_list *measures, enum ties ties,
                     double *values)
{
    struct qrels qrels = {0};
    struct run run = {0};
    struct evaluation evaluation;
    add_labels(&qrels);
    for (size_t i = 0; i < DOCUMENTS; i++)
        run_add(&run, bytes_of("q"), bytes_of(docids[i]), own_scores[i]);
    evaluation_make(&evaluation, &run, &qrels, measures->items, measures->count, ties, QUESTIONS_ALL);
    memcpy(values, evaluation.values, measures->count * sizeof *values);
    evaluation_release(&evaluation);
    run_release(&run);
    qrels_release(&qrels);
}

/* The sums over all orders of four documents and of two, and the number of these orders. */
struct orders {
    const struct measure_list *measures;
    double sums[MEASURES_MOST];
    size_t n;
};

static void add_order(struct orders *orders, const size_t four[4], bool two_turned)
{
    double own[DOCUMENTS], values[MEASURES_MOST];
    memcpy(own, scores, sizeof own);
    for (size_t i = 0; i < 4; i++)
        own[1 + i] += 0.1 * (double)four[i];
    own[two_turned ? 5 : 6] += 0.1;
    evaluate(own, orders->measures, TIES_DOCID_DESC, values);
    for (size_t m = 0; m < orders->measures->count; m++)
        orders->sums[m] += values[m];
    orders->n++;
}

static bool is_order(const size_t four[4])
{
    unsigned seen = 0;
    for (size_t i = 0; i < 4; i++)
        seen |= 1U << four[i];
    return seen == 0xf;
}

static void the_mean_over_all_orders(void **state)
{
    (void)state;
    struct measure_list measures = {0};
    struct orders orders = {.measures = &measures};
    struct err err = {0};
    double values[MEASURES_MOST];
    assert_true(
        measure_list_parse(bytes_of("nDCG,nDCG@3,nDCG@7,DCG@2,nDCG(dcg='exp-log2')@5,P@1,P@3,R@3,R@6,RelP@3,"
                                    "RBP(p=0.9,rel=1),Rprec,Judged@3,NumRelRet"),
                           &measures, &err));
    for (size_t code = 0; code < 256; code++) {
        const size_t four[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if (!is_order(four))
            continue;
        add_order(&orders, four, false);
        add_order(&orders, four, true);
    }
    assert_int_equal(orders.n, 48);
    evaluate(scores, &measures, TIES_AVERAGE, values);
    for (size_t m = 0; m < measures.count; m++)
        assert_close(values[m], orders.sums[m] / (double)orders.n, 1e-12);
    measure_list_release(&measures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_over_all_orders),
    };
    return cmocka_run_group_tests_name("tied_ranking", tests, NULL, NULL);
}
