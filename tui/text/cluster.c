/*
 * A grapheme (UAX #29) is read from the text; its first code point says what is drawn and how wide it is, the others
 * are marks on it or are left out. One that would take columns of its own ends the cluster, so a grapheme can become
 * several clusters: a terminal would not draw it as one either.
 *
 * A cluster stands for one byte at least, whatever the text is: who goes on by its size always comes to the end.
 * Most text is ASCII, where a character before another one needs none of this.
 */
#include "tui/text/cluster.h"

#include "core/base/unicode.h"

#include <unictype.h>
#include <unigbrk.h>
#include <uniwidth.h>

enum {
    DOTTED_CIRCLE = 0x25cc,
    REGIONAL_A = 0x1f1e6,
    REGIONAL_Z = 0x1f1ff,
    /* Code points of a grapheme that are looked at: more marks than this are somebody's joke. */
    GRAPHEME_CODES_MAX = 32,
};

static int code_width(char32_t code)
{
    return uc_width(code, "UTF-8"); /* the encoding decides on "ambiguous" characters: narrow */
}

static bool is_line_end(char32_t code)
{
    return code == '\n' || code == 0x2028 || code == 0x2029;
}

/* Unassigned, surrogates, and format characters that are not ignorable: terminals differ about their width. */
static bool is_uncertain(char32_t code)
{
    return uc_is_general_category_withtable(code,
                                            UC_CATEGORY_MASK_Cn | UC_CATEGORY_MASK_Cs | UC_CATEGORY_MASK_Cf);
}

/* A grapheme that is read from the text: its code points and where each ends, counted from its start. */
struct grapheme {
    ucs4_t codes[GRAPHEME_CODES_MAX];
    size_t ends[GRAPHEME_CODES_MAX];
    size_t n;
};

static void grapheme_read_code(struct grapheme *grapheme, struct bytes text, size_t start)
{
    size_t end = grapheme->n > 0 ? grapheme->ends[grapheme->n - 1] : 0;
    char32_t code;
    size_t size = unicode_decode(text, start + end, &code);
    grapheme->codes[grapheme->n] = code;
    grapheme->ends[grapheme->n] = end + size;
    grapheme->n++;
}

static bool grapheme_can_grow(const struct grapheme *grapheme, struct bytes text, size_t start)
{
    return grapheme->n < GRAPHEME_CODES_MAX && start + grapheme->ends[grapheme->n - 1] < text.size;
}

/* Most graphemes are one code point, which the first pair tells; only the others are looked at whole. */
static void grapheme_read(struct grapheme *grapheme, struct bytes text, size_t start)
{
    grapheme->n = 0;
    grapheme_read_code(grapheme, text, start);
    if (!grapheme_can_grow(grapheme, text, start))
        return;
    grapheme_read_code(grapheme, text, start);
    if (uc_is_grapheme_break(grapheme->codes[0], grapheme->codes[1])) {
        grapheme->n = 1;
        return;
    }
    while (grapheme_can_grow(grapheme, text, start))
        grapheme_read_code(grapheme, text, start);

    char breaks[GRAPHEME_CODES_MAX];
    uc_grapheme_breaks(grapheme->codes, grapheme->n, breaks);
    size_t n = 1;
    while (n < grapheme->n && !breaks[n])
        n++;
    grapheme->n = n;
}

static struct cluster cluster_of(char32_t code, int width)
{
    return (struct cluster){.glyph = {{code}}, .width = width};
}

/* What the first code point of a grapheme is drawn as. */
static struct cluster base_cluster(char32_t code, int column)
{
    if (code == '\t')
        return cluster_of(' ', TAB_COLUMNS - column % TAB_COLUMNS);
    if (is_line_end(code))
        return cluster_of(' ', 1);
    if (unicode_visible(code) != code)
        return cluster_of(unicode_visible(code), 1);
    if (unicode_is_ignorable(code))
        return (struct cluster){.width = 0};
    if (code >= REGIONAL_A && code <= REGIONAL_Z)
        return cluster_of('A' + (code - REGIONAL_A), 1);
    int width = code_width(code);
    if (width < 0 || is_uncertain(code))
        return cluster_of(UNICODE_REPLACEMENT, 1);
    if (width == 0)
        return (struct cluster){.glyph = {{DOTTED_CIRCLE, code}}, .width = 1};
    return cluster_of(code, width);
}

/* The parts of an emoji sequence that follow its first emoji. */
static bool is_emoji_tail(char32_t code)
{
    return uc_is_property_emoji_modifier(code) || uc_is_property_extended_pictographic(code);
}

/*
 * Puts the grapheme's marks on its base. Returns how many of its code points the
 * cluster stands for: one that takes columns of its own (an Indic vowel sign, the
 * second letter of a flag) starts a cluster of its own.
 */
static size_t add_marks(struct cluster *cluster, const struct grapheme *grapheme)
{
    size_t used = 1;
    while (used < GLYPH_CODES_MAX && cluster->glyph.codes[used] != 0)
        used++;

    size_t taken = 1;
    for (; taken < grapheme->n; taken++) {
        char32_t code = grapheme->codes[taken];
        if (unicode_is_ignorable(code) || is_emoji_tail(code))
            continue;
        if (code_width(code) != 0 || is_uncertain(code))
            break;
        if (used < GLYPH_CODES_MAX)
            cluster->glyph.codes[used++] = code;
    }
    return taken;
}

struct cluster text_cluster(struct bytes text, size_t offset, int column)
{
    const char *byte = text.data + offset;
    bool is_printable_ascii = *byte >= 0x20 && *byte < 0x7f;
    bool is_alone = offset + 1 == text.size || (byte[1] & 0x80) == 0;
    if (is_printable_ascii && is_alone)
        return (struct cluster){.glyph = {{(unsigned char)*byte}}, .size = 1, .width = 1};

    struct grapheme grapheme;
    grapheme_read(&grapheme, text, offset);
    bool is_crlf = grapheme.n == 2 && grapheme.codes[1] == '\n';
    struct cluster cluster = base_cluster(is_crlf ? '\n' : grapheme.codes[0], column);
    size_t taken = is_crlf ? 2 : cluster.width > 0 ? add_marks(&cluster, &grapheme) : 1;
    cluster.size = grapheme.ends[taken - 1];
    return cluster;
}

bool cluster_is_blank(const struct cluster *cluster)
{
    return cluster->glyph.codes[0] == ' ' && cluster->glyph.codes[1] == 0;
}

int text_width(struct bytes text)
{
    int width = 0;
    for (size_t offset = 0; offset < text.size;) {
        struct cluster cluster = text_cluster(text, offset, width);
        width += cluster.width;
        offset += cluster.size;
    }
    return width;
}

struct bytes text_fitting(struct bytes text, int columns)
{
    int width = 0;
    size_t offset = 0;
    while (offset < text.size) {
        struct cluster cluster = text_cluster(text, offset, width);
        if (width + cluster.width > columns)
            break;
        width += cluster.width;
        offset += cluster.size;
    }
    return (struct bytes){text.data, offset};
}
