/*
 * What the parts of an import share: where things are put, what is counted, and the ids that a file names though the
 * database has them not.
 */
#ifndef ASSAY_IMPORT_FILLING_H
#define ASSAY_IMPORT_FILLING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/store/content/fill.h"
#include "import/files/file.h"

/* What became of things of one kind. */
struct put_counts {
    int64_t added, replaced, same;
    int64_t repeated; /* that stand in the files once more */
};
void put_count(struct put_counts *counts, enum stored stored);

enum { UNKNOWN_NAMED = 3 };

/* How many rows name an unknown id, and the first of the ids. {0}: none. */
struct unknown_ids {
    int64_t rows;
    struct bytes named[UNKNOWN_NAMED]; /* "question 'q1'" */
    size_t n_named;
    size_t n_looked_at;     /* unknown documents, the first ones, that may be chunks of known ones */
    size_t n_chunks;        /* that are, all with this separator */
    struct bytes separator; /* of the first that is one; in the arena */
};
/* `what`: "question" or "document". The name goes into the arena. */
void unknown_add(struct unknown_ids *unknown, struct arena *arena, const char *what, struct bytes id,
                 int64_t rows);
struct filling {
    struct store *store;
    struct arena *arena; /* for what the summary names */
    bool replace;
    bool skip_unknown; /* rows with an unknown id are left out; else they are an error */
    struct unknown_ids *unknown;
    /* Maps a file, or borrows it from who has. */
    bool (*open)(void *context, const char *path, struct file *file, struct err *err);
    /* Called for each row, with how much of `total` is done; false stops the import. */
    bool (*report)(void *context, size_t done, size_t total, struct err *err);
    void *context; /* of both */
};

/* The row of an id, 0 when it is unknown: then its row of the file is counted. */
bool filling_find_question(const struct filling *filling, struct bytes qid, int64_t rows,
                           int64_t *question_id, struct err *err) __attribute__((warn_unused_result));
bool filling_find_document(const struct filling *filling, struct bytes docid, int64_t *document_id,
                           struct err *err) __attribute__((warn_unused_result));

/*
 * After a file of rows of this name ("candidate"): ERR_INPUT where it named unknown ids, and they are not to be left out,
 * or none of all its rows was known. `put`: what became of those that were.
 */
bool filling_check_known(const struct filling *filling, const char *row, const char *path,
                         const struct put_counts *put, struct err *err) __attribute__((warn_unused_result));

#endif
