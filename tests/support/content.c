#include "tests/support/content.h"

#include "core/base/bug.h"

struct bytes content_of(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        BUG("%s can't be read", path);
    struct bytes content = content_read(arena, file);
    fclose(file);
    return content;
}

struct bytes content_read(struct arena *arena, FILE *file)
{
    struct buffer content = {0};
    char chunk[64 * 1024];
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, file)) > 0;)
        buffer_add(&content, (struct bytes){.data = chunk, .size = got});
    BUG_UNLESS(!ferror(file));
    struct bytes copy = arena_copy(arena, buffer_bytes(&content));
    buffer_release(&content);
    return copy;
}
