/*
 * Rows are compared by their hashes; a collision would only cause more drawing. The saving of a shift is counted in
 * characters: those of the rows that it moves into place, minus those of the rows that are already in place.
 *
 * A widget says which area scrolls (surface_note_window), and this file finds out how far. After a large picture the
 * terminal is asked for its status. Until it replies, the app draws nothing except a new ballot, while keys are still
 * handled. A test that plays the terminal must read and reply, as tests/support/pty.h does.
 */
#include "tui/terminal/shift.h"

#include "core/base/memory.h"

#include <stdlib.h>

enum { SAVED_MIN = 40 }; /* in characters: about the bytes that moving takes */

struct row_look {
    uint64_t hash;
    int characters;
};

static struct row_look look_at_row(const struct surface *surface, struct rectangle area, int row)
{
    struct row_look look = {.hash = (uint64_t)area.columns};
    const struct cell *cell = surface_cell(surface, row, area.column);
    for (const struct cell *end = cell + area.columns; cell < end; cell++) {
        look.hash = bytes_hash_add(look.hash, cell->glyph.codes[0] | (uint64_t)cell->style << 32);
        for (int i = 1; i < GLYPH_CODES_MAX && cell->glyph.codes[i] != 0; i++)
            look.hash = bytes_hash_add(look.hash, cell->glyph.codes[i]);
        look.characters += cell->width > 0 && cell->glyph.codes[0] != ' ';
    }
    return look;
}

static struct row_look *look_at_rows(const struct surface *surface, struct rectangle area)
{
    struct row_look *looks = memory_get((size_t)area.rows * sizeof *looks);
    for (int i = 0; i < area.rows; i++)
        looks[i] = look_at_row(surface, area, area.row + i);
    return looks;
}

/* The characters that are in place when the shown rows are moved up by so many rows. */
static int count_right(const struct row_look *shown, const struct row_look *wanted, int rows, int up)
{
    int characters = 0;
    for (int i = up < 0 ? -up : 0; i < rows && i + up < rows; i++)
        if (wanted[i].hash == shown[i + up].hash)
            characters += wanted[i].characters;
    return characters;
}

/* Whether a side of the area would cut a wide character. */
static bool is_torn(const struct surface *surface, struct rectangle area)
{
    int end = area.column + area.columns;
    for (int row = area.row; row < area.row + area.rows; row++)
        if (surface_cell(surface, row, area.column)->width == 0 ||
            (end < surface->columns && surface_cell(surface, row, end)->width == 0))
            return true;
    return false;
}

int shift_find(const struct surface *shown, const struct surface *wanted, struct rectangle area)
{
    if (surface_repeats(wanted, shown, area))
        return 0;
    struct row_look *before = look_at_rows(shown, area);
    struct row_look *after = look_at_rows(wanted, area);
    int most = count_right(before, after, area.rows, 0) + SAVED_MIN;
    int best = 0;
    for (int up = 1 - area.rows; up < area.rows; up++) {
        int right = count_right(before, after, area.rows, up);
        if (right > most) {
            most = right;
            best = up;
        }
    }
    free(before);
    free(after);
    return best != 0 && is_torn(shown, area) ? 0 : best;
}
