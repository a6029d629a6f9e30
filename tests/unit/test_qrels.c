/* The truth: with any number of documents in a question, each document is judged once and can be found. */
#include "tests/support/support.h"

#include "core/metric/qrels.h"

enum { DOCUMENTS = 100 };

static struct bytes docid_of(struct arena *arena, size_t number)
{
    return bytes_of(arena_format(arena, "d%zu", number));
}

/* Requires that exactly the documents with numbers below `n` are judged, each with its number as grade. */
static void assert_judged(const struct qrels *qrels, size_t n, struct arena *arena)
{
    const struct qrels_question *question = qrels_find(qrels, bytes_of("q"));
    assert_int_equal(question->n_judgments, n);
    for (size_t i = 0; i < DOCUMENTS; i++) {
        const struct bytes docid = docid_of(arena, i);
        const struct judgment *judgment = qrels_question_find(question, docid);
        assert_int_equal(judgment != NULL, i < n);
        if (judgment == NULL)
            continue;
        assert_true(bytes_equal(judgment->docid, docid));
        assert_true(judgment->grade == (double)i);
        assert_true(qrels_question_hash(question, i) == bytes_hash(docid));
    }
}

static void every_judged_document_is_found_among_few_or_many(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct qrels qrels = {0};
    for (size_t i = 0; i < DOCUMENTS; i++) {
        assert_true(qrels_add(&qrels, bytes_of("q"), docid_of(&arena, i), (double)i));
        assert_judged(&qrels, i + 1, &arena);
    }
    qrels_release(&qrels);
    arena_release(&arena);
}

static void a_document_is_judged_only_once_among_few_or_many(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct qrels qrels = {0};
    for (size_t i = 0; i < DOCUMENTS; i++) {
        assert_true(qrels_add(&qrels, bytes_of("q"), docid_of(&arena, i), (double)i));
        assert_false(qrels_add(&qrels, bytes_of("q"), docid_of(&arena, i / 2), 7));
        assert_judged(&qrels, i + 1, &arena);
    }
    qrels_release(&qrels);
    arena_release(&arena);
}

static void judgments_can_be_added_after_a_fit(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct qrels qrels = {0};
    for (size_t i = 0; i < DOCUMENTS; i++) {
        assert_true(qrels_add(&qrels, bytes_of("q"), docid_of(&arena, i), (double)i));
        qrels_fit(&qrels);
        assert_judged(&qrels, i + 1, &arena);
    }
    qrels_release(&qrels);
    arena_release(&arena);
}

static void a_question_releases_spare_memory_when_the_next_one_begins(void **state)
{
    (void)state;
    struct qrels qrels = {0};
    assert_true(qrels_add(&qrels, bytes_of("q1"), bytes_of("a"), 1));
    assert_true(qrels_add(&qrels, bytes_of("q1"), bytes_of("b"), 2));
    assert_true(qrels_add(&qrels, bytes_of("q2"), bytes_of("a"), 1));
    assert_int_equal(qrels.questions[0].capacity, 2);
    qrels_release(&qrels);
}

static void a_question_can_continue_after_other_questions(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct qrels qrels = {0};
    for (size_t i = 0; i < DOCUMENTS; i++) {
        assert_true(qrels_add(&qrels, bytes_of("q"), docid_of(&arena, i), (double)i));
        assert_true(qrels_add(&qrels, docid_of(&arena, i), bytes_of("other"), 1));
    }
    assert_judged(&qrels, DOCUMENTS, &arena);
    qrels_release(&qrels);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_judged_document_is_found_among_few_or_many),
        cmocka_unit_test(a_document_is_judged_only_once_among_few_or_many),
        cmocka_unit_test(judgments_can_be_added_after_a_fit),
        cmocka_unit_test(a_question_releases_spare_memory_when_the_next_one_begins),
        cmocka_unit_test(a_question_can_continue_after_other_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
