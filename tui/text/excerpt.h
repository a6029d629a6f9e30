/*
 * Decides which parts of a ballot's documents are shown. A text that was read before shrinks to its best passage.
 * Documents that are nearly identical hide the text that they share, and text that only one of them has is marked.
 * Only whole units (tui/text/units.h) are hidden, and a shown unit keeps the lines above it that it depends on, such
 * as its heading.
 */
#pragma once

#include "core/base/arena.h"
#include "core/match/differences.h"
#include "tui/text/folded_text.h"
#include "tui/text/passages.h"
#include "tui/text/shared_units.h"
#include "tui/text/text_parts.h"

/* Documents that share at least this much are compared automatically. */
extern const double EXCERPT_SHARE_MIN;

/* A document's visible text. */
struct excerpt_text {
    struct bytes text;
    const struct text_units *units;
    struct passage best; /* never hidden */
    bool is_apart;       /* text is not hidden merely because others also have it */
};

/* The form of the line that says what is hidden. */
struct fold_label {
    int columns;      /* available columns; 0: no limit */
    struct bytes key; /* label of the key that shows hidden text; empty: not named */
};

/*
 * Hides these parts of the text except for the best passage. The lines say `why` they are hidden, unless it is NULL.
 * Folds and labels are in the arena.
 */
struct text_folding excerpt_passage(struct arena *arena, const struct excerpt_text *text,
                                    const struct text_parts *read, const char *why,
                                    const struct fold_label *label);

/* Compares the texts that are nearly identical. `shared` has one element for each text; its arrays are in the arena. */
void excerpt_find_shared(struct arena *arena, const struct excerpt_text *texts,
                         const struct differences *differences, struct shared_units *shared);

/*
 * Folds and marks all compared texts. What all nearly identical texts share is hidden in each, except for the best
 * passage of each. Words that only one text has are marked, and units that not all texts have get a bar.
 */
void excerpt_differences(struct arena *arena, const struct excerpt_text *texts,
                         const struct differences *differences, const struct shared_units *shared,
                         const struct fold_label *label, struct text_folding *foldings);

/* Whether text `i` shares enough with another text to be shown by its differences. */
bool excerpt_is_like_another(const struct differences *differences, size_t i);

/* Whether two texts are nearly identical: each has at least half of the other's words, but not all; and whether text
 * `i` is nearly identical to any other. */
bool excerpt_are_twins(const struct differences *differences, size_t i, size_t j);
bool excerpt_has_twin(const struct differences *differences, size_t i);

/*
 * Appends a remark about text `i` as a whole, "same text as 1" or "96 % same as 2"; nothing if it resembles no other
 * text.
 */
void excerpt_add_likeness(struct buffer *out, const struct differences *differences, size_t i);
