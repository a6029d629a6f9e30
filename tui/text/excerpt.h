/*
 * What of a ballot's documents is shown, and why. What was read before shrinks to its best passage; what several documents
 * say stands once, where it is met first, and nowhere when it was read before; what only one says is marked.
 */
#ifndef ASSAY_TUI_TEXT_EXCERPT_H
#define ASSAY_TUI_TEXT_EXCERPT_H

#include "core/base/arena.h"
#include "core/match/differences.h"
#include "tui/text/folded_text.h"
#include "tui/text/passages.h"
#include "tui/text/text_parts.h"

/* Documents that share so much are compared without being asked to. */
extern const double EXCERPT_SHARE_MIN;

/* Of these parts, which were read, keeps the best passage alone; labels and folds are in the arena. */
struct text_folding excerpt_passage(struct arena *arena, struct bytes text, const struct text_parts *read,
                                    struct passage best);

/* What was read of texts that were compared. */
struct read_texts {
    unsigned whole;                  /* those of which all was, the bit 1 << its number each */
    const struct text_parts *of_own; /* the parts that were of the text that is shown */
};

/*
 * What text number `i` of those that were compared has of its own, marked, and of what others say only what the reader has
 * not met: neither in a document before it nor in what was read. Of what was read the best passage stays, in the first
 * document that has it. Where all is its own, nothing is marked.
 */
struct text_folding excerpt_differences(struct arena *arena, struct bytes text,
                                        const struct differences *differences, size_t i,
                                        const struct read_texts *read, struct passage best);

/* Whether text `i` shares enough with another one to be shown by its differences. */
bool excerpt_is_like_another(const struct differences *differences, size_t i);

/* Whether another one has half of the words of text `i`, so that its differences are short. */
bool excerpt_is_mostly_as_another(const struct differences *differences, size_t i);

/* Adds what is said of text `i` as a whole, "same text as 1" or "96 % as 2"; nothing when it is like none. */
void excerpt_add_likeness(struct buffer *out, const struct differences *differences, size_t i);

#endif
