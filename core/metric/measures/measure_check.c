/*
 * A grade is wrong for a measure if it is too high for the formula, or if it is not whole and the formula needs
 * levels. Both follow from the parameters that the measure takes, so a new row of the table is checked without a
 * change here.
 */
#include "core/metric/measures/measure_check.h"

#include "core/metric/measures/measure_name.h"
#include "core/metric/measures/preference_groups.h"

#include <math.h>

/* Returns the highest grade for which the measure is defined. */
static double highest_grade(const struct measure *measure)
{
    if ((measure->row->parameters & PARAMETER_MAX_REL) != 0)
        return measure->max_rel;
    if ((measure->row->parameters & PARAMETER_DCG) != 0)
        return measure->exponential ? MEASURE_EXPONENT_MAX : 1e300; /* a sum of gains stays finite */
    return INFINITY;
}

/*
 * Powers of two and gains by grade need levels of relevance, not shares of it. A position between min_rel and
 * max_rel may be any number.
 */
static bool needs_whole_grades(const struct measure *measure)
{
    const unsigned limits = measure->row->parameters & (PARAMETER_MAX_REL | PARAMETER_MIN_REL);
    return limits == PARAMETER_MAX_REL || measure->exponential || measure->n_gains > 0;
}

static bool has_gain(const struct measure *measure, double grade)
{
    for (size_t i = 0; i < measure->n_gains; i++) {
        if (measure->gains[i].grade == grade)
            return true;
    }
    return false;
}

static bool fail_grade(const struct measure *measure, double grade, struct err *err)
{
    const bool has_limit = (measure->row->parameters & PARAMETER_MAX_REL) != 0;
    struct buffer name = {0};
    measure_add_name(measure, &name);
    if (grade > highest_grade(measure))
        err_set(err, ERR_INPUT, "%s is defined for grades up to %g, not %g%s", buffer_string(&name),
                highest_grade(measure), grade, has_limit ? "; name the highest grade with max_rel=" : "");
    else
        err_set(err, ERR_INPUT, "%s is defined for whole grades, not %g; nDCG@10 takes any grade",
                buffer_string(&name), grade);
    buffer_release(&name);
    return false;
}

/* By enum measure_truth: what is needed besides grades, and where it is. */
static const struct {
    const char *name;
    const char *home;
} truths[] = {
    [TRUTH_SUBTOPICS] = {"subtopics", "the second column of TREC qrels"},
    [TRUTH_PREFERENCES] = {"preferences",
                           "votes, trec_eval's preferences, or the second column of TREC qrels"},
};

static bool fail_truth(const struct measure *measure, struct err *err)
{
    struct buffer name = {0};
    measure_add_name(measure, &name);
    err_set(err, ERR_INPUT, "%s is a measure of %s, which are in %s; this file has none",
            buffer_string(&name), truths[measure->row->truth].name, truths[measure->row->truth].home);
    buffer_release(&name);
    return false;
}

bool measures_check_texts(const struct measure_list *measures, enum texts texts, struct err *err)
{
    for (size_t i = 0; i < measures->count; i++) {
        const struct measure_row *row = measures->items[i].row;
        if (row->range == RANGE_TEXT && texts < (row->is_of_run ? TEXTS_OF_RUN : TEXTS_ALL))
            return err_set(err, ERR_USAGE, "%s is a text for each %s prints it", row->name,
                           row->is_of_run ? "run; assay eval" : "question; assay eval --per-question");
    }
    return true;
}

bool measures_check_live(const struct measure_list *measures, struct err *err)
{
    for (size_t i = 0; i < measures->count; i++) {
        const struct measure_row *row = measures->items[i].row;
        if (row->truth != TRUTH_GRADES)
            return err_set(err, ERR_USAGE,
                           "%s is a measure of %s; live scores can only have measures of grades", row->name,
                           truths[row->truth].name);
    }
    return measures_check_texts(measures, TEXTS_NONE, err);
}

enum measure_truth measures_truth(const struct measure_list *measures)
{
    enum measure_truth truth = TRUTH_GRADES;
    for (size_t i = 0; i < measures->count; i++) {
        const enum measure_truth own = measures->items[i].row->truth;
        if (truth == TRUTH_GRADES || own == TRUTH_SUBTOPICS)
            truth = own;
    }
    return truth;
}

static bool has_truth(const struct measure *measure, const struct qrels *qrels)
{
    return measure->row->truth == TRUTH_GRADES || qrels->n_questions == 0 ||
           qrels->questions[0].groups != NULL;
}

static bool check_grades(const struct measure *measure, const struct qrels_question *question,
                         struct err *err)
{
    const double highest = highest_grade(measure);
    const bool needs_whole = needs_whole_grades(measure);
    for (size_t i = 0; i < question->n_judgments; i++) {
        const double grade = question->judgments[i].grade;
        bool is_defined =
            grade <= highest && (!needs_whole || grade == trunc(grade) || has_gain(measure, grade));
        if (!is_defined)
            return fail_grade(measure, grade, err) ||
                   err_context(err, "question %.*s, document %.*s", BYTES_FORMAT(question->qid),
                               BYTES_FORMAT(question->judgments[i].docid));
    }
    return true;
}

bool measure_check(const struct measure *measure, const struct qrels *qrels, struct err *err)
{
    if (!has_truth(measure, qrels))
        return fail_truth(measure, err);
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        if (!check_grades(measure, question, err) ||
            (measure->row->truth == TRUTH_PREFERENCES && !preference_groups_check(question, err)))
            return false;
    }
    return true;
}
