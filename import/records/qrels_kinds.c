#include "import/records/qrels_kinds.h"

#include "import/records/record_fields.h"
#include "import/records/record_json.h"
#include "import/records/run_kinds.h"

static const struct record_layout trec_layout = {
    .what = "qrels file",
    .columns = "qid iteration docid grade",
    .n_columns = 4,
    .docid = 2,
    .number = 3,
    .number_name = "grade",
    .number_is_grade = true,
};

static const struct record_layout short_layout = {
    .what = "qrels file without iterations",
    .columns = "qid docid grade",
    .n_columns = 3,
    .docid = 1,
    .number = 2,
    .number_name = "grade",
    .number_is_grade = true,
};

static bool is_of_trec(struct bytes content)
{
    return !run_is_of_colbert(content);
}

/* A table with a header comes before the lines without one: as lines, its header would count as a judgment. */
static const struct record_kind kinds[] = {
    {
        .name = "records",
        .example = "{\"query_id\": …, \"doc_id\": …, \"relevance\": …}",
        .number_name = "grade",
        .wanted = SHAPE_TRUTH,
        .recognises = record_fields_recognise_json_truth,
        .read = record_fields_read,
    },
    {
        .name = "JSON",
        .example = "{\"qid\": {\"docid\": grade}}",
        .number_name = "grade",
        .takes_lists = true,
        .recognises = record_json_recognise,
        .read = record_json_read,
    },
    {
        .name = "a table with a header",
        .example = "query-id corpus-id score",
        .number_name = "grade",
        .wanted = SHAPE_TRUTH,
        .recognises = record_fields_recognise_header,
        .read = record_fields_read,
    },
    {.name = "TREC", .layout = &trec_layout, .recognises = is_of_trec},
    {.name = "three columns", .layout = &short_layout},
};

const struct record_kind_table qrels_kinds = {
    .what = "qrels",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};
