/*
 * Decides which parts of a ballot's documents are shown, and why. Text read before shrinks to its best passage; documents that
 * are nearly the same hide the text that they share, and the text of only one of them is marked. Only whole units
 * (tui/text/units.h) are hidden, and a shown unit keeps the lines that it needs above it, such as its heading.
 */
#ifndef ASSAY_TUI_TEXT_EXCERPT_H
#define ASSAY_TUI_TEXT_EXCERPT_H

#include "core/base/arena.h"
#include "core/match/differences.h"
#include "tui/text/folded_text.h"
#include "tui/text/passages.h"
#include "tui/text/shared_units.h"
#include "tui/text/text_parts.h"

/* Documents that share so much are compared without being asked to. */
extern const double EXCERPT_SHARE_MIN;

/* A document as it is seen. */
struct excerpt_text {
    struct bytes text;
    const struct text_units *units;
    struct passage best; /* stays */
    bool is_apart;       /* nothing is hidden since others say it, too */
};

/* How a line says what is hidden: as much as there is room for. */
struct fold_label {
    int columns;      /* 0: without end */
    struct bytes key; /* that shows what is hidden; empty: it is not named */
};

/*
 * Keeps of these parts what belongs to the best passage; the lines say `why` the rest is hidden, if not NULL. Folds and labels
 * are in the arena.
 */
struct text_folding excerpt_passage(struct arena *arena, const struct excerpt_text *text,
                                    const struct text_parts *read, const char *why,
                                    const struct fold_label *label);

/* Compares those texts that are nearly the same; `shared` has one for each text, its arrays are in the arena. */
void excerpt_find_shared(struct arena *arena, const struct excerpt_text *texts,
                         const struct differences *differences, struct shared_units *shared);

/*
 * Folds and marks all texts that were compared: what all say that are nearly the same is hidden in each, but for the best
 * passage of each; words that only one says are marked, and units that not all have get a bar.
 */
void excerpt_differences(struct arena *arena, const struct excerpt_text *texts,
                         const struct differences *differences, const struct shared_units *shared,
                         const struct fold_label *label, struct text_folding *foldings);

/* Whether text `i` shares enough with another one to be shown by its differences. */
bool excerpt_is_like_another(const struct differences *differences, size_t i);

/* Whether two texts are nearly the same: each has half of the words of the other at least, but not all; and whether any is
 * nearly the same as text `i`. */
bool excerpt_are_twins(const struct differences *differences, size_t i, size_t j);
bool excerpt_has_twin(const struct differences *differences, size_t i);

/* Adds what is said of text `i` as a whole, "same text as 1" or "96 % same as 2"; nothing when it is much like none. */
void excerpt_add_likeness(struct buffer *out, const struct differences *differences, size_t i);

#endif
