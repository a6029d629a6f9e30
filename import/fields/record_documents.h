/*
 * The documents of a record, each with its number, as a shape (import/fields/record_shape.h) says where they stand.
 */
#ifndef ASSAY_IMPORT_FIELDS_RECORD_DOCUMENTS_H
#define ASSAY_IMPORT_FIELDS_RECORD_DOCUMENTS_H

#include "import/fields/record_shape.h"

/* A document that a record names. Ids are views into the record, or lie in the arena. */
struct named_document {
    struct bytes docid;
    double number;     /* as the highest is the best: of distances and ranks the negative */
    bool has_number;   /* of its own; else its place in the list, negative, or 1 of a truth */
    const char *place; /* where it stands */
};

/* False stops. */
typedef bool document_sink(void *context, const struct named_document *document, struct err *err);

/* The values of a record at the shape's paths, as they are written: JSON, or the text of a cell. */
struct record_values {
    struct bytes documents, number, impressions;
    struct bytes wrong[WRONG_LISTS_MOST];
};

/* What came of it. */
struct documents_outcome {
    size_t n_open; /* documents without a grade: nobody has judged them, and they are left out of a truth */
    const char *wrong_at; /* where something is wrong; NULL: it was the sink that stopped */
    struct bytes
        number;   /* that is none; {0}: it is no document that stands there, or the error says it all */
    bool is_said; /* the error says it all */
};

/*
 * Hands over the documents of a record. ERR_INPUT, whose place *outcome alone tells: a number is none, something else stands where a
 * document should.
 */
bool record_documents_visit(const struct record_shape *shape, const struct record_values *values,
                            bool is_truth, struct arena *arena, document_sink *sink, void *context,
                            struct documents_outcome *outcome, struct err *err)
    __attribute__((warn_unused_result));

#endif
