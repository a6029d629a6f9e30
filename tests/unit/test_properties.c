/* Properties that every measure must have on any input, checked on random runs and qrels. */
#include "core/metric/measures/measure_name.h"
#include "tests/support/support.h"
#include "tests/support/evaluation.h"

#include "core/base/random.h"
#include "core/metric/statistics/comparison.h"
#include "core/metric/evaluation.h"

enum {
    ROUNDS = 60,
    N_QUESTIONS = 5,
    N_DOCUMENTS = 40, /* that a question can have, judged or retrieved */
    CUTOFF = 5,
    LINES_MAX = N_QUESTIONS * (N_DOCUMENTS + CUTOFF),
};

/* Measures that are defined for any grades. If they have a cutoff, it is CUTOFF. */
static const char unit_measures[] =
    "nDCG,nDCG@5,nDCG(dcg='exp-log2')@5,nDCG(gains={1:3,2:1})@5,RR,RR@5,Success@5,P@5,P(rel=2)@5,R@5,F1,F1@5,"
    "AP,"
    "AP(rel=2)@5,Rprec,ERR,ERR@5,RBP,RBP(p=0.99,rel=2)@5,Bpref,Bpref(rel=2),infAP,IPrec@0,IPrec@0.5,SetP,"
    "SetR,SetF,"
    "SetAP,Judged,Judged@5,Compat,Compat(p=0.5),AP(judged_only=True),nDCG(judged_only=True)@5";

/* Measures that depend only on the first CUTOFF ranks. */
static const char cut_measures[] =
    "nDCG@5,DCG@5,nDCG(dcg='exp-log2')@5,RR@5,Success@5,P@5,P(rel=2)@5,R@5,F1@5,AP@5,"
    "ERR@5,RBP@5,Judged@5";

struct line {
    size_t question;
    struct bytes docid;
    double number;
};

struct lines {
    struct line at[LINES_MAX];
    size_t count;
};

/* A random case, as the lines of two files. */
struct sample {
    struct arena arena;
    struct random_source random;
    struct lines judged;
    struct lines retrieved;
};

static struct bytes qid_of(size_t question)
{
    static const char *const qids[N_QUESTIONS] = {"1", "2", "10", "q", "Q"};
    return bytes_of(qids[question]);
}

/* Draws scores from few values, so that there are ties, and grades from -1 to 4 in steps of 0.5. */
static void sample_open(struct sample *sample, uint64_t seed)
{
    *sample = (struct sample){.random = random_from(seed, 0)};
    for (size_t q = 0; q < N_QUESTIONS; q++) {
        for (size_t d = 0; d < N_DOCUMENTS; d++) {
            struct bytes docid = bytes_of(arena_format(&sample->arena, "d%zu", d));
            double grade = (double)random_below(&sample->random, 11) / 2 - 1;
            double score = (double)random_below(&sample->random, 12) - 3;
            if (random_below(&sample->random, 3) == 0)
                sample->judged.at[sample->judged.count++] = (struct line){q, docid, grade};
            if (random_below(&sample->random, 2) == 0)
                sample->retrieved.at[sample->retrieved.count++] = (struct line){q, docid, score};
        }
    }
}

static void sample_close(struct sample *sample)
{
    arena_release(&sample->arena);
}

static void shuffle(struct lines *lines, struct random_source *random)
{
    for (size_t i = lines->count; i > 1; i--) {
        size_t j = (size_t)random_below(random, i);
        struct line kept = lines->at[i - 1];
        lines->at[i - 1] = lines->at[j];
        lines->at[j] = kept;
    }
}

/* The evaluation of a sample. Release it with scored_release. */
struct scored {
    struct qrels qrels;
    struct run run;
    struct measure_list measures;
    struct evaluation evaluation;
};

static void score(struct scored *scored, const struct sample *sample, const char *measures, enum ties ties)
{
    struct err err = {0};
    *scored = (struct scored){0};
    if (!measure_list_parse(bytes_of(measures), &scored->measures, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < sample->judged.count; i++) {
        const struct line *line = &sample->judged.at[i];
        assert_true(qrels_add(&scored->qrels, qid_of(line->question), line->docid, line->number));
    }
    for (size_t i = 0; i < sample->retrieved.count; i++) {
        const struct line *line = &sample->retrieved.at[i];
        run_add(&scored->run, qid_of(line->question), line->docid, line->number);
    }
    evaluation_make(&scored->evaluation, &scored->run, &scored->qrels, scored->measures.items,
                    scored->measures.count, ties, QUESTIONS_ALL);
}

static void scored_release(struct scored *scored)
{
    evaluation_release(&scored->evaluation);
    measure_list_release(&scored->measures);
    run_release(&scored->run);
    qrels_release(&scored->qrels);
}

/* Fails unless both have the same values. */
static void assert_same(const struct scored *a, const struct scored *b)
{
    assert_int_equal(a->evaluation.n_questions, b->evaluation.n_questions);
    for (size_t m = 0; m < a->measures.count; m++)
        assert_close(a->evaluation.means[m], b->evaluation.means[m], 0);
    for (size_t i = 0; i < a->evaluation.n_questions * a->measures.count; i++)
        assert_close(a->evaluation.values[i], b->evaluation.values[i], 0);
}

static void scores_are_in_0_to_1(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample sample;
        struct scored scored;
        sample_open(&sample, round);
        score(&scored, &sample, unit_measures, TIES_DOCID_DESC);
        for (size_t i = 0; i < scored.evaluation.n_questions * scored.measures.count; i++)
            assert_true(scored.evaluation.values[i] >= 0 && scored.evaluation.values[i] <= 1);
        scored_release(&scored);
        sample_close(&sample);
    }
}

/* Checks all measures under this tie rule. */
static void check_shuffled(enum ties ties)
{
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample sample;
        struct scored before;
        struct scored after;
        sample_open(&sample, round);
        score(&before, &sample, unit_measures, ties);
        shuffle(&sample.judged, &sample.random);
        shuffle(&sample.retrieved, &sample.random);
        score(&after, &sample, unit_measures, ties);
        assert_same(&before, &after);
        scored_release(&before);
        scored_release(&after);
        sample_close(&sample);
    }
}

static void the_order_of_lines_changes_nothing_under_docid_desc(void **state)
{
    (void)state;
    check_shuffled(TIES_DOCID_DESC);
}

static void the_order_of_lines_changes_nothing_under_docid_asc(void **state)
{
    (void)state;
    check_shuffled(TIES_DOCID_ASC);
}

/* Here the run is the judged documents, scored by their grades. */
static void an_ideal_ranking_has_an_ndcg_of_1(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample sample;
        struct scored scored;
        sample_open(&sample, round);
        sample.retrieved = sample.judged;
        score(&scored, &sample, "nDCG,nDCG@5,nDCG(dcg='exp-log2')@10,Compat", TIES_DOCID_DESC);
        for (size_t i = 0; i < scored.evaluation.n_questions * scored.measures.count; i++) {
            /* 0 where a question happens to have no relevant document */
            double value = scored.evaluation.values[i];
            assert_true(value == 1 || value == 0);
        }
        assert_true(scored.evaluation.means[0] > 0.5);
        scored_release(&scored);
        sample_close(&sample);
    }
}

/* Adds documents that score lower than all others, in each question. At least CUTOFF others are retrieved there. */
static void add_below(struct sample *sample)
{
    for (size_t q = 0; q < N_QUESTIONS; q++) {
        for (size_t i = 0; i < CUTOFF; i++) {
            struct bytes docid = bytes_of(arena_format(&sample->arena, "below%zu", i));
            assert_true(sample->retrieved.count < LINES_MAX);
            sample->retrieved.at[sample->retrieved.count++] = (struct line){q, docid, -100};
        }
    }
}

static void documents_below_the_cutoff_change_nothing(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample sample;
        struct scored before;
        struct scored after;
        sample_open(&sample, round);
        score(&before, &sample, cut_measures, TIES_DOCID_DESC);
        add_below(&sample);
        score(&after, &sample, cut_measures, TIES_DOCID_DESC);
        assert_same(&before, &after);
        scored_release(&before);
        scored_release(&after);
        sample_close(&sample);
    }
}

/* Scores are whole numbers from -3 to 8. One pass for each score is a sort that keeps the order of equal ones. */
static void assert_sorted(const struct ranking *ranking, const struct run_question *retrieved,
                          const struct qrels_question *truth)
{
    size_t hit = 0;
    size_t rank = 0;
    for (int score = 8; score >= -3; score--) {
        for (size_t i = 0; i < retrieved->n_entries; i++) {
            if (retrieved->entries[i].score != score)
                continue;
            rank++;
            const struct judgment *judgment = qrels_question_find(truth, retrieved->entries[i].docid);
            if (judgment == NULL)
                continue;
            assert_true(hit < ranking->n_hits);
            assert_int_equal(ranking->hits[hit].rank, rank);
            assert_close(ranking->hits[hit].grade, judgment->grade, 0);
            hit++;
        }
    }
    assert_int_equal(ranking->n_hits, hit);
    assert_int_equal(ranking->n_retrieved, rank);
}

static void ranks_match_those_of_a_sort(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample sample;
        struct scored scored;
        struct ranking ranking = {0};
        sample_open(&sample, round);
        score(&scored, &sample, "RR", TIES_INPUT);
        for (size_t q = 0; q < scored.qrels.n_questions; q++) {
            const struct qrels_question *truth = &scored.qrels.questions[q];
            ranking_set(&ranking, run_find(&scored.run, truth->qid), truth, TIES_INPUT);
            assert_sorted(&ranking, run_find(&scored.run, truth->qid), truth);
        }
        ranking_release(&ranking);
        scored_release(&scored);
        sample_close(&sample);
    }
}

static void regrading_a_ranking_with_its_own_grades_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample sample;
        struct scored scored;
        struct ranking ranking = {0};
        struct ranking anew = {0};
        struct judged_places places = {0};
        sample_open(&sample, round);
        score(&scored, &sample, "RR", TIES_INPUT);
        for (size_t q = 0; q < scored.qrels.n_questions; q++) {
            const struct qrels_question *truth = &scored.qrels.questions[q];
            double grades[N_DOCUMENTS];
            for (size_t i = 0; i < truth->n_judgments; i++)
                grades[i] = truth->judgments[i].grade;
            ranking_set(&ranking, run_find(&scored.run, truth->qid), truth, TIES_INPUT);
            judged_places_set(&places, &ranking);
            ranking_set_grades(&anew, &places, grades, truth->n_judgments);
            assert_int_equal(anew.n_retrieved, ranking.n_retrieved);
            assert_int_equal(anew.n_hits, ranking.n_hits);
            assert_int_equal(anew.n_condensed, ranking.n_condensed);
            for (size_t i = 0; i < ranking.n_hits; i++) {
                assert_int_equal(anew.hits[i].rank, ranking.hits[i].rank);
                assert_close(anew.hits[i].grade, ranking.hits[i].grade, 0);
            }
            for (size_t i = 0; i < ranking.n_condensed; i++)
                assert_close(anew.condensed[i].grade, ranking.condensed[i].grade, 0);
            assert_memory_equal(anew.grades, ranking.grades, truth->n_judgments * sizeof *grades);
        }
        judged_places_release(&places);
        ranking_release(&anew);
        ranking_release(&ranking);
        scored_release(&scored);
        sample_close(&sample);
    }
}

enum { N_MEASURES_MOST = 100 };

static bool never(void)
{
    return false;
}

static void a_run_compared_with_itself_differs_by_0(void **state)
{
    (void)state;
    const struct comparison_plan plan = {
        .significance = {.permutations = 100, .seed = 1},
        .workforce = {.n_threads = 1, .interrupted = never},
    };
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample sample;
        struct scored scored;
        struct comparison comparisons[N_MEASURES_MOST];
        sample_open(&sample, round);
        score(&scored, &sample, unit_measures, TIES_DOCID_DESC);
        const struct evaluation *evaluation = &scored.evaluation;
        assert_true(evaluation->n_measures <= N_MEASURES_MOST);
        assert_true(comparison_make(comparisons, evaluation->values, evaluation->values, NULL,
                                    evaluation->n_questions, evaluation->n_measures, &plan));
        for (size_t m = 0; m < evaluation->n_measures; m++) {
            assert_close(comparisons[m].difference.mean, 0, 0);
            assert_close(comparisons[m].p, 1, 0);
        }
        scored_release(&scored);
        sample_close(&sample);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_in_0_to_1),
        cmocka_unit_test(the_order_of_lines_changes_nothing_under_docid_desc),
        cmocka_unit_test(the_order_of_lines_changes_nothing_under_docid_asc),
        cmocka_unit_test(an_ideal_ranking_has_an_ndcg_of_1),
        cmocka_unit_test(documents_below_the_cutoff_change_nothing),
        cmocka_unit_test(ranks_match_those_of_a_sort),
        cmocka_unit_test(regrading_a_ranking_with_its_own_grades_changes_nothing),
        cmocka_unit_test(a_run_compared_with_itself_differs_by_0),
    };
    return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
