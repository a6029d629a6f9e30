/*
 * A repeatable random source (xoshiro256**, Blackman & Vigna 2018, seeded by splitmix64). The caller passes the
 * seed; nothing here reads the machine's entropy.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct random_source {
    uint64_t state[4];
};

/* Returns a source that yields the same numbers for the same (seed, stream), and unrelated numbers for others. */
struct random_source random_from(uint64_t seed, uint64_t stream);
uint64_t random_next(struct random_source *source);
/* Returns a number uniform in [0, bound), without bias; bound > 0. */
uint64_t random_below(struct random_source *source, uint64_t bound);
/* Returns a number uniform in [0, 1). */
double random_uniform(struct random_source *source);
/* Returns a standard normal number (Box & Muller, Annals of Mathematical Statistics 29, 1958). */
double random_normal(struct random_source *source);
/* Returns the number of successes in n trials that succeed with this probability each. */
uint64_t random_binomial(struct random_source *source, uint64_t n, double probability);

enum { UUID_SIZE = 37 }; /* 36 characters and the NUL */

/*
 * Writes a version 7 UUID (RFC 9562) in lower case. It holds the milliseconds since 1970-01-01 UTC, then the last
 * 12 bits of `number`, then random bits. The number orders the UUIDs of one millisecond (6.2, method 1).
 */
void random_uuid(struct random_source *source, int64_t milliseconds, int64_t number, char uuid[UUID_SIZE]);
