/* The parts that the files of merging share. */
#ifndef ASSAY_CORE_STORE_UPKEEP_MERGING_PRIVATE_H
#define ASSAY_CORE_STORE_UPKEEP_MERGING_PRIVATE_H

#include "core/store/upkeep/merging.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/upkeep/forgetting.h"

/* The kinds of things with an id or a name. */
enum merged_kind {
    MERGED_DOCUMENT,
    MERGED_QUESTION,
    MERGED_ANNOTATOR,
    MERGED_SOURCE, /* of judgments */
    MERGED_MODEL,
    MERGED_KIND_COUNT,
};

/* The items of a file, by their numbers there, with those of the new database. */
struct merged_numbers {
    struct merged_number *items;
    size_t n, capacity;
};

struct merging {
    const struct merge_request *request;
    struct store *to;
    bool is_for_server; /* `to` is nobody's, and called like the database that gets it */
    size_t n_differences;
    bool has_unlike_items;                            /* of one id files have other contents */
    int64_t n_answers;                                /* that were read */
    int64_t n_superseded;                             /* answers, by later ones to the same ballot */
    const char *path;                                 /* of the file at hand */
    int64_t n, n_rows;                                /* that were read of it, and that it has */
    struct merged_numbers numbers[MERGED_KIND_COUNT]; /* of its items, once they have any */
    struct arena arena;                               /* of these: */
    struct forgotten_name *forgotten;                 /* of all files (forgetting.h) */
    size_t n_forgotten;
};

/* --- merging_progress.c: what is told on the way ---------------------------------------------------- */

/* Tells the caller of the merge how far it is with the file at `path`. False: it is to stop, with the error set. */
bool merging_tell_of(const struct merge_request *request, const char *path, int64_t done, int64_t total,
                     struct err *err) __attribute__((warn_unused_result));
/* The same of the file at hand. */
bool merging_tell(struct merging *merging, int64_t done, int64_t total, struct err *err)
    __attribute__((warn_unused_result));
/* The file is at hand from now on. */
bool merging_begin_file(struct merging *merging, size_t file, struct err *err)
    __attribute__((warn_unused_result));
/* A row more was read. False: it was stopped, with the error set. */
bool merging_count_row(struct merging *merging, struct err *err) __attribute__((warn_unused_result));
/* A line of what files do not have alike; tells it, and counts it. */
void merging_add_difference(struct merging *merging, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- merging_names.c: what has an id or a name ------------------------------------------------------ */

/* Reads those of all files, and gives them their numbers. */
bool merging_read_names(struct merging *merging, struct err *err) __attribute__((warn_unused_result));
/* Reads merging.numbers of a file, all none before they are given; freed by merging_release_numbers. */
bool merging_read_numbers(struct merging *merging, size_t file, struct err *err)
    __attribute__((warn_unused_result));
void merging_release_numbers(struct merging *merging);
/* The number in the new database of what the file at hand calls so; 0: it has no such thing. */
int64_t merging_number_of(const struct merging *merging, enum merged_kind kind, int64_t item_id);

/* The name in the new database of an annotator or a source of judgments with this name in a file. */
struct bytes merging_new_name(const struct merging *merging, size_t file, struct bytes name);

/* --- merging_settings.c ----------------------------------------------------------------------------- */

bool merging_compare_settings(struct merging *merging, struct err *err) __attribute__((warn_unused_result));
bool merging_put_settings(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

/* --- merging_votes.c -------------------------------------------------------------------------------- */

/* Reads the ballots and answers of all files, once their items have numbers. */
bool merging_read_votes(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

/* --- merging_ballots.c ------------------------------------------------------------------------------ */

/* Finds which ballots of the files are one. */
bool merging_link_ballots(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

#endif
