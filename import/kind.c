#include "import/kind.h"

#include "core/base/bug.h"
#include "core/base/number.h"
#include "import/file.h"
#include "import/items.h"

#include <string.h>

/* --- Telling the kind ----------------------------------------------------- */

/* The first line that is not blank; empty when there is none. */
static struct bytes first_line(struct bytes content)
{
    struct line_reader lines = line_reader_of(content);
    struct bytes line;
    while (line_reader_next(&lines, &line)) {
        if (record_first_columns(line).count > 0)
            return line;
    }
    return (struct bytes){0};
}

static bool fits(const struct kind *kind, struct bytes line)
{
    if (kind->layout == NULL)
        return kind->recognises(line);
    size_t count = record_first_columns(line).count;
    return count == kind->layout->n_columns ||
           (count > kind->layout->n_columns && kind->layout->more_columns);
}

/* Adds what would be right: "…; qrels are read as TREC (qid iteration docid grade), … or JSON ({…})". */
static bool add_accepted(const struct kind_table *table, struct err *err)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%s; %s are read as ", err->text, table->what);
    for (size_t i = 0; i < table->n_rows; i++) {
        const struct kind *kind = &table->rows[i];
        const char *before = i == 0 ? "" : i + 1 < table->n_rows ? ", " : " or ";
        buffer_add_format(&text, "%s%s (%s)", before, kind->name,
                          kind->layout != NULL ? kind->layout->columns : kind->example);
    }
    err_set(err, err->code, "%s", buffer_string(&text));
    buffer_release(&text);
    return false;
}

static bool fail_whole(const struct kind_table *table, const struct source *source, const char *what,
                       struct err *err)
{
    err_set(err, ERR_INPUT, "%s: %s", file_label(source->path), what);
    return add_accepted(table, err);
}

static bool fail_line(const struct kind_table *table, const struct source *source, struct bytes line,
                      struct err *err)
{
    err_set(err, ERR_INPUT, "no %s have lines like '%.*s'", table->what, BYTES_FORMAT(line));
    source_context(source, line.data, err);
    return add_accepted(table, err);
}

static bool is_binary(struct bytes content)
{
    enum { BEGINNING = 64 * 1024 };
    size_t looked_at = content.size < BEGINNING ? content.size : BEGINNING;
    return looked_at > 0 && memchr(content.data, '\0', looked_at) != NULL;
}

bool kind_tell(const struct kind_table *table, const struct source *source, const struct kind **kind,
               struct err *err)
{
    if (is_binary(source->content))
        return fail_whole(table, source, "a binary file, and not one packed by gzip or zstd", err);
    struct bytes line = first_line(source->content);
    if (line.size == 0)
        return fail_whole(table, source, "the file is empty", err);
    for (size_t i = 0; i < table->n_rows; i++) {
        *kind = &table->rows[i];
        if (fits(*kind, line))
            return true;
    }
    return fail_line(table, source, line, err);
}

bool kind_fail_empty(const struct kind_table *table, const struct source *source, struct err *err)
{
    return fail_whole(table, source, "there is no document in it", err);
}

/* --- Walking over records ------------------------------------------------- */

static bool walk_lines(const struct kind *kind, const struct source *source, record_sink *sink, void *context,
                       struct err *err)
{
    struct record_reader reader = record_reader_of(source->content, kind->layout);
    struct record record;
    enum record_outcome outcome;
    while ((outcome = record_next(&reader, &record)) == RECORD_READ) {
        if (!sink(context, &record, reader.line, err))
            return false;
    }
    return outcome == RECORD_NONE || record_explain(&reader, source->content, source->path, err);
}

bool kind_walk(const struct kind *kind, const struct source *source, record_sink *sink, void *context,
               struct err *err)
{
    return kind->layout != NULL ? walk_lines(kind, source, sink, context, err)
                                : kind->walk(kind, source, sink, context, err);
}

bool source_context(const struct source *source, const char *place, struct err *err)
{
    return err_context(err, "%s:%zu", file_label(source->path), record_line_number(source->content, place));
}

bool kind_take_number(const struct kind *kind, const struct source *source, const char *place,
                      struct bytes text, double *number, struct err *err)
{
    return number_parse_real(text, number) ||
           record_fail_number(source->content, source->path, place, kind->number_name, text, err);
}

bool kind_check_ids(const struct source *source, const char *place, struct bytes qid, struct bytes docid,
                    struct err *err)
{
    return (item_id_check(ITEM_QUESTION, qid, err) && item_id_check(ITEM_DOCUMENT, docid, err)) ||
           source_context(source, place, err);
}

/* --- Duplicates ----------------------------------------------------------- */

/* Who looks for a document under a question, and where it was found. */
struct search {
    struct bytes qid;
    struct bytes docid;
    const char *first;
    const char *second;
};

/* Stops the walk at the second place. */
static bool look_at(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)err;
    struct search *search = context;
    if (!bytes_equal(record->docid, search->docid) || !bytes_equal(record->qid, search->qid))
        return true;
    *(search->first == NULL ? &search->first : &search->second) = place;
    return search->second == NULL;
}

bool kind_fail_duplicate(const struct kind *kind, const struct source *source, struct bytes qid,
                         struct bytes docid, struct err *err)
{
    struct search search = {.qid = qid, .docid = docid};
    struct arena memory = {0};
    struct source again = {.path = source->path, .content = source->content, .memory = &memory};
    bool ended = kind_walk(kind, &again, look_at, &search, err);
    arena_release(&memory);
    BUG_UNLESS(!ended && search.second != NULL);
    err_set(err, ERR_INPUT,
            "document %.*s stands under question %.*s already in line %zu; remove one of them",
            BYTES_FORMAT(docid), BYTES_FORMAT(qid), record_line_number(source->content, search.first));
    return source_context(source, search.second, err);
}
