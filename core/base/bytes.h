/*
 * Byte strings: a view (struct bytes) that owns nothing and is not terminated, and a buffer that grows. Ids and
 * texts are bytes; nothing here knows UTF-8.
 */
#pragma once

#include "core/base/byte_order.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {
    const char *data; /* may be NULL when size is 0 */
    size_t size;
};

/* The smaller and the larger of two sizes or offsets. */
static inline size_t smaller_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t larger_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Arguments for printf's "%.*s". Long strings are cut at 200 bytes, so that messages stay readable. */
#define BYTES_FORMAT(bytes)                                                                                  \
    (int)((bytes).size < 200 ? (bytes).size : 200), (bytes).data != NULL ? (bytes).data : ""

struct bytes bytes_of(const char *string);
bool bytes_equal(struct bytes a, struct bytes b);
/* Compares unsigned bytes; a prefix comes first. Returns <0, 0 or >0. */
int bytes_compare(struct bytes a, struct bytes b);
/* Treats upper-case and lower-case ASCII letters as equal. */
bool bytes_equal_ignoring_case(struct bytes a, struct bytes b);
/* Returns the lower-case form of an upper-case ASCII letter, and any other byte unchanged. */
static inline char byte_in_small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}
bool bytes_starts_with(struct bytes bytes, const char *prefix);
bool bytes_ends_with(struct bytes bytes, const char *ending);
bool bytes_contains(struct bytes bytes, const char *part);

/* ASCII white space, including line ends and page breaks. */
static inline bool byte_is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A hash for tables in memory: fast on short ids, but not the same on every machine. */
uint64_t bytes_hash(struct bytes bytes);

enum { BYTES_HASH_REACH = 8 };

/*
 * Mixes a word into the hash. Every bit of the word reaches both the highest bits of the hash (which filters use)
 * and the lowest (which tables use), because both halves of a product go into it.
 */
static inline uint64_t bytes_hash_add(uint64_t hash, uint64_t word)
{
    static const uint64_t odd = 0x9e3779b97f4a7c15u;
#ifdef __SIZEOF_INT128__
    __extension__ unsigned __int128 product = (unsigned __int128)(hash ^ word) * odd;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    hash = (hash ^ word) * odd;
    hash = (hash ^ hash >> 32) * odd;
    return hash ^ hash >> 32;
#endif
}

static inline uint64_t bytes_hash_load(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/*
 * Like bytes_hash, for bytes that are not empty and where BYTES_HASH_REACH bytes can be read from their start, even
 * if they are fewer. It is inline because it is called for each line of a run. The last word overlaps the word
 * before it.
 */
static inline uint64_t bytes_hash_in_reach(struct bytes bytes)
{
    uint64_t hash = bytes.size;
    const char *end = bytes.data + bytes.size;
    if (bytes.size <= BYTES_HASH_REACH)
        return bytes_hash_add(hash, bytes_hash_load(bytes.data) << (64 - 8 * bytes.size));
    for (const char *c = bytes.data; end - c > BYTES_HASH_REACH; c += BYTES_HASH_REACH)
        hash = bytes_hash_add(hash, bytes_hash_load(c));
    return bytes_hash_add(hash, bytes_hash_load(end - BYTES_HASH_REACH));
}

/* --- Views of views -------------------------------------------------------- */
/* White space separates words on a line: blanks, tabs, and the CR of a line end. */

/* The bytes from index `from` up to, but not including, `to`; the bytes from index `from` on. */
struct bytes bytes_slice(struct bytes bytes, size_t from, size_t to);
struct bytes bytes_from(struct bytes bytes, size_t from);
/* Removes white space at both ends. */
struct bytes bytes_trim(struct bytes bytes);
/* Returns the bytes from the first one that is neither white space nor a line end. */
struct bytes bytes_skip_space(struct bytes bytes);
/* Splits at the first `separator` into the bytes before and after it. Returns false if there is no separator. */
bool bytes_split(struct bytes bytes, char separator, struct bytes *before, struct bytes *behind);
/* Takes the next line off `rest`, without its LF or CR LF. Returns false if nothing is left. */
bool bytes_next_line(struct bytes *rest, struct bytes *line);
/* Returns the offset at which the line of the byte at `offset` begins. */
size_t bytes_line_start(struct bytes bytes, size_t offset);
/* Returns the bytes from the first line that is not blank. */
struct bytes bytes_skip_blank_lines(struct bytes bytes);
/* Takes the next word off `rest`. Returns false if there is none. */
bool bytes_next_word(struct bytes *rest, struct bytes *word);
/* Removes the byte order mark that some editors put at the start of a file. */
struct bytes bytes_without_mark(struct bytes bytes);

/* --- Buffers --------------------------------------------------------------- */

/* A growing byte string. {0} is empty and safe to release. It is always terminated once something was added. */
struct buffer {
    char *data;
    size_t size;
    size_t capacity;
};

void buffer_release(struct buffer *buffer);
void buffer_clear(struct buffer *buffer);
void buffer_add(struct buffer *buffer, struct bytes bytes);
void buffer_add_string(struct buffer *buffer, const char *string);
void buffer_add_byte(struct buffer *buffer, char byte);
/* Adds the bytes as one line: each tab, LF and CR becomes a blank. */
void buffer_add_one_line(struct buffer *buffer, struct bytes bytes);
void buffer_add_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with a va_list, which is used up. */
void buffer_add_format_of(struct buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
struct bytes buffer_bytes(const struct buffer *buffer);
/* Returns the content as a terminated string, "" when empty; valid until the next change. */
const char *buffer_string(const struct buffer *buffer);
