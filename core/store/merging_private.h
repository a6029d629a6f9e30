/* What the files of a merge share. */
#ifndef ASSAY_CORE_STORE_MERGING_PRIVATE_H
#define ASSAY_CORE_STORE_MERGING_PRIVATE_H

#include "core/store/merging.h"
#include "core/store/store_private.h"

struct merging {
    const struct merge_request *request;
    struct store *to;
    size_t n_differences;
    int64_t n_superseded; /* answers, by later ones to the same ballot */
    const char *path;     /* of the file at hand */
    int64_t n, n_rows;    /* that were read of it, and that it has */
};

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

/* --- merging_settings.c ----------------------------------------------------------------------------- */

bool merging_compare_settings(struct merging *merging, struct err *err) __attribute__((warn_unused_result));
bool merging_put_settings(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

/* --- merging_ballots.c ------------------------------------------------------------------------------ */

/* Finds which ballots of the files are one. */
bool merging_link_ballots(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

#endif
