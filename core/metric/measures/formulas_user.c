/*
 * Measures that model how far a user reads. All except Compat and the residual have one form (Moffat, Bailey,
 * Scholer & Thomas, ACM TOIS 2017, "C/W/L"). After each document the user continues with the probability C. The
 * weight W of a rank is the product of these probabilities above it, divided by the sum of all such products. The
 * value is the expected gain of a document that is read. A gain is the position of the grade between min_rel and
 * max_rel. Ranks go to 1,000; documents that were not retrieved or judged gain 0.
 */
#include "core/metric/measures/formula.h"

#include "core/base/search.h"

#include <math.h>

enum { DEPTH = 1000 };

/* --- Rank-biased precision ------------------------------------------------ */

/* Returns the grade itself, or its share of the question's highest grade if that is above 1. */
static double graded_gain(const struct ranking *ranking, double grade)
{
    return fmax(grade, 0) / fmax(ranking->n_grades > 0 ? ranking->grades[0] : 1, 1);
}

double formula_rank_biased_precision(const struct measure *measure, const struct ranking *ranking)
{
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        const struct hit *hit = &ranking->hits[i];
        double gain =
            isnan(measure->rel) ? graded_gain(ranking, hit->grade) : formula_is_relevant(measure, hit->grade);
        sum += gain * pow(measure->p, (double)hit->rank - 1);
    }
    return (1 - measure->p) * sum;
}

double formula_rank_biased_residual(const struct measure *measure, const struct ranking *ranking)
{
    double judged = 0;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (ranking->hits[i].grade >= 0)
            judged += pow(measure->p, (double)ranking->hits[i].rank - 1);
    }
    return 1 - (1 - measure->p) * judged;
}

/* --- Users who continue with a probability -------------------------------- */

/* The state of a user who decides whether to continue. */
struct reader {
    const struct measure *measure;
    double rank;   /* just read, from 1 */
    double gain;   /* of the document at this rank */
    double gained; /* sum of the gains up to this rank */
};

typedef double continuation(const struct reader *reader);

static double scaled_gain(const struct measure *measure, double grade)
{
    grade = fmin(fmax(grade, measure->min_rel), measure->max_rel);
    return (grade - measure->min_rel) / (measure->max_rel - measure->min_rel);
}

static double expected_gain(const struct measure *measure, const struct ranking *ranking, continuation *go_on)
{
    struct reader reader = {.measure = measure};
    double chance = 1;
    double chances = 0;
    double sum = 0;
    size_t hit = 0;
    for (size_t rank = 1; rank <= DEPTH && chance > 0; rank++) {
        bool is_judged = hit < ranking->n_hits && ranking->hits[hit].rank == rank;
        reader.rank = (double)rank;
        reader.gain = is_judged ? scaled_gain(measure, fmax(ranking->hits[hit++].grade, 0)) : 0;
        reader.gained += reader.gain;
        chances += chance;
        sum += chance * reader.gain;
        chance *= go_on(&reader);
    }
    return sum / chances;
}

static bool is_before_cutoff(const struct reader *reader)
{
    return reader->rank < reader->measure->cutoff;
}

static double square(double value)
{
    return value * value;
}

static double go_on_scaled_dcg(const struct reader *reader)
{
    return is_before_cutoff(reader) ? log2(reader->rank + 1) / log2(reader->rank + 2) : 0;
}

double formula_scaled_dcg(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_scaled_dcg);
}

static double go_on_bejeweled(const struct reader *reader)
{
    return is_before_cutoff(reader) && reader->gained < reader->measure->goal;
}

double formula_bejeweled_player(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_bejeweled);
}

static double go_on_inst(const struct reader *reader)
{
    double left = reader->rank + 2 * reader->measure->goal - reader->gained;
    return square((left - 1) / left);
}

double formula_inst(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_inst);
}

static double go_on_insq(const struct reader *reader)
{
    double left = reader->rank + 2 * reader->measure->goal;
    return square((left - 1) / left);
}

double formula_insq(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_insq);
}

static double go_on_nearly_err_8(const struct reader *reader)
{
    return is_before_cutoff(reader) ? 1 - reader->gain : 0;
}

double formula_nearly_err_8(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_nearly_err_8);
}

static double go_on_nearly_err_9(const struct reader *reader)
{
    return is_before_cutoff(reader) ? reader->rank / (reader->rank + 1) * (1 - reader->gain) : 0;
}

double formula_nearly_err_9(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_nearly_err_9);
}

static double go_on_nearly_err_10(const struct reader *reader)
{
    return reader->measure->p * (1 - reader->gain);
}

double formula_nearly_err_10(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_nearly_err_10);
}

static double go_on_nearly_err_11(const struct reader *reader)
{
    return go_on_insq(reader) * (1 - reader->gain);
}

double formula_nearly_err_11(const struct measure *measure, const struct ranking *ranking)
{
    return expected_gain(measure, ranking, go_on_nearly_err_11);
}

/* --- Time-biased gain ----------------------------------------------------- */

/*
 * Calibrated by Smucker & Clarke: reading a summary takes 4.4 s; reading a clicked document takes 7.8 s plus 0.018
 * s per word. 64 % of users click on a relevant document, and 77 % of those save it. 39 % click on another
 * document.
 */
static double seconds_at_rank(const struct measure *measure, bool is_relevant)
{
    const double click = is_relevant ? 0.64 : 0.39;
    return 4.4 + click * (0.018 * measure->words + 7.8);
}

double formula_time_biased_gain(const struct measure *measure, const struct ranking *ranking)
{
    const double gain = 0.64 * 0.77;
    double relevant = 0;
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        if (!formula_is_relevant(measure, ranking->hits[i].grade))
            continue;
        const double others = (double)ranking->hits[i].rank - 1 - relevant;
        const double seconds =
            relevant * seconds_at_rank(measure, true) + others * seconds_at_rank(measure, false);
        sum += gain * exp2(-seconds / measure->half_life);
        relevant++;
    }
    return sum;
}

/* --- Compatibility -------------------------------------------------------- */

/* Returns how many of the question's grades, which are descending, are higher. */
static size_t count_grades_above(const struct ranking *ranking, double grade)
{
    size_t count;
    LOWER_BOUND(count, ranking->n_grades, ranking->grades[count] > grade);
    return count;
}

/*
 * Counts for each depth the documents that the first `depth` of the ranking and of its closest ideal start to share
 * there. The closest ideal ranking has the documents by descending grade. Documents with equal grades are in the
 * order of the ranking, and then those that were not retrieved.
 */
static void find_agreements(const struct ranking *ranking, size_t agreements[DEPTH + 1])
{
    /* By the first ideal rank of a grade - 1: the retrieved documents of this grade so far. */
    size_t placed[DEPTH] = {0};
    for (size_t i = 0; i < ranking->n_hits && ranking->hits[i].rank <= DEPTH; i++) {
        const struct hit *hit = &ranking->hits[i];
        size_t above = count_grades_above(ranking, hit->grade);
        if (hit->grade <= 0 || above >= DEPTH)
            continue;
        size_t ideal_rank = above + ++placed[above];
        size_t depth = ideal_rank > hit->rank ? ideal_rank : hit->rank;
        if (depth <= DEPTH)
            agreements[depth]++;
    }
}

/*
 * Rank-biased overlap with the closest ideal ranking, divided by that of the ideal with itself. The common factor
 * 1-p of the weights cancels out.
 */
double formula_compatibility(const struct measure *measure, const struct ranking *ranking)
{
    size_t agreements[DEPTH + 1] = {0};
    find_agreements(ranking, agreements);
    double ideal_size = (double)count_grades_above(ranking, 0);
    double shared = 0;
    double overlap = 0;
    double ideal_overlap = 0;
    double weights = 0;
    double weight = 1;
    for (size_t depth = 1; depth <= DEPTH; depth++) {
        shared += (double)agreements[depth];
        overlap += weight * shared / (double)depth;
        ideal_overlap += weight * fmin((double)depth, ideal_size) / (double)depth;
        weights += weight;
        weight *= measure->p;
    }
    return formula_ratio(overlap, measure->normalize ? ideal_overlap : weights);
}
