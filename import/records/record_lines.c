/*
 * A plain line is read by examining its first 64 bytes, or twice as many. It has the qid at its start, one blank
 * between its columns, and its end within these bytes. A plain number has digits and at most one point. If two of them
 * have equally many digits before the point, the order of their bytes is that of the numbers, because the byte that
 * ends a column is below all digits and the point. Everything else takes the path of the general reader.
 *
 * Both walks are compiled for each kind of processor. The first is also compiled separately for lines of TREC, whose
 * columns are known then.
 */
#include "import/records/record_lines.h"

#include "core/base/look.h"
#include "core/base/memory.h"
#include "core/base/number.h"

#include <stdlib.h>

void record_lines_release(struct record_lines *lines)
{
    free(lines->qids);
    free(lines->docids);
    free(lines->numbers);
    free(lines->hashes);
    free(lines->wholes);
    *lines = (struct record_lines){0};
}

static void *grow_to(void *block, size_t capacity, size_t size)
{
    size_t from = 0;
    return memory_grow(block, &from, capacity, size);
}

static void make_room(struct record_lines *lines, size_t needed)
{
    lines->docids = memory_grow(lines->docids, &lines->capacity, needed, sizeof *lines->docids);
    lines->qids = grow_to(lines->qids, lines->capacity, sizeof *lines->qids);
    lines->numbers = grow_to(lines->numbers, lines->capacity, sizeof *lines->numbers);
    lines->hashes = grow_to(lines->hashes, lines->capacity, sizeof *lines->hashes);
    lines->wholes = grow_to(lines->wholes, lines->capacity, sizeof *lines->wholes);
}

enum { AT_ONCE = RECORD_LINES_AT_ONCE }; /* lines processed while they are in the fastest cache */

/* Makes room for AT_ONCE more lines. */
static inline void make_room_for_more(struct record_lines *lines)
{
    const size_t needed = lines->n + AT_ONCE;
    if (lines->capacity < needed)
        make_room(lines, needed);
}

/* --- Plain lines ------------------------------------------------------------- */

/* The part of struct record_layout that a walk over lines needs: the relevant columns. */
struct shape {
    size_t n_columns, docid, number;
    bool more_columns;
};

/* Two consecutive looks as one of twice the size. */
struct wide {
    uint64_t low, high;
};

LOOK_INLINE bool is_none(struct wide bits)
{
    return (bits.low | bits.high) == 0;
}

LOOK_INLINE bool overlap(struct wide a, struct wide b)
{
    return ((a.low & b.low) | (a.high & b.high)) != 0;
}

/* There is a bit; telling the compiler saves a check. */
LOOK_INLINE size_t first_of(struct wide bits)
{
    if (is_none(bits))
        __builtin_unreachable();
    return bits.low != 0 ? (size_t)__builtin_ctzll(bits.low) : LOOK_LINE + (size_t)__builtin_ctzll(bits.high);
}

LOOK_INLINE struct wide without_first(struct wide bits)
{
    return (struct wide){bits.low & (bits.low - 1), bits.low != 0 ? bits.high : bits.high & (bits.high - 1)};
}

/* Returns the first bit and all bits below it. */
LOOK_INLINE struct wide up_to_first(struct wide bits)
{
    return bits.low != 0 ? (struct wide){bits.low ^ (bits.low - 1), 0}
                         : (struct wide){UINT64_MAX, bits.high ^ (bits.high - 1)};
}

/* Returns the bits whose lower neighbour is set, too. */
LOOK_INLINE struct wide neighbours(struct wide bits)
{
    return (struct wide){bits.low & bits.low << 1, bits.high & (bits.high << 1 | bits.low >> 63)};
}

LOOK_INLINE struct wide strangers(struct wide bits)
{
    return (struct wide){bits.low & ~(bits.low << 1), bits.high & ~(bits.high << 1 | bits.low >> 63)};
}

enum { WORD = 8 };

/* The start of a line that begins with a qid. */
struct prefix {
    uint64_t word, mask; /* the first eight bytes of the qid */
    uint64_t last_word;  /* of a longer qid the last eight bytes */
    uint64_t end;        /* the bit after the qid, or 0 when it is too long for a plain line */
    struct bytes qid;
};

static struct prefix prefix_of(struct bytes qid)
{
    char word[WORD] = {0};
    memcpy(word, qid.data, qid.size < WORD ? qid.size : WORD);
    return (struct prefix){
        .word = look_load(word),
        .mask = qid.size < WORD ? ~(UINT64_MAX << 8 * qid.size) : UINT64_MAX,
        .last_word = qid.size > WORD ? look_load(qid.data + qid.size - WORD) : 0,
        .end = qid.size < LOOK_LINE ? UINT64_C(1) << qid.size : 0,
        .qid = qid,
    };
}

/*
 * Returns whether the line begins with the qid. The bits of `ends` are the ends of its columns. The two halves of a
 * long qid overlap.
 */
LOOK_INLINE bool starts_with(const char *line, const struct wide ends, const struct prefix *prefix)
{
    const size_t size = prefix->qid.size;
    return (ends.low & prefix->end) != 0 && ((look_load(line) ^ prefix->word) & prefix->mask) == 0 &&
           (size <= WORD ||
            (look_load(line + size - WORD) == prefix->last_word &&
             (size <= 2 * WORD || memcmp(line + WORD, prefix->qid.data + WORD, size - 2 * WORD) == 0)));
}

/* Returns the column between two ends, each the first bit of its argument. */
LOOK_INLINE struct bytes column(const char *line, struct wide before, struct wide behind)
{
    size_t start = first_of(before) + 1;
    return (struct bytes){.data = line + start, .size = first_of(behind) - start};
}

/*
 * Returns whether one of the ends is a CR that is not part of CRLF. Inline, so that the loop around it keeps more in
 * registers.
 */
LOOK_INLINE bool has_bare_return(const char *line, struct wide ends)
{
    bool found = false;
    for (; !is_none(ends) && !found; ends = without_first(ends)) {
        const char *end = line + first_of(ends);
        found = *end == '\r' && end[1] != '\n';
    }
    return found;
}

/*
 * Returns whether a column up to the last one is empty, or there are further columns that are not allowed or may be
 * lines. The first bit of `last` ends the last column. Mostly no bits are adjacent, and none follows the last one.
 */
LOOK_INLINE bool has_wrong_columns(const char *line, const struct shape shape, struct wide ends,
                                   struct wide last)
{
    const struct wide behind = without_first(last);
    const struct wide beside = neighbours(ends);
    if (__builtin_expect(is_none((struct wide){behind.low | beside.low, behind.high | beside.high}), true))
        return false;
    return overlap(beside, up_to_first(last)) ||
           (overlap(strangers(ends), behind) && (!shape.more_columns || has_bare_return(line, ends)));
}

/*
 * Adds a line. The bits of `ends` are the ends of its columns; the last one is the line feed. Returns false when it is
 * not a plain line. prefix = NULL: the line may have any qid, which is stored, and the docid is not hashed.
 */
LOOK_INLINE bool add_plain_line(struct record_lines *lines, const char *line, const struct prefix *prefix,
                                const struct shape shape, const struct wide ends)
{
    struct wide from[RECORD_COLUMNS_MAX] = {ends}; /* the ends from each column on; unrolled for speed */
    from[1] = without_first(from[0]);
    from[2] = without_first(from[1]);
    from[3] = without_first(from[2]);
    from[4] = without_first(from[3]);
    from[5] = without_first(from[4]);
    const struct wide last = from[shape.n_columns - 1];
    if (is_none(last) || has_wrong_columns(line, shape, ends, last) ||
        (prefix != NULL ? !starts_with(line, ends, prefix) : (ends.low & 1) != 0 || *line == RECORD_COMMENT))
        return false;
    const size_t i = lines->n++;
    const struct bytes docid = column(line, from[shape.docid - 1], from[shape.docid]);
    lines->docids[i] = docid;
    lines->numbers[i] = column(line, from[shape.number - 1], from[shape.number]);
    if (prefix != NULL)
        lines->hashes[i] = bytes_hash_in_reach(docid);
    else
        lines->qids[i] = (struct bytes){.data = line, .size = first_of(ends)};
    return true;
}

enum {
    AHEAD = 2048, /* bytes to prefetch, because the processor itself does not prefetch across pages */
    LOOKS_AT_LINE = 2,
    /* Bytes that must exist after the start of a line, so that examining it and its columns stays within bounds. */
    REACH = LOOKS_AT_LINE * LOOK_LINE + LOOK_NUMBER,
};

/*
 * Adds the line and returns the start of the next one. NULL: it is not a plain line within one look, or has another
 * question.
 */
LOOK_INLINE const char *take_short_line(struct record_lines *lines, const char *line, const char *end,
                                        const struct prefix *prefix, const struct shape shape,
                                        const struct looks looks)
{
    if (end - line < REACH)
        return NULL;
    const struct line_look look = looks.line(line);
    const struct wide ends = {look.ends & (look.feeds ^ (look.feeds - 1)), 0};
    return look.feeds != 0 && add_plain_line(lines, line, prefix, shape, ends)
               ? line + __builtin_ctzll(look.feeds) + 1
               : NULL;
}

/* Does the same for a line that takes two looks. */
LOOK_INLINE const char *take_long_line(struct record_lines *lines, const char *line, const char *end,
                                       const struct prefix *prefix, const struct shape shape,
                                       const struct looks looks)
{
    if (end - line < REACH)
        return NULL;
    const struct line_look look = looks.line(line);
    const struct line_look more = looks.line(line + LOOK_LINE);
    const struct wide ends = {look.ends, more.ends & (more.feeds ^ (more.feeds - 1))};
    return look.feeds == 0 && more.feeds != 0 && add_plain_line(lines, line, prefix, shape, ends)
               ? line + LOOK_LINE + __builtin_ctzll(more.feeds) + 1
               : NULL;
}

/* Does the same for either. */
LOOK_INLINE const char *take_plain_line(struct record_lines *lines, const char *line, const char *end,
                                        const struct prefix *prefix, const struct shape shape,
                                        const struct looks looks)
{
    const char *next = take_short_line(lines, line, end, prefix, shape, looks);
    return next != NULL ? next : take_long_line(lines, line, end, prefix, shape, looks);
}

/* --- Lines ---------------------------------------------------------------------- */

/* Adds the next line, however it is written. */
static enum record_outcome take_any_line(struct record_lines *lines, struct record_reader *reader,
                                         struct bytes qid)
{
    struct record_text text;
    enum record_outcome outcome = record_next_text_of(reader, qid, &text);
    if (outcome == RECORD_READ) {
        size_t i = lines->n++;
        lines->docids[i] = text.docid;
        lines->numbers[i] = text.number;
        lines->hashes[i] = bytes_hash(text.docid);
    }
    return outcome;
}

/* Returns whether the line certainly begins with another qid. */
static inline bool is_of_other(const char *line, const char *end, struct bytes qid)
{
    return (size_t)(end - line) > qid.size && (unsigned char)*line > ' ' && *line != RECORD_COMMENT &&
           (memcmp(line, qid.data, qid.size) != 0 || (unsigned char)line[qid.size] > ' ');
}

typedef const char *take_line(struct record_lines *lines, const char *line, const char *end,
                              const struct prefix *prefix, const struct shape shape,
                              const struct looks looks);

/* Adds lines of one kind until there are `most`. Returns false when the next one is of another kind. */
LOOK_INLINE bool take_alike(struct record_lines *to, size_t most, struct record_reader *reader,
                            const struct prefix *prefix, const struct shape shape, const struct looks looks,
                            take_line *take)
{
    struct record_lines lines = *to; /* a copy can stay in registers */
    const char *line = reader->next;
    const char *next = line;
    while (lines.n < most && next != NULL) {
        line = next;
        __builtin_prefetch(line + AHEAD);
        next = take(&lines, line, reader->end, prefix, shape, looks);
    }
    to->n = lines.n;
    reader->next = next != NULL ? next : line;
    return next != NULL;
}

/*
 * Adds lines until there are `most`. RECORD_READ: there may be more. The lines of a file are mostly all short or all
 * long, and each kind has its own loop.
 */
LOOK_INLINE enum record_outcome take_lines(struct record_lines *lines, size_t most,
                                           struct record_reader *reader, const struct prefix prefix,
                                           const struct shape shape, const struct looks looks)
{
    enum record_outcome outcome = RECORD_READ;
    while (outcome == RECORD_READ && lines->n < most) {
        if (!take_alike(lines, most, reader, &prefix, shape, looks, take_short_line) &&
            !take_alike(lines, most, reader, &prefix, shape, looks, take_long_line))
            outcome = is_of_other(reader->next, reader->end, prefix.qid)
                          ? RECORD_NONE
                          : take_any_line(lines, reader, prefix.qid);
    }
    return outcome;
}

/* --- Lines of any question -------------------------------------------------------------------- */

/* Adds the next line, however it is written. Returns false at the end, or when the line is not a record. */
static bool take_any_record(struct record_lines *lines, struct record_reader *reader)
{
    struct record_text text;
    struct record_reader next = *reader;
    struct bytes qid;
    if (!record_peek(&next, &qid) || record_next_text_of(&next, qid, &text) != RECORD_READ)
        return false;
    lines->qids[lines->n] = qid;
    lines->docids[lines->n] = text.docid;
    lines->numbers[lines->n++] = text.number;
    reader->next = next.next;
    return true;
}

LOOK_INLINE void take_any_lines(struct record_lines *lines, struct record_reader *reader,
                                const struct shape shape, const struct looks looks)
{
    bool goes_on = true;
    while (goes_on && lines->n < AT_ONCE) {
        __builtin_prefetch(reader->next + AHEAD);
        const char *next = take_plain_line(lines, reader->next, reader->end, NULL, shape, looks);
        if (next != NULL)
            reader->next = next;
        else
            goes_on = take_any_record(lines, reader);
    }
}

/* --- Numbers ---------------------------------------------------------------------- */

enum { NOT_PLAIN = 0 }; /* used in place of the bit after a whole part */

/* The number that was parsed last. Mostly none is parsed. */
struct last_number {
    size_t line;
    double value;
};

/* Compares the numbers of a line and the one before. Returns false when the line's number is invalid. */
static __attribute__((noinline)) bool compare_values(struct record_lines *lines, size_t line,
                                                     struct last_number *last)
{
    double value;
    double before = last->value;
    if (!number_parse_real(lines->numbers[line], &value) ||
        (line > 0 && last->line != line - 1 && !number_parse_real(lines->numbers[line - 1], &before)))
        return false;
    lines->descend = lines->descend && (line == 0 || value <= before);
    *last = (struct last_number){.line = line, .value = value};
    return true;
}

/*
 * Returns the bit after the whole part of a number. `others` are its bytes that are no digits. NOT_PLAIN: it has more
 * than one point.
 */
LOOK_INLINE uint32_t whole_part(struct bytes number, uint32_t others)
{
    const bool has_point = others != 0 && (others & (others - 1)) == 0 &&
                           number.data[__builtin_ctz(others)] == '.' && number.size > 1;
    return others == 0 ? UINT32_C(1) << number.size : has_point ? others : NOT_PLAIN;
}

LOOK_INLINE bool is_in_sight(struct bytes number, const char *end)
{
    return end - number.data >= LOOK_NUMBER && number.size < LOOK_NUMBER;
}

/*
 * Returns the first line from `from` on whose number is not plain, or may be above the one before it; n: there is none.
 * Mostly the points of both numbers are at the same place. A number that begins with a digit other than 0 is above
 * those with fewer digits before the point. The loop makes no calls, so that its variables stay in registers.
 */
LOOK_INLINE size_t find_unsure(const struct record_lines *lines, size_t from, const struct looks looks)
{
    const struct bytes *numbers = lines->numbers;
    uint32_t *wholes = lines->wholes;
    const char *before = from > 0 ? numbers[from - 1].data : "9";
    uint32_t whole_before = from > 0 ? wholes[from - 1] : UINT32_MAX; /* above all others */
    uint32_t point = UINT32_MAX; /* point of the number before, if it has digits on both sides */
    unsigned place = 0;
    size_t i = from;
    for (; i < lines->n; i++) {
        const struct bytes text = numbers[i];
        const bool can_be_plain = is_in_sight(text, lines->end);
        const uint32_t others =
            can_be_plain ? looks.others(text.data, text.size) & ((UINT32_C(1) << text.size) - 1) : 0;
        if (others == point && text.data[place] == '.') {
            wholes[i] = point;
            if (looks.is_above(text.data, before, text.size))
                break;
        } else {
            const uint32_t whole = can_be_plain ? whole_part(text, others) : NOT_PLAIN;
            wholes[i] = whole;
            if (whole == NOT_PLAIN || whole > whole_before ||
                (whole == whole_before ? looks.is_above(text.data, before, text.size) : *before == '0'))
                break;
            whole_before = whole;
            point = others > 1 ? others : UINT32_MAX;
            place = (unsigned)__builtin_ctz(point);
        }
        before = text.data;
    }
    return i;
}

/*
 * Compares the numbers of the lines from `from` on, each with the one before it. Returns false when one is invalid.
 */
LOOK_INLINE bool compare_numbers(struct record_lines *lines, size_t from, const struct looks looks)
{
    struct last_number last = {.line = SIZE_MAX};
    bool right = true;
    for (size_t i = from; right && (i = find_unsure(lines, i, looks)) < lines->n; i++)
        right = compare_values(lines, i, &last);
    return right;
}

/*
 * Two different numbers of few digits are different doubles or floats. So are longer ones that differ by more than one
 * unit of the last certain digit. This is checked at the first place where the texts differ and the next one: the
 * difference there must be 2 or more.
 */
bool record_lines_differ(const struct record_lines *lines, size_t i, size_t certain)
{
    const struct bytes a = lines->numbers[i];
    const struct bytes b = lines->numbers[i + 1];
    const uint32_t whole = lines->wholes[i];
    const size_t size = a.size < b.size ? a.size : b.size;
    size_t place = 0;
    if (whole == NOT_PLAIN || whole != lines->wholes[i + 1])
        return false;
    while (place < size && a.data[place] == b.data[place])
        place++;
    const size_t next = place + (whole >> place == 2 ? 2 : 1); /* skip the point */
    return next < size && next < certain &&
           abs((a.data[place] - b.data[place]) * 10 + a.data[next] - b.data[next]) > 1;
}

/* --- Ranks ------------------------------------------------------------------------ */

/* Reads a rank. Most ranks have a few digits. */
static bool read_rank(struct bytes text, double *rank)
{
    enum { DIGITS_MOST = 9 };
    int value = 0;
    size_t i = 0;
    while (i < text.size && i < DIGITS_MOST && text.data[i] >= '0' && text.data[i] <= '9')
        value = 10 * value + text.data[i++] - '0';
    *rank = value;
    return i == text.size || number_parse_real(text, rank);
}

/* Returns whether the ranks rise from the line `from` on, including the step from the line before. */
static bool ranks_rise(struct record_lines *lines, size_t from)
{
    double before = -1;
    double rank;
    bool rise = from == 0 || read_rank(lines->numbers[from - 1], &before);
    for (size_t i = from; i < lines->n && rise; i++) {
        lines->wholes[i] = NOT_PLAIN;
        rise = read_rank(lines->numbers[i], &rank) && record_rank_rises(rank, before);
        before = rank;
    }
    return rise;
}

/* --- By processor and layout ------------------------------------------------------ */

static const struct shape trec = {.n_columns = 6, .docid = 2, .number = 4, .more_columns = true};

/* Defines the walks for a kind of processor; `target` tells it to the compiler. */
#define WALKS(kind, target)                                                                                  \
    target static enum record_outcome take_trec_##kind(struct record_lines *lines, size_t most,              \
                                                       struct record_reader *reader, struct bytes qid)       \
    {                                                                                                        \
        return take_lines(lines, most, reader, prefix_of(qid), trec, looks_##kind);                          \
    }                                                                                                        \
                                                                                                             \
    target static enum record_outcome take_others_##kind(struct record_lines *lines, size_t most,            \
                                                         struct record_reader *reader, struct bytes qid)     \
    {                                                                                                        \
        return take_lines(lines, most, reader, prefix_of(qid), shape_of(reader->layout), looks_##kind);      \
    }                                                                                                        \
                                                                                                             \
    target static void take_any_##kind(struct record_lines *lines, struct record_reader *reader)             \
    {                                                                                                        \
        take_any_lines(lines, reader, shape_of(reader->layout), looks_##kind);                               \
    }                                                                                                        \
                                                                                                             \
    target static bool compare_##kind(struct record_lines *lines, size_t from)                               \
    {                                                                                                        \
        return compare_numbers(lines, from, looks_##kind);                                                   \
    }

static struct shape shape_of(const struct record_layout *layout)
{
    return (struct shape){
        .n_columns = layout->n_columns,
        .docid = layout->docid,
        .number = layout->number,
        .more_columns = layout->more_columns,
    };
}

#define NO_TARGET
WALKS(plain, NO_TARGET)
#ifdef __x86_64__
WALKS(sse2, NO_TARGET)
WALKS(avx2, LOOK_AVX2)
#endif

typedef enum record_outcome take_function(struct record_lines *lines, size_t most,
                                          struct record_reader *reader, struct bytes qid);
/* Indexed by enum looks_kind. */
static const struct {
    take_function *take_trec;
    take_function *take_others;
    void (*take_any)(struct record_lines *lines, struct record_reader *reader);
    bool (*compare)(struct record_lines *lines, size_t from);
} walks[LOOKS_KINDS] = {
    [LOOKS_PLAIN] = {take_trec_plain, take_others_plain, take_any_plain, compare_plain},
#ifdef __x86_64__
    [LOOKS_SSE2] = {take_trec_sse2, take_others_sse2, take_any_sse2, compare_sse2},
    [LOOKS_AVX2] = {take_trec_avx2, take_others_avx2, take_any_avx2, compare_avx2},
#endif
};

static bool is_trec(const struct record_layout *layout)
{
    return layout->n_columns == trec.n_columns && layout->docid == trec.docid &&
           layout->number == trec.number && layout->more_columns == trec.more_columns;
}

bool record_lines_take(struct record_lines *lines, struct record_reader *reader, struct bytes qid)
{
    enum looks_kind kind = looks_best();
    take_function *take = is_trec(reader->layout) ? walks[kind].take_trec : walks[kind].take_others;
    enum record_outcome outcome = RECORD_READ;
    lines->n = 0;
    lines->end = reader->end;
    lines->descend = true;
    while (outcome == RECORD_READ) {
        size_t from = lines->n;
        make_room_for_more(lines);
        outcome = take(lines, from + AT_ONCE, reader, qid);
        if (!(reader->layout->number_is_rank ? ranks_rise(lines, from) : walks[kind].compare(lines, from)))
            return false;
    }
    return outcome == RECORD_NONE;
}

bool record_lines_take_any(struct record_lines *lines, struct record_reader *reader)
{
    lines->n = 0;
    make_room_for_more(lines);
    walks[looks_best()].take_any(lines, reader);
    return lines->n > 0;
}
