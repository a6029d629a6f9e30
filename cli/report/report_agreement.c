/*
 * The section of a report on agreement: of annotators on the ballots that both answered, and of all graders, including
 * models and sources of judgments, on the documents that both graded.
 */
#include "cli/report/report.h"

#include "cli/shared/rater_pairs.h"
#include "core/store/votes/annotators.h"
#include "core/store/upkeep/check.h"
#include "core/store/content/judgments.h"
#include "core/store/store.h"
#include "export/forms/chart.h"

#include <math.h>
#include <stdlib.h>

enum { PAIRS_MAX = 15 /* rows of a table: the pairs with most in common */ };

static const struct resampling resampling = {.rounds = RESAMPLING_ROUNDS, .seed = 1};

/* Two graders, by their indexes. */
struct report_pair {
    size_t a, b;
    size_t n; /* number of ballots or documents in common */
};

struct report_agreement {
    struct annotators_agreement annotators;
    struct graders graders;
};

/* --- Reading -------------------------------------------------------------- */

bool report_has_agreement(const struct report *report)
{
    return report->agreement != NULL && report->agreement->graders.n > 1;
}

/*
 * Reads the agreement. It needs at least one grader, and is left out for very many votes, where it would take longer
 * than the rest of the page.
 */
bool report_read_agreement(struct report *report, struct store *store, struct err *err)
{
    const struct status *status = &report->status;
    if (status->votes > REPORT_VOTES_MAX || status->n_annotators + status->n_sources == 0)
        return true;
    report->agreement = arena_get_array(&report->arena, 1, sizeof *report->agreement);
    if (!store_read_agreement(store, &report->arena, &report->agreement->annotators, err) ||
        !store_begin_reading(store, err))
        return false;
    bool done = graders_read(&report->agreement->graders, store, err);
    store_end_reading(store);
    return done;
}

void report_release_agreement(struct report *report)
{
    if (report->agreement != NULL)
        graders_release(&report->agreement->graders);
}

/* --- Pairs ---------------------------------------------------------------- */

static int compare_pairs(const void *left, const void *right)
{
    const struct report_pair *x = left, *y = right;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* Sorts pairs with most in common first. */
static void sort_pairs(struct report_pair *pairs, size_t n)
{
    if (n > 1)
        qsort(pairs, n, sizeof *pairs, compare_pairs);
}

/* Lists the annotators who answered the same ballots; in the arena. */
static struct report_pair *pair_annotators(struct report *report, size_t *n)
{
    const struct choice_index *shared = &report->agreement->annotators.shared;
    struct report_pair *pairs = NULL;
    *n = 0;
    for (size_t a = 0; a < shared->n_annotators; a++) {
        struct met_annotator *met;
        const size_t n_met = choice_index_list_met(shared, a, &report->arena, &met);
        for (size_t i = 0; i < n_met; i++)
            ARENA_PUSH(&report->arena, pairs, *n) =
                (struct report_pair){a, met[i].annotator, met[i].n_ballots};
    }
    sort_pairs(pairs, *n);
    return pairs;
}

/* Counts the documents that both graded. Rates are no grades and are left out. */
static size_t count_documents(const struct report_agreement *agreement, size_t a, size_t b)
{
    struct paired_judgments pairs;
    graders_pair(&agreement->graders, a, b, &pairs);
    const size_t n = pairs.n_grades <= PAIRED_GRADES_MAX ? pairs.n_judgments : 0;
    paired_judgments_release(&pairs);
    return n;
}

/* Lists the pairs who graded the same documents; in the arena. */
static struct report_pair *pair_graders(struct report *report, size_t *n)
{
    const size_t n_graders = report->agreement->graders.n;
    struct report_pair *pairs = NULL;
    *n = 0;
    for (size_t a = 0; a < n_graders; a++) {
        for (size_t b = a + 1; b < n_graders; b++) {
            const struct report_pair pair = {a, b, count_documents(report->agreement, a, b)};
            if (pair.n > 0)
                ARENA_PUSH(&report->arena, pairs, *n) = pair;
        }
    }
    sort_pairs(pairs, *n);
    return pairs;
}

/* --- Tables --------------------------------------------------------------- */

/* A table of pairs, with an alpha and its interval in each row. */
struct pair_table {
    struct table table;
    struct resampled_estimate alphas[PAIRS_MAX];
    size_t n_rows, n_pairs;
};

static void note_alpha(struct pair_table *out, const struct resampled_estimate *alpha)
{
    out->alphas[out->n_rows++] = *alpha;
}

/* Returns a scale from 0 (chance), or the lowest value if lower, to 1 (full agreement). */
static struct chart_scale scale_of_alphas(const struct pair_table *table)
{
    struct chart_scale scale = {0, 1};
    for (size_t i = 0; i < table->n_rows; i++)
        scale.low =
            fmin(scale.low, fmin(table->alphas[i].low, table->alphas[i].value)); /* fmin ignores a NAN */
    scale.low = floor(scale.low * 10) / 10;
    return scale;
}

static void add_pair_table(struct report *report, struct pair_table *out)
{
    const struct chart_scale scale = scale_of_alphas(out);
    struct buffer charts[PAIRS_MAX] = {0};
    for (size_t i = 0; i < out->n_rows; i++)
        chart_add_interval(&charts[i],
                           &(struct chart_interval){.low = out->alphas[i].low,
                                                    .value = out->alphas[i].value,
                                                    .high = out->alphas[i].high,
                                                    .reference = ALPHA_TENTATIVE},
                           scale);
    const char *name = arena_format(&report->arena, "alpha from %g to 1", scale.low);
    page_add_table(&report->page, &out->table,
                   &(struct page_charts){.name = name, .charts = charts, .behind = 1});
    if (out->n_pairs > out->n_rows)
        page_add_note(&report->page, "The table has the %zu of %zu pairs with the most in common.",
                      out->n_rows, out->n_pairs);
    for (size_t i = 0; i < out->n_rows; i++)
        buffer_release(&charts[i]);
    table_release(&out->table);
}

static void add_ballot_row(const struct report *report, const struct report_pair *pair,
                           struct pair_table *out)
{
    const struct annotators_agreement *annotators = &report->agreement->annotators;
    struct choice_agreement made;
    choice_agreement_estimate(&annotators->shared, &(struct choice_scope){pair->a, pair->b, CHOICE_ANYWHERE},
                              &resampling, &made);
    table_add_text(&out->table, annotators->rows[pair->a].name);
    table_add_text(&out->table, annotators->rows[pair->b].name);
    table_add_integer(&out->table, (int64_t)made.n_ballots);
    table_add_real(&out->table, made.raw.value, 2);
    table_add_real(&out->table, made.alpha.value, 2);
    table_add_real(&out->table, made.alpha.low, 2);
    table_add_real(&out->table, made.alpha.high, 2);
    table_add_real(&out->table, made.ac1.value, 2);
    table_add_text(&out->table, bytes_of(alpha_verdict(made.alpha.value)));
    note_alpha(out, &made.alpha);
}

static void add_ballots(struct report *report)
{
    static const char *const numbers[] = {"ballots", "agreement", "alpha", "low", "high", "AC1"};
    struct pair_table out = {0};
    const struct report_pair *pairs = pair_annotators(report, &out.n_pairs);
    if (out.n_pairs == 0)
        return;
    table_add_column(&out.table, "A", ALIGN_LEFT);
    table_add_column(&out.table, "B", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(&out.table, numbers[i], ALIGN_RIGHT);
    table_add_column(&out.table, "verdict", ALIGN_LEFT);
    for (size_t i = 0; i < out.n_pairs && i < PAIRS_MAX; i++)
        add_ballot_row(report, &pairs[i], &out);
    page_add_heading(&report->page, bytes_of("Agreement on the same ballots"), (struct bytes){0});
    add_pair_table(report, &out);
    const size_t n_ties = report->agreement->annotators.n_ties;
    if (n_ties > 0)
        page_add_note(&report->page, "The table leaves out %zu tie%s.", n_ties, n_ties == 1 ? "" : "s");
}

static void add_document_row(const struct report *report, const struct report_pair *pair,
                             struct pair_table *out)
{
    static const struct rater_pair_style style = {.relevant = {1, 1},
                                                  .resampling = {RESAMPLING_ROUNDS, 1},
                                                  .precision = 2};
    const struct graders *graders = &report->agreement->graders;
    struct paired_judgments pairs;
    graders_pair(graders, pair->a, pair->b, &pairs);
    const struct resampled_estimate alpha =
        rater_pair_add_row(&style, &graders->raters[pair->a], &graders->raters[pair->b], bytes_of("all"),
                           &pairs, &out->table);
    paired_judgments_release(&pairs);
    note_alpha(out, &alpha);
}

static size_t add_documents(struct report *report)
{
    struct pair_table out = {0};
    const struct report_pair *pairs = pair_graders(report, &out.n_pairs);
    if (out.n_pairs == 0)
        return 0;
    rater_pair_add_columns(&(struct rater_pair_style){0}, &out.table);
    for (size_t i = 0; i < out.n_pairs && i < PAIRS_MAX; i++)
        add_document_row(report, &pairs[i], &out);
    page_add_heading(&report->page, bytes_of("Agreement on the same documents"), (struct bytes){0});
    add_pair_table(report, &out);
    return out.n_pairs;
}

void report_add_agreement(struct report *report)
{
    add_ballots(report);
    if (add_documents(report) == 0) {
        page_add_note(&report->page,
                      "No document was graded by two annotators, so their agreement is unknown.");
        return;
    }
    page_add_note(
        &report->page,
        "Ballots: how often two annotators chose the same document on the same ballot. Documents: how often "
        "the votes of either alone, or judgments, give a document the same grade. alpha is Krippendorff's "
        "alpha: 1 is full agreement, 0 is agreement by chance; low and high are its 95 %% interval over "
        "questions. Below %.2f, conclusions from either annotator alone are tentative; below %.2f, agreement "
        "is poor. AC1 is Gwet's AC1, which rare grades do not distort.",
        ALPHA_TENTATIVE, ALPHA_WARNING);
}
