/*
 * Visits the documents of a record, each with its number. A shape (import/fields/record_shape.h) says where they are.
 */
#pragma once

#include "import/fields/record_shape.h"

/* A document that a record names. Its id is a view into the record or lies in the arena. */
struct named_document {
    struct bytes docid;
    double number;     /* the highest is the best; distances and ranks are negated */
    bool has_number;   /* has a number of its own; else the negative position in the list, or 1 in a truth */
    const char *place; /* position in the content */
};

/* Returns false to stop. */
typedef bool document_sink(void *context, const struct named_document *document, struct err *err);

/* The values of a record at the paths of the shape, as they are written: JSON, or the text of a cell. */
struct record_values {
    struct bytes documents, number, impressions;
    struct bytes wrong[WRONG_LISTS_MOST];
};

/* The outcome of a visit. */
struct documents_outcome {
    size_t n_open;        /* documents without a grade: unjudged, and left out of a truth */
    const char *wrong_at; /* position of the fault; NULL: the sink stopped */
    struct bytes number; /* the text that is no number; {0}: there is no document in this place, or is_said */
    bool is_said;        /* the error is complete */
};

/*
 * Passes the documents of a record to the sink. ERR_INPUT: a number is invalid, or something else is in the place of a
 * document. Only *outcome tells where.
 */
MUST_CHECK bool record_documents_visit(const struct record_shape *shape, const struct record_values *values,
                                       bool is_truth, struct arena *arena, document_sink *sink, void *context,
                                       struct documents_outcome *outcome, struct err *err);
