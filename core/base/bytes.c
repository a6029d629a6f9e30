/*
 * The data of an empty view may be NULL, and C allows neither memcmp nor arithmetic on NULL. Hence the checks of
 * the size before either. A buffer has room for one byte more than its content, which holds a NUL.
 */
#include "core/base/bytes.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes bytes_of(const char *string)
{
    return (struct bytes){.data = string, .size = strlen(string)};
}

bool bytes_equal(struct bytes a, struct bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

int bytes_compare(struct bytes a, struct bytes b)
{
    size_t shared = a.size < b.size ? a.size : b.size;
    int order = shared > 0 ? memcmp(a.data, b.data, shared) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

bool bytes_equal_ignoring_case(struct bytes a, struct bytes b)
{
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++) {
        if (byte_in_small(a.data[i]) != byte_in_small(b.data[i]))
            return false;
    }
    return true;
}

bool bytes_starts_with(struct bytes bytes, const char *prefix)
{
    size_t size = strlen(prefix);
    return bytes.size >= size && memcmp(bytes.data, prefix, size) == 0;
}

bool bytes_ends_with(struct bytes bytes, const char *ending)
{
    size_t size = strlen(ending);
    return bytes.size >= size && memcmp(bytes.data + bytes.size - size, ending, size) == 0;
}

bool bytes_contains(struct bytes bytes, const char *part)
{
    return memmem(bytes.data, bytes.size, part, strlen(part)) != NULL;
}

/*
 * Returns fewer than eight bytes as the highest bytes of a number. From four bytes on, two overlapping loads do
 * this without a loop.
 */
static uint64_t load_short(struct bytes bytes)
{
    uint32_t first;
    uint32_t last;
    uint64_t word = 0;
    if (bytes.size >= sizeof first) {
        memcpy(&first, bytes.data, sizeof first);
        memcpy(&last, bytes.data + bytes.size - sizeof last, sizeof last);
        return (uint64_t)le32toh(last) << 32 | (uint64_t)le32toh(first) << (64 - 8 * bytes.size);
    }
    for (size_t i = 0; i < bytes.size; i++)
        word = word >> 8 | (uint64_t)(unsigned char)bytes.data[i] << 56;
    return word;
}

uint64_t bytes_hash(struct bytes bytes)
{
    return bytes.size >= BYTES_HASH_REACH ? bytes_hash_in_reach(bytes)
                                          : bytes_hash_add(bytes.size, load_short(bytes));
}

/* --- Views of views -------------------------------------------------------- */

struct bytes bytes_slice(struct bytes bytes, size_t from, size_t to)
{
    /* C allows no arithmetic on NULL, and the data of an empty text may be NULL. */
    return bytes.data == NULL ? bytes : (struct bytes){.data = bytes.data + from, .size = to - from};
}

struct bytes bytes_from(struct bytes bytes, size_t from)
{
    return bytes_slice(bytes, from, bytes.size);
}

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct bytes bytes_trim(struct bytes bytes)
{
    /* Most cells and words have nothing to trim, and tables trim each cell several times. */
    if (bytes.size > 0 && (unsigned char)bytes.data[0] > ' ' &&
        (unsigned char)bytes.data[bytes.size - 1] > ' ')
        return bytes;
    size_t from = 0;
    size_t to = bytes.size;
    while (from < to && is_white(bytes.data[from]))
        from++;
    while (to > from && is_white(bytes.data[to - 1]))
        to--;
    return bytes_slice(bytes, from, to);
}

struct bytes bytes_skip_space(struct bytes bytes)
{
    size_t from = 0;
    while (from < bytes.size && (is_white(bytes.data[from]) || bytes.data[from] == '\n'))
        from++;
    return bytes_from(bytes, from);
}

/* Returns the index of the first such byte, or the size. */
static size_t find_byte(struct bytes bytes, char byte)
{
    const char *found = bytes.size > 0 ? memchr(bytes.data, byte, bytes.size) : NULL;
    return found != NULL ? (size_t)(found - bytes.data) : bytes.size;
}

bool bytes_split(struct bytes bytes, char separator, struct bytes *before, struct bytes *behind)
{
    size_t at = find_byte(bytes, separator);
    if (at == bytes.size)
        return false;
    *before = bytes_slice(bytes, 0, at);
    *behind = bytes_from(bytes, at + 1);
    return true;
}

bool bytes_next_line(struct bytes *rest, struct bytes *line)
{
    if (rest->size == 0)
        return false;
    size_t end = find_byte(*rest, '\n');
    *line = bytes_slice(*rest, 0, end);
    if (line->size > 0 && line->data[line->size - 1] == '\r')
        line->size--;
    *rest = bytes_from(*rest, end < rest->size ? end + 1 : end);
    return true;
}

size_t bytes_line_start(struct bytes bytes, size_t offset)
{
    const char *line_end = offset > 0 ? memrchr(bytes.data, '\n', offset) : NULL;
    return line_end != NULL ? (size_t)(line_end - bytes.data) + 1 : 0;
}

struct bytes bytes_skip_blank_lines(struct bytes bytes)
{
    struct bytes behind = bytes;
    struct bytes line;
    while (bytes_next_line(&behind, &line) && bytes_trim(line).size == 0)
        bytes = behind;
    return bytes;
}

bool bytes_next_word(struct bytes *rest, struct bytes *word)
{
    size_t from = 0;
    while (from < rest->size && is_white(rest->data[from]))
        from++;
    size_t to = from;
    while (to < rest->size && !is_white(rest->data[to]))
        to++;
    *word = bytes_slice(*rest, from, to);
    *rest = bytes_from(*rest, to);
    return word->size > 0;
}

struct bytes bytes_without_mark(struct bytes bytes)
{
    static const char mark[] = "\xef\xbb\xbf";
    return bytes_starts_with(bytes, mark) ? bytes_from(bytes, sizeof mark - 1) : bytes;
}

/* --- Buffers --------------------------------------------------------------- */

void buffer_release(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer){0};
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
    if (buffer->data != NULL)
        buffer->data[0] = '\0';
}

static void reserve(struct buffer *buffer, size_t more)
{
    buffer->data = memory_grow(buffer->data, &buffer->capacity, buffer->size + more + 1, 1);
}

void buffer_add(struct buffer *buffer, struct bytes bytes)
{
    reserve(buffer, bytes.size);
    if (bytes.size > 0)
        memcpy(buffer->data + buffer->size, bytes.data, bytes.size);
    buffer->size += bytes.size;
    buffer->data[buffer->size] = '\0';
}

void buffer_add_string(struct buffer *buffer, const char *string)
{
    buffer_add(buffer, bytes_of(string));
}

void buffer_add_byte(struct buffer *buffer, char byte)
{
    buffer_add(buffer, (struct bytes){.data = &byte, .size = 1});
}

void buffer_add_one_line(struct buffer *buffer, struct bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        char c = bytes.data[i];
        buffer_add_byte(buffer, c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
    }
}

void buffer_add_format_of(struct buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    reserve(buffer, 0);
    const size_t room = buffer->capacity - buffer->size;
    int size = vsnprintf(buffer->data + buffer->size, room, format, arguments);
    BUG_UNLESS(size >= 0);
    if ((size_t)size >= room) {
        reserve(buffer, (size_t)size);
        vsnprintf(buffer->data + buffer->size, (size_t)size + 1, format, again);
    }
    va_end(again);
    buffer->size += (size_t)size;
}

void buffer_add_format(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_add_format_of(buffer, format, arguments);
    va_end(arguments);
}

struct bytes buffer_bytes(const struct buffer *buffer)
{
    return (struct bytes){.data = buffer->data, .size = buffer->size};
}

const char *buffer_string(const struct buffer *buffer)
{
    return buffer->data != NULL ? buffer->data : "";
}
