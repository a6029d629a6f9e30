/*
 * Computes which runs differ significantly by the first measure, as letters in the table of runs. All pairs are
 * compared at once, by Tukey's test, so that many runs do not make false findings likely.
 */
#include "cli/report/report.h"

#include "core/base/memory.h"
#include "core/metric/statistics/significance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL 0.05

enum { PERMUTATIONS = 10000 };

/* Returns the values of the questions for which all runs have scores: the test permutes them among the runs. */
static double *gather_common_values(const struct report *report, size_t *n)
{
    const size_t n_runs = report->scores.n_runs;
    double *common = memory_get_zeroed(report->n_hardest * n_runs + 1, sizeof *common);
    *n = 0;
    for (size_t i = 0; i < report->n_hardest; i++) {
        const double *values = report->values + report->hardest_first[i] * n_runs;
        size_t n_scored = 0;
        for (size_t run = 0; run < n_runs; run++)
            n_scored += isnan(values[run]) ? 0 : 1;
        if (n_scored == n_runs)
            memcpy(common + (*n)++ * n_runs, values, n_runs * sizeof *values);
    }
    return common;
}

static void assign_letters(struct report *report, const double *values, size_t n, const double *p)
{
    const size_t n_runs = report->scores.n_runs;
    double means[LETTERS_RUNS_MAX] = {0};
    for (size_t i = 0; i < n * n_runs; i++)
        means[i % n_runs] += values[i] / (double)n;
    report->letters = arena_get_array(&report->arena, n_runs, sizeof *report->letters);
    letters_assign(means, p, n_runs, LEVEL, report->letters);
}

static bool compare_runs(struct report *report, const double *values, size_t n, struct world *world,
                         struct err *err)
{
    const size_t n_runs = report->scores.n_runs;
    const struct significance_plan plan = {.permutations = PERMUTATIONS, .seed = 1};
    const struct workforce workforce = {.n_threads = world->n_processors, .interrupted = world->interrupted};
    double *p = memory_get(n_runs * n_runs * sizeof *p);
    bool done = significance_tukey(values, n, n_runs, &plan, &workforce, p);
    if (done)
        assign_letters(report, values, n, p);
    free(p);
    return done || err_set(err, ERR_INTERRUPTED, "stopped before all runs were compared");
}

/* Returns a reason why letters would mislead, whatever the values; NULL: none. */
static const char *find_objection(struct report *report)
{
    const struct scores *scores = &report->scores;
    if (scores->n_runs > LETTERS_RUNS_MAX)
        return arena_format(&report->arena, "there are more than %d runs", LETTERS_RUNS_MAX);
    if (!truth_has_relevant(&scores->truth))
        return "no document is relevant";
    for (size_t run = 0; run < scores->n_runs; run++) {
        if (scores_are_renamed(scores, run))
            return arena_format(&report->arena, "documents of %.*s were renamed",
                                BYTES_FORMAT(scores->runs[run].name));
    }
    return NULL;
}

bool report_make_letters(struct report *report, struct world *world, struct err *err)
{
    const size_t n_runs = report->scores.n_runs;
    size_t n;
    if (n_runs < 2)
        return true;
    report->letters_missing = find_objection(report);
    if (report->letters_missing != NULL)
        return true;
    double *values = gather_common_values(report, &n);
    bool done = true;
    if (n == 0)
        report->letters_missing = "no question is scored for all runs";
    else
        done = compare_runs(report, values, n, world, err);
    free(values);
    return done;
}

void report_add_letters_note(struct report *report)
{
    if (report->letters != NULL)
        page_add_note(
            &report->page,
            "letters: two runs without a common letter differ significantly in %s; two runs with a common "
            "letter do not. Significant means p below %g by Tukey's test, randomised (Carterette 2012); the "
            "letters follow Piepho (2004). The test covers all pairs at once, so it needs larger differences "
            "than a test of one pair. For a pair chosen beforehand, the interval of the difference or assay "
            "gate may decide even if both runs share a letter.",
            scores_measure_name(&report->scores, 0), LEVEL);
    if (report->letters_missing != NULL)
        page_add_note(&report->page, "Letters of significance are left out: %s.", report->letters_missing);
}
