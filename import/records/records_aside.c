/*
 * A record is two numbers in as few bytes as possible (its question, and the size of its docid), then the docid and its
 * number. A record never crosses blocks. Blocks are small, because there are many buckets and the last block of each is
 * half empty.
 */
#include "import/records/records_aside.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 8 * 1024 - 64, COUNT_MOST = 10 };

struct aside_block {
    struct aside_block *next;
    char *end; /* end of its last record */
    char bytes[];
};

void records_aside_clear(struct records_aside *aside, size_t bucket)
{
    if (aside->buckets == NULL)
        return;
    struct aside_block *block = aside->buckets[bucket].first;
    while (block != NULL) {
        struct aside_block *next = block->next;
        free(block);
        block = next;
    }
    aside->buckets[bucket] = (struct aside_bucket){0};
}

void records_aside_release(struct records_aside *aside)
{
    for (size_t i = 0; i < ASIDE_BUCKETS; i++)
        records_aside_clear(aside, i);
    free(aside->buckets);
    aside->buckets = NULL;
}

/* Seven bits per byte, the low ones first. All bytes except the last have the high bit set. */
static char *write_count(char *at, size_t count)
{
    while (count >= 0x80) {
        *at++ = (char)(count | 0x80);
        count >>= 7;
    }
    *at++ = (char)count;
    return at;
}

static const char *read_count(const char *at, size_t *count)
{
    unsigned shift = 0;
    *count = 0;
    do {
        *count |= (size_t)((unsigned char)*at & 0x7f) << shift;
        shift += 7;
    } while ((*at++ & 0x80) != 0);
    return at;
}

static void add_block(struct aside_bucket *bucket, size_t needed)
{
    const size_t size = needed > BLOCK_SIZE ? needed : BLOCK_SIZE;
    struct aside_block *block = memory_get(sizeof *block + size);
    block->next = NULL;
    if (bucket->last != NULL)
        bucket->last->next = block;
    else
        bucket->first = block;
    bucket->last = block;
    bucket->at = block->bytes;
    bucket->end = block->bytes + size;
}

void records_aside_add(struct records_aside *aside, size_t bucket, uint32_t question, struct bytes docid,
                       double number)
{
    if (aside->buckets == NULL)
        aside->buckets = memory_get_zeroed(ASIDE_BUCKETS, sizeof *aside->buckets);
    struct aside_bucket *into = &aside->buckets[bucket];
    const size_t needed = (size_t)2 * COUNT_MOST + docid.size + sizeof number;
    if ((size_t)(into->end - into->at) < needed)
        add_block(into, needed);
    char *at = write_count(into->at, question);
    at = write_count(at, docid.size);
    memcpy(at, docid.data, docid.size);
    memcpy(at + docid.size, &number, sizeof number);
    into->at = at + docid.size + sizeof number;
    into->last->end = into->at;
}

struct aside_reader aside_reader_of(const struct records_aside *aside, size_t bucket)
{
    const struct aside_block *block = aside->buckets != NULL ? aside->buckets[bucket].first : NULL;
    return (struct aside_reader){.block = block, .next = block != NULL ? block->bytes : NULL};
}

bool aside_next(struct aside_reader *reader, uint32_t *question, struct bytes *docid, double *number)
{
    if (reader->block != NULL && reader->next == reader->block->end) {
        reader->block = reader->block->next;
        reader->next = reader->block != NULL ? reader->block->bytes : NULL;
    }
    if (reader->block == NULL)
        return false;
    size_t of;
    const char *at = read_count(reader->next, &of);
    at = read_count(at, &docid->size);
    *question = (uint32_t)of;
    docid->data = at;
    memcpy(number, at + docid->size, sizeof *number);
    reader->next = at + docid->size + sizeof *number;
    return true;
}
