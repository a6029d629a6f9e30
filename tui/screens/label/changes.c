#include "tui/screens/label/changes.h"

#include "tui/screens/label/shape.h"
#include "tui/text/cluster.h"

#include <string.h>

enum {
    WORDS_COLUMNS = 24,    /* for each side of a difference … */
    WORDS_COLUMNS_MIN = 6, /* … and at least so many if the line is short */
    /* from this width on, there is room for the name of the key that goes to the next difference */
    NEXT_COLUMNS = 100,
};

static const char between[] = " · ";

static void gather_units(const struct label_model *model, const struct text_units **units)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        units[i] = &model->reading.units[i];
}

/*
 * Compares each text with the first nearly identical one before it: whatever differs from another text differs from
 * that one.
 */
void label_changes_find(struct label_model *model)
{
    struct label_reading *reading = &model->reading;
    const struct text_units *units[BALLOT_SIZE_MAX];
    reading->changes = (struct text_changes){0};
    gather_units(model, units);
    for (size_t i = 0; reading->is_comparing && i < model->ballot->n_slots; i++)
        reading->texts[i] = text_view_unfolded(&model->boxes[i].text, SIZE_MAX);
    for (size_t j = 1; reading->is_comparing && j < model->ballot->n_slots; j++)
        for (size_t i = 0; i < j; i++)
            if (excerpt_are_twins(&reading->differences, i, j)) {
                text_changes_find(&reading->arena, reading->texts, units, reading->shared, i, j,
                                  &reading->changes);
                break;
            }
    if (reading->change >= reading->changes.n)
        reading->change = SIZE_MAX;
}

/* --- Moving to a difference ------------------------------------------------ */

/* What document `i` must show for the change: the unit, or the unit in its place. NO_UNIT: nothing. */
static size_t unit_in(const struct label_model *model, const struct text_change *change, size_t i)
{
    const struct text_units *units[BALLOT_SIZE_MAX];
    const struct label_reading *reading = &model->reading;
    for (size_t side = 0; side < 2; side++)
        if (change->texts[side] == i)
            return change->units[side];
    gather_units(model, units);
    if (change->units[1] == NO_UNIT || !excerpt_are_twins(&reading->differences, i, change->texts[1]))
        return NO_UNIT;
    return shared_units_beside(units, reading->shared, change->texts[1], change->units[1], i);
}

static void go_in(struct label_model *model, const struct text_change *change, size_t i)
{
    const size_t number = unit_in(model, change, i);
    struct text_view *view = &model->boxes[i].text;
    if (number == NO_UNIT || number >= model->reading.units[i].n)
        return;
    const struct text_unit *unit = &model->reading.units[i].items[number];
    if (!text_view_shows(view, unit->start, unit->end))
        text_view_open_at(view, unit->start);
    for (size_t side = 0; side < 2; side++) {
        const struct text_part *part = &change->parts[side];
        if (change->texts[side] == i && part->start < part->end &&
            !text_view_shows(view, part->start, part->end))
            text_view_show(view, part->start, part->end); /* further down in a long unit */
    }
}

bool label_changes_step(struct label_model *model, int direction)
{
    struct label_reading *reading = &model->reading;
    const size_t n = reading->changes.n;
    if (n == 0)
        return false;
    if (reading->change == SIZE_MAX)
        reading->change = direction > 0 ? 0 : n - 1;
    else
        reading->change = (reading->change + (direction > 0 ? 1 : n - 1)) % n;
    const struct text_change *change = &reading->changes.items[reading->change];
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        go_in(model, change, i);
    if (!label_shows(model, change->texts[0]) && !label_shows(model, change->texts[1]))
        model->focus = change->texts[0]; /* only one document at a time is shown */
    return true;
}

void label_changes_follow(struct label_model *model, size_t i)
{
    const struct label_reading *reading = &model->reading;
    const struct text_units *units[BALLOT_SIZE_MAX];
    if (!reading->is_comparing || reading->is_unlocked || reading->units[i].n == 0 || model->is_zoomed)
        return;
    gather_units(model, units);
    const size_t first = text_view_first_unfolded(&model->boxes[i].text);
    const size_t number = smaller_size(text_units_at(units[i], first), units[i]->n - 1);
    const struct text_unit *unit = &units[i]->items[number];
    for (size_t other = 0; other < model->ballot->n_slots; other++) {
        if (other == i || !excerpt_are_twins(&reading->differences, i, other))
            continue;
        const size_t beside = shared_units_beside(units, reading->shared, i, number, other);
        if (beside == NO_UNIT || beside >= units[other]->n)
            continue;
        const struct text_unit *same = &units[other]->items[beside];
        const size_t into = first > unit->start ? first - unit->start : 0;
        const size_t above = first < unit->start ? unit->start - first : 0; /* an empty line before it */
        text_view_stand_at(&model->boxes[other].text,
                           smaller_size(same->start + into - smaller_size(above, same->start), same->end));
    }
}

/* --- The line --------------------------------------------------------------- */

/* ▲ or ▼ if a document with the words does not show them; NULL: both do. */
static const char *way_to(const struct label_model *model, const struct text_change *change)
{
    for (size_t side = 0; side < 2; side++) {
        const struct text_view *view = &model->boxes[change->texts[side]].text;
        const struct text_part *part = &change->parts[side];
        const bool is_there = part->start < part->end && label_shows(model, change->texts[side]);
        if (is_there && !text_view_shows(view, part->start, part->end))
            return part->start < text_view_first_unfolded(view) ? "▲ " : "▼ ";
    }
    return NULL;
}

/* With more than two documents, says between which ones, unless the previous change is between the same. */
static void add_pair(const struct label_model *model, const struct text_change *change,
                     const struct text_change *before, struct buffer *text)
{
    if (model->ballot->n_slots > 2 &&
        (before == NULL || before->texts[0] != change->texts[0] || before->texts[1] != change->texts[1]))
        buffer_add_format(text, "%zu and %zu: ", change->texts[0] + 1, change->texts[1] + 1);
}

/* `before`: the previous change in the line; NULL: none. */
static void add_change(const struct label_model *model, const struct text_change *change,
                       const struct text_change *before, int columns, struct buffer *text)
{
    const struct text_units *units[BALLOT_SIZE_MAX];
    const char *way = way_to(model, change);
    gather_units(model, units);
    add_pair(model, change, before, text);
    buffer_add_string(text, way != NULL ? way : "");
    text_change_add(text, change, model->reading.texts, units, CHANGE_SEEN, columns);
}

/* Adds as many changes as fit, from the one last shown on; at least one. */
static void add_changes(const struct label_model *model, int columns, struct buffer *text)
{
    const struct label_reading *reading = &model->reading;
    const size_t n = reading->changes.n, first = reading->change == SIZE_MAX ? 0 : reading->change;
    struct buffer next = {0};
    int room = columns - text_width(buffer_bytes(text));
    for (size_t i = 0; i < n; i++) {
        const struct text_change *change = &reading->changes.items[(first + i) % n];
        const struct text_change *before = i > 0 ? &reading->changes.items[(first + i - 1) % n] : NULL;
        int words = WORDS_COLUMNS;
        do {
            buffer_clear(&next);
            buffer_add_string(&next, i > 0 ? between : "");
            add_change(model, change, before, words--, &next);
        } while (i == 0 && words >= WORDS_COLUMNS_MIN && text_width(buffer_bytes(&next)) > room);
        room -= text_width(buffer_bytes(&next));
        if (i > 0 && room < (i + 1 < n ? 2 : 0)) {
            buffer_add_string(text, " …");
            break;
        }
        buffer_add(text, buffer_bytes(&next));
    }
    buffer_release(&next);
}

static size_t count_out_of_sight(const struct label_model *model)
{
    size_t n = 0;
    for (size_t i = 0; i < model->reading.changes.n; i++)
        n += way_to(model, &model->reading.changes.items[i]) != NULL;
    return n;
}

void label_changes_add(const struct label_model *model, int columns, struct buffer *text)
{
    const struct label_reading *reading = &model->reading;
    const size_t n = reading->changes.n;
    if (reading->change == SIZE_MAX)
        buffer_add_format(text, n == 1 ? "1 difference" : "%zu differences", n);
    else
        buffer_add_format(text, "difference %zu of %zu", reading->change + 1, n);
    const size_t away = count_out_of_sight(model);
    if (away > 0 && away == n)
        buffer_add_string(text, " out of sight");
    else if (away > 0)
        buffer_add_format(text, ", %zu out of sight", away);
    if (away > 0 && reading->next_key.size > 0)
        buffer_add_format(text, columns >= NEXT_COLUMNS ? " (%s goes there)" : " (%s)",
                          buffer_string(&reading->next_key));
    buffer_add_string(text, model->ballot->n_slots > 2 ? between : ": ");
    add_changes(model, columns, text);
}
