#include "import/run.h"

#include "import/file.h"
#include "import/json_records.h"
#include "import/kind.h"
#include "import/unpack.h"

#include <string.h>

static const struct record_layout trec_layout = {
    .what = "run",
    .columns = "qid Q0 docid rank score tag",
    .n_columns = 6,
    .more_columns = true,
    .docid = 2,
    .number = 4,
    .number_name = "score",
};

static const struct record_layout ms_marco_layout = {
    .what = "run of MS MARCO",
    .columns = "qid docid rank",
    .n_columns = 3,
    .docid = 1,
    .number = 2,
    .number_name = "rank",
    .number_is_rank = true,
};

static const struct kind kinds[] = {
    {
        .name = "JSON",
        .example = "{\"qid\": {\"docid\": score}}",
        .number_name = "score",
        .recognises = json_records_recognise,
        .walk = json_records_walk,
    },
    {.name = "TREC", .layout = &trec_layout},
    {.name = "MS MARCO", .layout = &ms_marco_layout},
};

static const struct kind_table table = {
    .what = "runs",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};

bool run_layout(struct bytes content, const char *path, const struct record_layout **layout, struct err *err)
{
    const struct source source = {.path = path, .content = content};
    const struct kind *kind = NULL;
    bool told = kind_tell(&table, &source, &kind, err);
    *layout = told ? kind->layout : NULL;
    return told;
}

/* "runs/bm25.run.txt.gz" → "bm25" */
struct bytes run_file_name(const char *path)
{
    static const char *const endings[] = {".txt", ".trec", ".json", ".run"};
    const char *slash = strrchr(path, '/');
    struct bytes name = unpacked_name(bytes_of(slash != NULL ? slash + 1 : file_label(path)));
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]);
        if (name.size > size && bytes_ends_with(name, endings[i]))
            name.size -= size;
    }
    return name;
}

static bool add(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)place;
    (void)err;
    run_add(context, record->qid, record->docid, record->number);
    return true;
}

static bool check_duplicates(const struct run *run, const struct kind *kind, const struct source *source,
                             struct err *err)
{
    struct bytes qid;
    struct bytes docid;
    return !run_find_duplicate(run, &qid, &docid) || kind_fail_duplicate(kind, source, qid, docid, err);
}

bool run_read(struct bytes content, const char *path, struct run *out, struct err *err)
{
    const struct source source = {.path = path, .content = content, .memory = &out->memory};
    const struct kind *kind = NULL;
    bool ok = kind_tell(&table, &source, &kind, err) && kind_walk(kind, &source, add, out, err) &&
              (out->n_questions > 0 || kind_fail_empty(&table, &source, err)) &&
              check_duplicates(out, kind, &source, err);
    if (!ok)
        run_release(out);
    return ok;
}

bool import_run(const char *path, struct run *out, struct err *err)
{
    struct file file;
    *out = (struct run){0};
    if (!file_open(&file, path, err))
        return false;
    out->memory = file.memory; /* the ids are views into it */
    if (!run_read(file.bytes, path, out, err))
        return false;
    out->name = arena_copy(&out->memory, run_file_name(path));
    return true;
}
