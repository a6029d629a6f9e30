/*
 * A text divided into units. A unit is shown or hidden as a whole, because a part of it may say something else than
 * the whole. It is a heading, a sentence, a list item, a table row, or a record (lines of "Key: value").
 *
 * Most units depend on an earlier one, their governor: a row on the header of its table, an item on the sentence that
 * introduces the list, everything on its heading.
 */
#pragma once

#include "core/base/arena.h"
#include "tui/text/styled_text.h"

enum unit_kind { UNIT_HEADING, UNIT_SENTENCE, UNIT_ITEM, UNIT_HEADER, UNIT_ROW };

#define NO_UNIT SIZE_MAX

struct text_unit {
    size_t start; /* without surrounding white space */
    size_t end;
    enum unit_kind kind;
    size_t indent;   /* indentation of its lines, in bytes */
    bool goes_on;    /* it is in the same paragraph as the unit before it */
    size_t governor; /* an earlier unit; NO_UNIT: none */
    /*
     * Equal for two units that say the same, with the same markers, in the same place, which means that their
     * governors say the same, too. The first heading of a text, its title, does not make what is below it a different
     * place.
     */
    uint64_t identity;
};

/* In ascending order, without overlaps. Each word of the text is in one of them. */
struct text_units {
    struct text_unit *items; /* in the arena */
    size_t n;
};

/*
 * Divides a text. `styled` NULL: the text is unrendered; else styled->text is the text. The result depends on the
 * lines of the text, not on the width of the window.
 */
struct text_units text_units_find(struct arena *arena, struct bytes text, const struct styled_text *styled);

/* The unit with this byte, or the next one after it; units->n: none. */
size_t text_units_at(const struct text_units *units, size_t offset);

/* Whether the line only draws a rule, like the one below the header of a table: "|---|---|", "────". */
bool text_line_is_rule(struct bytes line);
