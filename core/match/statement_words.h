/*
 * The meaning of single words in a statement: numbers, units, negations and opposites, in English and German. The
 * most common ones are also known in French, Spanish, Italian and Dutch.
 */
#pragma once

#include "core/base/bytes.h"

bool word_is_negation(struct bytes word);
bool word_is_unit(struct bytes word);
/* Returns whether two amounts are equal in different units: 2 years and 24 months. */
bool amounts_are_equal(double a, struct bytes unit_a, double b, struct bytes unit_b);
/*
 * Reads a number word from two to a hundred: "two", "zwölf". "one" is left out, because it is often not a number.
 * Returns false for other words.
 */
bool word_is_spelled_number(struct bytes word, double *value);
/* Returns whether the words are opposites: "open" and "close", "sterile" and "unsterile". */
bool words_are_opposites(struct bytes a, struct bytes b);
/* Returns whether a number after this word only names a place or an edition: "figure 3", "page 12", "version 2". */
bool word_precedes_reference(struct bytes word);
bool word_precedes_version(struct bytes word);
