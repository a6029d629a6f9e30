/*
 * What a file holds, told by its beginning: the one place that knows, for who imports a file that is named without
 * more, for a list of files, and for the error of a file in the place of another.
 */
#ifndef ASSAY_IMPORT_RECOGNISE_H
#define ASSAY_IMPORT_RECOGNISE_H

#include "core/base/bytes.h"
#include "core/base/err.h"

enum content_kind {
    CONTENT_UNKNOWN,
    CONTENT_EMPTY,
    CONTENT_PACKED, /* what is in it is seen when it is unpacked */
    CONTENT_DATABASE,
    CONTENT_DOCUMENTS,
    CONTENT_QUESTIONS,
    CONTENT_TEXTS, /* with ids: documents or questions */
    CONTENT_RUN,
    CONTENT_QRELS,
    CONTENT_RECORDS, /* a run or qrels: whole numbers that go for ranks and for grades */
    CONTENT_VOTES,
    CONTENT_UNCLEAR,      /* questions and documents with numbers of which nothing says what they are */
    CONTENT_GROUND_TRUTH, /* questions, each beside the id of a document that answers it */
    CONTENT_COLLECTION, /* documents, questions and judgments in one object: {"queries", "corpus", "relevant_docs"} */
    CONTENT_KIND_COUNT
};

struct content {
    enum content_kind kind;
    const char *label;        /* as a list of files calls it: "documents", "TREC run" */
    const char *run_format;   /* of what may be a run: "TREC run"; else NULL */
    const char *qrels_format; /* of what may be qrels: "TREC" */
    bool by_numbers;          /* a run and qrels look like that; its numbers decided */
};

/* `beginning`: the first bytes of a file, some 4 KiB or more of them; lines that are cut off are fine. */
struct content content_recognise(struct bytes beginning);
/*
 * The same, and what the content leaves open is told by the file's name ("queries.jsonl", "dev.qrels"), then by the
 * length of the texts; what stays open is open.
 */
struct content content_recognise_file(const char *path, struct bytes beginning);

/* ERR_INPUT: "PATH: these are documents, not a run"; `wanted` as below. */
bool content_fail_other(const struct content *content, const char *path, enum content_kind wanted,
                        struct err *err);

/*
 * For who could read nothing of `content` as what was wanted, a run or qrels: says what it is instead, and
 * what to do, or leaves the error as it is where that can't be told. Returns false.
 */
bool content_refuse(struct bytes content, const char *path, enum content_kind wanted, struct err *err);

#endif
