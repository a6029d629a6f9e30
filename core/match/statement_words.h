/*
 * The meaning of single words in a statement: numbers, units, negations and opposites, in English and German; the most common
 * ones also in French, Spanish, Italian and Dutch.
 */
#ifndef ASSAY_CORE_MATCH_STATEMENT_WORDS_H
#define ASSAY_CORE_MATCH_STATEMENT_WORDS_H

#include "core/base/bytes.h"

bool word_is_negation(struct bytes word);
bool word_is_unit(struct bytes word);
/* Whether two amounts are the same in other units: 2 years and 24 months. */
bool amounts_are_equal(double a, struct bytes unit_a, double b, struct bytes unit_b);
/* "two", "zwölf": a number from two to a hundred; "one" is too often none. False: it is no such word. */
bool word_is_spelled_number(struct bytes word, double *value);
/* Whether the two say the opposite: "open" and "close", "sterile" and "unsterile". */
bool words_are_opposites(struct bytes a, struct bytes b);
/* Whether a number behind this word is only a place or an edition: "figure 3", "page 12", "version 2". */
bool word_precedes_reference(struct bytes word);
bool word_precedes_version(struct bytes word);

#endif
