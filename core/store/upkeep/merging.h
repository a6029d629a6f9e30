/*
 * Merging makes a new database of several that were labelled separately. The result does not depend on the order of the
 * files. Merging all at once or one after the other makes no difference, and neither does merging a file twice.
 *
 * Documents, questions, annotators, sources of judgments and models are identified by their ids and names; imports by
 * their time and files; answers by their uuid; ballots by an answer, or else by question, annotator, time and slots. So
 * a ballot that was open when a file was copied is one ballot in all copies. An answer undone in one file is undone. If
 * several answers to one ballot stand, the last one by the clock stands, and the others count as withdrawn when they
 * were given.
 *
 * There is one exception to the independence of order, and it is reported: a ballot was answered in two files, and the
 * later answer was undone in a third one. Then the order decides which answer stands.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/base/workforce.h"

#include <stdint.h>

struct store;

/* Renames an item or a person of one file. */
struct merge_rename {
    size_t file;       /* index among the files */
    struct bytes text; /* "old=new", or with the kind in front: "document:old=new" */
};

/* Called with one line of text for the user. */
typedef void merge_report(void *context, struct bytes line);
/*
 * Called now and then with the progress of work on `path` (a file, or at the end the new database). False stops the
 * merge.
 */
typedef bool merge_watch(void *context, const char *path, int64_t done, int64_t total);

struct merge_request {
    struct store *const *files; /* open for reading, also on a server; preferred ones first */
    size_t n_files;
    /* Where files differ, the first of the preferred files that has the item is right. */
    size_t n_preferred;
    const struct merge_rename *renames;
    size_t n_renames;
    merge_report *difference; /* called with differences between the files that nobody has decided */
    merge_report *remark;
    merge_watch *watch;
    void *context;              /* of these three functions */
    struct workforce workforce; /* checks the files */
    int64_t now;
};

struct merge_summary {
    int64_t documents, questions, candidates, judgments, annotators;
    int64_t read;       /* answers, in all files together */
    int64_t answers;    /* each once, including skips and withdrawn answers */
    int64_t votes;      /* that stand */
    int64_t superseded; /* answers replaced by a later one to the same ballot in another file */
};

/*
 * Fills a database without tables (STORE_CREATE), in one transaction. It checks each file and reads it as of one
 * moment, and changes none. ERR_INPUT: files differ, or one does not show everybody's answers; nothing was written.
 * ERR_DATABASE: a file is damaged. ERR_USAGE: an item to be renamed does not exist, or an item with the new name
 * exists.
 */
MUST_CHECK bool store_merge(struct store *to, const struct merge_request *request,
                            struct merge_summary *summary, struct err *err);
