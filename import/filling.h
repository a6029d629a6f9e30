/* Shared by the parts of an import: the destination, the counts, and the unknown ids that a file names. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/store/content/fill.h"
#include "import/files/file.h"

/* What became of the items of one kind. */
struct put_counts {
    int64_t added, replaced, same;
    int64_t repeated; /* items that the files contain again */
};
void put_count(struct put_counts *counts, enum stored stored);

enum { UNKNOWN_NAMED = 3 };

/* The number of rows that name an unknown id, and the first such ids. {0}: none. */
struct unknown_ids {
    int64_t rows;
    struct bytes named[UNKNOWN_NAMED]; /* "question 'q1'" */
    size_t n_named;
    size_t n_looked_at;     /* unknown documents checked for being chunks of known ones: the first ones */
    size_t n_chunks;        /* of these, chunks with this separator */
    struct bytes separator; /* of the first chunk; in the arena */
    struct bytes document;  /* the first unknown document; in the arena */
};
/* Counts an unknown id. `what`: "question" or "document". The name goes into the arena. */
void unknown_add(struct unknown_ids *unknown, struct arena *arena, const char *what, struct bytes id,
                 int64_t rows);
struct filling {
    struct store *store;
    struct arena *arena; /* for the names in the summary */
    bool replace;
    bool skip_unknown; /* leave out rows with an unknown id; else they are an error */
    struct unknown_ids *unknown;
    /* Maps a file, or borrows it from its owner. */
    bool (*open)(void *context, const char *path, struct file *file, struct err *err);
    /* Called for each row, with how much of `total` is done; false stops the import. */
    bool (*report)(void *context, size_t done, size_t total, struct err *err);
    /*
     * Called between rows, with the number of rows that were stored since the last call, and their bytes. Numbers of
     * stored rows are not valid after it, because other sessions may write in between. NULL: one transaction.
     */
    bool (*heed_parts)(void *context, size_t n_rows, size_t size, struct err *err);
    void *context; /* for all of these functions */
};

/* Calls heed_parts, unless it is NULL. */
MUST_CHECK bool filling_heed_parts(const struct filling *filling, size_t n_rows, size_t size,
                                   struct err *err);

/* Find the row of an id. It is 0 when the id is unknown; then the row of the file is counted as unknown. */
MUST_CHECK bool filling_find_question(const struct filling *filling, struct bytes qid, int64_t rows,
                                      int64_t *question_id, struct err *err);
MUST_CHECK bool filling_find_document(const struct filling *filling, struct bytes docid, int64_t *document_id,
                                      struct err *err);

/*
 * Checks a file of rows with this name ("candidate") at its end. ERR_INPUT: it named unknown ids that are not to be
 * left out, or none of its rows was known. `put`: the counts of its known rows.
 */
MUST_CHECK bool filling_check_known(const struct filling *filling, const char *row, const char *path,
                                    const struct put_counts *put, struct err *err);
