/*
 * The formulas: for each measure a function, and a row of the table at the end.
 *
 * They read a sparse ranking, whose `hits` are by ascending rank. R is the number of judged documents with grade ≥
 * rel, n the number of retrieved documents, k the cutoff (infinite if there is none). Each formula is 0 where it
 * would divide by 0.
 */
#include "core/metric/measures/formula.h"

#include <math.h>
#include <stdlib.h>

static double count_judged_within(const struct ranking *ranking, double depth)
{
    size_t count = 0;
    while (count < ranking->n_hits && (double)ranking->hits[count].rank <= depth)
        count++;
    return (double)count;
}

static double recall(const struct measure *measure, const struct ranking *ranking)
{
    return formula_ratio(formula_count_relevant_within(measure, ranking, measure->cutoff),
                         formula_count_relevant(measure, ranking));
}

/* F of van Rijsbergen (1979): the harmonic mean of precision and recall, with recall weighted beta times as much. */
static double f_measure(const struct measure *measure, const struct ranking *ranking)
{
    double weight = measure->beta * measure->beta;
    double p = formula_precision(measure, ranking);
    double r = recall(measure, ranking);
    return formula_ratio((1 + weight) * p * r, weight * p + r);
}

static double precision_times_recall(const struct measure *measure, const struct ranking *ranking)
{
    double found = formula_count_relevant_within(measure, ranking, INFINITY);
    return formula_ratio(found * found,
                         (double)ranking->n_retrieved * formula_count_relevant(measure, ranking));
}

static double reciprocal_rank(const struct measure *measure, const struct ranking *ranking)
{
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        if (formula_is_relevant(measure, ranking->hits[i].grade))
            return 1 / (double)ranking->hits[i].rank;
    }
    return 0;
}

/* For a geometric mean. A value of 0 would make the whole mean 0, so trec_eval uses 0.00001 as the least value. */
static double logarithm(double value)
{
    return log(fmax(value, 1e-5));
}

static double log_average_precision(const struct measure *measure, const struct ranking *ranking)
{
    return logarithm(formula_average_precision(measure, ranking));
}

static double smoothed_average_precision(const struct measure *measure, const struct ranking *ranking)
{
    double sum = formula_sum_of_precisions(measure, ranking);
    return log((1 + sum) / (1 + formula_count_relevant(measure, ranking) - sum));
}

static double relative_precision(const struct measure *measure, const struct ranking *ranking)
{
    double possible =
        fmin(formula_places_within(ranking, measure->cutoff), formula_count_relevant(measure, ranking));
    return formula_ratio(formula_count_relevant_within(measure, ranking, measure->cutoff), possible);
}

static double r_precision(const struct measure *measure, const struct ranking *ranking)
{
    double relevant = formula_count_relevant(measure, ranking);
    return formula_ratio(formula_count_relevant_within(measure, ranking, relevant), relevant);
}

static double precision_from_recall(const struct measure *measure, const struct ranking *ranking,
                                    double recall)
{
    double enough = (double)lround(recall * formula_count_relevant(measure, ranking));
    double relevant = 0;
    double best = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (formula_is_relevant(measure, ranking->hits[i].grade) && ++relevant >= enough)
            best = fmax(best, relevant / (double)ranking->hits[i].rank);
    }
    return best;
}

static double interpolated_precision(const struct measure *measure, const struct ranking *ranking)
{
    return precision_from_recall(measure, ranking, measure->cutoff);
}

static double eleven_point_average(const struct measure *measure, const struct ranking *ranking)
{
    enum { POINTS = 11 };
    const size_t n = measure->n_recalls > 0 ? measure->n_recalls : POINTS;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += precision_from_recall(measure, ranking,
                                     measure->n_recalls > 0 ? measure->recalls[i] : (double)i / (POINTS - 1));
    return sum / (double)n;
}

static double dcg(const struct measure *measure, const struct ranking *ranking)
{
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++)
        sum += formula_discounted(formula_gain(measure, ranking->hits[i].grade), ranking->hits[i].rank);
    return sum;
}

static double ideal_dcg_of_mapped_gains(const struct measure *measure, const struct ranking *ranking)
{
    double *gains = formula_ideal_gains(measure, ranking);
    double sum = 0;
    for (size_t i = 0; i < ranking->n_grades && (double)i < measure->cutoff; i++)
        sum += formula_discounted(gains[i], i + 1);
    free(gains);
    return sum;
}

/* Usually gains rise with grades, which are sorted already, so nothing is sorted here. */
static double ideal_dcg(const struct measure *measure, const struct ranking *ranking)
{
    double sum = 0;
    if (measure->n_gains > 0)
        return ideal_dcg_of_mapped_gains(measure, ranking);
    for (size_t i = 0; i < ranking->n_grades && (double)i < measure->cutoff; i++)
        sum += formula_discounted(formula_gain(measure, ranking->grades[i]), i + 1);
    return sum;
}

static double ndcg(const struct measure *measure, const struct ranking *ranking)
{
    return formula_ratio(dcg(measure, ranking), ideal_dcg(measure, ranking));
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

/* Judged and found not relevant. A negative grade does not count as a judgment here. */
static bool is_nonrelevant(const struct measure *measure, double grade)
{
    return grade >= 0 && !formula_is_relevant(measure, grade);
}

static double bpref(const struct measure *measure, const struct ranking *ranking)
{
    double relevant = formula_count_relevant(measure, ranking);
    double nonrelevant = 0;
    for (size_t i = 0; i < ranking->n_grades; i++)
        nonrelevant += is_nonrelevant(measure, ranking->grades[i]);
    double above = 0;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (formula_is_relevant(measure, ranking->hits[i].grade))
            sum += 1 - formula_ratio(fmin(above, relevant), fmin(nonrelevant, relevant));
        else
            above += is_nonrelevant(measure, ranking->hits[i].grade);
    }
    return formula_ratio(sum, relevant);
}

static double log_bpref(const struct measure *measure, const struct ranking *ranking)
{
    return logarithm(bpref(measure, ranking));
}

/*
 * Of all retrieved pairs of a relevant and another document, judged or not: the share in which the relevant one is
 * first.
 */
static double accuracy(const struct measure *measure, const struct ranking *ranking)
{
    double relevant = 0;
    double pairs_lost = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (formula_is_relevant(measure, ranking->hits[i].grade))
            pairs_lost += (double)ranking->hits[i].rank - ++relevant;
    }
    double pairs = relevant * ((double)ranking->n_retrieved - relevant);
    if (relevant == 0)
        return 0;
    return pairs > 0 ? 1 - pairs_lost / pairs : 1;
}

/*
 * The expected precision at rank i is 1/i for the document itself, plus a part for the i-1 documents above it. That
 * part is the share that is pooled times the share of those that is relevant: (i-1)/i · pooled/(i-1) ·
 * relevant/judged, smoothed by epsilon.
 */
static double inferred_ap(const struct measure *measure, const struct ranking *ranking)
{
    const double epsilon = 1e-5;
    double relevant = 0;
    double nonrelevant = 0;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        double grade = ranking->hits[i].grade;
        if (formula_is_relevant(measure, grade)) {
            double share = (relevant + epsilon) / (relevant + nonrelevant + 2 * epsilon);
            sum += (1 + (double)i * share) /
                   (double)ranking->hits[i].rank; /* the i hits above are the pooled ones */
            relevant++;
        } else {
            nonrelevant += is_nonrelevant(measure, grade);
        }
    }
    return formula_ratio(sum, formula_count_relevant(measure, ranking));
}

static double judged(const struct measure *measure, const struct ranking *ranking)
{
    return formula_ratio(count_judged_within(ranking, measure->cutoff),
                         fmin(measure->cutoff, (double)ranking->n_retrieved));
}

static double holes(const struct measure *measure, const struct ranking *ranking)
{
    double n = fmin(measure->cutoff, (double)ranking->n_retrieved);
    return formula_ratio(n - count_judged_within(ranking, measure->cutoff), n);
}

/* A negative grade does not count as a judgment. Missing ranks up to the cutoff count as judged. */
static double unjudged(const struct measure *measure, const struct ranking *ranking)
{
    double count = fmin(measure->cutoff, (double)ranking->n_retrieved);
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++)
        count -= ranking->hits[i].grade >= 0;
    return count / measure->cutoff;
}

static double utility(const struct measure *measure, const struct ranking *ranking)
{
    double found = formula_count_relevant_within(measure, ranking, INFINITY);
    double missed = formula_count_relevant(measure, ranking) - found;
    double wrong = (double)ranking->n_retrieved - found;
    double others = measure->collection - found - wrong - missed;
    const double *worth = measure->worth;
    return worth[0] * found + worth[1] * wrong + worth[2] * missed + worth[3] * others;
}

static double number_of_questions(const struct measure *measure, const struct ranking *ranking)
{
    (void)measure;
    (void)ranking;
    return 1;
}

static double number_retrieved(const struct measure *measure, const struct ranking *ranking)
{
    return isnan(measure->rel) ? (double)ranking->n_retrieved
                               : formula_count_relevant_within(measure, ranking, INFINITY);
}

static double number_relevant_retrieved(const struct measure *measure, const struct ranking *ranking)
{
    return formula_count_relevant_within(measure, ranking, measure->cutoff);
}

static double number_nonrelevant_retrieved(const struct measure *measure, const struct ranking *ranking)
{
    double count = 0;
    for (size_t i = 0; i < ranking->n_hits; i++)
        count += is_nonrelevant(measure, ranking->hits[i].grade);
    return count;
}

/* Returns trec_eval's character for a grade. add_grades writes those of unjudged documents. */
static char character_of(double grade)
{
    if (grade < 0)
        return '.';
    return grade < 10 ? (char)('0' + (int)grade) : '>';
}

static void add_grades(const struct measure *measure, const struct ranking *ranking, struct buffer *text)
{
    const double depth = fmin(measure->cutoff, (double)ranking->n_retrieved);
    size_t hit = 0;
    buffer_add_byte(text, '\'');
    for (size_t rank = 1; (double)rank <= depth; rank++) {
        const bool is_judged = hit < ranking->n_hits && ranking->hits[hit].rank == rank;
        buffer_add_byte(text, is_judged ? character_of(ranking->hits[hit++].grade) : '-');
    }
    buffer_add_byte(text, '\'');
}

enum {
    SCALED = PARAMETER_MIN_REL | PARAMETER_MAX_REL,
    BINARY = PARAMETER_REL | PARAMETER_JUDGED_ONLY,
    GRADED = PARAMETER_DCG | PARAMETER_GAINS | PARAMETER_JUDGED_ONLY,
};

#define DIVERSITY_DIFFERS                                                                                    \
    "ndeval does not divide its values at rank 1, so its values that are not normalized differ; "            \
    "ndeval sorts by the column of ranks, ir_measures and assay by scores"

static const struct measure_row rows[] = {
    {
        .name = "nDCG",
        .is_additive = true,
        .trec_eval = "ndcg",
        .trec_eval_cut = "ndcg_cut_",
        .parameters = GRADED,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "DCG / the DCG of the qrels' own grades in descending order, both cut at k (Järvelin & "
                "Kekäläinen, TOIS 2002)",
        .differs = "trec_eval cuts off fractions of grades when it sorts the ideal ranking, so it can print "
                   "1 for a ranking that is not ideal; it uses negative gains",
        .value = ndcg,
    },
    {
        .name = "DCG",
        .is_additive = true,
        .trec_eval = "dcg",
        .parameters = GRADED,
        .cutoff = CUTOFF_OPTIONAL,
        .range = RANGE_OPEN,
        .help = "sum of grade / log2(rank + 1) (Järvelin & Kekäläinen, TOIS 2002); dcg='exp-log2': of "
                "2^grade - 1 (Burges et al., ICML 2005)",
        .value = dcg,
    },
    {
        .name = "IDCG",
        .is_additive = true,
        .trec_eval = "ideal_dcg",
        .parameters = GRADED,
        .cutoff = CUTOFF_OPTIONAL,
        .range = RANGE_OPEN,
        .help = "DCG of the qrels' own grades in descending order; nDCG divides by it",
        .value = ideal_dcg,
    },
    {
        .name = "nDCG_rel",
        .trec_eval = "ndcg_rel",
        .parameters = GRADED,
        .cutoff = CUTOFF_NONE,
        .help = "mean of nDCG at the ranks of all documents with a gain; for those not retrieved, nDCG at "
                "the end (Buckley, in trec_eval)",
        .differs = "trec_eval uses negative gains",
        .value = formula_ndcg_at_relevant,
    },
    {
        .name = "RnDCG",
        .trec_eval = "Rndcg",
        .parameters = GRADED,
        .cutoff = CUTOFF_NONE,
        .help = "mean of nDCG at the ranks where the ideal ranking changes its grade, and at the end if more "
                "than R + 1 were retrieved (Buckley, in trec_eval)",
        .differs = "trec_eval uses negative gains",
        .value = formula_ndcg_at_levels,
    },
    {
        .name = "G",
        .trec_eval = "G",
        .parameters = GRADED,
        .cutoff = CUTOFF_NONE,
        .help = "sum of gain / log2(2 + cost - gains so far) / the sum of all gains; cost is the ideal "
                "ranking's gains so far, at least 1 per rank (Buckley, in trec_eval)",
        .differs = "trec_eval uses negative gains",
        .value = formula_normalized_gain,
    },
    {
        .name = "BinG",
        .trec_eval = "binG",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "mean over all relevant documents of 1 / log2(2 + documents above that are not relevant) "
                "(Buckley, in "
                "trec_eval)",
        .value = formula_binary_gain,
    },
    {
        .name = "Q",
        .aliases = {"Q_measure"},
        .parameters = GRADED | PARAMETER_BETA,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "mean over all documents with a gain of (documents with a gain so far + beta × gains so far) "
                "/ (rank + beta × the ideal ranking's gains so far) (Sakai, NTCIR-4 2004)",
        .value = formula_q_measure,
    },
    {
        .name = "RR",
        .aliases = {"MRR", "reciprocal_rank", "mean_reciprocal_rank"},
        .trec_eval = "recip_rank",
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "1 / rank of the first relevant document (Voorhees, TREC-8 1999)",
        .differs = "ir_measures' RR@k orders equal scores by docid ascending, its RR descending: --ties "
                   "docid-asc, or docid-desc",
        .value = reciprocal_rank,
    },
    {
        .name = "Success",
        .aliases = {"Hit", "HitRate", "HR", "Accuracy"},
        .trec_eval_cut = "success_",
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "1 if a relevant document is in the top k, else 0",
        .differs = "sentence-transformers calls it accuracy@k; some tools call it Hits@k, but Hits here is a "
                   "number, as in ranx",
        .value = formula_success,
    },
    {
        .name = "Hits",
        .is_additive = true,
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .range = RANGE_OPEN,
        .help = "relevant documents in the top k",
        .differs = "if another tool's value only tells whether there is one, the measure here is HitRate",
        .value = number_relevant_retrieved,
    },
    {
        .name = "Accuracy",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "the share of retrieved pairs of a relevant and another document in which the relevant one "
                "is first; with a cutoff, Accuracy means Success",
        .differs = "ir_measures leaves out questions without a relevant document that was retrieved; here "
                   "they are 0",
        .value = accuracy,
    },
    {
        .name = "P",
        .is_additive = true,
        .aliases = {"Precision"},
        .trec_eval_cut = "P_",
        .parameters = BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "relevant documents in the top k / k, even if fewer were retrieved",
        .value = formula_precision,
    },
    {
        .name = "R",
        .is_additive = true,
        .aliases = {"Recall"},
        .trec_eval_cut = "recall_",
        .parameters = BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "relevant documents in the top k / all relevant ones",
        .value = recall,
    },
    {
        .name = "RelP",
        .is_additive = true,
        .aliases = {"R_cap", "capped_recall", "recall_cap"},
        .trec_eval_cut = "relative_P_",
        .parameters = BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "relevant documents in the top k / the largest possible number, the smaller of k and the "
                "number of relevant documents",
        .value = relative_precision,
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
        .value = formula_average_precision,
    },
    {
        .name = "GMAP",
        .aliases = {"GM_AP"},
        .trec_eval = "gm_map",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_ANY,
        .is_geometric = true,
        .help = "geometric mean over the questions of AP, at least 0.00001; the values of questions are its "
                "logarithms (Robertson, CIKM 2006)",
        .differs = "trec_eval prints it only for all questions together; with -c a question without an "
                   "answer counts 0.00001, as here",
        .value = log_average_precision,
    },
    {
        .name = "YAAP",
        .trec_eval = "yaap",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_ANY,
        .help =
            "log((1 + s) / (1 + R - s)), where s is the sum of P@rank over the ranks of relevant documents "
            "(Robertson, ECIR 2012)",
        .value = smoothed_average_precision,
    },
    {
        .name = "Rprec",
        .is_additive = true,
        .aliases = {"R_precision"},
        .trec_eval = "Rprec",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "precision at the rank R, the number of relevant documents",
        .value = r_precision,
    },
    {
        .name = "Rprec_mult",
        .trec_eval_cut = "Rprec_mult_",
        .parameters = BINARY,
        .cutoff = CUTOFF_MULTIPLE,
        .help = "precision at the rank x R, rounded like trec_eval: up if the fraction is at least 0.1, "
                "otherwise down",
        .value = formula_precision_at_multiple,
    },
    {
        .name = "ERR",
        .parameters = PARAMETER_MAX_REL | PARAMETER_JUDGED_ONLY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "expected value of 1 / rank for a user who stops at a document with the probability (2^grade "
                "- 1) / 2^max_rel (Chapelle et al., CIKM 2009)",
        .value = expected_reciprocal_rank,
    },
    {
        .name = "RBP",
        .is_additive = true,
        .parameters = PARAMETER_P | BINARY,
        .p = 0.8,
        .is_graded = true,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "(1 - p) times the sum of p^(rank - 1) × gain (Moffat & Zobel, TOIS 2008); the gain is the "
                "grade, divided by the highest grade of the question if that is above 1; with rel= the gain "
                "of a relevant document is 1",
        .differs = "trec_eval's rbp is RBP(p=0.9), and rbp.95 of ranx is RBP(p=0.95,rel=1); assay reads both "
                   "names in the same way",
        .value = formula_rank_biased_precision,
    },
    {
        .name = "RBPResidual",
        .trec_eval = "rbp_resid",
        .parameters = PARAMETER_P | PARAMETER_JUDGED_ONLY,
        .p = 0.9,
        .cutoff = CUTOFF_NONE,
        .is_lack = true,
        .help = "the part of RBP that is unknown: the weight of all documents that are not judged or not "
                "retrieved, 1 - (1 - p) times the sum of p^(rank - 1) over judged documents (Moffat & Zobel, "
                "TOIS 2008)",
        .differs = "trec_eval prints 0 if all retrieved documents are judged, and knows only p=0.9",
        .value = formula_rank_biased_residual,
    },
    {
        .name = "SDCG",
        .parameters = SCALED,
        .cutoff = CUTOFF_REQUIRED,
        .help = "scaled DCG: DCG@k of scaled gains / the DCG@k of k documents of the highest grade (Moffat "
                "et al., ADCS 2015)",
        .differs = "ir_measures wants max_rel= to be named",
        .value = formula_scaled_dcg,
    },
    {
        .name = "BPM",
        .parameters = PARAMETER_T | SCALED,
        .cutoff = CUTOFF_REQUIRED,
        .help = "gain per document of a user who stops at a gain of T or at rank k (Zhang et al., SIGIR "
                "2017, static)",
        .differs = "ir_measures wants max_rel= to be named",
        .value = formula_bejeweled_player,
    },
    {
        .name = "INST",
        .parameters = PARAMETER_T | SCALED,
        .cutoff = CUTOFF_NONE,
        .help =
            "gain per document of a user who wants T in all and continues with the probability ((i + T + "
            "left - 1) / (i + T + left))², where left is T minus the gains so far (Moffat et al., ADCS 2015)",
        .differs = "ir_measures wants max_rel= to be named",
        .value = formula_inst,
    },
    {
        .name = "INSQ",
        .parameters = PARAMETER_T | SCALED,
        .cutoff = CUTOFF_NONE,
        .help = "gain per document of a user who continues with the probability ((i + 2T - 1) / (i + 2T))², "
                "whatever was found (Moffat et al., ADCS 2012)",
        .differs = "ir_measures wants max_rel= to be named",
        .value = formula_insq,
    },
    {
        .name = "NERR8",
        .parameters = SCALED,
        .cutoff = CUTOFF_REQUIRED,
        .help = "gain per document of a user who continues with the probability 1 - gain up to rank k "
                "(Azzopardi et al., ICTIR 2021, eq. 8)",
        .value = formula_nearly_err_8,
    },
    {
        .name = "NERR9",
        .parameters = SCALED,
        .cutoff = CUTOFF_REQUIRED,
        .help = "gain per document of a user who continues with the probability i / (i + 1) × (1 - gain) up "
                "to rank k (as NERR8, eq. 9)",
        .value = formula_nearly_err_9,
    },
    {
        .name = "NERR10",
        .parameters = PARAMETER_P | SCALED,
        .p = 0.9,
        .cutoff = CUTOFF_NONE,
        .help = "gain per document of a user who continues with the probability p × (1 - gain) (as NERR8, "
                "eq. 10)",
        .value = formula_nearly_err_10,
    },
    {
        .name = "NERR11",
        .parameters = PARAMETER_T | SCALED,
        .cutoff = CUTOFF_NONE,
        .help = "gain per document of a user who continues with the probability ((i + 2T - 1) / (i + 2T))² × "
                "(1 - gain) (as NERR8, eq. 11)",
        .value = formula_nearly_err_11,
    },
    {
        .name = "TBG",
        .aliases = {"time_biased_gain"},
        .parameters = PARAMETER_HALF_LIFE | PARAMETER_WORDS | BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .range = RANGE_OPEN,
        .help =
            "sum over relevant documents of 0.4928 × 2^(-t / half_life), t being the seconds until one is "
            "reached: 4.4 for each above, and 0.018 words + 7.8 for those that are clicked on, 64 % of the "
            "relevant and 39 % of the others (Smucker & Clarke, SIGIR 2012)",
        .differs = "the authors know the length of each document; qrels do not have it, so all documents "
                   "have words= words",
        .value = formula_time_biased_gain,
    },
    {
        .name = "Bpref",
        .trec_eval = "bpref",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .help = "how rarely judged non-relevant documents are above relevant ones: mean of 1 - min(above, R) "
                "/ min(N, R) (Buckley & Voorhees, SIGIR 2004, as in trec_eval)",
        .value = bpref,
    },
    {
        .name = "GMBpref",
        .trec_eval = "gm_bpref",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_ANY,
        .is_geometric = true,
        .help = "geometric mean over the questions of Bpref, at least 0.00001; the values of questions are "
                "its logarithms",
        .value = log_bpref,
    },
    {
        .name = "infAP",
        .trec_eval = "infAP",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "AP inferred from a sample of judgments; grade -1 means pooled but not judged (Yilmaz & "
                "Aslam, CIKM 2006)",
        .value = inferred_ap,
    },
    {
        .name = "IPrec",
        .trec_eval_cut = "iprec_at_recall_",
        .parameters = BINARY,
        .cutoff = CUTOFF_RECALL,
        .help = "the highest precision at this or a higher recall",
        .differs = "trec_eval 9 adds 0.9 to the number of documents and cuts off the fraction; trec_eval 10 "
                   "rounds, as here",
        .value = interpolated_precision,
    },
    {
        .name = "11pt_avg",
        .trec_eval = "11pt_avg",
        .parameters = BINARY | PARAMETER_RECALLS,
        .cutoff = CUTOFF_NONE,
        .help = "mean of IPrec at the recalls 0, 0.1 … 1, or at those of recalls",
        .value = eleven_point_average,
    },
    {
        .name = "SetP",
        .is_additive = true,
        .trec_eval = "set_P",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "relevant documents retrieved / documents retrieved",
        .value = formula_precision,
    },
    {
        .name = "SetRelP",
        .is_additive = true,
        .trec_eval = "set_relative_P",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "relevant documents retrieved / the largest possible number, the smaller of the retrieved "
                "and the relevant documents",
        .value = relative_precision,
    },
    {
        .name = "SetR",
        .is_additive = true,
        .trec_eval = "set_recall",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "relevant documents retrieved / all relevant ones",
        .value = recall,
    },
    {
        .name = "SetF",
        .is_additive = true,
        .trec_eval = "set_F",
        .parameters = PARAMETER_BETA | BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "(1 + beta²) P R / (beta² P + R) of SetP and SetR (van Rijsbergen, 1979)",
        .differs = "the x of trec_eval's set_F.x is beta², and so is the beta of ir_measures, which passes "
                   "it on; assay reads set_F.x in the same way",
        .value = f_measure,
    },
    {
        .name = "SetAP",
        .is_additive = true,
        .trec_eval = "set_map",
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "SetP times SetR",
        .value = precision_times_recall,
    },
    {
        .name = "Utility",
        .is_additive = true,
        .trec_eval = "utility",
        .parameters = PARAMETER_WORTH | PARAMETER_COLLECTION | BINARY,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_ANY,
        .help = "the sum of the worths of documents that are retrieved and relevant, retrieved but not "
                "relevant, and relevant but not retrieved; worth= gives the three worths (1, -1 and 0), and "
                "perhaps a fourth for all other documents of the collection=N",
        .differs = "trec_eval takes the number of documents from -N",
        .value = utility,
    },
    {
        .name = "Judged",
        .is_additive = true,
        .is_ground = true,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "judged documents in the top k / documents there; the lower it is, the less the other "
                "measures tell",
        .value = judged,
    },
    {
        .name = "Holes",
        .aliases = {"Hole"},
        .is_ground = true,
        .cutoff = CUTOFF_OPTIONAL,
        .is_lack = true,
        .help = "documents in the top k that nobody has judged / documents there",
        .differs = "trec_eval's unj divides by k and treats a negative grade as not judged: Unjudged",
        .value = holes,
    },
    {
        .name = "Unjudged",
        .is_additive = true,
        .trec_eval_cut = "unj_",
        .parameters = PARAMETER_JUDGED_ONLY,
        .is_ground = true,
        .cutoff = CUTOFF_REQUIRED,
        .is_lack = true,
        .help = "documents in the top k that are not judged or have a negative grade / k, even if fewer were "
                "retrieved",
        .value = unjudged,
    },
    {
        .name = "Compat",
        .parameters = PARAMETER_P | PARAMETER_NORMALIZE,
        .p = 0.95,
        .cutoff = CUTOFF_NONE,
        .help = "rank-biased overlap with the closest ideal ranking, to depth 1000, over that of the ideal "
                "with itself unless normalize=False (Clarke, Vtyurina & Smucker, TOIS 2021)",
        .differs = "ir_measures goes as deep as the longer of the two rankings; the authors' program and "
                   "assay go to 1,000",
        .value = formula_compatibility,
    },
    {
        .name = "alpha_nDCG",
        .aliases = {"α_nDCG"},
        .truth = TRUTH_SUBTOPICS,
        .parameters = PARAMETER_ALPHA | BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "alpha_DCG before its division, / the same value of the best ranking of the judged documents "
                "(Clarke et al., SIGIR 2008)",
        .differs = DIVERSITY_DIFFERS,
        .value = formula_alpha_ndcg,
    },
    {
        .name = "alpha_DCG",
        .aliases = {"α_DCG"},
        .truth = TRUTH_SUBTOPICS,
        .parameters = PARAMETER_ALPHA | BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "sum over the ranks, and over the subtopics of the document there, of (1 - alpha)^(documents "
                "above with this subtopic) / log2(rank + 1); divided by the same sum for documents that are "
                "relevant to all subtopics (Clarke et al., SIGIR 2008)",
        .differs = DIVERSITY_DIFFERS,
        .value = formula_alpha_dcg,
    },
    {
        .name = "ERR_IA",
        .truth = TRUTH_SUBTOPICS,
        .parameters = PARAMETER_ALPHA | BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "like alpha_DCG, with 1 / rank instead of the logarithm (Chapelle et al., CIKM 2009)",
        .differs = DIVERSITY_DIFFERS,
        .value = formula_err_intent_aware,
    },
    {
        .name = "nERR_IA",
        .truth = TRUTH_SUBTOPICS,
        .parameters = PARAMETER_ALPHA | BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "ERR_IA before its division, / the same value of the best ranking of the judged documents",
        .differs = DIVERSITY_DIFFERS,
        .value = formula_nerr_intent_aware,
    },
    {
        .name = "NRBP",
        .truth = TRUTH_SUBTOPICS,
        .parameters = PARAMETER_ALPHA | PARAMETER_PATIENCE | BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "like alpha_DCG, with beta^(rank - 1) instead of the logarithm; divided by the limit for "
                "documents that are relevant to all subtopics (Clarke et al., ICTIR 2009)",
        .value = formula_nrbp,
    },
    {
        .name = "nNRBP",
        .truth = TRUTH_SUBTOPICS,
        .parameters = PARAMETER_ALPHA | PARAMETER_PATIENCE | BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "NRBP before its division, / the same value of the best ranking of the judged documents",
        .value = formula_nnrbp,
    },
    {
        .name = "AP_IA",
        .aliases = {"MAP_IA"},
        .truth = TRUTH_SUBTOPICS,
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "mean of AP over the subtopics that a document is relevant to (Agrawal et al., WSDM 2009)",
        .value = formula_ap_intent_aware,
    },
    {
        .name = "P_IA",
        .truth = TRUTH_SUBTOPICS,
        .parameters = BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "mean of P@k over the subtopics that a document is relevant to (Agrawal et al., WSDM 2009)",
        .value = formula_precision_intent_aware,
    },
    {
        .name = "StRecall",
        .aliases = {"strec", "subtopic_recall"},
        .truth = TRUTH_SUBTOPICS,
        .parameters = BINARY,
        .cutoff = CUTOFF_OPTIONAL,
        .help = "subtopics that a document in the top k is relevant to / those that any is (Zhai et al., "
                "SIGIR 2003)",
        .value = formula_subtopic_recall,
    },
    {
        .name = "AP_avgjg",
        .trec_eval = "map_avgjg",
        .truth = TRUTH_SUBTOPICS,
        .parameters = BINARY,
        .cutoff = CUTOFF_NONE,
        .help = "mean of AP over all judgment groups (Buckley, in trec_eval)",
        .value = formula_ap_over_groups,
    },
    {
        .name = "P_avgjg",
        .trec_eval_cut = "P_avgjg_",
        .truth = TRUTH_SUBTOPICS,
        .parameters = BINARY,
        .cutoff = CUTOFF_REQUIRED,
        .help = "mean of P@k over all judgment groups (Buckley, in trec_eval)",
        .value = formula_precision_over_groups,
    },
    {
        .name = "Rprec_mult_avgjg",
        .trec_eval_cut = "Rprec_mult_avgjg_",
        .truth = TRUTH_SUBTOPICS,
        .parameters = BINARY,
        .cutoff = CUTOFF_MULTIPLE,
        .help = "mean of Rprec_mult@x over all judgment groups (Buckley, in trec_eval)",
        .value = formula_multiple_over_groups,
    },
    {
        .name = "prefs_simp",
        .trec_eval = "prefs_simp",
        .truth = TRUTH_PREFERENCES,
        .cutoff = CUTOFF_NONE,
        .help = "preferences that the ranking fulfills (the better document is first, or alone) / all "
                "preferences (Buckley, in trec_eval)",
        .value = formula_preferences_simple,
    },
    {
        .name = "prefs_simp_imp",
        .trec_eval = "prefs_simp_imp",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_IMPLIED,
        .cutoff = CUTOFF_NONE,
        .help = "like prefs_simp, without preferences of which neither document was retrieved",
        .value = formula_preferences_simple,
    },
    {
        .name = "prefs_simp_ret",
        .trec_eval = "prefs_simp_ret",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_RETRIEVED,
        .cutoff = CUTOFF_NONE,
        .help = "like prefs_simp, without preferences of which only one or no document was retrieved",
        .value = formula_preferences_simple,
    },
    {
        .name = "prefs_pair",
        .trec_eval = "prefs_pair",
        .truth = TRUTH_PREFERENCES,
        .cutoff = CUTOFF_NONE,
        .help = "mean over all pairs of documents with a preference of the share of judgment groups whose "
                "preference is fulfilled (Buckley, in trec_eval)",
        .value = formula_preferences_by_pair,
    },
    {
        .name = "prefs_pair_imp",
        .trec_eval = "prefs_pair_imp",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_IMPLIED,
        .cutoff = CUTOFF_NONE,
        .help = "like prefs_pair, without pairs of which neither document was retrieved",
        .value = formula_preferences_by_pair,
    },
    {
        .name = "prefs_pair_ret",
        .trec_eval = "prefs_pair_ret",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_RETRIEVED,
        .cutoff = CUTOFF_NONE,
        .help = "like prefs_pair, without pairs of which only one or no document was retrieved",
        .value = formula_preferences_by_pair,
    },
    {
        .name = "prefs_avgjg",
        .trec_eval = "prefs_avgjg",
        .truth = TRUTH_PREFERENCES,
        .cutoff = CUTOFF_NONE,
        .help = "mean of prefs_simp over all judgment groups (Buckley, in trec_eval)",
        .value = formula_preferences_by_group,
    },
    {
        .name = "prefs_avgjg_imp",
        .trec_eval = "prefs_avgjg_imp",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_IMPLIED,
        .cutoff = CUTOFF_NONE,
        .help = "mean of prefs_simp_imp over all judgment groups",
        .value = formula_preferences_by_group,
    },
    {
        .name = "prefs_avgjg_ret",
        .trec_eval = "prefs_avgjg_ret",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_RETRIEVED,
        .cutoff = CUTOFF_NONE,
        .help = "mean of prefs_simp_ret over all judgment groups",
        .value = formula_preferences_by_group,
    },
    {
        .name = "prefs_avgjg_Rnonrel",
        .trec_eval = "prefs_avgjg_Rnonrel",
        .truth = TRUTH_PREFERENCES,
        .cutoff = CUTOFF_NONE,
        .help = "like prefs_avgjg, but each group has as many documents of level 0 as others: the first ones "
                "retrieved, or added ones below all others (Buckley, in trec_eval)",
        .differs = "in groups with too many non-relevant documents, trec_eval counts pairs of them as "
                   "preferences; it prints nan when it divides by zero",
        .value = formula_preferences_balanced,
    },
    {
        .name = "prefs_avgjg_Rnonrel_ret",
        .trec_eval = "prefs_avgjg_Rnonrel_ret",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_RETRIEVED,
        .cutoff = CUTOFF_NONE,
        .help = "the same for the retrieved documents only",
        .differs = "in groups with too many non-relevant documents, trec_eval counts pairs of them as "
                   "preferences; it prints nan when it divides by zero",
        .value = formula_preferences_balanced,
    },
    {
        .name = "prefs_num_prefs_poss",
        .trec_eval = "prefs_num_prefs_poss",
        .truth = TRUTH_PREFERENCES,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "preferences",
        .value = formula_preferences_possible,
    },
    {
        .name = "prefs_num_prefs_ful",
        .trec_eval = "prefs_num_prefs_ful",
        .truth = TRUTH_PREFERENCES,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "preferences that the ranking fulfills",
        .value = formula_preferences_fulfilled,
    },
    {
        .name = "prefs_num_prefs_ful_ret",
        .trec_eval = "prefs_num_prefs_ful_ret",
        .truth = TRUTH_PREFERENCES,
        .scope = SCOPE_RETRIEVED,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "the same for the retrieved documents only",
        .value = formula_preferences_fulfilled,
    },
    {
        .name = "relstring",
        .trec_eval_cut = "relstring_",
        .cutoff = CUTOFF_REQUIRED,
        .range = RANGE_TEXT,
        .help = "the grades of the top k as a text, one character each: the grade, > for a grade above 9, . "
                "for a negative grade, - for a document that is not judged (Buckley, in trec_eval)",
        .add_text = add_grades,
    },
    {
        .name = "runid",
        .trec_eval = "runid",
        .cutoff = CUTOFF_NONE,
        .range = RANGE_TEXT,
        .is_of_run = true,
        .help = "the tag of the run, or the name of its file if it has no tag",
    },
    {
        .name = "NumQ",
        .is_additive = true,
        .trec_eval = "num_q",
        .is_of_run = true,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "questions that take part",
        .value = number_of_questions,
    },
    {
        .name = "NumRet",
        .is_additive = true,
        .trec_eval = "num_ret",
        .parameters = BINARY,
        .is_graded = true,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "documents retrieved; with rel= those that are relevant",
        .value = number_retrieved,
    },
    {
        .name = "NumRel",
        .is_additive = true,
        .trec_eval = "num_rel",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "relevant documents, retrieved or not",
        .value = formula_count_relevant,
    },
    {
        .name = "NumRelRet",
        .is_additive = true,
        .trec_eval = "num_rel_ret",
        .ir_measures = "NumRet",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "relevant documents retrieved",
        .value = number_relevant_retrieved,
    },
    {
        .name = "NumNonRelRet",
        .is_additive = true,
        .trec_eval = "num_nonrel_judged_ret",
        .parameters = PARAMETER_REL,
        .cutoff = CUTOFF_NONE,
        .range = RANGE_OPEN,
        .is_sum = true,
        .help = "documents retrieved that are judged and not relevant",
        .value = number_nonrelevant_retrieved,
    },
};

const struct measure_row *measure_rows(size_t *count)
{
    *count = sizeof rows / sizeof rows[0];
    return rows;
}
