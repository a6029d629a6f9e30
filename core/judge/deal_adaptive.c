/*
 * A candidate that was never shown has no label, whatever the model expects of it. Its label is worth nothing yet,
 * and its whole expected gain comes with its first ballot. So the whole pool is shown before its best candidates
 * are compared in detail.
 *
 * The effect of an answer on the utilities of the ballot's candidates is one Newton step. With V = L Lᵀ their
 * covariance, F the answer's information and s its score, the means move by R s with R = L (I + Lᵀ F L)⁻¹ Lᵀ. That
 * is three numbers for each of four answers, so that five hundred sets take a fraction of a millisecond.
 * Probabilities are taken at moderated utilities θ / √(1 + π/8 · variance), MacKay's approximation of their mean
 * over the posterior.
 */
#include "core/judge/deal_adaptive.h"

#include "core/base/bug.h"
#include "core/judge/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTLIST = 16, RANKS = 10, FORGOTTEN_EVERY = 8, K = BALLOT_SIZE_MAX };

static const double information_weight = 0.3; /* λ */
/* how fast the weight of information falls with the distance from the best utility */
static const double lead_slope = 0.5;
static const double again = 0.7; /* factor on the worth of a set for each time that it was asked before */
static const double reading =
    0.25; /* cost of reading a document of the usual length, where an answer costs 1 */
static const double moderation = M_PI / 8;

/* The state of one candidate. */
struct prospect {
    size_t number;
    double utility;
    double deviation;
    double odds; /* e to the power of the moderated utility */
    double gain;
    double labelled; /* the gain of its present label: 0 without an impression */
    double slope;    /* of the gain as a function of the utility */
    double nearness; /* to the best utility, 0 … 1 */
    size_t rank;     /* by `labelled`, from 0 */
    double promise;  /* candidates with the highest promise are on the shortlist */
    double cost;     /* of reading it, in answers */
};

/* A set of places of the shortlist, one bit each. */
typedef uint16_t places;
_Static_assert(SHORTLIST <= 8 * sizeof(places), "each place has a bit");

struct weighing {
    const struct deal_request *request;
    const struct luce_estimate *estimate;
    struct prospect *prospects; /* by promise, best first */
    size_t n;
    places *asked; /* for each ballot so far: which of the shortlist were on it */
    double *gains; /* of the labels, in descending order */
    double value;  /* of the present labels */
    double discounts[RANKS];
    size_t k;
};

/* A set of prospects and the expected effect of its answer. */
struct set {
    const struct prospect *prospects[K];
    places places;
    double probabilities[K + 1]; /* of each answer, without lapses; the last one is for none */
    double factor[K * K];        /* L of their covariance */
    double narrowing[K * K];     /* N, the factor of I + Lᵀ F L */
    double response[K * K];      /* R */
    double expected[K];          /* R p: how far the probabilities alone would move each utility */
};

static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static int compare_promise(const void *left, const void *right)
{
    const struct prospect *a = left, *b = right;
    if (a->promise < b->promise || a->promise > b->promise)
        return a->promise > b->promise ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static int compare_descending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a < b) - (a > b);
}

/* Returns the value by which candidates are chosen for the shortlist. */
static double promise_of(const struct prospect *prospect, const struct deal_request *request)
{
    if (request->stakes != NULL)
        return fabs(request->stakes[prospect->number]) / prospect->deviation;
    return request->aim == AIM_TOP ? prospect->utility + prospect->deviation
                                   : prospect->deviation * prospect->slope * (1 - prospect->slope);
}

static bool is_awaited(const struct luce_question *known)
{
    bool found = false;
    for (size_t i = 0; i < known->n_ballots; i++)
        found |= known->ballots[i].position == VOTE_ABSENT;
    return found;
}

/*
 * Returns the usual length of a text; 0: lengths do not count. While other ballots are open, the worth of sets
 * differs less, and length would decide what is asked.
 */
static double usual_words_of(const struct pool *pool)
{
    double sum = 0;
    if (pool->words == NULL || is_awaited(pool->known))
        return sum;
    for (size_t i = 0; i < pool->n_candidates; i++)
        sum += pool->words[i];
    return sum / (double)pool->n_candidates;
}

/*
 * A document that has just been read costs nothing. The cost grows with the square root of the length, for two
 * reasons: nobody reads all of a long document, and a long document must still get compared.
 */
static double cost_of(const struct deal_request *request, size_t number, double usual_words)
{
    if (request->is_read != NULL && request->is_read[number])
        return 0;
    return reading * (usual_words > 0 ? sqrt(request->pool.words[number] / usual_words) : 1);
}

static struct prospect look_at(const struct luce_estimate *estimate, size_t number,
                               const struct deal_request *request)
{
    struct prospect prospect = {.number = number, .utility = estimate->utilities[number]};
    prospect.deviation = luce_deviation(estimate, number);
    double kappa = sqrt(1 + moderation * prospect.deviation * prospect.deviation);
    double moderated = prospect.utility / kappa;
    prospect.odds = exp(moderated);
    prospect.gain = kappa * softplus(moderated);
    prospect.slope = luce_relevance(moderated);
    prospect.labelled = request->pool.candidates[number].impressions > 0 ? prospect.gain : 0;
    prospect.promise = promise_of(&prospect, request);
    return prospect;
}

static double sum_of_ranks(const struct weighing *weighing, const double *gains, size_t n)
{
    double sum = 0;
    for (size_t rank = 0; rank < RANKS && rank < n; rank++)
        sum += weighing->discounts[rank] * gains[rank];
    return sum;
}

static void take_prospects(struct weighing *weighing)
{
    size_t n = weighing->n;
    double best = 0, usual_words = usual_words_of(&weighing->request->pool);
    for (size_t i = 0; i < n; i++) {
        weighing->prospects[i] = look_at(weighing->estimate, i, weighing->request);
        weighing->prospects[i].cost = cost_of(weighing->request, i, usual_words);
        weighing->gains[i] = weighing->prospects[i].labelled;
        best = fmax(best, weighing->prospects[i].utility);
    }
    qsort(weighing->prospects, n, sizeof *weighing->prospects, compare_promise);
    qsort(weighing->gains, n, sizeof *weighing->gains, compare_descending);
    for (size_t i = 0; i < n; i++) {
        struct prospect *prospect = &weighing->prospects[i];
        prospect->nearness = exp(fmin(0, lead_slope * (prospect->utility - best)));
        while (prospect->rank < n - 1 && weighing->gains[prospect->rank] > prospect->labelled)
            prospect->rank++;
    }
    for (size_t rank = 0; rank < RANKS; rank++)
        weighing->discounts[rank] = 1 / log2((double)rank + 2);
    weighing->value = sum_of_ranks(weighing, weighing->gains, n);
}

/*
 * Returns the labels' value if the set's candidates have the gains `changed`, which are merged into those of the
 * other candidates.
 */
static double value_with(const struct weighing *weighing, const struct set *set, double *changed)
{
    size_t k = weighing->k, skipped[K];
    for (size_t a = 0; a < k; a++) {
        skipped[a] = set->prospects[a]->rank;
        for (size_t b = a; b > 0 && changed[b - 1] < changed[b]; b--) {
            double kept = changed[b];
            changed[b] = changed[b - 1];
            changed[b - 1] = kept;
        }
    }
    for (size_t a = 1; a < k; a++) { /* equal gains share a rank, so each skips a place of its own */
        for (size_t b = a; b > 0 && skipped[b - 1] > skipped[b]; b--) {
            size_t kept = skipped[b];
            skipped[b] = skipped[b - 1];
            skipped[b - 1] = kept;
        }
    }
    double sum = 0;
    size_t at = 0, next_skip = 0, next_changed = 0;
    for (size_t rank = 0; rank < RANKS && rank < weighing->n; rank++) {
        for (; next_skip < k && skipped[next_skip] <= at && at < weighing->n; next_skip++)
            at++;
        bool is_changed =
            next_changed < k && (at >= weighing->n || changed[next_changed] >= weighing->gains[at]);
        sum += weighing->discounts[rank] * (is_changed ? changed[next_changed++] : weighing->gains[at++]);
    }
    return sum;
}

/* Like luce_choose, with odds that are computed once for all sets. */
static void take_probabilities(const struct weighing *weighing, struct set *set)
{
    size_t k = weighing->k;
    double all = 1;
    for (size_t a = 0; a < k; a++)
        all += set->prospects[a]->odds;
    for (size_t a = 0; a < k; a++)
        set->probabilities[a] = set->prospects[a]->odds / all;
    set->probabilities[k] = 1 / all;
}

/* Computes the set's covariance and I + Lᵀ F L. Returns half the log of its determinant: the information. */
static double take_narrowing(const struct weighing *weighing, struct set *set)
{
    const struct luce_estimate *estimate = weighing->estimate;
    size_t k = weighing->k;
    double meant = 1 - luce_belief_for_dealing.lapses, root = 1; /* root: of the determinant */
    for (size_t a = 0; a < k; a++) {
        const double *row = estimate->covariance + set->prospects[a]->number * estimate->n;
        for (size_t b = 0; b <= a; b++)
            set->factor[a * k + b] = row[set->prospects[b]->number];
    }
    matrix_factor(set->factor, k, set->factor);
    for (size_t i = 0; i < k;
         i++) { /* columns i and j of L are combined by the information p_a ((a = b) - p_b) */
        double mean_i = 0;
        for (size_t a = i; a < k; a++)
            mean_i += set->probabilities[a] * set->factor[a * k + i];
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t a = i; a < k; a++)
                sum += set->probabilities[a] * (set->factor[a * k + i] - mean_i) * set->factor[a * k + j];
            for (size_t a = j; a < i; a++) /* rows where column i is 0 */
                sum -= set->probabilities[a] * mean_i * set->factor[a * k + j];
            set->narrowing[i * k + j] = meant * sum + (i == j ? 1 : 0);
        }
    }
    matrix_factor(set->narrowing, k, set->narrowing);
    for (size_t a = 0; a < k; a++)
        root *= set->narrowing[a * k + a];
    return log(root);
}

/* R = Mᵀ M with M = N⁻¹ Lᵀ. */
static void take_response(const struct weighing *weighing, struct set *set)
{
    size_t k = weighing->k;
    double m[K * K];
    for (size_t i = 0; i < k; i++) {
        for (size_t a = 0; a < k; a++) {
            double sum = i <= a ? set->factor[a * k + i] : 0;
            for (size_t j = 0; j < i; j++)
                sum -= set->narrowing[i * k + j] * m[j * k + a];
            m[i * k + a] = sum / set->narrowing[i * k + i];
        }
    }
    for (size_t a = 0; a < k; a++) {
        set->expected[a] = 0;
        for (size_t b = 0; b < k; b++) {
            double sum = 0;
            for (size_t i = 0; i < k; i++)
                sum += m[i * k + a] * m[i * k + b];
            set->response[a * k + b] = sum;
            set->expected[a] += sum * set->probabilities[b];
        }
    }
}

/* Computes how the utilities of the set move if `answer` is given. */
static void move_by(const struct weighing *weighing, const struct set *set, size_t answer, double lapse,
                    double *moves)
{
    size_t k = weighing->k;
    for (size_t a = 0; a < k; a++)
        moves[a] = lapse * ((answer < k ? set->response[a * k + answer] : 0) - set->expected[a]);
}

static double expected_value(const struct weighing *weighing, struct set *set)
{
    size_t k = weighing->k;
    double lapses = luce_belief_for_dealing.lapses, value = 0;
    take_response(weighing, set);
    for (size_t answer = 0; answer <= k; answer++) {
        double gains[K], moves[K];
        double meant = (1 - lapses) * set->probabilities[answer];
        double probability = meant + lapses / (double)(k + 1);
        move_by(weighing, set, answer, meant / probability, moves);
        for (size_t a = 0; a < k; a++) {
            double gain = set->prospects[a]->gain;
            gains[a] = fmax(1e-3 * gain, gain + set->prospects[a]->slope * moves[a]);
        }
        value += probability * value_with(weighing, set, gains);
    }
    return value;
}

static void take_asked(struct weighing *weighing)
{
    const struct luce_question *known = weighing->request->pool.known;
    for (size_t i = 0; i < known->n_ballots; i++) {
        const struct luce_ballot *ballot = &known->ballots[i];
        weighing->asked[i] = 0;
        for (size_t place = 0; place < SHORTLIST && place < weighing->n; place++) {
            for (size_t a = 0; a < ballot->n_slots; a++) {
                if (ballot->candidates[a] == weighing->prospects[place].number)
                    weighing->asked[i] |= (places)(1U << place);
            }
        }
    }
}

/* Returns the share of its worth that a set still has after it was asked before. */
static double freshness(const struct weighing *weighing, const struct set *set)
{
    double share = 1;
    for (size_t i = 0; i < weighing->request->pool.known->n_ballots; i++) {
        if ((weighing->asked[i] & set->places) == set->places)
            share *= again;
    }
    return share;
}

/*
 * Returns by how much the variance of the quantity at stake falls if this set is answered. With c = L w the
 * covariances, it is wᵀ (I - (I + Lᵀ F L)⁻¹) w.
 */
static double variance_told(const struct weighing *weighing, const struct set *set)
{
    size_t k = weighing->k;
    double turned[K], narrowed[K];
    for (size_t a = 0; a < k; a++) {
        const double stake = weighing->request->stakes[set->prospects[a]->number];
        turned[a] = (stake - matrix_dot(set->factor + a * k, turned, a)) / set->factor[a * k + a];
    }
    matrix_solve(set->narrowing, k, turned, narrowed);
    return matrix_dot(turned, turned, k) - matrix_dot(turned, narrowed, k);
}

static double worth_of_labels(const struct weighing *weighing, struct set *set, double information)
{
    double nearness = 0;
    if (weighing->request->aim == AIM_ALL)
        return information;
    for (size_t a = 0; a < weighing->k; a++)
        nearness += set->prospects[a]->nearness / (double)weighing->k;
    return expected_value(weighing, set) - weighing->value + information_weight * information * nearness;
}

/* Returns the worth of an answer to this set. */
static double worth_of(const struct weighing *weighing, struct set *set)
{
    const struct deal_request *request = weighing->request;
    double cost = 1; /* of the answer itself */
    take_probabilities(weighing, set);
    double information = take_narrowing(weighing, set);
    for (size_t a = 0; a < weighing->k; a++)
        cost += set->prospects[a]->cost;
    double worth =
        request->stakes != NULL ? variance_told(weighing, set) : worth_of_labels(weighing, set, information);
    return worth * freshness(weighing, set) / cost;
}

static bool is_free(const struct weighing *weighing, const struct set *set)
{
    int64_t ids[K];
    for (size_t a = 0; a < weighing->k; a++)
        ids[a] = weighing->request->pool.candidates[set->prospects[a]->number].document_id;
    struct slot_set slots = slot_set_of(ids, weighing->k);
    return !deal_is_taken(weighing->request, &slots);
}

/*
 * Moves the candidate that was shown least often to the front; ties go to the most promising. It must be on the
 * ballot.
 */
static void put_forgotten_first(struct weighing *weighing)
{
    const struct pool_candidate *candidates = weighing->request->pool.candidates;
    size_t least = 0;
    for (size_t i = 1; i < weighing->n; i++) {
        if (candidates[weighing->prospects[i].number].impressions <
            candidates[weighing->prospects[least].number].impressions)
            least = i;
    }
    struct prospect forgotten = weighing->prospects[least];
    memmove(weighing->prospects + 1, weighing->prospects, least * sizeof forgotten);
    weighing->prospects[0] = forgotten;
}

/* Compares the sets of the shortlist; with `first_too` only those that contain its first candidate. */
static bool choose_set(const struct weighing *weighing, bool first_too, int64_t *document_ids)
{
    size_t most = weighing->n < SHORTLIST ? weighing->n : SHORTLIST, k = weighing->k;
    size_t picks[K] = {0, 1, 2};
    double best = -INFINITY;
    do {
        struct set set = {.places = 0};
        if (first_too && picks[0] > 0)
            break;
        for (size_t a = 0; a < k; a++) {
            set.prospects[a] = &weighing->prospects[picks[a]];
            set.places |= (places)(1U << picks[a]);
        }
        double worth = worth_of(weighing, &set);
        if (worth > best && is_free(weighing, &set)) {
            best = worth;
            for (size_t a = 0; a < k; a++)
                document_ids[a] = weighing->request->pool.candidates[set.prospects[a]->number].document_id;
        }
    } while (deal_next_combination(picks, k, most));
    return best > -INFINITY;
}

bool deal_adaptive_choose(const struct deal_request *request, int64_t *document_ids)
{
    BUG_UNLESS(request->pool.known != NULL &&
               request->pool.known->n_candidates == request->pool.n_candidates);
    struct arena arena = {0};
    struct luce_belief belief = luce_belief_for_dealing;
    belief.prior_weight += request->pool.prior_change;
    struct luce_estimate estimate = luce_fit(request->pool.known, &belief, &arena);
    size_t n = request->pool.n_candidates;
    struct weighing weighing = {
        .request = request,
        .estimate = &estimate,
        .prospects = arena_get_array(&arena, n, sizeof(struct prospect)),
        .n = n,
        .asked = arena_get_array(&arena, request->pool.known->n_ballots, sizeof(places)),
        .gains = arena_get_array(&arena, n, sizeof(double)),
        .k = request->pool.n_slots,
    };
    take_prospects(&weighing);
    bool is_for_forgotten =
        request->stakes == NULL && request->pool.known->n_ballots % FORGOTTEN_EVERY == FORGOTTEN_EVERY - 1;
    if (is_for_forgotten)
        put_forgotten_first(&weighing);
    take_asked(&weighing);
    bool found = choose_set(&weighing, is_for_forgotten, document_ids);
    arena_release(&arena);
    return found;
}
