/*
 * A text as units: what is shown or hidden as a whole, since a part of it may say something else than all of it. A unit is a
 * heading, a sentence, an item of a list, a row of a table, or a record (lines of "Key: value").
 *
 * Most units are read below another one, their governor: a row below the header of its table, an item below the sentence
 * that leads to the list, everything below its heading.
 */
#ifndef ASSAY_TUI_TEXT_UNITS_H
#define ASSAY_TUI_TEXT_UNITS_H

#include "core/base/arena.h"
#include "tui/text/styled_text.h"

enum unit_kind { UNIT_HEADING, UNIT_SENTENCE, UNIT_ITEM, UNIT_HEADER, UNIT_ROW };

#define NO_UNIT SIZE_MAX

struct text_unit {
    size_t start; /* without the white space around it */
    size_t end;
    enum unit_kind kind;
    size_t indent;   /* where its lines begin, in bytes from the left */
    bool goes_on;    /* it stands in the same paragraph as the unit before it */
    size_t governor; /* a unit before it; NO_UNIT: none */
    /*
     * Two units that say the same, with the same marks before them, in the same place have the same number: their governors
     * say the same, too. The first heading of a text, its title, makes no other place of what stands below it.
     */
    uint64_t identity;
};

/* In ascending order, not overlapping; all words of the text are in one of them. */
struct text_units {
    struct text_unit *items; /* in the arena */
    size_t n;
};

/* `styled` NULL: the text stands as in its source; else styled->text is the text. Only the text's lines matter, not its width. */
struct text_units text_units_find(struct arena *arena, struct bytes text, const struct styled_text *styled);

/* The unit with this byte, or the next one behind it; units->n: there is none. */
size_t text_units_at(const struct text_units *units, size_t offset);

/* A line that only draws, as the one below the header of a table: "|---|---|", "────". */
bool text_line_is_rule(struct bytes line);

#endif
