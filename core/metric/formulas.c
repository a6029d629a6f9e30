/*
 * The formulas: a function and a row of the table at the end for each measure.
 *
 * They read a sparse ranking, `hits` by ascending rank. R is the number of
 * judged documents with grade ≥ rel, n the number of retrieved ones, k the
 * cutoff (infinite without one). Each is 0 where it would divide by nothing.
 */
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/metric/measure.h"

#include <math.h>
#include <stdlib.h>

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static bool is_relevant(const struct measure *measure, double grade)
{
    return grade >= measure->rel;
}

/* R */
static double count_relevant(const struct measure *measure, const struct ranking *ranking)
{
    size_t count = 0;
    while (count < ranking->n_grades && is_relevant(measure, ranking->grades[count]))
        count++;
    return (double)count;
}

static double count_judged_within(const struct ranking *ranking, double depth)
{
    size_t count = 0;
    while (count < ranking->n_hits && (double)ranking->hits[count].rank <= depth)
        count++;
    return (double)count;
}

static double count_relevant_within(const struct measure *measure, const struct ranking *ranking,
                                    double depth)
{
    size_t count = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= depth; i++)
        count += is_relevant(measure, ranking->hits[i].grade);
    return (double)count;
}

/* The first `depth` ranks when that is finite, whether or not so many were retrieved; else all that were. */
static double places_within(const struct ranking *ranking, double depth)
{
    return isfinite(depth) ? depth : (double)ranking->n_retrieved;
}

static double precision(const struct measure *measure, const struct ranking *ranking)
{
    return ratio(count_relevant_within(measure, ranking, measure->cutoff),
                 places_within(ranking, measure->cutoff));
}

static double recall(const struct measure *measure, const struct ranking *ranking)
{
    return ratio(count_relevant_within(measure, ranking, measure->cutoff), count_relevant(measure, ranking));
}

/* F of van Rijsbergen (1979): the harmonic mean of precision and recall, recall weighing beta times as much. */
static double f_measure(const struct measure *measure, const struct ranking *ranking)
{
    double weight = measure->beta * measure->beta;
    double p = precision(measure, ranking);
    double r = recall(measure, ranking);
    return ratio((1 + weight) * p * r, weight * p + r);
}

static double precision_times_recall(const struct measure *measure, const struct ranking *ranking)
{
    return precision(measure, ranking) * recall(measure, ranking);
}

static double success(const struct measure *measure, const struct ranking *ranking)
{
    return count_relevant_within(measure, ranking, measure->cutoff) > 0 ? 1 : 0;
}

static double reciprocal_rank(const struct measure *measure, const struct ranking *ranking)
{
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        if (is_relevant(measure, ranking->hits[i].grade))
            return 1 / (double)ranking->hits[i].rank;
    }
    return 0;
}

static double average_precision(const struct measure *measure, const struct ranking *ranking)
{
    double relevant = 0;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        if (is_relevant(measure, ranking->hits[i].grade))
            sum += ++relevant / (double)ranking->hits[i].rank;
    }
    return ratio(sum, count_relevant(measure, ranking));
}

static double r_precision(const struct measure *measure, const struct ranking *ranking)
{
    double relevant = count_relevant(measure, ranking);
    return ratio(count_relevant_within(measure, ranking, relevant), relevant);
}

static double interpolated_precision(const struct measure *measure, const struct ranking *ranking)
{
    double enough = (double)lround(measure->cutoff * count_relevant(measure, ranking));
    double relevant = 0;
    double best = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (is_relevant(measure, ranking->hits[i].grade) && ++relevant >= enough)
            best = fmax(best, relevant / (double)ranking->hits[i].rank);
    }
    return best;
}

static double gain(const struct measure *measure, double grade)
{
    double mapped = grade;
    for (size_t i = 0; i < measure->n_gains; i++) {
        if (measure->gains[i].grade == grade)
            mapped = measure->gains[i].gain;
    }
    if (mapped <= 0)
        return 0;
    return measure->exponential ? exp2(fmin(mapped, MEASURE_EXPONENT_MAX)) - 1 : mapped;
}

static double discounted(double gain_at_rank, size_t rank)
{
    return gain_at_rank / log2((double)rank + 1);
}

static double dcg(const struct measure *measure, const struct ranking *ranking)
{
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++)
        sum += discounted(gain(measure, ranking->hits[i].grade), ranking->hits[i].rank);
    return sum;
}

static int compare_descending(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left < right) - (left > right);
}

static double ideal_dcg(const struct measure *measure, const struct ranking *ranking)
{
    double *gains = memory_get(ranking->n_grades * sizeof *gains);
    for (size_t i = 0; i < ranking->n_grades; i++)
        gains[i] = gain(measure, ranking->grades[i]);
    if (measure->n_gains > 0) /* a higher grade may have been given a lower gain */
        qsort(gains, ranking->n_grades, sizeof *gains, compare_descending);
    double sum = 0;
    for (size_t i = 0; i < ranking->n_grades && (double)i < measure->cutoff; i++)
        sum += discounted(gains[i], i + 1);
    free(gains);
    return sum;
}

static double ndcg(const struct measure *measure, const struct ranking *ranking)
{
    return ratio(dcg(measure, ranking), ideal_dcg(measure, ranking));
}

static double expected_reciprocal_rank(const struct measure *measure, const struct ranking *ranking)
{
    double still_looking = 1;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        double grade = fmin(fmax(ranking->hits[i].grade, 0), measure->max_rel);
        double stop = (exp2(grade) - 1) / exp2(measure->max_rel);
        sum += still_looking * stop / (double)ranking->hits[i].rank;
        still_looking *= 1 - stop;
    }
    return sum;
}

static double rank_biased_precision(const struct measure *measure, const struct ranking *ranking)
{
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        if (is_relevant(measure, ranking->hits[i].grade))
            sum += pow(measure->p, (double)ranking->hits[i].rank - 1);
    }
    return (1 - measure->p) * sum;
}

/* Judged and found not relevant: a negative grade is no judgment here. */
static bool is_nonrelevant(const struct measure *measure, double grade)
{
    return grade >= 0 && !is_relevant(measure, grade);
}

static double bpref(const struct measure *measure, const struct ranking *ranking)
{
    double relevant = count_relevant(measure, ranking);
    double nonrelevant = 0;
    for (size_t i = 0; i < ranking->n_grades; i++)
        nonrelevant += is_nonrelevant(measure, ranking->grades[i]);
    double above = 0;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (is_relevant(measure, ranking->hits[i].grade))
            sum += 1 - ratio(fmin(above, relevant), fmin(nonrelevant, relevant));
        else
            above += is_nonrelevant(measure, ranking->hits[i].grade);
    }
    return ratio(sum, relevant);
}

/*
 * The expected precision at rank i is 1/i for the document itself plus, for the
 * i-1 above it, the share that is pooled times the share of those that is relevant:
 * (i-1)/i · pooled/(i-1) · relevant/judged, smoothed by epsilon.
 */
static double inferred_ap(const struct measure *measure, const struct ranking *ranking)
{
    const double epsilon = 1e-5;
    double relevant = 0;
    double nonrelevant = 0;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        double grade = ranking->hits[i].grade;
        if (is_relevant(measure, grade)) {
            double share = (relevant + epsilon) / (relevant + nonrelevant + 2 * epsilon);
            sum += (1 + (double)i * share) /
                   (double)ranking->hits[i].rank; /* i hits above are the pooled ones */
            relevant++;
        } else {
            nonrelevant += is_nonrelevant(measure, grade);
        }
    }
    return ratio(sum, count_relevant(measure, ranking));
}

static double judged(const struct measure *measure, const struct ranking *ranking)
{
    return ratio(count_judged_within(ranking, measure->cutoff),
                 fmin(measure->cutoff, (double)ranking->n_retrieved));
}

static double holes(const struct measure *measure, const struct ranking *ranking)
{
    double n = fmin(measure->cutoff, (double)ranking->n_retrieved);
    return ratio(n - count_judged_within(ranking, measure->cutoff), n);
}

static double number_of_questions(const struct measure *measure, const struct ranking *ranking)
{
    (void)measure;
    (void)ranking;
    return 1;
}

static double number_retrieved(const struct measure *measure, const struct ranking *ranking)
{
    (void)measure;
    return (double)ranking->n_retrieved;
}

static double number_relevant_retrieved(const struct measure *measure, const struct ranking *ranking)
{
    return count_relevant_within(measure, ranking, measure->cutoff);
}

enum { COMPAT_DEPTH = 1000 };

/* How many of the question's grades are higher. They are descending. */
static size_t count_grades_above(const struct ranking *ranking, double grade)
{
    size_t count;
    LOWER_BOUND(count, ranking->n_grades, ranking->grades[count] > grade);
    return count;
}

/*
 * For each depth, how many documents the first `depth` of the ranking and of
 * its closest ideal come to share there. The closest ideal has the documents by
 * descending grade, equal ones as the ranking has them and then those not retrieved.
 */
static void find_agreements(const struct ranking *ranking, size_t agreements[COMPAT_DEPTH + 1])
{
    /* By the first ideal rank of a grade - 1: the retrieved documents of that grade so far. */
    size_t placed[COMPAT_DEPTH] = {0};
    for (size_t i = 0; i < ranking->n_hits && ranking->hits[i].rank <= COMPAT_DEPTH; i++) {
        const struct hit *hit = &ranking->hits[i];
        size_t above = count_grades_above(ranking, hit->grade);
        if (hit->grade <= 0 || above >= COMPAT_DEPTH)
            continue;
        size_t ideal_rank = above + ++placed[above];
        size_t depth = ideal_rank > hit->rank ? ideal_rank : hit->rank;
        if (depth <= COMPAT_DEPTH)
            agreements[depth]++;
    }
}

/*
 * Rank-biased overlap with the closest ideal ranking, over that of the ideal
 * with itself. The weights' common factor 1-p cancels out.
 */
static double compatibility(const struct measure *measure, const struct ranking *ranking)
{
    size_t agreements[COMPAT_DEPTH + 1] = {0};
    find_agreements(ranking, agreements);
    double ideal_size = (double)count_grades_above(ranking, 0);
    double shared = 0;
    double overlap = 0;
    double ideal_overlap = 0;
    double weight = 1;
    for (size_t depth = 1; depth <= COMPAT_DEPTH; depth++) {
        shared += (double)agreements[depth];
        overlap += weight * shared / (double)depth;
        ideal_overlap += weight * fmin((double)depth, ideal_size) / (double)depth;
        weight *= measure->p;
    }
    return ratio(overlap, ideal_overlap);
}

enum {
    BINARY = PARAMETER_REL | PARAMETER_JUDGED_ONLY,
    GRADED = PARAMETER_DCG | PARAMETER_GAINS | PARAMETER_JUDGED_ONLY,
};

static const struct measure_row rows[] = {
    {
        .name = "nDCG",
        .trec_eval = "ndcg",
        .trec_eval_cut = "ndcg_cut_",
        .parameters = GRADED,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "DCG over that of the qrels' own grades in descending order, both cut at k "
                "(Järvelin & Kekäläinen, TOIS 2002)",
        .value = ndcg,
    },
    {
        .name = "DCG",
        .parameters = GRADED,
        .cutoff = CUTOFF_OPTIONAL,
        .range = RANGE_OPEN,
        .help = "sum of grade / log2(rank + 1) (Järvelin & Kekäläinen, TOIS 2002); dcg='exp-log2': of "
                "2^grade - 1 (Burges et al., ICML 2005)",
        .value = dcg,
    },
    {
        .name = "RR",
        .aliases = {"MRR", "reciprocal_rank", "mean_reciprocal_rank"},
        .trec_eval = "recip_rank",
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "1 / rank of the first relevant document (Voorhees, TREC-8 1999)",
        .value = reciprocal_rank,
    },
    {
        .name = "Success",
        .aliases = {"Hit", "Hits", "HitRate", "Accuracy"},
        .trec_eval_cut = "success_",
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "1 if a relevant document is in the top k, else 0",
        .value = success,
    },
    {
        .name = "P",
        .aliases = {"Precision"},
        .trec_eval_cut = "P_",
        .parameters = BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "relevant documents in the top k / k, even when fewer were retrieved",
        .value = precision,
    },
    {
        .name = "R",
        .aliases = {"Recall"},
        .trec_eval_cut = "recall_",
        .parameters = BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "relevant documents in the top k / all relevant ones",
        .value = recall,
    },
    {
        .name = "F1",
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "2 P R / (P + R), the harmonic mean of P@k and R@k (van Rijsbergen, 1979)",
        .value = f_measure,
    },
    {
        .name = "AP",
        .aliases = {"avg_precision", "average_precision", "mean_average_precision"},
        .trec_eval = "map",
        .trec_eval_cut = "map_cut_",
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "sum of P@rank over the ranks of relevant documents / all relevant ones",
        .value = average_precision,
    },
    {
        .name = "Rprec",
        .trec_eval = "Rprec",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "precision at the rank R, the number of relevant documents",
        .value = r_precision,
    },
    {
        .name = "ERR",
        .parameters = PARAMETER_MAX_REL | PARAMETER_JUDGED_ONLY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "1 / rank at which a user stops, expected, who stops at a document with the probability "
                "(2^grade - 1) / 2^max_rel (Chapelle et al., CIKM 2009)",
        .value = expected_reciprocal_rank,
    },
    {
        .name = "RBP",
        .parameters = PARAMETER_P | BINARY,
        .p = 0.8,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "(1 - p) times the sum of p^(rank - 1) over relevant documents (Moffat & Zobel, TOIS 2008)",
        .value = rank_biased_precision,
    },
    {
        .name = "Bpref",
        .trec_eval = "bpref",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .help = "how rarely judged non-relevant documents stand above relevant ones: mean of "
                "1 - min(above, R) / min(N, R) (Buckley & Voorhees, SIGIR 2004, as in trec_eval)",
        .value = bpref,
    },
    {
        .name = "infAP",
        .trec_eval = "infAP",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .help = "AP inferred from a sample of judgments; grade -1 is pooled but not judged "
                "(Yilmaz & Aslam, CIKM 2006)",
        .value = inferred_ap,
    },
    {
        .name = "IPrec",
        .trec_eval_cut = "iprec_at_recall_",
        .parameters = BINARY,
        .cutoff = CUTOFF_RECALL,
        .help = "the highest precision at this recall or a higher one",
        .value = interpolated_precision,
    },
    {
        .name = "SetP",
        .trec_eval = "set_P",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "relevant documents retrieved / documents retrieved",
        .value = precision,
    },
    {
        .name = "SetR",
        .trec_eval = "set_recall",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "relevant documents retrieved / all relevant ones",
        .value = recall,
    },
    {
        .name = "SetF",
        .trec_eval = "set_F",
        .parameters = PARAMETER_BETA | BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "(1 + beta²) P R / (beta² P + R) of SetP and SetR (van Rijsbergen, 1979)",
        .value = f_measure,
    },
    {
        .name = "SetAP",
        .trec_eval = "set_map",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "SetP times SetR",
        .value = precision_times_recall,
    },
    {
        .name = "Judged",
        .cutoff = CUTOFF_OPTIONAL,
        .help = "judged documents in the top k / documents there; what the other measures rest on",
        .value = judged,
    },
    {
        .name = "Holes",
        .aliases = {"Hole", "Unjudged"},
        .cutoff = CUTOFF_OPTIONAL,
        .is_lack = true,
        .help = "documents in the top k that nobody has judged / documents there",
        .value = holes,
    },
    {
        .name = "Compat",
        .parameters = PARAMETER_P,
        .p = 0.95,
        .cutoff = CUTOFF_NONE,
        .help = "rank-biased overlap with the closest ideal ranking, to depth 1000, over that of the ideal "
                "with itself (Clarke, Vtyurina & Smucker, TOIS 2021)",
        .value = compatibility,
    },
    {
        .name = "NumQ",
        .trec_eval = "num_q",
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "questions that take part",
        .value = number_of_questions,
    },
    {
        .name = "NumRet",
        .trec_eval = "num_ret",
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "documents retrieved",
        .value = number_retrieved,
    },
    {
        .name = "NumRel",
        .trec_eval = "num_rel",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "relevant documents, retrieved or not",
        .value = count_relevant,
    },
    {
        .name = "NumRelRet",
        .trec_eval = "num_rel_ret",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "relevant documents retrieved",
        .value = number_relevant_retrieved,
    },
};

const struct measure_row *measure_rows(size_t *count)
{
    *count = sizeof rows / sizeof rows[0];
    return rows;
}
