/*
 * Words that make one answer another one: numbers and what is counted in, months and days, negations, names of models.
 */
#ifndef ASSAY_TUI_TEXT_DECISIVE_WORDS_H
#define ASSAY_TUI_TEXT_DECISIVE_WORDS_H

#include "core/base/bytes.h"

/*
 * Whether a word is one of them: it has a digit, is written in two capitals at least and nothing else (SC, HEPA), or is an
 * English number, unit, month, weekday or negation, or one of the commonest negations of other languages.
 */
bool word_is_decisive(struct bytes word);

#endif
