/*
 * Filling: documents, questions and candidates, inside a transaction of the caller.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_FILL_H
#define ASSAY_CORE_STORE_CONTENT_FILL_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/* A document or a question; a question has no title. */
struct item {
    struct bytes id;
    struct bytes title;
    struct bytes text;
    struct bytes fields; /* the other fields, as a JSON object; empty = none */
};

enum stored {
    STORED_NEW,
    STORED_SAME,     /* it was there, just so */
    STORED_REPLACED, /* it was there with other content, and `replace` was asked for */
    STORED_CONFLICT, /* it is there with other content: nothing was changed */
    STORED_VOTED,    /* the same, and votes saw that content: REPLACE_UNVOTED changes nothing */
};

/* Of what votes saw the two last ones replace, too; what becomes of these votes is for the import. */
enum replacing { REPLACE_NOTHING, REPLACE_UNVOTED, REPLACE_KEEPING_VOTES, REPLACE_WITHDRAWING_VOTES };

/*
 * An import (imports.h) keeps the texts that it replaces, so that it can be undone. Open ballots that show such a text are
 * closed, because their annotators saw the earlier text.
 */
bool store_put_document(struct store *store, const struct item *item, enum replacing replacing,
                        enum stored *stored, struct err *err) __attribute__((warn_unused_result));
bool store_put_question(struct store *store, const struct item *item, enum replacing replacing,
                        enum stored *stored, struct err *err) __attribute__((warn_unused_result));
/*
 * Said of many before they are put, so that they are looked for together: see query_foresee (database/db.h). One that is put
 * twice is foreseen once, since the second look has to find the first. Behind the last one what was not taken is forgotten.
 */
void store_foresee_document(struct store *store, struct bytes docid);
void store_foresee_question(struct store *store, struct bytes qid);
void store_forget_foreseen(struct store *store);
/* Reads the stored document with this id; copied into the arena. */
bool store_read_kept_document(struct store *store, struct bytes docid, struct arena *arena, struct item *kept,
                              struct err *err) __attribute__((warn_unused_result));
bool store_read_kept_question(struct store *store, struct bytes qid, struct arena *arena, struct item *kept,
                              struct err *err) __attribute__((warn_unused_result));
/* The votes that stand on a document, or on a question. */
bool store_count_document_votes(struct store *store, struct bytes docid, int64_t *votes, struct err *err)
    __attribute__((warn_unused_result));
bool store_count_question_votes(struct store *store, struct bytes qid, int64_t *votes, struct err *err)
    __attribute__((warn_unused_result));

/* The origin of a candidate: a run or a search that put the document into the pool of a question. */
struct candidate_origin {
    struct bytes source; /* its name */
    int64_t rank;        /* of the document there, from 1 */
    double score;        /* kept, and compared with nothing: other sources have other scales */
};

/*
 * Puts a document into the pool of a question. One that is there gets one more source. Of a source that put it there
 * before it has the new rank and score (STORED_REPLACED); what they were is kept inside an import, as above.
 */
bool store_put_candidate(struct store *store, int64_t question_id, int64_t document_id,
                         const struct candidate_origin *origin, enum stored *stored, struct err *err)
    __attribute__((warn_unused_result));
/* Its two steps, for who puts what several sources name. */
bool store_add_candidate(struct store *store, int64_t question_id, int64_t document_id, bool *is_new,
                         struct err *err) __attribute__((warn_unused_result));
/* STORED_NEW: the candidate had nothing of this source. */
bool store_put_origin(struct store *store, int64_t question_id, int64_t document_id,
                      const struct candidate_origin *origin, enum stored *stored, struct err *err)
    __attribute__((warn_unused_result));
/* As store_foresee_document: whether it is a candidate, and what it has of the source that puts it. */
void store_foresee_candidate(struct store *store, int64_t question_id, int64_t document_id);
void store_foresee_origin(struct store *store, int64_t question_id, int64_t document_id, struct bytes source);
bool store_has_candidate(struct store *store, int64_t question_id, int64_t document_id, bool *is_there,
                         struct err *err) __attribute__((warn_unused_result));

#endif
