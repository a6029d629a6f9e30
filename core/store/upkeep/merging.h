/*
 * Merging makes a new database of several that were labelled apart. The result does not depend on the order, on merging all at
 * once or one after the other, or on merging a file twice.
 *
 * Documents, questions, annotators, sources of judgments and models are known by their ids and names, imports by their moment
 * and their files, answers by their uuid, ballots by an answer, or else by question, annotator, moment and slots: so what was
 * open when a file was copied is one ballot. An answer undone in one file is undone. Of several answers to one ballot that
 * stand the last one by the clock stands, the others count as withdrawn when they were given. Of an answer that was given to
 * one ballot in two files, and of which the later one was taken back in a third, it depends on what is merged first which one
 * stands: that is the one case, and it is said.
 */
#ifndef ASSAY_CORE_STORE_UPKEEP_MERGING_H
#define ASSAY_CORE_STORE_UPKEEP_MERGING_H

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdint.h>

struct store;

/* In one file something of a name has another one. */
struct merge_rename {
    size_t file;       /* its place among the files */
    struct bytes text; /* "old=new", or with its kind in front: "document:old=new" */
};

/* Called with a line for each thing that there is to say. */
typedef void merge_report(void *context, struct bytes line);
/* Told now and then how much of what is done with `path` (a file, or in the end the new one) is done. False stops the merge. */
typedef bool merge_watch(void *context, const char *path, int64_t done, int64_t total);

struct merge_request {
    struct store *const *files; /* open to be read, also on a server; those that are preferred come first */
    size_t n_files;
    size_t n_preferred; /* where files differ, the first of these that has it is right */
    const struct merge_rename *renames;
    size_t n_renames;
    merge_report *difference; /* what files do not have alike, and nobody has decided */
    merge_report *remark;
    merge_watch *watch;
    void *context; /* of these three */
    int64_t now;
};

struct merge_summary {
    int64_t documents, questions, candidates, judgments, annotators;
    int64_t read;       /* answers, in all files together */
    int64_t answers;    /* each once, also skips and what was taken back */
    int64_t votes;      /* that stand */
    int64_t superseded; /* answers that a later one to the same ballot, in another file, took the place of */
};

/*
 * Fills a database without tables (STORE_CREATE), in one transaction, and changes none of the files: each is checked, and read
 * as of one moment. ERR_INPUT: files differ, or one does not show everybody's answers, and nothing was written.
 * ERR_DATABASE: a file does not hold together.
 * ERR_USAGE: something that is to be renamed is not there, or its new name is.
 */
bool store_merge(struct store *to, const struct merge_request *request, struct merge_summary *summary,
                 struct err *err) __attribute__((warn_unused_result));

#endif
