/*
 * Recognises by its beginning what a file holds. Only this unit decides that: for importing a file without an option
 * that names its kind, for lists of files, and for the error about one kind of file in the place of another.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

enum content_kind {
    CONTENT_UNKNOWN,
    CONTENT_EMPTY,
    CONTENT_PACKED, /* its content is recognised after unpacking */
    CONTENT_DATABASE,
    CONTENT_DOCUMENTS,
    CONTENT_QUESTIONS,
    CONTENT_TEXTS, /* documents or questions: texts with ids */
    CONTENT_RUN,
    CONTENT_QRELS,
    CONTENT_RECORDS, /* a run or qrels: its whole numbers may be ranks or grades */
    CONTENT_VOTES,
    CONTENT_UNCLEAR,      /* questions and documents with numbers of unknown meaning */
    CONTENT_GROUND_TRUTH, /* questions, each with the id of a document that answers it */
    CONTENT_COLLECTION, /* documents, questions and judgments in one object: {"queries", "corpus", "relevant_docs"} */
    CONTENT_KIND_COUNT
};

struct content {
    enum content_kind kind;
    const char *label;        /* name in a list of files: "documents", "TREC run" */
    const char *run_format;   /* format as a run: "TREC run"; NULL: it can't be one */
    const char *qrels_format; /* format as qrels: "TREC"; NULL: they can't be */
    bool by_numbers;          /* runs and qrels may look like this; the numbers decided */
};

/*
 * Recognises content. `beginning`: at least about 4 KiB from the start of a file; a last line that is cut off is fine.
 */
struct content content_recognise(struct bytes beginning);
/*
 * Does the same. If the content leaves it open, the file's name decides ("queries.jsonl", "dev.qrels"), then the length
 * of the texts. It may remain open.
 */
struct content content_recognise_file(const char *path, struct bytes beginning);

/* Sets ERR_INPUT "PATH: these are documents, not a run"; `wanted` as below. Returns false. */
bool content_fail_other(const struct content *content, const char *path, enum content_kind wanted,
                        struct err *err);

/*
 * Call it when `content` could not be read as the wanted run or qrels. Sets an error that says what the content is
 * instead and what to do. Leaves the error unchanged when the content is not recognised. Returns false.
 */
bool content_refuse(struct bytes content, const char *path, enum content_kind wanted, struct err *err);
