/*
 * Records go straight into struct qrels, which refuses a document that stands twice under a question; the ids in
 * it are views of the content, which `memory` holds.
 */
#include "import/qrels.h"

#include "import/file.h"
#include "import/recognise.h"
#include "import/records/qrels_kinds.h"

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

bool qrels_read(struct bytes content, const char *path, struct qrels *out, struct err *err)
{
    struct reading reading = {
        .file = {.path = path, .content = content, .memory = &out->memory},
        .qrels = out,
    };
    bool ok = record_kind_find(&qrels_kinds, &reading.file, &reading.kind, err) &&
              record_kind_read(reading.kind, &reading.file, add_judgment, &reading, err) &&
              (out->n_questions > 0 || record_kind_fail_empty(&qrels_kinds, &reading.file, err));
    if (!ok && out->n_questions == 0)
        content_refuse(content, path, CONTENT_QRELS, err);
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
