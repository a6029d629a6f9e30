/*
 * The differences between two texts that are nearly the same, as a list of replacements: "4711 → 4712". The changes cover every
 * unit that the texts do not share.
 */
#ifndef ASSAY_TUI_TEXT_TEXT_CHANGES_H
#define ASSAY_TUI_TEXT_TEXT_CHANGES_H

#include "tui/text/shared_units.h"
#include "tui/text/text_parts.h"

/* Of two texts of a ballot, the first side is the one with the lower number. */
struct text_change {
    size_t texts[2];
    struct text_part parts[2]; /* the words; empty, where they would stand: this text has nothing there */
    size_t units[2]; /* the first unit of each part, or the one before it; NO_UNIT: the text has none */
};

struct text_changes {
    struct text_change *items; /* by pair of texts, then as they stand, those of a title last; in the arena */
    size_t n;
};

/* Adds those between texts `i` and `j`, i < j, whose units are paired in `shared`. */
void text_changes_find(struct arena *arena, const struct bytes *texts, const struct text_units *const *units,
                       const struct shared_units *shared, size_t i, size_t j, struct text_changes *changes);

/*
 * Adds the change in a few words: "4711 → 4712 (§20)", "only in 2: “the roller clamp” (Alarms)"; to be heard
 * "document 1: “extension 4711”, document 2: “extension 4712” (§20)". Where no heading says the place, the words beside one do.
 * `columns`: for the words of each side, the middle of more is left out.
 */
enum change_form { CHANGE_SEEN, CHANGE_HEARD };
void text_change_add(struct buffer *out, const struct text_change *change, const struct bytes *texts,
                     const struct text_units *const *units, enum change_form form, int columns);

#endif
