/*
 * Contributions are kept by run and added in the order of size. So the sum is the same in any order of runs, and
 * equal documents stay equal to the last bit.
 *
 * Borda: a run that retrieves n of c documents gives c - rank + 1 points to those and (c - n + 1) / 2 to each other
 * one. The second number is given to all documents, and the difference, (c + n + 1) / 2 - rank, to the retrieved
 * ones.
 */
#include "core/metric/fusion.h"

#include "core/base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* A document's place in the ranking of a run, and the size of the pool. */
struct fused_ranking {
    size_t rank;  /* of the document in question, from 1 */
    size_t n;     /* documents that the run retrieves */
    size_t all;   /* documents that any run retrieves */
    double score; /* of the document, normalised */
    int64_t k;
};

static double give_reciprocal(const struct fused_ranking *ranking)
{
    return fusion_reciprocal_rank(ranking->k, (int64_t)ranking->rank);
}

static double give_score(const struct fused_ranking *ranking)
{
    return ranking->score;
}

static double give_inverse_square(const struct fused_ranking *ranking)
{
    return 1.0 / ((double)ranking->rank * (double)ranking->rank);
}

static double give_points(const struct fused_ranking *ranking)
{
    return (double)(ranking->all + ranking->n + 1) / 2 - (double)ranking->rank;
}

struct method_row {
    const char *name;
    const char *help;
    bool goes_by_scores;
    bool counts_runs; /* the sum is multiplied by the number of runs that have the document */
    bool gives_rest;  /* a run also gives something to documents that it does not retrieve */
    double (*give)(const struct fused_ranking *ranking);
};

static const struct method_row methods[] = {
    [FUSION_RRF] = {.name = "rrf",
                    .help = "reciprocal rank fusion: the sum of 1 / (k + rank)",
                    .give = give_reciprocal},
    [FUSION_COMBSUM] = {.name = "combsum",
                        .help = "CombSUM: the sum of the normalised scores",
                        .goes_by_scores = true,
                        .give = give_score},
    [FUSION_COMBMNZ] = {.name = "combmnz",
                        .help = "CombMNZ: CombSUM, times the number of runs that retrieve the document",
                        .goes_by_scores = true,
                        .counts_runs = true,
                        .give = give_score},
    [FUSION_ISR] = {.name = "isr",
                    .help = "inverse square rank: the sum of 1 / rank^2, times the number of these runs",
                    .counts_runs = true,
                    .give = give_inverse_square},
    [FUSION_BORDA] = {.name = "borda",
                      .help = "Borda: of c documents, the first gets c points, the next c - 1 …",
                      .gives_rest = true,
                      .give = give_points},
};

/* Statistics of the scores of a run, divided by `scale` so that nothing overflows. */
struct score_range {
    double scale, least, greatest, mean, deviation;
};

static double by_range(const struct score_range *range, double score, size_t rank, size_t n)
{
    (void)rank, (void)n;
    double width = range->greatest - range->least;
    return width > 0 ? (score / range->scale - range->least) / width : 0;
}

static double by_deviation(const struct score_range *range, double score, size_t rank, size_t n)
{
    (void)rank, (void)n;
    return range->deviation > 0 ? (score / range->scale - range->mean) / range->deviation : 0;
}

static double by_rank(const struct score_range *range, double score, size_t rank, size_t n)
{
    (void)range, (void)score;
    return 1 - (double)(rank - 1) / (double)n;
}

static double as_it_is(const struct score_range *range, double score, size_t rank, size_t n)
{
    (void)range, (void)rank, (void)n;
    return score;
}

static const struct normalisation_row {
    const char *name;
    const char *help;
    double (*normalise)(const struct score_range *range, double score, size_t rank, size_t n);
} normalisations[] = {
    [NORMALISATION_MIN_MAX] = {"min-max", "(score - least) / (greatest - least); 0 if all are equal",
                               by_range},
    [NORMALISATION_Z_SCORE] = {"z-score", "(score - mean) / standard deviation; 0 if all are equal",
                               by_deviation},
    [NORMALISATION_RANK] = {"rank", "1 - (rank - 1) / number of documents", by_rank},
    [NORMALISATION_NONE] = {"none", "the score as it is", as_it_is},
};

const struct words fusion_method_words = WORDS_OF_ROWS(methods, name);
const struct words normalisation_words = WORDS_OF_ROWS(normalisations, name);

void fusion_describe_methods(struct buffer *out)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        buffer_add_format(out, "  %-8s %s\n", methods[i].name, methods[i].help);
}

void fusion_describe_normalisations(struct buffer *out)
{
    for (size_t i = 0; i < sizeof normalisations / sizeof *normalisations; i++)
        buffer_add_format(out, "  %-8s %s\n", normalisations[i].name, normalisations[i].help);
}

bool fusion_goes_by_scores(enum fusion_method method)
{
    return methods[method].goes_by_scores;
}

double fusion_reciprocal_rank(int64_t k, int64_t rank)
{
    return 1.0 / ((double)k + (double)rank);
}

int fused_document_compare(const struct fused_document *a, const struct fused_document *b)
{
    if (a->score < b->score || a->score > b->score)
        return a->score > b->score ? -1 : 1;
    return bytes_compare(b->docid, a->docid);
}

void fusion_release(struct fusion *fusion)
{
    free(fusion->documents);
    free(fusion->values);
    free(fusion->scores);
    free(fusion->docids);
    hash_index_release(&fusion->by_docid);
    *fusion = (struct fusion){0};
}

/* --- What any run retrieves ----------------------------------------------- */

static uint32_t *find_slot(const struct fusion *fusion, struct bytes docid)
{
    uint32_t *slot = hash_index_first(&fusion->by_docid, bytes_hash(docid));
    while (*slot != 0 && !bytes_equal(fusion->documents[*slot - 1].docid, docid))
        slot = hash_index_next(&fusion->by_docid, slot);
    return slot;
}

static void collect_documents(struct fusion *fusion, const struct ranked_question *rankings)
{
    size_t most = 0;
    for (size_t run = 0; run < fusion->n_runs; run++)
        most += rankings[run].n_documents;
    hash_index_reset(&fusion->by_docid, most);
    fusion->documents =
        memory_grow(fusion->documents, &fusion->documents_capacity, most, sizeof *fusion->documents);
    fusion->n_documents = 0;
    for (size_t run = 0; run < fusion->n_runs; run++) {
        struct ranked_question rest = rankings[run];
        struct bytes docid;
        while (ranked_question_next(&rest, &docid)) {
            uint32_t *slot = find_slot(fusion, docid);
            if (*slot != 0)
                continue;
            fusion->documents[fusion->n_documents++] = (struct fused_document){.docid = docid};
            *slot = (uint32_t)fusion->n_documents;
        }
    }
}

/* --- What each run gives -------------------------------------------------- */

static struct score_range range_of(const double *scores, size_t n)
{
    struct score_range range = {.scale = 1, .least = INFINITY, .greatest = -INFINITY};
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        range.scale = fmax(range.scale, fabs(scores[i]) / 0x1p500);
    for (size_t i = 0; i < n; i++) {
        double score = scores[i] / range.scale;
        range.least = fmin(range.least, score);
        range.greatest = fmax(range.greatest, score);
        range.mean += score / (double)n;
    }
    for (size_t i = 0; i < n; i++)
        squares += (scores[i] / range.scale - range.mean) * (scores[i] / range.scale - range.mean);
    range.deviation = range.greatest > range.least ? sqrt(squares / (double)n) : 0;
    return range;
}

/* Copies the ranking to `docids` and `scores`. */
static void read_ranking(struct fusion *fusion, struct ranked_question ranking)
{
    size_t n = ranking.n_documents;
    fusion->docids = memory_grow(fusion->docids, &fusion->docids_capacity, n, sizeof *fusion->docids);
    fusion->scores = memory_grow(fusion->scores, &fusion->scores_capacity, n, sizeof *fusion->scores);
    for (size_t i = 0; i < n; i++)
        ranked_question_next_scored(&ranking, &fusion->docids[i], &fusion->scores[i]);
}

static void give(struct fusion *fusion, size_t run, struct ranked_question ranking)
{
    read_ranking(fusion, ranking);
    struct score_range range = range_of(fusion->scores, ranking.n_documents);
    struct fused_ranking fused = {.n = ranking.n_documents, .all = fusion->n_documents, .k = fusion->k};
    for (size_t i = 0; i < ranking.n_documents; i++) {
        size_t document = *find_slot(fusion, fusion->docids[i]) - 1;
        fused.rank = i + 1;
        fused.score =
            normalisations[fusion->normalisation].normalise(&range, fusion->scores[i], fused.rank, fused.n);
        fusion->values[document * fusion->n_runs + run] = methods[fusion->method].give(&fused);
    }
}

/*
 * Returns what all runs give to each document, in addition to their differences for retrieved ones (see Borda
 * above).
 */
static double rest_of(const struct fusion *fusion, const struct ranked_question *rankings)
{
    double rest = 0;
    for (size_t run = 0; methods[fusion->method].gives_rest && run < fusion->n_runs; run++)
        rest += (double)(fusion->n_documents - rankings[run].n_documents + 1) / 2;
    return rest;
}

static int compare_values(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a < *b) - (*a > *b);
}

static double sum_up(const struct method_row *method, double *values, size_t n_runs, double rest)
{
    size_t n = 0;
    double sum = 0;
    for (size_t run = 0; run < n_runs; run++) {
        if (!isnan(values[run]))
            values[n++] = values[run];
    }
    qsort(values, n, sizeof *values, compare_values);
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    sum = (sum + rest) * (method->counts_runs ? (double)n : 1);
    return fmax(-DBL_MAX, fmin(DBL_MAX, sum));
}

static int compare_documents(const void *left, const void *right)
{
    return fused_document_compare(left, right);
}

void fusion_fuse(struct fusion *fusion, const struct ranked_question *rankings, size_t n_runs)
{
    fusion->n_runs = n_runs;
    collect_documents(fusion, rankings);
    size_t n_values = fusion->n_documents * n_runs;
    fusion->values = memory_grow(fusion->values, &fusion->values_capacity, n_values, sizeof *fusion->values);
    for (size_t i = 0; i < n_values; i++)
        fusion->values[i] = NAN;
    for (size_t run = 0; run < n_runs; run++)
        give(fusion, run, rankings[run]);
    double rest = rest_of(fusion, rankings);
    for (size_t i = 0; i < fusion->n_documents; i++)
        fusion->documents[i].score =
            sum_up(&methods[fusion->method], &fusion->values[i * n_runs], n_runs, rest);
    if (fusion->n_documents > 0)
        qsort(fusion->documents, fusion->n_documents, sizeof *fusion->documents, compare_documents);
}
