/*
 * Questions that ended after equally many ballots share one weight, a gamma variable whose shape is their number.
 * Its distribution is that of one weight for each question. So the cost is the same for ten questions as for a
 * hundred thousand.
 */
#include "core/judge/forecast.h"

#include "core/base/distribution.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/random.h"

#include <math.h>
#include <stdlib.h>

enum { WORLDS = 500, DRAWN_ONE_BY_ONE = 30 };

static const double tail = 0.025;
static const double hour_ms = 3600 * 1000;
static const struct forecast_range unknown = {NAN, NAN, NAN};

/* Questions that ended after this many ballots, and their weight in a world. */
struct ending {
    double ballots, questions, weight;
};

struct endings {
    struct ending *items;
    size_t n;
    double questions;
};

static bool has_ended(const struct question_count *count)
{
    return count->left == 0 && count->done > 0;
}

/*
 * Lists the ended questions. `with_unsettled` adds one more question that is never settled: among few ended
 * questions there may by chance have been none. It is used for the upper end only.
 */
static struct endings list_endings(const struct question_count *counts, size_t n, bool with_unsettled)
{
    struct endings endings = {.items = memory_get_zeroed(n + 1, sizeof *endings.items)};
    if (with_unsettled)
        endings.items[endings.n++] = (struct ending){.ballots = INFINITY};
    for (size_t i = 0; i < n; i++) {
        if (!has_ended(&counts[i]))
            continue;
        double questions = (double)counts[i].questions;
        endings.items[endings.n++] =
            (struct ending){.ballots = (double)counts[i].done, .questions = questions, .weight = questions};
        endings.questions += questions;
    }
    return endings;
}

/* --- Worlds --------------------------------------------------------------------------------------- */

/* Marsaglia and Tsang, A Simple Method for Generating Gamma Variables, ACM TOMS 26, 2000; shape >= 1. */
static double draw_gamma(struct random_source *random, double shape)
{
    const double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = random_normal(random), v = pow(1 + c * x, 3);
        if (v > 0 && log(1 - random_uniform(random)) < x * x / 2 + d - d * v + d * log(v))
            return d * v;
    }
}

static void draw_weights(struct endings *endings, struct random_source *random)
{
    for (size_t i = 0; i < endings->n; i++)
        endings->items[i].weight = draw_gamma(random, fmax(endings->items[i].questions, 1));
}

/* Returns the ballots that a question with `done` votes still takes if it ends like this one. */
static double ballots_more(const struct ending *ending, const struct question_count *count)
{
    return fmin(ending->ballots - (double)count->done, (double)count->left);
}

struct moments {
    double mean, variance;
    double weight; /* of the questions that went on for so long; 0: there is none */
};

static struct moments moments_of(const struct endings *endings, const struct question_count *count)
{
    struct moments moments = {0};
    double squares = 0;
    for (size_t i = 0; i < endings->n; i++) {
        const struct ending *ending = &endings->items[i];
        if (ending->ballots <= (double)count->done)
            continue;
        double more = ballots_more(ending, count);
        moments.weight += ending->weight;
        moments.mean += ending->weight * more;
        squares += ending->weight * more * more;
    }
    if (moments.weight <= 0) /* it has gone on for longer than any ended question */
        return (struct moments){.mean = (double)count->left};
    moments.mean /= moments.weight;
    moments.variance = fmax(0, squares / moments.weight - moments.mean * moments.mean);
    return moments;
}

static double draw_question(const struct endings *endings, const struct question_count *count, double weight,
                            struct random_source *random)
{
    double at = weight * random_uniform(random), more = (double)count->left;
    for (size_t i = 0; i < endings->n && at >= 0; i++) {
        const struct ending *ending = &endings->items[i];
        if (ending->ballots <= (double)count->done)
            continue;
        at -= ending->weight;
        more = ballots_more(ending, count);
    }
    return more;
}

static double draw_questions(const struct endings *endings, const struct question_count *count,
                             struct random_source *random)
{
    const struct moments moments = moments_of(endings, count);
    const double questions = (double)count->questions;
    if (moments.weight <= 0)
        return questions * moments.mean;
    if (count->questions > DRAWN_ONE_BY_ONE)
        return questions * moments.mean + sqrt(questions * moments.variance) * random_normal(random);
    double sum = 0;
    for (int64_t i = 0; i < count->questions; i++)
        sum += draw_question(endings, count, moments.weight, random);
    return sum;
}

static double expect_ballots(const struct endings *endings, const struct question_count *counts, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (counts[i].left > 0)
            sum += (double)counts[i].questions * moments_of(endings, &counts[i]).mean;
    }
    return sum;
}

static double draw_world(struct endings *endings, const struct question_count *counts, size_t n,
                         struct random_source *random)
{
    double sum = 0;
    draw_weights(endings, random);
    for (size_t i = 0; i < n; i++) {
        if (counts[i].left > 0)
            sum += draw_questions(endings, &counts[i], random);
    }
    return sum;
}

/* --- The forecast ---------------------------------------------------------------------------------- */

static int compare_reals(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static struct forecast_range clip(struct forecast_range interval, double least, double most)
{
    return (struct forecast_range){.expected = fmin(fmax(interval.expected, least), most),
                                   .low = fmin(fmax(interval.low, least), most),
                                   .high = fmin(fmax(interval.high, least), most)};
}

/*
 * Returns the factor that widens the interval. Percentiles of the bootstrap lack Student's tails, and its weights
 * vary by 1 / (n + 1) instead of 1 / (n - 1).
 */
static double widening(double n)
{
    return student_quantile(tail, n - 1) / normal_quantile(tail) * sqrt((n + 1) / (n - 1));
}

/* Draws the ballots of each world, in ascending order. */
static void draw_worlds(double *ballots, struct endings *endings, const struct question_count *counts,
                        size_t n)
{
    struct random_source random = random_from(0, 0);
    for (size_t i = 0; i < WORLDS; i++)
        ballots[i] = draw_world(endings, counts, n, &random);
    qsort(ballots, WORLDS, sizeof *ballots, compare_reals);
}

/*
 * Returns the interval between the percentiles of the worlds, with both ends moved away from the expected value by
 * the factor `further`.
 */
static struct forecast_range interval_around(double expected, const double *fewest, const double *most,
                                             double further)
{
    const size_t outside = (size_t)(tail * WORLDS);
    double low = fmin(fewest[outside], expected), high = fmax(most[WORLDS - 1 - outside], expected);
    return (struct forecast_range){.expected = expected,
                                   .low = expected + further * (low - expected),
                                   .high = expected + further * (high - expected)};
}

static void estimate_ballots(struct forecast *forecast, const struct question_count *counts, size_t n,
                             double least)
{
    double fewest[WORLDS], most[WORLDS];
    struct endings seen = list_endings(counts, n, false), feared = list_endings(counts, n, true);
    const double expected = expect_ballots(&seen, counts, n), further = widening(seen.questions);
    draw_worlds(fewest, &seen, counts, n);
    draw_worlds(most, &feared, counts, n);
    forecast->ballots =
        clip(interval_around(expected, fewest, most, further), least, (double)forecast->at_most);
    free(seen.items);
    free(feared.items);
}

static void count_exactly(struct forecast *forecast)
{
    const double left = (double)forecast->at_most;
    forecast->n_ended = 0;
    forecast->ballots = (struct forecast_range){left, left, left};
}

static double hours_of(const struct forecast *forecast, double vote_ms)
{
    return forecast->ballots.expected * vote_ms / hour_ms;
}

struct forecast forecast_make(enum stop_rule rule, const struct question_count *counts, size_t n,
                              double vote_ms)
{
    struct forecast forecast = {.ballots = unknown};
    double open = 0;
    for (size_t i = 0; i < n; i++) {
        forecast.at_most += counts[i].left * counts[i].questions;
        open += counts[i].left > 0 ? (double)counts[i].questions : 0;
        forecast.n_ended += has_ended(&counts[i]) ? counts[i].questions : 0;
    }
    if (rule == STOP_AT_TARGET || forecast.at_most == 0)
        count_exactly(&forecast);
    else if (forecast.n_ended >= FORECAST_ENDED_MIN)
        estimate_ballots(&forecast, counts, n, open);
    forecast.hours = hours_of(&forecast, vote_ms);
    return forecast;
}

static void take_off(struct forecast_range *interval, double amount)
{
    interval->expected = fmax(0, interval->expected - amount);
    interval->low = fmax(0, interval->low - amount);
    interval->high = fmax(0, interval->high - amount);
}

void forecast_count_vote(struct forecast *forecast, double vote_ms)
{
    forecast->at_most -= forecast->at_most > 0;
    if (!isnan(forecast->ballots.expected))
        take_off(&forecast->ballots, 1);
    forecast->hours = hours_of(forecast, vote_ms);
}

static bool is_exact(const struct forecast_range *range)
{
    return range->low >= range->high;
}

void forecast_add_hours(double hours, struct buffer *text)
{
    enum { HOUR_MINUTES = 60, LONG_MINUTES = 90, MANY_HOURS = 10 };
    const double minutes = HOUR_MINUTES * hours;
    if (isnan(hours))
        return;
    if (minutes < 1)
        buffer_add_string(text, "under a minute");
    else if (minutes < LONG_MINUTES)
        buffer_add_format(text, "about %.0f min", minutes);
    else
        buffer_add_format(text, "about %.*f h", hours < MANY_HOURS ? 1 : 0, hours);
}

static void add_ballot_range(const struct forecast_range *ballots, struct buffer *text)
{
    buffer_add_string(text, " (");
    number_add_grouped(text, llround(ballots->low));
    buffer_add_string(text, " to ");
    number_add_grouped(text, llround(ballots->high));
    buffer_add_string(text, ")");
}

void forecast_add(const struct forecast *forecast, struct buffer *text)
{
    const struct forecast_range *ballots = &forecast->ballots;
    if (isnan(ballots->expected))
        return;
    if (!is_exact(ballots))
        buffer_add_string(text, "about ");
    number_add_grouped(text, llround(ballots->expected));
    buffer_add_string(text, llround(ballots->expected) == 1 ? " ballot" : " ballots");
    if (!is_exact(ballots))
        add_ballot_range(ballots, text);
    if (isnan(forecast->hours))
        return;
    buffer_add_string(text, ", ");
    forecast_add_hours(forecast->hours, text);
}
