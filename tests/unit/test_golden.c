/*
 * The golden cases: each value that another tool printed for a run and its qrels must come out within 1e-9, under the
 * tie rule of its line.
 */
#include "core/metric/measures/measure_name.h"
#include "tests/support/support.h"
#include "tests/support/evaluation.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/metric/evaluation.h"
#include "import/files/file.h"
#include "import/grouped_qrels.h"
#include "import/qrels.h"
#include "import/runs/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 1e-9;

static struct bytes take_field(struct bytes *line)
{
    struct bytes field = {.data = line->data};
    while (field.size < line->size && line->data[field.size] != '\t')
        field.size++;
    size_t taken = field.size < line->size ? field.size + 1 : field.size;
    line->data += taken;
    line->size -= taken;
    return field;
}

struct expectation {
    struct bytes measure;
    enum ties ties;
    struct bytes qid;
    double value;
};

static struct expectation read_expectation(struct bytes line)
{
    struct expectation expected;
    size_t ties;
    expected.measure = take_field(&line);
    assert_true(words_find(&ties_words, take_field(&line), &ties));
    expected.ties = (enum ties)ties;
    expected.qid = take_field(&line);
    assert_true(number_parse_real(take_field(&line), &expected.value));
    return expected;
}

/* The expected values of a folder, and the precision of the scores that they are computed with. */
struct golden_values {
    const char *folder;
    const char *file;
    enum score_type scores;
};

/* One case, and its evaluations so far. A measure under a tie rule is computed once. */
struct golden_case {
    struct arena arena;
    struct qrels qrels;
    struct run run;
    struct file expected;
    struct map known; /* from measure and tie rule to the index in `evaluations` */
    struct evaluation *evaluations;
    size_t capacity;
};

/* The name of the folder says what kind of groups the qrels have, if any. */
static bool read_case(const char *name, const char *path, struct qrels *qrels, struct err *err)
{
    if (strstr(name, "subtopics") != NULL)
        return import_grouped_qrels(path, GROUPING_SUBTOPICS, qrels, err);
    if (strstr(name, "preferences") != NULL)
        return import_grouped_qrels(path, GROUPING_PREFERENCES, qrels, err);
    return import_qrels(path, qrels, NULL, err);
}

static void case_open(struct golden_case *golden, const struct golden_values *values)
{
    struct err err = {0};
    const char *folder = arena_format(&golden->arena, "tests/golden/%s", values->folder);
    folder = support_source(&golden->arena, folder);
    assert_true(read_case(values->folder, arena_format(&golden->arena, "%s/qrels.txt", folder),
                          &golden->qrels, &err));
    assert_true(import_run(arena_format(&golden->arena, "%s/run.txt", folder), NULL, &golden->run, &err));
    run_round(&golden->run, values->scores);
    assert_true(
        file_open(&golden->expected, arena_format(&golden->arena, "%s/%s", folder, values->file), &err));
}

static void case_close(struct golden_case *golden)
{
    for (size_t i = 0; i < golden->known.size; i++)
        evaluation_release(&golden->evaluations[i]);
    free(golden->evaluations);
    map_release(&golden->known);
    file_close(&golden->expected);
    run_release(&golden->run);
    qrels_release(&golden->qrels);
    arena_release(&golden->arena);
}

/* Requires that the text is a measure. Its printed name and its trec_eval name must both be read as the same
 * measure. */
static void check_round_trip(struct bytes text)
{
    struct measure measure;
    struct err err = {0};
    struct buffer names[3] = {0};
    assert_true(measure_parse(text, &measure, &err));
    measure_add_name(&measure, &names[0]);
    assert_true(measure_parse(buffer_bytes(&names[0]), &measure, &err));
    measure_add_trec_eval_name(&measure, &names[1]);
    assert_true(measure_parse(buffer_bytes(&names[1]), &measure, &err));
    measure_add_name(&measure, &names[2]);
    assert_string_equal(buffer_string(&names[0]), buffer_string(&names[2]));
    for (size_t i = 0; i < 3; i++)
        buffer_release(&names[i]);
}

static const struct evaluation *evaluate(struct golden_case *golden, const struct expectation *expected)
{
    const char *key = arena_format(&golden->arena, "%.*s under ties %d", BYTES_FORMAT(expected->measure),
                                   (int)expected->ties);
    bool is_new;
    int64_t index = map_put(&golden->known, bytes_of(key), &is_new);
    golden->evaluations =
        memory_grow(golden->evaluations, &golden->capacity, golden->known.size, sizeof *golden->evaluations);
    if (is_new) {
        struct measure measure;
        struct err err = {0};
        if (!measure_parse(expected->measure, &measure, &err))
            fail_msg("%s", err.text);
        evaluation_make(&golden->evaluations[index], &golden->run, &golden->qrels, &measure, 1,
                        expected->ties, QUESTIONS_ALL);
    }
    return &golden->evaluations[index];
}

static double value_of(const struct evaluation *evaluation, struct bytes qid)
{
    if (bytes_equal(qid, bytes_of("all")))
        return evaluation->means[0];
    for (size_t i = 0; i < evaluation->n_questions; i++) {
        if (bytes_equal(evaluation->questions[i]->qid, qid))
            return evaluation->values[i];
    }
    return NAN;
}

static void check_case(const struct golden_values *values)
{
    struct golden_case golden = {0};
    size_t wrong = 0;
    case_open(&golden, values);
    struct bytes rest = golden.expected.bytes;
    struct bytes line;
    assert_true(bytes_next_line(&rest, &line)); /* the header line */
    for (size_t number = 2; bytes_next_line(&rest, &line); number++) {
        struct expectation expected = read_expectation(line);
        check_round_trip(expected.measure);
        double value = value_of(evaluate(&golden, &expected), expected.qid);
        if (!(fabs(value - expected.value) <= tolerance)) {
            wrong++;
            print_error("%s/%s:%zu: %.*s, question %.*s: %.17g, not %.17g\n", values->folder, values->file,
                        number, BYTES_FORMAT(expected.measure), BYTES_FORMAT(expected.qid), value,
                        expected.value);
        }
    }
    case_close(&golden);
    assert_int_equal(wrong, 0);
}

static void agrees_with_the_tools(void **state)
{
    check_case(*state);
}

#define VALUES(name, folder, file, scores)                                                                   \
    {                                                                                                        \
        name, agrees_with_the_tools, NULL, NULL, &(struct golden_values)                                     \
        {                                                                                                    \
            folder, file, scores                                                                             \
        }                                                                                                    \
    }
#define GOLDEN(folder) VALUES(folder, folder, "expected.tsv", SCORE_FLOAT64)

int main(void)
{
    const struct CMUnitTest tests[] = {
        GOLDEN("01-ties-small"),
        GOLDEN("02-published-rr"),
        GOLDEN("03-published-ndcg"),
        GOLDEN("04-unjudged"),
        GOLDEN("05-negative-grades"),
        GOLDEN("06-missing-queries"),
        GOLDEN("07-zero-relevant"),
        GOLDEN("08-score-magnitudes"),
        GOLDEN("09-short-runs"),
        GOLDEN("10-long-docids"),
        GOLDEN("11-utf8-docids"),
        GOLDEN("12-layout"),
        GOLDEN("13-random-50x100"),
        GOLDEN("14-random-noties"),
        GOLDEN("15-msmarco-style"),
        GOLDEN("16-published-ndcg-Q0Q1"),
        GOLDEN("17-published-rr-Q0Q1"),
        GOLDEN("18-subtopics"),
        GOLDEN("19-preferences"),
        VALUES("08 as float32", "08-score-magnitudes", "float32.tsv", SCORE_FLOAT32),
    };
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
