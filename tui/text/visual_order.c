/*
 * Levels are computed for the nearby part of the line's paragraph, because a bracket or a full stop may belong to
 * text on another line. They are computed for code points and looked up for clusters, which are then reordered (rule
 * L2). A paragraph without right-to-left characters only costs a scan of its bytes.
 */
#include "tui/text/visual_order.h"

#include "core/base/memory.h"
#include "core/base/system.h"
#include "core/base/unicode.h"

#include <fribidi.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEFORE_NEAR = 4096, /* bytes of the paragraph before a line … */
    AFTER_NEAR = 512,   /* … and after it that are taken into account */
    ZERO_WIDTH_SPACE = 0x200b,
    LEFT_TO_RIGHT_OVERRIDE = 0x202d,
    RIGHT_TO_LEFT_OVERRIDE = 0x202e,
};

void visual_line_release(struct visual_line *line)
{
    free(line->clusters);
    *line = (struct visual_line){0};
}

/* Recognises the first bytes of Hebrew, Arabic and the scripts after them, of the right-to-left blocks of other
 * planes, and of the mark U+200F. */
static bool may_be_right_to_left(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        unsigned char next = i + 1 < text.size ? (unsigned char)text.data[i + 1] : 0;
        if ((byte >= 0xd6 && byte <= 0xdf) || (byte == 0xe0 && next >= 0xa0 && next <= 0xa3) ||
            (byte == 0xef && next >= 0xac && next <= 0xbb) ||
            (byte == 0xf0 && (next == 0x90 || next == 0x9e)) ||
            (byte == 0xe2 && next == 0x80 && bytes_starts_with(bytes_from(text, i), "\u200f")))
            return true;
    }
    return false;
}

const char *visual_order_mark(struct bytes text)
{
    if (!may_be_right_to_left(text))
        return "";
    for (size_t offset = 0; offset < text.size;) {
        char32_t code;
        offset += unicode_decode(text, offset, &code);
        FriBidiCharType type = fribidi_get_bidi_type(code);
        if (FRIBIDI_IS_STRONG(type))
            return FRIBIDI_IS_RTL(type) ? "\u200f" : "\u200e";
    }
    return "";
}

static void place_as_stored(struct visual_line *line, struct bytes text, size_t start, size_t end)
{
    line->n = 0;
    line->columns = 0;
    line->is_right_to_left = false;
    struct bytes range = {text.data, end};
    for (size_t offset = start; offset < end;) {
        struct cluster cluster = text_cluster(range, offset, line->columns);
        VECTOR_PUSH(line->clusters, line->n, line->capacity) =
            (struct placed_cluster){cluster, offset, line->columns};
        line->columns += cluster.width;
        offset += cluster.size;
    }
}

/* The part of the line's paragraph that is near the line. */
static struct bytes paragraph_near(struct bytes text, size_t start, size_t end)
{
    size_t first = start > BEFORE_NEAR ? start - BEFORE_NEAR : 0;
    size_t after = end + smaller_size(AFTER_NEAR, text.size - end);
    const char *end_before = start > first ? memrchr(text.data + first, '\n', start - first) : NULL;
    const char *end_behind = after > end ? memchr(text.data + end, '\n', after - end) : NULL;
    return bytes_slice(text, end_before != NULL ? (size_t)(end_before - text.data) + 1 : first,
                       end_behind != NULL ? (size_t)(end_behind - text.data) : after);
}

/* The code points of a paragraph, with FriBidi's results for each. */
struct paragraph {
    FriBidiChar *codes;
    size_t *offsets; /* in the text */
    FriBidiCharType *types;
    FriBidiLevel *levels;
    FriBidiArabicProp *joins;
    size_t n;
};

static void read_paragraph(struct paragraph *paragraph, struct bytes text, struct bytes near)
{
    size_t first = (size_t)(near.data - text.data);
    *paragraph = (struct paragraph){.codes = memory_get((near.size + 1) * sizeof *paragraph->codes),
                                    .offsets = memory_get((near.size + 1) * sizeof *paragraph->offsets)};
    for (size_t i = 0; i < near.size;) {
        char32_t code;
        size_t size = unicode_decode(near, i, &code);
        bool is_override = code == LEFT_TO_RIGHT_OVERRIDE || code == RIGHT_TO_LEFT_OVERRIDE;
        paragraph->codes[paragraph->n] = is_override ? ZERO_WIDTH_SPACE : code;
        paragraph->offsets[paragraph->n++] = first + i;
        i += size;
    }
}

static void paragraph_release(struct paragraph *paragraph)
{
    free(paragraph->codes);
    free(paragraph->offsets);
    free(paragraph->types);
    free(paragraph->levels);
    free(paragraph->joins);
}

/* Finds the levels, and replaces the code points by joined and mirrored forms. */
static bool resolve(struct paragraph *paragraph, FriBidiParType *direction)
{
    FriBidiStrIndex n = (FriBidiStrIndex)paragraph->n;
    paragraph->types = memory_get((paragraph->n + 1) * sizeof *paragraph->types);
    paragraph->levels = memory_get((paragraph->n + 1) * sizeof *paragraph->levels);
    paragraph->joins = memory_get((paragraph->n + 1) * sizeof *paragraph->joins);
    FriBidiBracketType *brackets = memory_get((paragraph->n + 1) * sizeof *brackets);
    fribidi_get_bidi_types(paragraph->codes, n, paragraph->types);
    fribidi_get_bracket_types(paragraph->codes, n, paragraph->types, brackets);
    bool worked =
        fribidi_get_par_embedding_levels_ex(paragraph->types, brackets, n, direction, paragraph->levels) != 0;
    free(brackets);
    if (!worked)
        return false;
    fribidi_get_joining_types(paragraph->codes, n, paragraph->joins);
    fribidi_join_arabic(paragraph->types, n, paragraph->levels, paragraph->joins);
    fribidi_shape(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES, paragraph->levels, n,
                  paragraph->joins, paragraph->codes);
    return true;
}

static void reverse(size_t *order, size_t first, size_t end)
{
    while (first + 1 < end) {
        size_t swapped = order[first];
        order[first++] = order[--end];
        order[end] = swapped;
    }
}

/* Rule L2: from the highest level down to 1, reverses every run at that level or above. */
static void reorder(size_t *order, const FriBidiLevel *levels, size_t n)
{
    FriBidiLevel highest = 0;
    for (size_t i = 0; i < n; i++)
        highest = levels[i] > highest ? levels[i] : highest;
    for (FriBidiLevel level = highest; level > 0; level--) {
        for (size_t i = 0; i < n;) {
            size_t end = i;
            while (end < n && levels[end] >= level)
                end++;
            reverse(order, i, end);
            i = end > i ? end : i + 1;
        }
    }
}

/* Takes over the form that FriBidi gave to the code point, unless the cluster draws a substitute for it. */
static void take_form(struct placed_cluster *placed, struct bytes text, FriBidiChar form)
{
    char32_t stored;
    (void)unicode_decode(text, placed->offset, &stored);
    if (placed->cluster.glyph.codes[0] == stored)
        placed->cluster.glyph.codes[0] = form;
}

static void place_in_order(struct visual_line *line, struct bytes text, const struct paragraph *paragraph)
{
    FriBidiLevel *levels = memory_get((line->n + 1) * sizeof *levels);
    size_t *order = memory_get((line->n + 1) * sizeof *order);
    size_t code = 0;
    for (size_t i = 0; i < line->n; i++) {
        while (paragraph->offsets[code] < line->clusters[i].offset)
            code++;
        levels[i] = paragraph->levels[code];
        order[i] = i;
        take_form(&line->clusters[i], text, paragraph->codes[code]);
    }
    reorder(order, levels, line->n);
    int column = 0;
    for (size_t i = 0; i < line->n; i++) {
        line->clusters[order[i]].column = column;
        column += line->clusters[order[i]].cluster.width;
    }
    free(levels);
    free(order);
}

void visual_line_set(struct visual_line *line, struct bytes text, size_t start, size_t end, bool keeps_order)
{
    place_as_stored(line, text, start, end);
    struct bytes near = paragraph_near(text, start, end);
    if (keeps_order || !may_be_right_to_left(near))
        return;
    struct paragraph paragraph;
    FriBidiParType direction = FRIBIDI_PAR_ON;
    read_paragraph(&paragraph, text, near);
    if (resolve(&paragraph, &direction)) {
        line->is_right_to_left = FRIBIDI_IS_RTL(direction);
        place_in_order(line, text, &paragraph);
    }
    paragraph_release(&paragraph);
}
