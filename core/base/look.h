/*
 * Looks at many bytes at once. A look finds where the columns of a line end, which bytes of a number are not
 * digits, or which of two texts is greater. Only this file uses the wide instructions of processors. Each look also
 * has a form in plain C with the same result.
 *
 * The looks are inline. The loop around them is compiled once for each kind of processor, and the best version that
 * works is called:
 *
 *     static inline __attribute__((always_inline)) void walk(const struct looks looks, …) { … looks.line(c) … }
 *
 *     static void walk_plain(…) { walk(looks_plain, …); }
 *     LOOK_AVX2 static void walk_avx2(…) { walk(looks_avx2, …); }
 *
 * AVX2 is chosen at run time. The plain version is for processors other than x86. Tests try all versions by
 * looks_limit. A look near the end of a file would read beyond its last page, so callers read the last bytes one by
 * one.
 */
#pragma once

#include "core/base/byte_order.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
/* For functions that are called only if LOOKS_AVX2 works. */
#define LOOK_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#endif

enum {
    LOOK_LINE = 64,   /* bytes that a look at a line reads */
    LOOK_NUMBER = 32, /* bytes that a look at a number, or at each of two texts, reads */
};

/* One bit for each of LOOK_LINE bytes, the lowest for the first byte. Bits after the first LF may be missing. */
struct line_look {
    uint64_t ends;  /* bytes that end a column: blanks, tabs, vertical tabs, form feeds, CR and LF */
    uint64_t feeds; /* LF */
};

/* All bytes that a look reads must be readable. */
struct looks {
    struct line_look (*line)(const char *line);
    /*
     * Likewise one bit for each of the first `size` of LOOK_NUMBER bytes that is not a digit. Later bits are
     * undefined.
     */
    uint32_t (*others)(const char *number, size_t size);
    /*
     * Returns whether `text` is greater than `other`, by the first of `size` bytes that differs. LOOK_NUMBER bytes
     * must be readable in both, and `size` must be smaller than that.
     */
    bool (*is_above)(const char *text, const char *other, size_t size);
};

/* Kinds of processors, from slow to fast. */
enum looks_kind { LOOKS_PLAIN, LOOKS_SSE2, LOOKS_AVX2, LOOKS_KINDS };

/* Returns the best kind that this processor supports. */
enum looks_kind looks_best(void);
/* For tests of all kinds: from now on looks_best returns at most this kind. */
void looks_limit(enum looks_kind most);

#define LOOK_INLINE static inline __attribute__((always_inline))
#define LOOK_UNROLL _Pragma("GCC unroll 8")

/* --- Any processor: eight bytes at a time -------------------------------------- */

/* Returns eight bytes as a number whose lowest byte is the first one. */
LOOK_INLINE uint64_t look_load(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

#define LOOK_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define LOOK_HIGHEST LOOK_EACH(0x80)

/* Sets the highest bit of each byte that is 0. */
LOOK_INLINE uint64_t look_zeros(uint64_t word)
{
    return ~(((word & ~LOOK_HIGHEST) + ~LOOK_HIGHEST) | word) & LOOK_HIGHEST;
}

/* Sets the highest bit of each byte from `low` to `high`, both below 128. */
LOOK_INLINE uint64_t look_range(uint64_t word, unsigned low, unsigned high)
{
    uint64_t rest = word & ~LOOK_HIGHEST;
    return (rest + LOOK_EACH(0x80 - low)) & ~(rest + LOOK_EACH(0x7f - high)) & ~word & LOOK_HIGHEST;
}

/*
 * Gathers the highest bits of the bytes, with the first byte's bit lowest. No two products of the multiplication
 * meet in one bit.
 */
LOOK_INLINE uint64_t look_gather(uint64_t highest)
{
    return (highest >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

LOOK_INLINE struct line_look look_line_plain(const char *line)
{
    struct line_look look = {0};
    LOOK_UNROLL
    for (unsigned i = 0; i < LOOK_LINE; i += 8) {
        uint64_t word = look_load(line + i);
        uint64_t ends = look_zeros(word ^ LOOK_EACH(' ')) | look_range(word, '\t', '\r');
        look.ends |= look_gather(ends) << i;
        look.feeds |= look_gather(look_zeros(word ^ LOOK_EACH('\n'))) << i;
    }
    return look;
}

LOOK_INLINE uint32_t look_others_plain(const char *number, size_t size)
{
    uint64_t others = 0;
    for (unsigned i = 0; i < LOOK_NUMBER && i < size; i += 8)
        others |= look_gather(~look_range(look_load(number + i), '0', '9') & LOOK_HIGHEST) << i;
    return (uint32_t)others;
}

/* A difference beyond `size` does not count. */
LOOK_INLINE bool look_is_above_plain(const char *text, const char *other, size_t size)
{
    unsigned i = 0;
    while (i < LOOK_NUMBER - 8 && look_load(text + i) == look_load(other + i))
        i += 8;
    const uint64_t bytes = __builtin_bswap64(look_load(text + i));
    const uint64_t others = __builtin_bswap64(look_load(other + i));
    return bytes > others && i + (unsigned)__builtin_clzll(bytes ^ others) / 8 < size;
}

static const struct looks looks_plain = {look_line_plain, look_others_plain, look_is_above_plain};

#ifdef __x86_64__

/* --- Every x86-64 ----------------------------------------------------------------- */

/* Adds the bits of the 16 bytes at `i`. */
LOOK_INLINE void look_add_sse2(struct line_look *look, const char *line, unsigned i)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(line + i));
    __m128i behind_tab = _mm_sub_epi8(bytes, _mm_set1_epi8('\t'));
    __m128i is_control = _mm_cmpeq_epi8(_mm_min_epu8(behind_tab, _mm_set1_epi8('\r' - '\t')), behind_tab);
    __m128i is_end = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')), is_control);
    __m128i is_feed = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
    look->ends |= (uint64_t)(unsigned)_mm_movemask_epi8(is_end) << i;
    look->feeds |= (uint64_t)(unsigned)_mm_movemask_epi8(is_feed) << i;
}

/* Most lines end before the last quarter, which is then skipped. */
LOOK_INLINE struct line_look look_line_sse2(const char *line)
{
    struct line_look look = {0};
    look_add_sse2(&look, line, 0);
    look_add_sse2(&look, line, 16);
    look_add_sse2(&look, line, 32);
    if (look.feeds == 0)
        look_add_sse2(&look, line, 48);
    return look;
}

LOOK_INLINE uint32_t look_others_sse2(const char *number, size_t size)
{
    uint32_t others = 0;
    for (unsigned i = 0; i < LOOK_NUMBER && i < size; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(number + i));
        __m128i digits = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
        __m128i is_digit = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
        others |= (uint32_t)(_mm_movemask_epi8(is_digit) ^ 0xffff) << i;
    }
    return others;
}

/* Of the first `size` bits, the lowest one that differs belongs to the byte that decides. */
LOOK_INLINE bool look_decide(uint32_t differ, uint32_t at_most, size_t size)
{
    const uint32_t counted = differ & ((UINT32_C(1) << size) - 1);
    return (counted & -counted & ~at_most) != 0;
}

LOOK_INLINE bool look_is_above_sse2(const char *text, const char *other, size_t size)
{
    uint32_t differ = 0, at_most = 0;
    for (unsigned i = 0; i < LOOK_NUMBER && i < size; i += 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(text + i));
        const __m128i others = _mm_loadu_si128((const __m128i *)(other + i));
        const __m128i is_at_most = _mm_cmpeq_epi8(_mm_min_epu8(bytes, others), bytes);
        differ |= ((uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, others)) ^ 0xffff) << i;
        at_most |= (uint32_t)_mm_movemask_epi8(is_at_most) << i;
    }
    return look_decide(differ, at_most, size);
}

static const struct looks looks_sse2 = {look_line_sse2, look_others_sse2, look_is_above_sse2};

/* --- Processors since 2013 ---------------------------------------------------------- */

LOOK_AVX2 LOOK_INLINE uint64_t look_pair_avx2(__m256i first, __m256i second)
{
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(first) | (uint64_t)(uint32_t)_mm256_movemask_epi8(second)
                                                                 << 32;
}

/*
 * The table holds each column end at the index of its lower four bits. A byte ends a column if the table gives the
 * byte itself. A byte from 128 on is looked up as 0.
 */
LOOK_AVX2 LOOK_INLINE __m256i look_ends_avx2(__m256i bytes)
{
    const __m256i table = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', '\v', '\f', '\r', 0, 0));
    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, bytes), bytes);
}

LOOK_AVX2 LOOK_INLINE struct line_look look_line_avx2(const char *line)
{
    __m256i first = _mm256_loadu_si256((const __m256i *)line);
    __m256i second = _mm256_loadu_si256((const __m256i *)(line + 32));
    const __m256i feed = _mm256_set1_epi8('\n');
    return (struct line_look){
        .ends = look_pair_avx2(look_ends_avx2(first), look_ends_avx2(second)),
        .feeds = look_pair_avx2(_mm256_cmpeq_epi8(first, feed), _mm256_cmpeq_epi8(second, feed)),
    };
}

LOOK_AVX2 LOOK_INLINE uint32_t look_others_avx2(const char *number, size_t size)
{
    (void)size;
    __m256i bytes = _mm256_loadu_si256((const __m256i *)number);
    __m256i digits = _mm256_sub_epi8(bytes, _mm256_set1_epi8('0'));
    __m256i is_digit = _mm256_cmpeq_epi8(_mm256_min_epu8(digits, _mm256_set1_epi8(9)), digits);
    return ~(uint32_t)_mm256_movemask_epi8(is_digit);
}

LOOK_AVX2 LOOK_INLINE bool look_is_above_avx2(const char *text, const char *other, size_t size)
{
    __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
    __m256i others = _mm256_loadu_si256((const __m256i *)other);
    __m256i least = _mm256_min_epu8(bytes, others);
    return look_decide(~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, others)),
                       (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(least, bytes)), size);
}

static const struct looks looks_avx2 = {look_line_avx2, look_others_avx2, look_is_above_avx2};

#endif
