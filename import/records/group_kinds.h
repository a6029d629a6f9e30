/*
 * Files of judgments in groups: qrels whose second column says something, and trec_eval's preferences. Nobody else reads
 * them, since TREC's qrels look the same and their second column says nothing.
 */
#ifndef ASSAY_IMPORT_RECORDS_GROUP_KINDS_H
#define ASSAY_IMPORT_RECORDS_GROUP_KINDS_H

#include "import/records/record_kind.h"

/* Diversity qrels: the second column is a subtopic, or who judged. */
extern const struct record_kind_table subtopic_kinds;
/* The same, or preferences: within a subgroup of a group, the documents of a higher level are preferred. */
extern const struct record_kind_table preference_kinds;

/* The group that the record which stands at `place` is of, and its subgroup, which is empty where the kind has none. */
void group_of_record(const struct record_kind *kind, const struct record_file *file, const char *place,
                     struct bytes *group, struct bytes *subgroup);

#endif
