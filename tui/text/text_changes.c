/*
 * The units between two pairs of shared units differ. Their words, separated by white space, are compared by the
 * longest common subsequence (Wagner and Fischer, 1974), without their common beginning and end. If that would take
 * too long, everything between is one change.
 */
#include "tui/text/text_changes.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/match/shingles.h"
#include "tui/text/cluster.h"
#include "tui/text/shortening.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLE_CELLS_MAX = 1 << 18, /* for the comparison of two passages */
    PLACE_COLUMNS = 18,        /* for the heading above a change */
    NEIGHBOURED_WORDS_MAX = 2, /* if only one text has so few words, they are shown with their neighbours */
};

/* One text's side of a difference: the units from `first` to before `end`, and their words. */
struct changed_side {
    struct bytes text;
    const struct text_units *units;
    size_t first, end;
    struct text_part *words;
    size_t n;
};

struct change_work {
    struct arena *arena;
    size_t texts[2];
    struct changed_side sides[2];
    struct text_changes *changes;
};

/* --- Words ---------------------------------------------------------------- */

/* Whether the word only draws a line. */
static bool is_line(struct bytes word)
{
    return bytes_equal(word, bytes_of("│")) || bytes_equal(word, bytes_of("|")) ||
           bytes_starts_with(word, "─");
}

/* Takes the next word. Blanks, line ends and drawn lines separate words. */
static bool takes_word(struct bytes *rest, struct bytes *word)
{
    while (bytes_next_word(rest, word))
        if (!is_line(*word))
            return true;
    return false;
}

static void read_words(struct arena *arena, struct changed_side *side)
{
    side->words = NULL;
    side->n = 0;
    for (size_t unit = side->first; unit < side->end; unit++) {
        const struct text_unit *of = &side->units->items[unit];
        struct bytes rest = bytes_slice(side->text, of->start, of->end), line, word;
        while (bytes_next_line(&rest, &line))
            while (takes_word(&line, &word)) {
                const size_t start = (size_t)(word.data - side->text.data);
                ARENA_PUSH(arena, side->words, side->n) = (struct text_part){start, start + word.size};
            }
    }
}

static bool is_same_word(const struct change_work *work, size_t a, size_t b)
{
    const struct changed_side *one = &work->sides[0], *other = &work->sides[1];
    return bytes_equal(bytes_slice(one->text, one->words[a].start, one->words[a].end),
                       bytes_slice(other->text, other->words[b].start, other->words[b].end));
}

/* --- Changes -------------------------------------------------------------- */

/* The position before word `word` of the side, where something is missing: after the previous word. */
static size_t place_before(const struct changed_side *side, size_t word)
{
    if (word > 0)
        return side->words[word - 1].end;
    if (word < side->n)
        return side->words[word].start;
    return side->first > 0 ? side->units->items[side->first - 1].end : 0;
}

static struct text_part part_of_words(const struct changed_side *side, size_t first, size_t end)
{
    if (first < end)
        return (struct text_part){side->words[first].start, side->words[end - 1].end};
    const size_t place = place_before(side, first);
    return (struct text_part){place, place};
}

static size_t unit_of_part(const struct changed_side *side, const struct text_part *part)
{
    if (side->units->n == 0)
        return NO_UNIT;
    size_t unit;
    LOWER_BOUND(unit, side->units->n,
                side->units->items[unit].end < part->start + (part->start < part->end ? 1 : 0));
    return smaller_size(unit, side->units->n - 1);
}

/* Adds a change: the words of side 0 up to `a_end` and of side 1 up to `b_end` replace each other. */
static void add_change(struct change_work *work, size_t a, size_t a_end, size_t b, size_t b_end)
{
    struct text_change change = {.texts = {work->texts[0], work->texts[1]}};
    change.parts[0] = part_of_words(&work->sides[0], a, a_end);
    change.parts[1] = part_of_words(&work->sides[1], b, b_end);
    for (size_t side = 0; side < 2; side++)
        change.units[side] = unit_of_part(&work->sides[side], &change.parts[side]);
    ARENA_PUSH(work->arena, work->changes->items, work->changes->n) = change;
}

/*
 * For each pair of positions: how many words the sides have in common from there on, in the same order. Rows have
 * `columns` cells.
 */
static uint32_t *count_common(const struct change_work *work, struct text_part a, struct text_part b,
                              size_t columns)
{
    const size_t rows = a.end - a.start + 1;
    uint32_t *common = memory_get_zeroed(rows * columns, sizeof *common);
    for (size_t i = rows - 1; i-- > 0;)
        for (size_t j = columns - 1; j-- > 0;) {
            const uint32_t below = common[(i + 1) * columns + j], behind = common[i * columns + j + 1];
            common[i * columns + j] = is_same_word(work, a.start + i, b.start + j)
                                          ? common[(i + 1) * columns + j + 1] + 1
                                      : below > behind ? below
                                                       : behind;
        }
    return common;
}

/* Moves on to the next word that both sides have. */
static void skip_own(const struct change_work *work, const uint32_t *common, struct text_part a,
                     struct text_part b, size_t *i, size_t *j)
{
    const size_t columns = b.end - b.start + 1;
    while ((*i < a.end || *j < b.end) && !(*i < a.end && *j < b.end && is_same_word(work, *i, *j))) {
        const uint32_t *cell = &common[(*i - a.start) * columns + (*j - b.start)];
        if (*j == b.end || (*i < a.end && cell[columns] >= cell[1]))
            ++*i;
        else
            ++*j;
    }
}

/*
 * Compares the ranges `a` and `b` of words of the two sides. A single common word between two changes becomes part of
 * a change.
 */
static void compare_words(struct change_work *work, struct text_part a, struct text_part b)
{
    uint32_t *common = count_common(work, a, b, b.end - b.start + 1);
    size_t i = a.start, j = b.start, i_first = i, j_first = j;
    while (i < a.end || j < b.end) {
        skip_own(work, common, a, b, &i, &j);
        const size_t i_end = i, j_end = j;
        for (; i < a.end && j < b.end && is_same_word(work, i, j); i++)
            j++;
        if (i == i_end + 1 && (i < a.end || j < b.end))
            continue;
        add_change(work, i_first, i_end, j_first, j_end);
        i_first = i;
        j_first = j;
    }
    free(common);
}

/* Compares units that are not shared; one side may be empty. If all words are equal, only their places differ. */
static void compare_units(struct change_work *work)
{
    struct text_part a = {0}, b = {0};
    for (size_t side = 0; side < 2; side++)
        read_words(work->arena, &work->sides[side]);
    a.end = work->sides[0].n;
    b.end = work->sides[1].n;
    for (; a.start < a.end && b.start < b.end && is_same_word(work, a.start, b.start); a.start++)
        b.start++;
    for (; a.start < a.end && b.start < b.end && is_same_word(work, a.end - 1, b.end - 1); a.end--)
        b.end--;
    if (a.start == a.end && b.start == b.end)
        add_change(work, 0, work->sides[0].n, 0, work->sides[1].n);
    else if ((a.end - a.start + 1) * (b.end - b.start + 1) > TABLE_CELLS_MAX)
        add_change(work, a.start, a.end, b.start, b.end);
    else
        compare_words(work, a, b);
}

/* If both sides have the same number of units, compares them one by one, so that no change extends over two units. */
static void add_changes(struct change_work *work)
{
    struct changed_side *a = &work->sides[0], *b = &work->sides[1];
    const size_t a_end = a->end, b_end = b->end;
    if (a->first == a_end && b->first == b_end)
        return;
    const bool is_one_by_one = a_end - a->first == b_end - b->first;
    do {
        a->end = is_one_by_one ? a->first + 1 : a_end;
        b->end = is_one_by_one ? b->first + 1 : b_end;
        compare_units(work);
        a->first = a->end;
        b->first = b->end;
    } while (a->first < a_end);
}

/* Moves changes in the title of a text to the end, because the title is visible above the text anyway. */
static void put_titles_last(struct change_work *work, size_t first)
{
    struct text_changes *changes = work->changes;
    size_t n = 0;
    while (first + n < changes->n && changes->items[first + n].units[0] == 0 &&
           work->sides[0].units->items[0].kind == UNIT_HEADING)
        n++;
    struct text_change *titles = arena_get_array(work->arena, n, sizeof *titles);
    for (size_t i = 0; i < n; i++)
        titles[i] = changes->items[first + i];
    for (size_t i = first + n; i < changes->n; i++)
        changes->items[i - n] = changes->items[i];
    for (size_t i = 0; i < n; i++)
        changes->items[changes->n - n + i] = titles[i];
}

void text_changes_find(struct arena *arena, const struct bytes *texts, const struct text_units *const *units,
                       const struct shared_units *shared, size_t i, size_t j, struct text_changes *changes)
{
    struct change_work work = {.arena = arena, .texts = {i, j}, .changes = changes};
    const size_t first = changes->n;
    work.sides[0] = (struct changed_side){.text = texts[i], .units = units[i]};
    work.sides[1] = (struct changed_side){.text = texts[j], .units = units[j]};
    for (size_t unit = 0; unit < units[i]->n; unit++) {
        if (shared[i].partners[j][unit] == NO_UNIT)
            continue;
        work.sides[0].end = unit;
        work.sides[1].end = shared[i].partners[j][unit];
        add_changes(&work);
        work.sides[0].first = work.sides[0].end + 1;
        work.sides[1].first = work.sides[1].end + 1;
    }
    work.sides[0].end = units[i]->n;
    work.sides[1].end = units[j]->n;
    add_changes(&work);
    put_titles_last(&work, first);
}

/* --- Text ----------------------------------------------------------------- */

/* Adds words without the bullet of an item and without the end of a sentence. */
static void add_words(struct buffer *out, struct bytes text, struct text_part part, int columns)
{
    struct buffer words = {0}, line = {0};
    text_add_squeezed(&words, bytes_slice(text, part.start, part.end));
    buffer_add_one_line(&line, buffer_bytes(&words));
    struct bytes shown = buffer_bytes(&line);
    shown = bytes_from(shown, bytes_starts_with(shown, "- ") ? 2 : 0);
    while (shown.size > 1 && strchr(".,;:", shown.data[shown.size - 1]) != NULL)
        shown.size--;
    text_add_without_middle(shown, columns, out);
    buffer_release(&words);
    buffer_release(&line);
}

/* The heading above the unit; NO_UNIT: none. */
static size_t heading_of(const struct text_units *units, size_t unit)
{
    while (unit != NO_UNIT && units->items[unit].kind != UNIT_HEADING)
        unit = units->items[unit].governor;
    return unit;
}

/* Adds "§20" for "20. Error codes", "§4.2" for "4.2 Alarms", else the heading. */
static void add_place(struct buffer *out, struct bytes text, const struct text_units *units, size_t unit)
{
    const size_t heading = heading_of(units, unit);
    if (heading == NO_UNIT || heading == 0)
        return;
    struct bytes rest = bytes_slice(text, units->items[heading].start, units->items[heading].end),
                 line = rest;
    (void)bytes_next_line(&rest, &line);
    while (line.size > 0 && (line.data[0] == '#' || line.data[0] == ' '))
        line = bytes_from(line, 1);
    size_t digits = 0;
    while (digits < line.size && ((line.data[digits] >= '0' && line.data[digits] <= '9') ||
                                  (digits > 0 && line.data[digits] == '.')))
        digits++;
    const bool is_number = digits > 0 && digits < line.size && line.data[digits] == ' ';
    while (is_number && digits > 0 && line.data[digits - 1] == '.')
        digits--;
    buffer_add_string(out, is_number ? " (§" : " (");
    if (is_number)
        buffer_add(out, bytes_slice(line, 0, digits));
    else
        add_words(out, line, (struct text_part){0, line.size}, PLACE_COLUMNS);
    buffer_add_byte(out, ')');
}

/* Extends up to `most` words by the word before and the word after them in their line and cell: "may not terminate". */
static struct text_part with_neighbours(struct bytes text, const struct text_unit *unit,
                                        struct text_part words, size_t most)
{
    struct text_part wider = words;
    struct bytes rest = bytes_slice(text, unit->start, unit->end), line, word;
    size_t n = 0;
    while (bytes_next_line(&rest, &line)) {
        size_t last = words.start;
        bool is_next = false;
        while (bytes_next_word(&line, &word)) {
            const size_t start = (size_t)(word.data - text.data);
            const bool draws = is_line(word);
            if (start < words.start) {
                last = draws ? words.start : start;
            } else if (start < words.end) {
                wider.start = start == words.start ? last : wider.start;
                is_next = true;
                n += !draws;
            } else {
                wider.end = is_next && !draws ? start + word.size : wider.end;
                is_next = false;
            }
        }
    }
    return n > most ? words : wider;
}

static bool is_empty(const struct text_part *part)
{
    return part->start == part->end;
}

/* Adds the words of a side, with the neighbours needed to understand them, unless these leave no room for the words. */
static void add_side(struct buffer *out, const struct text_change *change, size_t side,
                     const struct bytes *texts, const struct text_units *const *units, size_t neighboured,
                     int columns)
{
    const size_t text = change->texts[side];
    const struct text_unit *unit = &units[text]->items[change->units[side]];
    const struct text_part words = change->parts[side];
    const struct text_part wider = with_neighbours(texts[text], unit, words, neighboured);
    const bool has_room = text_width(bytes_slice(texts[text], wider.start, wider.end)) <= columns;
    add_words(out, texts[text], has_room ? wider : words, columns);
}

void text_change_add(struct buffer *out, const struct text_change *change, const struct bytes *texts,
                     const struct text_units *const *units, enum change_form form, int columns)
{
    const size_t side = is_empty(&change->parts[0]) ? 1 : 0;
    const size_t text = change->texts[side], unit = change->units[side];
    const bool has_both = !is_empty(&change->parts[0]) && !is_empty(&change->parts[1]);
    const bool is_heard = form == CHANGE_HEARD;
    const char *who = is_heard ? "document " : "";
    const bool has_place = heading_of(units[text], unit) != NO_UNIT && heading_of(units[text], unit) != 0;
    const size_t neighboured = !has_both ? NEIGHBOURED_WORDS_MAX : is_heard || !has_place ? 1 : 0;
    if (!has_both)
        buffer_add_format(out, "only in %s%zu: “", who, text + 1);
    else if (is_heard)
        buffer_add_format(out, "%s%zu: “", who, text + 1);
    add_side(out, change, side, texts, units, neighboured, columns);
    if (has_both && is_heard)
        buffer_add_format(out, "”, %s%zu: “", who, change->texts[1] + 1);
    else if (has_both)
        buffer_add_string(out, " → ");
    if (has_both)
        add_side(out, change, 1, texts, units, neighboured, columns);
    if (!has_both || is_heard)
        buffer_add_string(out, "”");
    add_place(out, texts[text], units[text], unit);
}
