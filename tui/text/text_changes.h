/*
 * The differences between two texts that are nearly identical, as a list of replacements: "4711 → 4712". They cover
 * every unit that the texts do not share.
 */
#pragma once

#include "tui/text/shared_units.h"
#include "tui/text/text_parts.h"

/* A difference between two texts of a ballot. Side 0 is the text with the lower number. */
struct text_change {
    size_t texts[2];
    struct text_part parts[2]; /* the words; an empty part marks where they are missing in this text */
    size_t units[2];           /* the first unit of each part, or the one before it; NO_UNIT: there is none */
};

struct text_changes {
    /* sorted by pair of texts, then by position, those of the title last; in the arena */
    struct text_change *items;
    size_t n;
};

/* Appends the differences between texts `i` and `j`, i < j, whose units are paired in `shared`. */
void text_changes_find(struct arena *arena, const struct bytes *texts, const struct text_units *const *units,
                       const struct shared_units *shared, size_t i, size_t j, struct text_changes *changes);

/*
 * Appends the change in a few words: "4711 → 4712 (§20)", "only in 2: “the roller clamp” (Alarms)"; or, for screen
 * readers, "document 1: “extension 4711”, document 2: “extension 4712” (§20)". Without a heading, the neighbouring
 * words name the place. `columns`: limit for the words of each side; longer ones lose their middle.
 */
enum change_form { CHANGE_SEEN, CHANGE_HEARD };
void text_change_add(struct buffer *out, const struct text_change *change, const struct bytes *texts,
                     const struct text_units *const *units, enum change_form form, int columns);
