/*
 * One utility is held at a place, and all others take their most probable values for it. Newton's method finds the
 * end along this line. Conjugate gradients solve the linear equations of a step. A product with the curvature takes
 * time in proportion to the number of ballots; a factorisation would take the cube of the number of candidates.
 */
#include "core/judge/luce_interval.h"

#include <math.h>
#include <string.h>

static const struct luce_belief beliefs[] = {
    {.spread = 30, .question_spread = 30, .lapses = 0.2}, /* mostly the wider one */
    {.spread = 2, .question_spread = 1, .lapses = 0.2},   /* luce_belief_for_labels except for the lapses */
};
enum { BELIEFS = sizeof beliefs / sizeof *beliefs };

enum { STEPS_MAX = 50, PLACES_MAX = 60 };
static const double fall =
    1.920729410347062;                  /* half of the square of the normal distribution's 0.975 quantile */
static const double farthest = 6;       /* utility */
static const double exponent_max = 500; /* so the worths of a ballot have a finite sum */
static const double step_max = 2;       /* as in luce.c: the model is flat far out */
static const double enough = 1e-5;      /* tolerance of the log at the end */
static const double loosely = 1e-2;     /* and far from it */
static const double residual_enough = 0.1; /* share of the right-hand side */

static const size_t NOBODY = SIZE_MAX;

/*
 * A ballot at the current utilities: Luce's probabilities, and the probability that its answer was not a lapse, for
 * each slot that the answer is for (a tie is half for each of two) and in all.
 */
struct ballot_there {
    double probabilities[BALLOT_SIZE_MAX + 1];
    double meant_for[BALLOT_SIZE_MAX + 1];
    double meant;
};

/* A place on the log posterior under a belief; the arrays have n numbers. */
struct climb {
    const struct luce_question *question;
    const struct luce_belief *belief;
    size_t n;
    double *top;       /* the utilities at the maximum */
    double *top_drift; /* the drift of the held candidate there */
    double top_log;
    size_t held; /* the candidate whose utility is held; NOBODY: all move */
    double *utilities;
    double *worths; /* e to the power of each utility */
    double log;
    double *gradient;
    double *scale; /* the inverse of the curvature's diagonal */
    struct ballot_there *ballots;
    /* solutions of the linear equations: for the gradient, and for the held candidate's column */
    double *step, *drift;
    double *residual, *direction, *product; /* working space */
};

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Multiplies x by the inverse of σ² I + τ² 1 1ᵀ. */
static void multiply_by_prior(const struct climb *climb, const double *x, double *out)
{
    const double variance = climb->belief->spread * climb->belief->spread;
    const double shared = climb->belief->question_spread * climb->belief->question_spread;
    double sum = 0;
    for (size_t i = 0; i < climb->n; i++)
        sum += x[i];
    const double mean = shared * sum / (variance + (double)climb->n * shared), precision = 1 / variance;
    for (size_t i = 0; i < climb->n; i++)
        out[i] = precision * (x[i] - mean);
}

/* Like luce_choose, with worths that are computed once for all ballots. */
static void choose(const struct climb *climb, const struct luce_ballot *ballot, double *probabilities)
{
    const size_t k = ballot->n_slots;
    double sum = probabilities[k] = ballot->rater != NULL ? exp(ballot->rater->threshold) : 1;
    for (size_t a = 0; a < k; a++)
        sum += probabilities[a] = climb->worths[ballot->candidates[a]];
    for (size_t a = 0; a <= k; a++)
        probabilities[a] /= sum;
}

static void look_at_vote(struct climb *climb, size_t number)
{
    const struct luce_ballot *ballot = &climb->question->ballots[number];
    struct ballot_there *there = &climb->ballots[number];
    const size_t k = ballot->n_slots;
    const double lapses = fmax(luce_lapses_of(ballot, climb->belief), climb->belief->lapses);
    choose(climb, ballot, there->probabilities);
    there->meant = 0;
    for (size_t a = 0; a <= k; a++) {
        const double share = luce_share(ballot, a), meant = (1 - lapses) * there->probabilities[a];
        const double probability = meant + lapses / (double)(k + 1);
        there->meant_for[a] = share * meant / probability;
        there->meant += there->meant_for[a];
        climb->log += share > 0 ? share * log(probability) : 0;
    }
    for (size_t a = 0; a < k; a++) {
        const double p = there->probabilities[a];
        climb->gradient[ballot->candidates[a]] += there->meant_for[a] - there->meant * p;
        climb->scale[ballot->candidates[a]] += there->meant * p * (1 - p);
    }
}

/* Computes log, gradient and curvature at the current utilities. */
static void look(struct climb *climb)
{
    const size_t n = climb->n;
    const double variance = climb->belief->spread * climb->belief->spread;
    multiply_by_prior(climb, climb->utilities, climb->gradient);
    climb->log = -dot(climb->utilities, climb->gradient, n) / 2;
    for (size_t i = 0; i < n; i++) {
        climb->gradient[i] = -climb->gradient[i];
        climb->scale[i] = 1 / variance;
        climb->worths[i] = exp(fmax(-exponent_max, fmin(climb->utilities[i], exponent_max)));
    }
    for (size_t i = 0; i < climb->question->n_ballots; i++)
        look_at_vote(climb, i);
    if (climb->held != NOBODY)
        climb->gradient[climb->held] = 0;
    for (size_t i = 0; i < n; i++)
        climb->scale[i] = 1 / climb->scale[i];
}

/* The curvature is that of luce_fit: each vote is weighted by the probability that it was not a lapse. */
static void multiply_by_curvature(const struct climb *climb, const double *x, double *out)
{
    multiply_by_prior(climb, x, out);
    for (size_t i = 0; i < climb->question->n_ballots; i++) {
        const struct luce_ballot *ballot = &climb->question->ballots[i];
        const struct ballot_there *there = &climb->ballots[i];
        double mean = 0;
        for (size_t a = 0; a < ballot->n_slots; a++)
            mean += there->probabilities[a] * x[ballot->candidates[a]];
        for (size_t a = 0; a < ballot->n_slots; a++)
            out[ballot->candidates[a]] +=
                there->meant * there->probabilities[a] * (x[ballot->candidates[a]] - mean);
    }
}

/*
 * Solves curvature × x = residual without the held candidate, by conjugate gradients with the diagonal as
 * preconditioner. Overwrites the residual.
 */
static void solve(struct climb *climb, double *x)
{
    const size_t n = climb->n;
    double *residual = climb->residual, *direction = climb->direction, size = 0, first = 0;
    memset(x, 0, n * sizeof *x);
    memset(direction, 0, n * sizeof *direction);
    for (size_t step = 0; step <= n; step++) {
        double next = 0;
        for (size_t i = 0; i < n; i++)
            next += residual[i] * residual[i] * climb->scale[i];
        first = step == 0 ? next : first;
        if (next <= residual_enough * residual_enough * first)
            break;
        for (size_t i = 0; i < n; i++)
            direction[i] = residual[i] * climb->scale[i] + (step > 0 ? next / size * direction[i] : 0);
        size = next;
        multiply_by_curvature(climb, direction, climb->product);
        if (climb->held != NOBODY)
            climb->product[climb->held] = 0;
        const double length = size / dot(direction, climb->product, n);
        for (size_t i = 0; i < n; i++) {
            x[i] += length * direction[i];
            residual[i] -= length * climb->product[i];
        }
    }
}

/*
 * Climbs to the maximum for the held utility, until the next step gains less than `tolerance`. Half of that gain is
 * added as an estimate of the rest.
 */
static void climb_up(struct climb *climb, double tolerance)
{
    const size_t n = climb->n;
    for (int step = 0; step < STEPS_MAX; step++) {
        look(climb);
        memcpy(climb->residual, climb->gradient, n * sizeof *climb->residual);
        solve(climb, climb->step);
        const double gain = dot(climb->gradient, climb->step, n);
        if (gain < tolerance) {
            climb->log += gain / 2;
            break;
        }
        double largest = 0;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(climb->step[i]));
        const double share = largest > step_max ? step_max / largest : 1;
        for (size_t i = 0; i < n; i++)
            climb->utilities[i] += share * climb->step[i];
    }
}

/*
 * Computes the drift: how far the others move against the held one. Returns the curvature of the line along which
 * they move.
 */
static double follow(struct climb *climb)
{
    double *const unit = climb->step, curvature;
    memset(unit, 0, climb->n * sizeof *unit);
    unit[climb->held] = 1;
    multiply_by_curvature(climb, unit, climb->residual);
    curvature = climb->residual[climb->held];
    climb->residual[climb->held] = 0;
    /* at the maximum along the line the others' gradient is 0, so its array is free */
    double *const column = climb->gradient;
    memcpy(column, climb->residual, climb->n * sizeof *column);
    solve(climb, climb->drift);
    return curvature - dot(column, climb->drift, climb->n);
}

/*
 * Returns the slope of the log along the line. With the others at their maximum it is the held candidate's own
 * slope.
 */
static double slope_of(const struct climb *climb)
{
    double own = 0, *const of_prior = climb->product;
    multiply_by_prior(climb, climb->utilities, of_prior);
    for (size_t i = 0; i < climb->question->n_ballots; i++) {
        const struct luce_ballot *ballot = &climb->question->ballots[i];
        const struct ballot_there *there = &climb->ballots[i];
        for (size_t a = 0; a < ballot->n_slots; a++) {
            if (ballot->candidates[a] == climb->held)
                own += there->meant_for[a] - there->meant * there->probabilities[a];
        }
    }
    return own - of_prior[climb->held];
}

static void move_to(struct climb *climb, double place, double tolerance)
{
    const double move = place - climb->utilities[climb->held];
    for (size_t i = 0; i < climb->n; i++)
        climb->utilities[i] -= move * climb->drift[i];
    climb->utilities[climb->held] = place;
    climb_up(climb, tolerance);
}

/* Goes to the maximum and holds the candidate. Returns the curvature of its line there. */
static double hold(struct climb *climb, size_t candidate)
{
    climb->held = candidate;
    memcpy(climb->utilities, climb->top, climb->n * sizeof *climb->utilities);
    look(climb);
    const double curvature = follow(climb);
    memcpy(climb->top_drift, climb->drift, climb->n * sizeof *climb->top_drift);
    return curvature;
}

static void return_to_top(struct climb *climb)
{
    memcpy(climb->utilities, climb->top, climb->n * sizeof *climb->utilities);
    memcpy(climb->drift, climb->top_drift, climb->n * sizeof *climb->drift);
}

/* Returns how much further the log has fallen at a place than at an end of the interval; negative inside of it. */
static double miss_at(struct climb *climb, double place, double tolerance)
{
    move_to(climb, place, tolerance);
    return climb->top_log - climb->log - fall;
}

/*
 * Finds the end between `inside`, which is within the interval, and `outside`, which is not. The root of twice the
 * fall is almost linear along the line. Newton's method moves it to its value at the end. Bisection is used where
 * Newton's method leaves the bracket.
 */
static double find_between(struct climb *climb, double inside, double outside, double next)
{
    const double sign = outside > inside ? 1 : -1;
    double tolerance = loosely;
    for (int i = 0; i < PLACES_MAX; i++) {
        if (sign * (next - inside) <= 0 || sign * (next - outside) >= 0)
            next = (inside + outside) / 2;
        const double miss = miss_at(climb, next, tolerance);
        if (fabs(miss) < enough)
            break;
        *(miss < 0 ? &inside : &outside) = next;
        tolerance = fmin(fmax(miss * miss / 10, enough), loosely);
        const double root = sqrt(2 * fmax(miss + fall, enough)), steepness = -sign * slope_of(climb) / root;
        (void)follow(climb);
        next = steepness > 0 ? next + sign * (sqrt(2 * fall) - root) / steepness : outside;
    }
    return next;
}

/* Finds the end on the side of `sign`, -1 or 1. Returns `least` if the end is not further out than that. */
static double find_end(struct climb *climb, size_t candidate, double sign, double least)
{
    const double top = climb->top[candidate], outside = sign * farthest;
    if (sign * (top - outside) >= 0)
        return sign * INFINITY;
    const double guess = top + sign * sqrt(2 * fall / hold(climb, candidate));
    if (isfinite(least) && sign * (least - top) > 0 && miss_at(climb, least, loosely) >= 0)
        return least;
    return_to_top(climb);
    if (miss_at(climb, outside, loosely) <= 0)
        return sign * INFINITY;
    return_to_top(climb);
    return find_between(climb, top, outside, guess);
}

static void begin_climb(struct climb *climb, const struct luce_question *question,
                        const struct luce_belief *belief, struct arena *arena)
{
    const size_t n = question->n_candidates;
    *climb = (struct climb){.question = question, .belief = belief, .n = n, .held = NOBODY};
    double **const arrays[] = {&climb->top_drift, &climb->top,     &climb->utilities, &climb->gradient,
                               &climb->scale,     &climb->step,    &climb->drift,     &climb->residual,
                               &climb->direction, &climb->product, &climb->worths};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = arena_get_array(arena, n, sizeof(double));
    climb->ballots = arena_get_array(arena, question->n_ballots, sizeof *climb->ballots);
    memset(climb->utilities, 0, n * sizeof *climb->utilities);
    climb_up(climb, enough);
    memcpy(climb->top, climb->utilities, n * sizeof *climb->top);
    climb->top_log = climb->log;
}

/* Counts the ballots with the candidate, and those on which it was chosen. */
static void count(const struct luce_question *question, size_t candidate, double *shown, double *won)
{
    *shown = *won = 0;
    for (size_t i = 0; i < question->n_ballots; i++) {
        const struct luce_ballot *ballot = &question->ballots[i];
        for (size_t a = 0; a < ballot->n_slots; a++) {
            *shown += ballot->candidates[a] == candidate ? 1 : 0;
            *won += ballot->candidates[a] == candidate ? luce_share(ballot, a) : 0;
        }
    }
}

/* Returns the end under the belief that puts it furthest out. */
static double find_furthest_end(struct climb *climbs, size_t candidate, double sign)
{
    double end = -sign * INFINITY;
    for (size_t b = 0; b < BELIEFS && sign * end < INFINITY; b++)
        end = sign * fmax(sign * end, sign * find_end(&climbs[b], candidate, sign, end));
    return end;
}

/*
 * A candidate that always won has no upper bound, and one that never won no lower bound: no vote speaks against it.
 * Neither has one with a single win: by lapses alone the worst candidate wins one in twenty ballots of three
 * documents, which Wilks' limit does not account for.
 */
void luce_intervals(const struct luce_question *question, const size_t *candidates, size_t n,
                    struct luce_interval *intervals)
{
    struct arena arena = {0};
    struct climb climbs[BELIEFS];
    for (size_t b = 0; b < BELIEFS; b++)
        begin_climb(&climbs[b], question, &beliefs[b], &arena);
    for (size_t i = 0; i < n; i++) {
        double shown, won;
        count(question, candidates[i], &shown, &won);
        intervals[i] = (struct luce_interval){
            .low = won <= 1 ? -INFINITY : find_furthest_end(climbs, candidates[i], -1),
            .high = won >= shown ? INFINITY : find_furthest_end(climbs, candidates[i], 1),
        };
    }
    arena_release(&arena);
}
