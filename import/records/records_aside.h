/*
 * Stores records by bucket, in as few bytes as possible. This sorts a run with shuffled lines so that all lines of a
 * question come together. It is done one bucket of questions at a time, and each bucket fits into a processor's cache.
 */
#pragma once

#include "core/base/bytes.h"

enum { ASIDE_BUCKETS = 128 };

/* Returns the bucket of a question, from the bytes_hash of its qid. */
static inline size_t aside_bucket_of(uint64_t hash)
{
    return (size_t)(hash >> 32) % ASIDE_BUCKETS;
}

struct aside_block;

struct aside_bucket {
    struct aside_block *first, *last; /* NULL: the bucket is empty */
    char *at, *end;                   /* free room after the last record */
};

/* {0} is empty and safe to release. */
struct records_aside {
    struct aside_bucket *buckets; /* NULL: nothing has been stored */
};

void records_aside_release(struct records_aside *aside);
/*
 * Stores a copy of a record. `question` is a small number that the caller gives to each question of a bucket.
 */
void records_aside_add(struct records_aside *aside, size_t bucket, uint32_t question, struct bytes docid,
                       double number);
/* Frees the records of one bucket. */
void records_aside_clear(struct records_aside *aside, size_t bucket);

/*
 * Iterates over a bucket, in the order in which the records were added. Docids are views into the stored records.
 */
struct aside_reader {
    const struct aside_block *block;
    const char *next;
};

struct aside_reader aside_reader_of(const struct records_aside *aside, size_t bucket);
/* Returns false at the end. */
bool aside_next(struct aside_reader *reader, uint32_t *question, struct bytes *docid, double *number);
