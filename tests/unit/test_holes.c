/* Holes: unjudged documents among the first ones of a run. */
#include "tests/support/support.h"

#include "core/metric/holes.h"

#include <stdio.h>
#include <stdlib.h>

/* Twelve documents, a to l. Scores rise in that order, except that a, b and c share the lowest score. */
static void retrieve(struct run_question *question)
{
    static const char *const docids[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    for (size_t i = 0; i < sizeof docids / sizeof *docids; i++)
        run_question_add(question, bytes_of(docids[i]), i < 3 ? 1 : (double)i);
}

static void assert_holes(enum ties ties, const char *expected)
{
    struct run_question retrieved = {.qid = bytes_of("q")};
    struct qrels qrels = {0};
    struct holes holes = {0};
    retrieve(&retrieved);
    assert_true(qrels_add(&qrels, bytes_of("q"), bytes_of("l"), 1));
    assert_true(qrels_add(&qrels, bytes_of("q"), bytes_of("f"), 0));
    holes_set(&holes, &retrieved, &qrels.questions[0], ties, 2);
    assert_int_equal(holes.n_first, 10);
    assert_int_equal(holes.n, 8);
    assert_true(bytes_equal(holes.docids, bytes_of(expected)));
    holes_release(&holes);
    qrels_release(&qrels);
    free(retrieved.entries);
}

static void holes_are_ordered_by_score_and_ties_by_the_tie_rule(void **state)
{
    (void)state;
    assert_holes(TIES_DOCID_DESC, "k j i h g e d c ");
    assert_holes(TIES_DOCID_ASC, "k j i h g e d a ");
    assert_holes(TIES_INPUT, "k j i h g e d a ");
}

static void docids_are_returned_one_by_one(void **state)
{
    (void)state;
    struct bytes docids = bytes_of("d1 #2 ");
    struct bytes docid;
    assert_true(holes_next(&docids, &docid));
    assert_true(bytes_equal(docid, bytes_of("d1")));
    assert_true(holes_next(&docids, &docid));
    assert_true(bytes_equal(docid, bytes_of("#2")));
    assert_false(holes_next(&docids, &docid));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_are_ordered_by_score_and_ties_by_the_tie_rule),
        cmocka_unit_test(docids_are_returned_one_by_one),
    };
    return cmocka_run_group_tests_name("holes", tests, NULL, NULL);
}
