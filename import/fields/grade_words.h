/* Grades that are words: what the user says that they are worth, and the truth values, which are worth 1 and 0. */
#ifndef ASSAY_IMPORT_FIELDS_GRADE_WORDS_H
#define ASSAY_IMPORT_FIELDS_GRADE_WORDS_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/*
 * "Exact=2,Partial=1,Irrelevant=0" for all that is read from now on; NULL: nothing is said. The text must outlive all reading.
 * ERR_USAGE: it is no such list, or says a word twice.
 */
bool grade_words_choose(const char *list, struct err *err) __attribute__((warn_unused_result));
/* A grade as it is written: a finite number, one of the chosen words, true or false, whatever the case. False: none of them. */
bool grade_parse(struct bytes text, double *grade);
/* What to do about a text that is no grade, for messages. */
const char *grade_advice(struct bytes text);

#endif
