/*
 * Records laid aside by bucket, in as few bytes as they need: a run whose lines are shuffled is sorted so that all lines of a
 * question come together, a bucket of questions at a time, and each bucket fits a processor's cache.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORDS_ASIDE_H
#define ASSAY_IMPORT_RECORDS_RECORDS_ASIDE_H

#include "core/base/bytes.h"

enum { ASIDE_BUCKETS = 128 };

/* Which of them a question is in, by the bytes_hash of its qid. */
static inline size_t aside_bucket_of(uint64_t hash)
{
    return (size_t)(hash >> 32) % ASIDE_BUCKETS;
}

struct aside_block;

struct aside_bucket {
    struct aside_block *first, *last; /* NULL: nothing is in it */
    char *at, *end;                   /* room behind the last record */
};

/* {0} has none and is safe to release. */
struct records_aside {
    struct aside_bucket *buckets; /* NULL: nothing was laid aside */
};

void records_aside_release(struct records_aside *aside);
/* Lays a record aside, a copy; `question` is a small number, which the caller gives to each question of a bucket. */
void records_aside_add(struct records_aside *aside, size_t bucket, uint32_t question, struct bytes docid,
                       double number);
/* Frees what is in one bucket. */
void records_aside_clear(struct records_aside *aside, size_t bucket);

/* A walk over a bucket, in the order in which the records came; docids are views of what was laid aside. */
struct aside_reader {
    const struct aside_block *block;
    const char *next;
};

struct aside_reader aside_reader_of(const struct records_aside *aside, size_t bucket);
/* False: there are no more. */
bool aside_next(struct aside_reader *reader, uint32_t *question, struct bytes *docid, double *number);

#endif
