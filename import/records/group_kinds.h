/*
 * Kinds of files with judgments in groups: qrels whose second column has a meaning, and preferences of trec_eval. Only
 * the readers of groups use these kinds, because qrels of TREC look the same and their second column means nothing.
 */
#pragma once

#include "import/records/record_kind.h"

/* Diversity qrels: the second column is a subtopic or a judge. */
extern const struct record_kind_table subtopic_kinds;
/* The same, or preferences: within a subgroup of a group, documents of a higher level are preferred. */
extern const struct record_kind_table preference_kinds;

/*
 * Returns the group of the record at `place`, and its subgroup. The subgroup is empty when the kind has none.
 */
void group_of_record(const struct record_kind *kind, const struct record_file *file, const char *place,
                     struct bytes *group, struct bytes *subgroup);
