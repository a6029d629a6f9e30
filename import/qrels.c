/*
 * The kinds of qrels are the rows of the table below. Records go straight into struct qrels, which refuses
 * a document that stands twice under a question; the ids in it are views of the content, which `memory`
 * holds.
 *
 * What is no qrels is tried as a run before it is refused, because the two are easily swapped in a call.
 */
#include "import/qrels.h"

#include "import/file.h"
#include "import/records/record_json.h"
#include "import/records/record_kind.h"
#include "import/records/record_table.h"
#include "import/run.h"

static const struct record_layout trec_layout = {
    .what = "qrels file",
    .columns = "qid iteration docid grade",
    .n_columns = 4,
    .docid = 2,
    .number = 3,
    .number_name = "grade",
};

static const struct record_layout short_layout = {
    .what = "qrels file without iterations",
    .columns = "qid docid grade",
    .n_columns = 3,
    .docid = 1,
    .number = 2,
    .number_name = "grade",
};

/* The table stands before the lines without a header, which would take its header for a judgment. */
static const struct record_kind kinds[] = {
    {
        .name = "JSON",
        .example = "{\"qid\": {\"docid\": grade}}",
        .number_name = "grade",
        .recognises = record_json_recognise,
        .read = record_json_read,
    },
    {
        .name = "a table with a header",
        .example = "query-id corpus-id score",
        .number_name = "grade",
        .recognises = record_table_recognise_qrels,
        .read = record_table_read,
    },
    {.name = "TREC", .layout = &trec_layout},
    {.name = "three columns", .layout = &short_layout},
};

static const struct record_kind_table table = {
    .what = "qrels",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};

bool qrels_recognise_beginning(struct bytes beginning)
{
    const struct record_file file = {.path = "", .content = beginning};
    const struct record_kind *kind;
    struct err unused;
    if (!record_kind_find(&table, &file, &kind, &unused))
        return false;
    if (kind->layout == NULL)
        return true;
    struct record_reader reader = record_reader_of(beginning, kind->layout);
    struct record record;
    return record_next(&reader, &record) == RECORD_READ;
}

/* What is being read, and into what. */
struct reading {
    const struct record_kind *kind;
    struct record_file file;
    struct qrels *qrels;
};

static bool add_judgment(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)place;
    struct reading *reading = context;
    return qrels_add(reading->qrels, record->qid, record->docid, record->number) ||
           record_kind_fail_duplicate(reading->kind, &reading->file, record->qid, record->docid, err);
}

/* A run in the place of qrels: mostly the two were swapped in the call. */
static bool fail_is_run(const struct record_file *file, struct err *err)
{
    const char *run = run_kind_of(file->content);
    return run != NULL && err_set(err, ERR_INPUT, "%s: a %s, not qrels; the truth comes first, runs after it",
                                  file_label(file->path), run);
}

bool qrels_read(struct bytes content, const char *path, struct qrels *out, struct err *err)
{
    struct reading reading = {
        .file = {.path = path, .content = content, .memory = &out->memory},
        .qrels = out,
    };
    bool ok =
        (record_kind_find(&table, &reading.file, &reading.kind, err) || fail_is_run(&reading.file, err)) &&
        record_kind_read(reading.kind, &reading.file, add_judgment, &reading, err) &&
        (out->n_questions > 0 || record_kind_fail_empty(&table, &reading.file, err));
    if (!ok)
        qrels_release(out);
    return ok;
}

bool import_qrels(const char *path, struct qrels *out, struct err *err)
{
    struct file file;
    *out = (struct qrels){0};
    if (!file_open(&file, path, err))
        return false;
    out->memory = file.memory; /* the ids are views into it */
    return qrels_read(file.bytes, path, out, err);
}
