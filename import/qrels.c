#include "import/qrels.h"

#include "import/file.h"
#include "import/json_records.h"
#include "import/kind.h"
#include "import/run.h"
#include "import/table_records.h"

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
static const struct kind kinds[] = {
    {
        .name = "JSON",
        .example = "{\"qid\": {\"docid\": grade}}",
        .number_name = "grade",
        .recognises = json_records_recognise,
        .walk = json_records_walk,
    },
    {
        .name = "a table with a header",
        .example = "query-id corpus-id score",
        .number_name = "grade",
        .recognises = table_records_recognise_qrels,
        .walk = table_records_walk,
    },
    {.name = "TREC", .layout = &trec_layout},
    {.name = "three columns", .layout = &short_layout},
};

static const struct kind_table table = {
    .what = "qrels",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};

bool qrels_begin_so(struct bytes beginning)
{
    const struct source source = {.path = "", .content = beginning};
    const struct kind *kind;
    struct err unused;
    if (!kind_tell(&table, &source, &kind, &unused))
        return false;
    if (kind->layout == NULL)
        return true;
    struct record_reader reader = record_reader_of(beginning, kind->layout);
    struct record record;
    return record_next(&reader, &record) == RECORD_READ;
}

/* What is being read, and into what. */
struct reading {
    const struct kind *kind;
    struct source source;
    struct qrels *qrels;
};

static bool add(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)place;
    struct reading *reading = context;
    return qrels_add(reading->qrels, record->qid, record->docid, record->number) ||
           kind_fail_duplicate(reading->kind, &reading->source, record->qid, record->docid, err);
}

/* A run in the place of qrels: mostly the two were swapped in the call. */
static bool fail_unknown(const struct source *source, struct err *err)
{
    const char *run = run_kind_of(source->content);
    return run != NULL && err_set(err, ERR_INPUT, "%s: a %s, not qrels; the truth comes first, runs after it",
                                  file_label(source->path), run);
}

bool qrels_read(struct bytes content, const char *path, struct qrels *out, struct err *err)
{
    struct reading reading = {
        .source = {.path = path, .content = content, .memory = &out->memory},
        .qrels = out,
    };
    bool ok =
        (kind_tell(&table, &reading.source, &reading.kind, err) || fail_unknown(&reading.source, err)) &&
        kind_walk(reading.kind, &reading.source, add, &reading, err) &&
        (out->n_questions > 0 || kind_fail_empty(&table, &reading.source, err));
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
