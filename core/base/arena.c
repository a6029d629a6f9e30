/*
 * An arena is a list of blocks, the newest first. Allocations are cut from the newest block, one after the other.
 * If an allocation does not fit, a new block is made, and the rest of the old one stays unused. The first block is
 * small, because many arenas hold no more than a ballot. Each further block is twice as large, up to BLOCK_SIZE. An
 * allocation larger than the next block would be gets a block of its own size.
 *
 * The unused part of a block is always zero, so nothing needs to be cleared when it is given out.
 */
#include "core/base/arena.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK_SIZE = 4 * 1024, BLOCK_SIZE = 64 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
    alignas(max_align_t) char bytes[];
};

void arena_release(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

void arena_clear(struct arena *arena)
{
    struct arena_block *kept = arena->blocks;
    if (kept == NULL)
        return;
    struct arena older = {.blocks = kept->next};
    arena_release(&older);
    kept->next = NULL;
    memset(kept->bytes, 0, kept->used); /* arena_get promises zeroed memory */
    kept->used = 0;
}

/* Rounds `size` up, so that the next allocation is aligned too. */
static size_t align(size_t size)
{
    if (size > SIZE_MAX - 2 * BLOCK_SIZE)
        memory_out(size);
    return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

static size_t next_block_size(const struct arena *arena)
{
    if (arena->blocks == NULL)
        return FIRST_BLOCK_SIZE;
    return arena->blocks->size < BLOCK_SIZE / 2 ? arena->blocks->size * 2 : BLOCK_SIZE;
}

void *arena_get(struct arena *arena, size_t size)
{
    size_t aligned = align(size);
    struct arena_block *block = arena->blocks;
    if (block == NULL || block->size - block->used < aligned) {
        size_t usual = next_block_size(arena);
        size_t room = aligned > usual ? aligned : usual;
        block = memory_get_zeroed(1, sizeof *block + room);
        block->size = room;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *place = block->bytes + block->used;
    block->used += aligned;
    return place;
}

void *arena_get_array(struct arena *arena, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        memory_out(SIZE_MAX);
    return arena_get(arena, count * size);
}

void *arena_make_room(struct arena *arena, void *array, size_t n, size_t size)
{
    enum { FIRST_CAPACITY = 8 };
    if (n == 0)
        return arena_get_array(arena, FIRST_CAPACITY, size);
    bool is_full = n >= FIRST_CAPACITY && (n & (n - 1)) == 0;
    return is_full ? memcpy(arena_get_array(arena, n * 2, size), array, n * size) : array;
}

void *arena_extend(struct arena *arena, void *newest, size_t size, size_t new_size)
{
    struct arena_block *block = arena->blocks;
    bool is_alone = block != NULL && newest == block->bytes;
    if (!is_alone) {
        void *moved = arena_get(arena, new_size);
        return size > 0 ? memcpy(moved, newest, size) : moved;
    }
    BUG_UNLESS(block->used == align(size));
    /* memory_grow then allocates exactly what is asked for, so no unused part is left that is not zeroed */
    size_t capacity = 0;
    size_t room = align(new_size);
    if (room > block->size) {
        block = memory_grow(block, &capacity, sizeof *block + room, 1);
        block->size = capacity - sizeof *block;
        arena->blocks = block;
    }
    block->used = room;
    return block->bytes;
}

struct bytes arena_copy(struct arena *arena, struct bytes bytes)
{
    char *copy = arena_get(arena, bytes.size + 1);
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    return (struct bytes){.data = copy, .size = bytes.size};
}

char *arena_copy_string(struct arena *arena, const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(arena_get(arena, size), string, size);
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    BUG_UNLESS(size >= 0);
    char *text = arena_get(arena, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}
