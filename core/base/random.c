/*
 * splitmix64 makes the four words of the state from seed and stream, so that neighbouring seeds are unrelated.
 * xoshiro256** continues from there. Users rely on the drawn numbers: the same seed deals the same ballots. So none
 * of the constants may change.
 */
#include "core/base/random.h"

#include "core/base/bug.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int count)
{
    return (x << count) | (x >> (64 - count));
}

struct random_source random_from(uint64_t seed, uint64_t stream)
{
    uint64_t mixed = seed;
    uint64_t state = splitmix64(&mixed) ^ stream;
    struct random_source source;
    for (size_t i = 0; i < 4; i++)
        source.state[i] = splitmix64(&state);
    return source;
}

uint64_t random_next(struct random_source *source)
{
    uint64_t *s = source->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t random_below(struct random_source *source, uint64_t bound)
{
    BUG_UNLESS(bound > 0);
    /* Results below `uneven` would make low remainders more likely, so they are drawn again. */
    uint64_t uneven = (0 - bound) % bound;
    uint64_t drawn;
    do {
        drawn = random_next(source);
    } while (drawn < uneven);
    return drawn % bound;
}

double random_uniform(struct random_source *source)
{
    return (double)(random_next(source) >> 11) * 0x1p-53;
}

double random_normal(struct random_source *source)
{
    double radius = sqrt(-2 * log(1 - random_uniform(source)));
    return radius * cos(2 * M_PI * random_uniform(source));
}

/*
 * Adds up the probabilities of 0, 1, 2 … successes (Kachitvichyanukul & Schmeiser, Communications of the ACM 31, 1988,
 * algorithm BINV). The probability of 0 must not be too small for a double.
 */
static uint64_t binomial_by_sum(struct random_source *source, uint64_t n, double p)
{
    const double odds = p / (1 - p);
    double left = random_uniform(source), probability = pow(1 - p, (double)n);
    uint64_t k = 0;
    for (; k < n && left >= probability; k++) {
        left -= probability;
        probability *= odds * (double)(n - k) / (double)(k + 1);
    }
    return k;
}

/* Transformed rejection (Hörmann, Journal of Statistical Computation and Simulation 46, 1993, algorithm BTRS). */
static uint64_t binomial_by_rejection(struct random_source *source, uint64_t n, double p)
{
    const double trials = (double)n, deviation = sqrt(trials * p * (1 - p));
    const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double middle = trials * p + 0.5, height = 0.92 - 4.2 / b;
    const double mode = floor((trials + 1) * p);
    const double at_mode = lgamma(mode + 1) + lgamma(trials - mode + 1);
    for (;;) {
        const double u = random_uniform(source) - 0.5, v = random_uniform(source);
        const double from_edge = 0.5 - fabs(u);
        const double k = floor((2 * a / from_edge + b) * u + middle);
        if (from_edge >= 0.07 && v <= height)
            return (uint64_t)k;
        if (from_edge <= 0 || k < 0 || k > trials)
            continue;
        const double scaled = log(v * (2.83 + 5.1 / b) * deviation / (a / (from_edge * from_edge) + b));
        if (scaled <= at_mode - lgamma(k + 1) - lgamma(trials - k + 1) + (k - mode) * log(p / (1 - p)))
            return (uint64_t)k;
    }
}

uint64_t random_binomial(struct random_source *source, uint64_t n, double probability)
{
    enum { SUCCESSES_SUMMED = 10 }; /* below so many, a sum is faster; a rejection needs at least as many */
    if (probability > 0.5)
        return n - random_binomial(source, n, 1 - probability);
    return (double)n * probability < SUCCESSES_SUMMED ? binomial_by_sum(source, n, probability)
                                                      : binomial_by_rejection(source, n, probability);
}

void random_uuid(struct random_source *source, int64_t milliseconds, int64_t number, char uuid[UUID_SIZE])
{
    uint64_t high = (uint64_t)milliseconds << 16 | 0x7000u | ((uint64_t)number & 0x0fffu);
    uint64_t low = (random_next(source) & 0x3fffffffffffffffu) | 0x8000000000000000u;
    snprintf(uuid, UUID_SIZE, "%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%012" PRIx64,
             high >> 32, (high >> 16) & 0xffff, high & 0xffff, low >> 48, low & 0xffffffffffffu);
}
