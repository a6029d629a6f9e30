/* Finds the questions of a database by their texts, for files that name a question only by its text. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/map.h"
#include "core/store/content/questions.h"

struct store;

/* Begins as {0}. It contains the questions that exist at the first lookup. */
struct question_texts {
    struct question_row *questions;
    bool are_listed;                  /* the members below are filled */
    struct map qids;                  /* the ids of all questions */
    struct map numbers;               /* text → number */
    const struct question_row **rows; /* by number: the first question of that text */
    bool *are_several;                /* by number: several questions have that text */
    struct arena memory;
};

/* Sets *question to the first question with this text, ignoring white space around it; NULL: there is none. */
MUST_CHECK bool question_texts_find(struct question_texts *texts, struct store *store, struct bytes text,
                                    const struct question_row **question, bool *are_several, struct err *err);

/* *is_there: a question has this id. */
MUST_CHECK bool question_texts_has_qid(struct question_texts *texts, struct store *store, struct bytes qid,
                                       bool *is_there, struct err *err);

void question_texts_release(struct question_texts *texts);
