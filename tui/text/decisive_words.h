/*
 * Words that can make one answer differ from another: numbers and their units, months and days, negations, model
 * names.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Whether the word is decisive: it contains a digit, consists of two or more capitals (SC, HEPA), or is an English
 * number, unit, month, weekday or negation, or a very common negation of another language.
 */
bool word_is_decisive(struct bytes word);
