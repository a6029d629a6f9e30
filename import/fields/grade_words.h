/* Grades that are words: the user's mapping of words to grades, and the truth values true (1) and false (0). */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/*
 * Sets a mapping such as "Exact=2,Partial=1,Irrelevant=0" for everything that is read from now on. NULL: no mapping.
 * The text must outlive all reading. ERR_USAGE: the list is malformed, or it maps a word twice.
 */
MUST_CHECK bool grade_words_choose(const char *list, struct err *err);
/*
 * Parses a grade: a finite number, a mapped word, true or false, in any case. Returns false for anything else.
 */
bool grade_parse(struct bytes text, double *grade);
/* Returns the remedy for a text that is no number, a grade or another one, for messages. */
const char *number_advice(struct bytes text, bool is_grade);
