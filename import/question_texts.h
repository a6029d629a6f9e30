/*
 * The questions of a database by their texts, for files that name a question by nothing else.
 */
#ifndef ASSAY_IMPORT_QUESTION_TEXTS_H
#define ASSAY_IMPORT_QUESTION_TEXTS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/map.h"
#include "core/store/content/questions.h"

struct store;

/* Begins as {0}. The questions are those that are there when the first one is asked for. */
struct question_texts {
    struct question_row *questions;
    struct map numbers;               /* of the texts */
    const struct question_row **rows; /* by number: the first question of that text */
    bool *are_several;                /* by number: others have that text, too */
    struct arena memory;
};

/* *question: the first one with this text, white space around it aside; NULL: none has it. */
bool question_texts_find(struct question_texts *texts, struct store *store, struct bytes text,
                         const struct question_row **question, bool *are_several, struct err *err)
    __attribute__((warn_unused_result));

void question_texts_release(struct question_texts *texts);

#endif
