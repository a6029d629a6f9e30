/*
 * A grapheme (UAX #29) is read from the text. Its first code point decides what is drawn and how wide it is; the
 * others are marks on it or are left out. A code point that takes columns of its own ends the cluster, so a grapheme
 * can become several clusters: such terminals would not draw it as one either.
 *
 * A terminal that draws graphemes in one place, and reports this, joins such a code point to the preceding place,
 * wherever its cursor came from. So on such a terminal no cluster begins with a code point that would be joined.
 *
 * A cluster stands for at least one byte, whatever the text is, so a caller that advances by its size always reaches
 * the end. Most text is ASCII, where a character followed by another one needs none of this.
 */
#include "tui/text/cluster.h"

#include "core/base/unicode.h"

#include <unictype.h>
#include <unigbrk.h>
#include <uniwidth.h>

enum {
    DOTTED_CIRCLE = 0x25cc,
    JOINER = 0x200d,
    EMOJI_SELECTOR = 0xfe0f,
    BLACK_FLAG = 0x1f3f4, /* tags after it, up to a final one, name the flag */
    TAG_FIRST = 0xe0020,
    TAG_LAST = 0xe007f,
    REGIONAL_A = 0x1f1e6,
    REGIONAL_Z = 0x1f1ff,
    /* The most code points of a grapheme that are read. More marks than this are no real text. */
    GRAPHEME_CODES_MAX = 32,
    MARKED_CODES_MAX = 1 + UNICODE_MARKS_MAX, /* further marks are left out */
    JOINED_COLUMNS_MAX = 2,                   /* if the terminal draws graphemes in one place */
};

static bool joins; /* the terminal draws each grapheme in one place */

void clusters_join(bool join)
{
    joins = join;
}

static int code_width(char32_t code)
{
    return uc_width(code, "UTF-8"); /* the encoding makes "ambiguous" characters narrow */
}

static bool is_regional(char32_t code)
{
    return code >= REGIONAL_A && code <= REGIONAL_Z;
}

static bool is_line_end(char32_t code)
{
    return code == '\n' || code == 0x2028 || code == 0x2029;
}

/*
 * Unassigned code points, surrogates, and format characters that are not ignorable: terminals disagree about their
 * width.
 */
static bool is_uncertain(char32_t code)
{
    return uc_is_general_category_withtable(code,
                                            UC_CATEGORY_MASK_Cn | UC_CATEGORY_MASK_Cs | UC_CATEGORY_MASK_Cf);
}

/* A grapheme read from the text: its code points, and the end of each, counted from its start. */
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

/*
 * Most graphemes except flags are a single code point, which the first pair shows; only the others are read
 * completely.
 */
static void grapheme_read(struct grapheme *grapheme, struct bytes text, size_t start)
{
    grapheme->n = 0;
    grapheme_read_code(grapheme, text, start);
    if (!grapheme_can_grow(grapheme, text, start))
        return;
    grapheme_read_code(grapheme, text, start);
    bool is_flag = joins && is_regional(grapheme->codes[0]) && is_regional(grapheme->codes[1]);
    if (!is_flag && uc_is_grapheme_break(grapheme->codes[0], grapheme->codes[1])) {
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

/*
 * Whether a terminal that draws graphemes in one place joins the code point to the preceding place, whatever is
 * there.
 */
static bool is_joined(char32_t code)
{
    int property = uc_graphemeclusterbreak_property(code);
    return property == GBP_EXTEND || property == GBP_SPACINGMARK;
}

static struct cluster cluster_of(char32_t code, int width)
{
    return (struct cluster){.glyph = {{code}}, .width = width};
}

/* The cluster for the first code point of a grapheme. */
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
    if (is_regional(code))
        return cluster_of('A' + (code - REGIONAL_A), 1);
    int width = code_width(code);
    if (width < 0 || is_uncertain(code))
        return cluster_of(UNICODE_REPLACEMENT, 1);
    if (width == 0 || (joins && is_joined(code)))
        return (struct cluster){.glyph = {{DOTTED_CIRCLE, code}}, .width = width == 0 ? 1 : 2};
    return cluster_of(code, width);
}

/* Whether the code point can follow the first emoji in an emoji sequence. */
static bool is_emoji_tail(char32_t code)
{
    return uc_is_property_emoji_modifier(code) || uc_is_property_extended_pictographic(code);
}

/* Whether the code point makes one picture with those before it, in a way that Unicode provides for (UTS #51). */
static bool is_emoji_part(const struct grapheme *grapheme, size_t i)
{
    char32_t code = grapheme->codes[i];
    char32_t before = grapheme->codes[i - 1];
    if (code == JOINER)
        return i + 1 < grapheme->n && uc_is_property_extended_pictographic(grapheme->codes[i + 1]);
    if (code == EMOJI_SELECTOR)
        return uc_is_property_emoji(before);
    if (code >= TAG_FIRST && code <= TAG_LAST)
        return grapheme->codes[0] == BLACK_FLAG && grapheme->codes[grapheme->n - 1] == TAG_LAST;
    if (uc_is_property_emoji_modifier(code))
        return uc_is_property_emoji_modifier_base(before);
    return is_regional(code) ? is_regional(before) : before == JOINER;
}

/* Whether it is a visible mark without columns of its own: a box, an accent. */
static bool is_plain_mark(char32_t code)
{
    return code_width(code) == 0 && !unicode_is_ignorable(code) && !is_uncertain(code);
}

/* Puts the whole sequence into one place. Returns false if it is not a sequence, or too long for a cell. */
static bool join_emoji(struct cluster *cluster, const struct grapheme *grapheme)
{
    struct cluster joined = cluster_of(grapheme->codes[0], JOINED_COLUMNS_MAX);
    size_t used = 1;
    bool is_sequence = false;
    if (!uc_is_property_emoji(grapheme->codes[0]))
        return false;
    for (size_t i = 1; i < grapheme->n; i++) {
        char32_t code = grapheme->codes[i];
        bool is_part = is_emoji_part(grapheme, i);
        is_sequence = is_sequence || is_part;
        if (!is_part && (unicode_is_ignorable(code) || is_emoji_tail(code)))
            continue;
        if (used == GLYPH_CODES_MAX || (!is_part && !is_plain_mark(code)))
            return false;
        joined.glyph.codes[used++] = code;
    }
    if (is_sequence)
        *cluster = joined;
    return is_sequence;
}

/* Whether a code point with columns of its own is still drawn in the place of the cluster. */
static bool fits_place(const struct cluster *cluster, size_t used, char32_t code)
{
    int width = code_width(code);
    bool has_room = used < MARKED_CODES_MAX && cluster->width + width <= JOINED_COLUMNS_MAX;
    return joins && width > 0 && (has_room || is_joined(code));
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/*
 * Puts the grapheme's marks on its base. Returns how many of its code points the cluster stands for. A code point
 * with columns of its own (an Indic vowel sign, the second letter of a flag) starts another cluster unless it is
 * joined.
 */
static size_t add_marks(struct cluster *cluster, const struct grapheme *grapheme)
{
    size_t used = 1;
    while (used < MARKED_CODES_MAX && cluster->glyph.codes[used] != 0)
        used++;

    size_t taken = 1;
    for (; taken < grapheme->n; taken++) {
        char32_t code = grapheme->codes[taken];
        if (unicode_is_ignorable(code) || is_emoji_tail(code))
            continue;
        int width = code_width(code);
        if (is_uncertain(code) || (width != 0 && !fits_place(cluster, used, code)))
            break;
        if (used == MARKED_CODES_MAX)
            continue;
        cluster->glyph.codes[used++] = code;
        if (width > 0)
            cluster->width = smaller(cluster->width + width, JOINED_COLUMNS_MAX);
    }
    return taken;
}

struct cluster text_other_cluster(struct bytes text, size_t offset, int column)
{
    struct grapheme grapheme;
    grapheme_read(&grapheme, text, offset);
    bool is_crlf = grapheme.n == 2 && grapheme.codes[1] == '\n';
    struct cluster cluster;
    if (joins && grapheme.n > 1 && join_emoji(&cluster, &grapheme)) {
        cluster.size = grapheme.ends[grapheme.n - 1];
        return cluster;
    }
    cluster = base_cluster(is_crlf ? '\n' : grapheme.codes[0], column);
    size_t taken = is_crlf ? 2 : cluster.width > 0 ? add_marks(&cluster, &grapheme) : 1;
    cluster.size = grapheme.ends[taken - 1];
    return cluster;
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
