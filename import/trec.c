#include "import/trec.h"

#include "core/base/number.h"
#include "import/file.h"

#include <string.h>

enum { COLUMNS_MAX = 6 };

/* The columns of a line, as far as we look. */
struct columns {
    struct bytes at[COLUMNS_MAX];
    size_t count;
};

/* What is known of one of the two formats. */
struct layout {
    const char *what;
    const char *columns; /* as messages show them */
    size_t n_columns;
    bool more_columns; /* are allowed, and not looked at */
    size_t docid;
    size_t number;
    const char *number_name;
};

static const struct layout run_layout = {
    .what = "run",
    .columns = "qid Q0 docid rank score tag",
    .n_columns = 6,
    .more_columns = true,
    .docid = 2,
    .number = 4,
    .number_name = "score",
};

static const struct layout qrels_layout = {
    .what = "qrels file",
    .columns = "qid iteration docid grade",
    .n_columns = 4,
    .docid = 2,
    .number = 3,
    .number_name = "grade",
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

static struct columns split(struct bytes line)
{
    struct columns columns = {0};
    const char *c = line.data;
    const char *end = line.data + line.size;
    while (columns.count < COLUMNS_MAX) {
        while (c < end && is_blank(*c))
            c++;
        if (c == end)
            break;
        const char *start = c;
        while (c < end && !is_blank(*c))
            c++;
        columns.at[columns.count++] = (struct bytes){.data = start, .size = (size_t)(c - start)};
    }
    return columns;
}

/* A judgment or an entry of a run. */
struct record {
    struct bytes qid;
    struct bytes docid;
    double number;
    size_t line;
};

struct record_reader {
    const struct layout *layout;
    const char *path;
    struct line_reader lines;
};

static bool fail_columns(const struct record_reader *reader, size_t count, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s:%zu: %zu column%s where a %s has %zu: %s", file_label(reader->path),
                   reader->lines.number, count, count == 1 ? "" : "s", reader->layout->what,
                   reader->layout->n_columns, reader->layout->columns);
}

static bool fail_number(const struct record_reader *reader, struct bytes text, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s:%zu: the %s '%.*s' is not a finite number; correct or remove the line",
                   file_label(reader->path), reader->lines.number, reader->layout->number_name,
                   BYTES_FORMAT(text));
}

/* Reads the next record. *done = true: there is none. */
static bool next_record(struct record_reader *reader, struct record *record, bool *done, struct err *err)
{
    const struct layout *layout = reader->layout;
    struct bytes line;
    struct columns columns = {0};
    while (columns.count == 0) {
        *done = !line_reader_next(&reader->lines, &line);
        if (*done)
            return true;
        columns = split(line);
    }
    if (columns.count < layout->n_columns || (columns.count > layout->n_columns && !layout->more_columns))
        return fail_columns(reader, columns.count, err);
    record->qid = columns.at[0];
    record->docid = columns.at[layout->docid];
    record->line = reader->lines.number;
    if (!number_parse_real(columns.at[layout->number], &record->number))
        return fail_number(reader, columns.at[layout->number], err);
    return true;
}

enum { BEGINNING = 64 * 1024 };

static bool check_content(struct bytes bytes, const struct layout *layout, const char *path, struct err *err)
{
    size_t looked_at = bytes.size < BEGINNING ? bytes.size : BEGINNING;
    if (looked_at > 0 && memchr(bytes.data, '\0', looked_at) != NULL)
        return err_set(err, ERR_INPUT, "%s: a binary file; a %s is text (unpack it if it is compressed): %s",
                       file_label(path), layout->what, layout->columns);
    return true;
}

static bool fail_empty(const char *path, const struct layout *layout, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s: the file is empty; a %s has lines like: %s", file_label(path),
                   layout->what, layout->columns);
}

/* Names both lines of a document that stands twice under a question; called when that is known. */
static bool fail_duplicate(struct bytes content, const struct layout *layout, const char *path,
                           struct bytes qid, struct bytes docid, struct err *err)
{
    struct record_reader reader = {.layout = layout, .path = path, .lines = line_reader_of(content)};
    struct record record;
    size_t first = 0;
    bool done = false;
    while (next_record(&reader, &record, &done, err) && !done) {
        if (!bytes_equal(record.qid, qid) || !bytes_equal(record.docid, docid))
            continue;
        if (first != 0)
            break;
        first = record.line;
    }
    return err_set(err, ERR_INPUT,
                   "%s:%zu: document %.*s stands under question %.*s already in line %zu; remove one of them",
                   file_label(path), reader.lines.number, BYTES_FORMAT(docid), BYTES_FORMAT(qid), first);
}

/* --- Runs ----------------------------------------------------------------- */

static bool ends_with(struct bytes bytes, const char *suffix)
{
    size_t size = strlen(suffix);
    return bytes.size > size && memcmp(bytes.data + bytes.size - size, suffix, size) == 0;
}

/* "runs/bm25.run.txt" → "bm25" */
static struct bytes run_name(const char *path)
{
    static const char *const suffixes[] = {".txt", ".trec", ".run"};
    const char *slash = strrchr(path, '/');
    struct bytes name = bytes_of(slash != NULL ? slash + 1 : file_label(path));
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (ends_with(name, suffixes[i]))
            name.size -= strlen(suffixes[i]);
    }
    return name;
}

static bool read_run(struct bytes content, const char *path, struct run *run, struct err *err)
{
    struct record_reader reader = {.layout = &run_layout, .path = path, .lines = line_reader_of(content)};
    struct record record;
    bool done = false;
    while (next_record(&reader, &record, &done, err) && !done)
        run_add(run, record.qid, record.docid, record.number);
    if (!done)
        return false;
    if (run->n_questions == 0)
        return fail_empty(path, &run_layout, err);
    struct bytes qid;
    struct bytes docid;
    if (run_find_duplicate(run, &qid, &docid))
        return fail_duplicate(content, &run_layout, path, qid, docid, err);
    return true;
}

bool import_run(const char *path, struct run *out, struct err *err)
{
    struct file file;
    *out = (struct run){0};
    if (!file_open(&file, path, err))
        return false;
    bool ok = check_content(file.bytes, &run_layout, path, err) && read_run(file.bytes, path, out, err);
    out->memory = file.memory; /* the ids are views into it */
    if (ok)
        out->name = arena_copy(&out->memory, run_name(path));
    else
        run_release(out);
    return ok;
}

/* --- Qrels ---------------------------------------------------------------- */

static bool read_qrels(struct bytes content, const char *path, struct qrels *qrels, struct err *err)
{
    struct record_reader reader = {.layout = &qrels_layout, .path = path, .lines = line_reader_of(content)};
    struct record record;
    bool done = false;
    while (next_record(&reader, &record, &done, err) && !done) {
        if (!qrels_add(qrels, record.qid, record.docid, record.number))
            return fail_duplicate(content, &qrels_layout, path, record.qid, record.docid, err);
    }
    if (!done)
        return false;
    if (qrels->n_questions == 0)
        return fail_empty(path, &qrels_layout, err);
    return true;
}

bool import_qrels(const char *path, struct qrels *out, struct err *err)
{
    struct file file;
    *out = (struct qrels){0};
    if (!file_open(&file, path, err))
        return false;
    bool ok = check_content(file.bytes, &qrels_layout, path, err) && read_qrels(file.bytes, path, out, err);
    out->memory = file.memory; /* the ids are views into it */
    if (!ok)
        qrels_release(out);
    return ok;
}
