/*
 * A repeatable random source (xoshiro256**, Blackman & Vigna 2018, seeded by
 * splitmix64). The seed is passed in; nothing here reads the machine's entropy.
 */
#ifndef ASSAY_CORE_BASE_RANDOM_H
#define ASSAY_CORE_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random_source {
    uint64_t state[4];
};

/* A source that yields the same numbers for the same (seed, stream), and unrelated ones for others. */
struct random_source random_from(uint64_t seed, uint64_t stream);
uint64_t random_next(struct random_source *source);
/* Uniform in [0, bound), without bias. bound > 0. */
uint64_t random_below(struct random_source *source, uint64_t bound);
/* Uniform in [0, 1). */
double random_uniform(struct random_source *source);
/* A standard normal number (Box & Muller, Annals of Mathematical Statistics 29, 1958). */
double random_normal(struct random_source *source);

enum { UUID_SIZE = 37 }; /* 36 characters and the NUL */

/*
 * A version 7 UUID (RFC 9562) in lower case: the milliseconds since 1970-01-01 UTC, then the last 12 bits of the number, by
 * which those of one millisecond ascend (6.2, method 1), then what is drawn.
 */
void random_uuid(struct random_source *source, int64_t milliseconds, int64_t number, char uuid[UUID_SIZE]);

#endif
