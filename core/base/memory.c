#include "core/base/memory.h"

#include "core/base/bug.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void memory_out(size_t size)
{
    bug_restore();
    fputs("assay: out of memory", stderr);
    if (size > 0)
        fprintf(stderr, " (%zu bytes wanted)", size);
    fputs("; everything saved before this is still saved\n", stderr);
    abort();
}

void *memory_get(size_t size)
{
    void *block = malloc(size > 0 ? size : 1);
    if (block == NULL)
        memory_out(size);
    return block;
}

void *memory_get_zeroed(size_t count, size_t size)
{
    void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (block == NULL)
        memory_out(count * size);
    return block;
}

char *memory_copy_string(const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(memory_get(size), string, size);
}

char *memory_copy_string_if_any(const char *string)
{
    return string != NULL ? memory_copy_string(string) : NULL;
}

void *memory_grow(void *block, size_t *capacity, size_t needed, size_t size)
{
    if (block != NULL && needed <= *capacity)
        return block;
    size_t grown = *capacity < 8 ? 8 : *capacity * 2;
    if (grown < needed)
        grown = needed;
    if (grown > SIZE_MAX / size)
        memory_out(SIZE_MAX);
    block = realloc(block, grown * size);
    if (block == NULL)
        memory_out(grown * size);
    *capacity = grown;
    return block;
}

void *memory_fit(void *block, size_t *capacity, size_t n, size_t size)
{
    *capacity = n > 0 ? n : 1;
    block = realloc(block, *capacity * size);
    if (block == NULL)
        memory_out(*capacity * size);
    return block;
}
