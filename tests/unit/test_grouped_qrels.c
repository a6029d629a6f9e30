/* Qrels in groups: what is read, what is refused, and published values of measures of subtopics. */
#include "tests/support/reading.h"
#include "tests/support/evaluation.h"

#include "core/metric/evaluation.h"
#include "core/metric/measures/measure_check.h"
#include "import/grouped_qrels.h"

#include <string.h>

static const double four_digits = 1e-4; /* what the sources print */

static void read_groups(struct reading *reading, enum grouping grouping, const char *text)
{
    const char *path = support_file(&reading->arena, "test.qrels", bytes_of(text));
    if (!import_grouped_qrels(path, grouping, &reading->qrels, &reading->err))
        fail_msg("%s", reading->err.text);
}

static void assert_groups_refused(struct reading *reading, const char *text, const char *message)
{
    const char *path = support_file(&reading->arena, "wrong.qrels", bytes_of(text));
    assert_error(import_grouped_qrels(path, GROUPING_SUBTOPICS, &reading->qrels, &reading->err), reading->err,
                 ERR_INPUT, arena_format(&reading->arena, "%s%s", path, message));
}

static struct measure_list parse(const char *text)
{
    struct measure_list measures = {0};
    struct err err = {0};
    if (!measure_list_parse(bytes_of(text), &measures, &err))
        fail_msg("%s", err.text);
    return measures;
}

/* --- Reading -------------------------------------------------------------- */

static void the_second_column_is_a_group(void **state)
{
    struct reading *reading = *state;
    read_groups(reading, GROUPING_SUBTOPICS, "q one a 1\nq two a 2\n\nr\tx\tb\t0\r\nq one b 0\n");
    const struct qrels_question *question = qrels_find(&reading->qrels, bytes_of("q"));
    assert_int_equal(question->n_judgments, 2);
    assert_int_equal(question->groups->names.size, 2);
    struct grouped_judgments of = judgment_groups_of(question->groups, 0);
    assert_int_equal(of.n, 2);
    assert_close(of.items[0].grade, 1, 0);
    assert_close(of.items[1].grade, 2, 0);
    assert_int_equal(judgment_groups_of(question->groups, 1).n, 1);
}

static void the_grade_of_a_document_is_the_highest_of_its_groups(void **state)
{
    struct reading *reading = *state;
    read_groups(reading, GROUPING_SUBTOPICS, "q 1 a 0\nq 2 a 2\nq 3 a 1\n");
    assert_grade(reading, "q", "a", 2);
}

static void a_document_listed_twice_in_a_group_is_refused(void **state)
{
    assert_groups_refused(
        *state, "q 1 a 0\nq 2 a 2\nr 1 a 1\nq 1 a 0\n",
        ":4: document a is already under question q in line 1, for the same '1'; remove one of them");
}

static void qrels_without_a_subtopic_column_are_refused(void **state)
{
    assert_groups_refused(
        *state, "q a 1\n",
        ":1: no qrels with subtopics have lines like 'q a 1'; qrels with subtopics are read as "
        "diversity qrels (qid subtopic docid grade)");
}

static void the_error_for_a_duplicate_in_plain_qrels_mentions_subtopics(void **state)
{
    assert_qrels_refused(*state, "q 1 a 0\nq 2 a 2\n",
                         ":2: document a is already under question q in line 1; remove one of them; or, if "
                         "'2' is a subtopic, also ask for a measure of subtopics, such as StRecall@10");
    assert_qrels_refused(*state, "q 0 a 0\nq 0 a 2\n",
                         ":2: document a is already under question q in line 1; remove one of them");
}

/* --- Preferences ---------------------------------------------------------- */

static void preferences_have_subgroups(void **state)
{
    struct reading *reading = *state;
    read_groups(reading, GROUPING_PREFERENCES, "q u s a 3\nq u t a 2\nq u s b 1\nq v s b 2\nq v s a 1\n");
    const struct qrels_question *question = qrels_find(&reading->qrels, bytes_of("q"));
    assert_int_equal(question->n_judgments, 2);
    assert_int_equal(judgment_groups_of(question->groups, 0).n, 3);
}

static void qrels_are_preferences_of_one_subgroup_each(void **state)
{
    struct reading *reading = *state;
    read_groups(reading, GROUPING_PREFERENCES, "q 0 a 1\nq 0 b 0\n");
    assert_int_equal(qrels_find(&reading->qrels, bytes_of("q"))->groups->names.size, 1);
}

static void assert_preferences_refused(struct reading *reading, const char *text, const char *message)
{
    struct measure_list measures = parse("prefs_simp");
    read_groups(reading, GROUPING_PREFERENCES, text);
    assert_error(measure_check(&measures.items[0], &reading->qrels, &reading->err), reading->err, ERR_INPUT,
                 message);
    measure_list_release(&measures);
}

static void a_group_that_contradicts_itself_is_refused(void **state)
{
    assert_preferences_refused(
        *state, "q u 1 a 2\nq u 1 b 1\nq u 2 b 2\nq u 2 c 1\nq u 3 c 2\nq u 3 a 1\n",
        "question q: a group prefers a to b and also the other way round; make two groups of it");
}

static void too_many_documents_for_pairs_are_refused(void **state)
{
    struct buffer text = {0};
    for (int i = 0; i <= 5000; i++)
        buffer_add_format(&text, "q 0 d%d 1\n", i);
    assert_preferences_refused(*state, buffer_string(&text),
                               "question q: preferences can be counted among up to 5000 documents, not 5001");
    buffer_release(&text);
}

static void too_many_lines_with_subgroups_are_refused(void **state)
{
    struct buffer text = {0};
    for (int i = 0; i <= 500; i++)
        buffer_add_format(&text, "q u s%d d%d 1\n", i, i);
    assert_preferences_refused(*state, buffer_string(&text),
                               "question q: a group with subgroups can have up to 500 lines, not 501");
    buffer_release(&text);
}

/* --- Measures ------------------------------------------------------------- */

static void a_measure_of_subtopics_needs_them(void **state)
{
    struct reading *reading = *state;
    struct measure_list measures = parse("P@5,alpha_nDCG@10");
    assert_int_equal(measures_truth(&measures), TRUTH_SUBTOPICS);
    read_qrels(reading, "q 0 a 1\n");
    assert_error(measure_check(&measures.items[1], &reading->qrels, &reading->err), reading->err, ERR_INPUT,
                 "alpha_nDCG@10 is a measure of subtopics, which are in the second column of TREC qrels; "
                 "this file has none");
    assert_error(measures_check_live(&measures, &reading->err), reading->err, ERR_USAGE,
                 "alpha_nDCG is a measure of subtopics; live scores can only have measures of grades");
    measure_list_release(&measures);
}

struct published {
    const char *measure;
    double value;
};

static void assert_published(struct reading *reading, const char *qid, const struct published *published,
                             size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct measure_list measures = parse(published[i].measure);
        struct evaluation evaluation;
        evaluation_make(&evaluation, &reading->run, &reading->qrels, measures.items, 1, TIES_DOCID_DESC,
                        QUESTIONS_ALL);
        for (size_t q = 0; q < evaluation.n_questions; q++) {
            if (bytes_equal(evaluation.questions[q]->qid, bytes_of(qid)))
                assert_close(evaluation.values[q], published[i].value, four_digits);
        }
        evaluation_release(&evaluation);
        measure_list_release(&measures);
    }
}

/* The example in the tests of pyndeval 0.0.8, which wraps ndeval's own code. */
static void the_example_of_pyndeval_comes_out(void **state)
{
    static const struct published published[] = {
        {"ERR-IA@5", 0.3933},     {"ERR-IA@10", 0.3907},     {"ERR-IA@20", 0.3907},
        {"nERR-IA@5", 0.8297},    {"nERR-IA@10", 0.8297},    {"nERR-IA@20", 0.8297},
        {"alpha-DCG@5", 0.4052},  {"alpha-DCG@10", 0.3998},  {"alpha-DCG@20", 0.3997},
        {"alpha-nDCG@5", 0.7868}, {"alpha-nDCG@10", 0.7868}, {"alpha-nDCG@20", 0.7868},
        {"NRBP", 0.3906},         {"nNRBP", 0.8620},         {"MAP-IA", 0.5000},
        {"P-IA@5", 0.2000},       {"P-IA@10", 0.1000},       {"P-IA@20", 0.0500},
        {"strec@5", 0.6666},      {"strec@10", 0.6666},      {"strec@20", 0.6666},
    };
    struct reading *reading = *state;
    read_groups(reading, GROUPING_SUBTOPICS, "0 a A 1\n0 b B 1\n0 b D 1\n0 c C 1\n");
    read_run(reading, "0 Q0 A 1 9.3 r\n0 Q0 D 2 8.4 r\n0 Q0 E 3 8.1 r\n0 Q0 B 4 7.6 r\n");
    assert_published(reading, "0", published, sizeof published / sizeof *published);
}

/* The example in the tests of ir_measures 0.4.3. */
static void the_example_of_ir_measures_comes_out(void **state)
{
    struct reading *reading = *state;
    read_groups(reading, GROUPING_SUBTOPICS,
                "0 0 D0 0\n0 0 D1 1\n0 0 D2 1\n0 1 D2 1\n0 1 D3 2\n0 0 D4 0\n1 0 D0 1\n1 0 D3 2\n1 1 D5 2\n");
    read_run(reading, "0 0 D0 1 0.8 run\n0 0 D2 2 0.7 run\n0 0 D1 3 0.3 run\n0 0 D3 4 0.4 run\n"
                      "0 0 D4 5 0.1 run\n1 0 D1 1 0.8 run\n1 0 D3 2 0.7 run\n1 0 D4 3 0.3 run\n"
                      "1 0 D2 4 0.4 run\n");
    assert_published(reading, "0", &(struct published){"ERR_IA@20", 0.4659}, 1);
    assert_published(reading, "1", &(struct published){"ERR_IA@20", 0.1803}, 1);
}

/* With so many documents, an ideal ranking that examined all documents for each rank would take long. */
static void many_relevant_documents_are_no_hindrance(void **state)
{
    enum { N = 20000 };
    struct reading *reading = *state;
    struct buffer text = {0};
    struct published all_there = {"alpha_nDCG", 1};
    for (int i = 0; i < N; i++)
        buffer_add_format(&text, "q %d d%06d 1\n", i % 7, N - i);
    read_groups(reading, GROUPING_SUBTOPICS, buffer_string(&text));
    buffer_clear(&text);
    for (int i = 0; i < N; i++)
        buffer_add_format(&text, "q Q0 d%06d 1 %d r\n", N - i, N - i);
    read_run(reading, buffer_string(&text));
    assert_published(reading, "q", &all_there, 1);
    buffer_release(&text);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, reading_set_up, reading_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_second_column_is_a_group),
        TEST(the_grade_of_a_document_is_the_highest_of_its_groups),
        TEST(a_document_listed_twice_in_a_group_is_refused),
        TEST(qrels_without_a_subtopic_column_are_refused),
        TEST(the_error_for_a_duplicate_in_plain_qrels_mentions_subtopics),
        TEST(preferences_have_subgroups),
        TEST(qrels_are_preferences_of_one_subgroup_each),
        TEST(a_group_that_contradicts_itself_is_refused),
        TEST(too_many_documents_for_pairs_are_refused),
        TEST(too_many_lines_with_subgroups_are_refused),
        TEST(a_measure_of_subtopics_needs_them),
        TEST(the_example_of_pyndeval_comes_out),
        TEST(the_example_of_ir_measures_comes_out),
        TEST(many_relevant_documents_are_no_hindrance),
    };
    return cmocka_run_group_tests_name("grouped_qrels", tests, NULL, NULL);
}
