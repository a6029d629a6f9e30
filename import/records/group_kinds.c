/*
 * Records are read like all others. The columns that other readers ignore are then split off their lines again.
 */
#include "import/records/group_kinds.h"

enum { COLUMN_GROUP = 1, COLUMN_SUBGROUP };

static const struct record_layout subtopic_layout = {
    .what = "diversity qrels file",
    .columns = "qid subtopic docid grade",
    .n_columns = 4,
    .docid = 2,
    .number = 3,
    .number_name = "grade",
    .number_is_grade = true,
};

static const struct record_layout preference_layout = {
    .what = "preference file",
    .columns = "qid group subgroup docid level",
    .n_columns = 5,
    .docid = 3,
    .number = 4,
    .number_name = "level",
};

/* Those with subgroups come last. */
static const struct record_kind kinds[] = {
    {.name = "diversity qrels", .layout = &subtopic_layout},
    {.name = "preferences", .layout = &preference_layout},
};

const struct record_kind_table subtopic_kinds = {
    .what = "qrels with subtopics",
    .rows = kinds,
    .n_rows = 1,
};

const struct record_kind_table preference_kinds = {
    .what = "preferences",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};

void group_of_record(const struct record_kind *kind, const struct record_file *file, const char *place,
                     struct bytes *group, struct bytes *subgroup)
{
    const struct record_columns columns =
        record_first_columns(bytes_from(file->content, (size_t)(place - file->content.data)));
    *group = columns.at[COLUMN_GROUP];
    *subgroup = kind->layout->docid > COLUMN_SUBGROUP ? columns.at[COLUMN_SUBGROUP] : (struct bytes){0};
}
