/*
 * The first line that is neither blank nor a comment chooses the kind: the first row that accepts it. Rows with a
 * layout are lines of columns. Their number of columns distinguishes them, and one function here reads them all. Every
 * other kind has its own reader.
 *
 * Nothing is counted or kept for errors, which are rare. When an error needs the number of a line, it is counted from
 * the place in the content. Both places of a duplicate are found by reading the file again.
 */
#include "import/records/record_kind.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/system.h"
#include "import/files/file.h"
#include "import/items/item_id.h"
#include "import/records/record_lines.h"
#include "import/fields/grade_words.h"

#include <stdlib.h>
#include <string.h>

/* --- Recognising ------------------------------------------------------------------------------ */

/* Returns the first line that is neither blank nor a comment; empty when there is none. */
static struct bytes first_line(struct bytes content)
{
    struct bytes rest = record_skip_preamble(content);
    struct bytes line = {0};
    bytes_next_line(&rest, &line);
    return line;
}

static bool content_fits(const struct record_kind *kind, struct bytes content, struct bytes line)
{
    struct bytes rest = bytes_from(content, (size_t)(line.data - content.data));
    if (kind->layout == NULL)
        return kind->recognises(rest);
    if (kind->recognises != NULL && !kind->recognises(rest))
        return false;
    size_t count = record_first_columns(line).count;
    return count == kind->layout->n_columns ||
           (count > kind->layout->n_columns && kind->layout->more_columns);
}

/* Adds what is accepted: "…; qrels are read as TREC (qid iteration docid grade), … or JSON ({…})". */
static bool add_accepted(const struct record_kind_table *table, struct err *err)
{
    struct buffer text = {0};
    size_t n_named = 0;
    buffer_add_format(&text, "%s; %s are read as ", err->text, table->what);
    for (size_t i = 0; i < table->n_rows; i++) {
        const struct record_kind *kind = &table->rows[i];
        if (kind->name == NULL)
            continue;
        const char *before = n_named++ == 0 ? "" : i + 1 < table->n_rows ? ", " : " or ";
        buffer_add_format(&text, "%s%s (%s)", before, kind->name,
                          kind->layout != NULL ? kind->layout->columns : kind->example);
    }
    err_set(err, err->code, "%s", buffer_string(&text));
    buffer_release(&text);
    return false;
}

static bool fail_file(const struct record_kind_table *table, const struct record_file *file,
                      enum err_code code, const char *what, struct err *err)
{
    err_set(err, code, "%s: %s", file_label(file->path), what);
    return add_accepted(table, err);
}

static bool fail_line(const struct record_kind_table *table, const struct record_file *file,
                      struct bytes line, struct err *err)
{
    err_set(err, ERR_INPUT, "no %s have lines like '%.*s'", table->what, BYTES_FORMAT(line));
    record_file_context(file, line.data, err);
    return add_accepted(table, err);
}

static bool is_binary(struct bytes content)
{
    enum { BEGINNING = 64 * 1024 };
    size_t looked_at = content.size < BEGINNING ? content.size : BEGINNING;
    return looked_at > 0 && memchr(content.data, '\0', looked_at) != NULL;
}

/* In JSON, a CR is white space. */
static bool begins_json(struct bytes line)
{
    struct bytes text = bytes_trim(line);
    return bytes_starts_with(text, "{") || bytes_starts_with(text, "[");
}

/*
 * Returns the part that tells the kind. It need not be a whole line, because JSON of any size may be on one line.
 */
static struct bytes telling_part(struct bytes content)
{
    enum { LOOKED_AT = 16 << 20 };
    struct bytes part = bytes_slice(content, 0, content.size < LOOKED_AT ? content.size : LOOKED_AT);
    return first_line(part).size > 0 ? part : content;
}

bool record_kind_find(const struct record_kind_table *table, const struct record_file *file,
                      const struct record_kind **kind, struct err *err)
{
    if (is_binary(file->content))
        return fail_file(table, file, ERR_INPUT, "this is a binary file, not packed by gzip or zstd", err);
    struct bytes content = telling_part(file->content);
    struct bytes line = first_line(content);
    if (line.size == 0)
        return fail_file(table, file, ERR_EMPTY,
                         bytes_skip_space(file->content).size == 0 ? "the file is empty"
                                                                   : "the file has only comments",
                         err);
    if (!begins_json(line) && record_has_bare_return(line)) {
        err_set(err, ERR_INPUT, "%s", record_bare_return);
        return record_file_context(file, line.data, err);
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        *kind = &table->rows[i];
        if (content_fits(*kind, content, line))
            return true;
    }
    return fail_line(table, file, line, err);
}

/* Returns the beginning without its last line, which may be cut off, unless it is the only one. */
static struct bytes whole_lines(struct bytes beginning)
{
    const char *feed = beginning.size > 0 ? memrchr(beginning.data, '\n', beginning.size) : NULL;
    return feed == NULL ? beginning : bytes_slice(beginning, 0, (size_t)(feed - beginning.data) + 1);
}

bool record_kind_check_beginning(const struct record_kind_table *table, const struct record_file *beginning,
                                 const struct record_kind **kind, struct err *err)
{
    const struct record_file file = {.path = beginning->path, .content = whole_lines(beginning->content)};
    if (!record_kind_find(table, &file, kind, err))
        return false;
    if ((*kind)->layout == NULL)
        return true;
    struct record_reader reader = record_reader_of(file.content, (*kind)->layout);
    struct record record;
    return record_next(&reader, &record) == RECORD_READ ||
           record_explain(&reader, file.content, file.path, err);
}

bool record_kind_fail_empty(const struct record_kind_table *table, const struct record_file *file,
                            struct err *err)
{
    if (file->n_open != NULL && *file->n_open > 0)
        return err_set(err, ERR_EMPTY,
                       "%s: no document has a grade; grade one of them, or use --grade FIELD if another "
                       "field has the grades",
                       file_label(file->path));
    return fail_file(table, file, ERR_EMPTY, "the file has no document", err);
}

/* --- Reading records --- ------------------------------------------------- */

/* Passes the lines to the sink. Sets *wrong to a line whose number is invalid. */
static bool hand_over(const struct record_lines *lines, const struct record_layout *layout, record_sink *sink,
                      void *context, const char **wrong, struct err *err)
{
    for (size_t i = 0; i < lines->n; i++) {
        struct record record = {.qid = lines->qids[i], .docid = lines->docids[i]};
        if (!record_read_number(layout, lines->numbers[i], &record.number)) {
            *wrong = lines->qids[i].data;
            return true;
        }
        if (!sink(context, &record, lines->qids[i].data, err))
            return false;
    }
    return true;
}

/*
 * When all lines before it have been passed on, a line that is not a record is the next one. Then its error is
 * reported.
 */
static bool read_lines(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                       void *context, struct err *err)
{
    struct record_reader reader = record_reader_of(file->content, kind->layout);
    struct record_lines lines = {0};
    struct record record;
    const char *wrong = NULL;
    bool goes_on = true;
    while (goes_on && wrong == NULL && record_lines_take_any(&lines, &reader))
        goes_on = hand_over(&lines, kind->layout, sink, context, &wrong, err);
    record_lines_release(&lines);
    if (!goes_on)
        return false;
    if (wrong != NULL)
        reader.next = wrong;
    return record_next(&reader, &record) == RECORD_NONE ||
           record_explain(&reader, file->content, file->path, err);
}

bool record_kind_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                      void *context, struct err *err)
{
    return kind->layout != NULL ? read_lines(kind, file, sink, context, err)
                                : kind->read(kind, file, sink, context, err);
}

bool record_file_context(const struct record_file *file, const char *place, struct err *err)
{
    return err_context(err, "%s:%zu", file_label(file->path), record_line_number(file->content, place));
}

bool record_kind_parse_number(const struct record_kind *kind, const struct record_file *file,
                              const char *place, struct bytes text, double *number, struct err *err)
{
    const bool is_grade = strcmp(kind->number_name, "grade") == 0;
    return (is_grade ? grade_parse(text, number) : number_parse_real(text, number)) ||
           record_fail_number(file->content, file->path, place, kind->number_name, text, err);
}

bool record_kind_check_ids(const struct record_kind *kind, const struct record_file *file, const char *place,
                           const struct record *record, struct err *err)
{
    (void)kind;
    bool has_question = bytes_trim(record->qid).size > 0;
    return ((has_question || item_id_check(ITEM_QUESTION, (struct bytes){0}, "", err)) &&
            item_id_check(ITEM_DOCUMENT, record->docid, "take it out", err)) ||
           record_file_context(file, place, err);
}

bool record_questions_add(struct record_questions *questions, const struct record_file *file,
                          struct bytes qid, const char *place, struct err *err)
{
    bool is_new;
    size_t number = (size_t)map_put(&questions->qids, qid, &is_new);
    if (!is_new) {
        err_set(err, ERR_INPUT, "question %.*s is already in line %zu; keep one of the two",
                BYTES_FORMAT(qid), record_line_number(file->content, questions->places[number]));
        return record_file_context(file, place, err);
    }
    VECTOR_PUSH(questions->places, questions->n_places, questions->places_capacity) = place;
    return true;
}

void record_questions_release(struct record_questions *questions)
{
    map_release(&questions->qids);
    free(questions->places);
}

/* --- Duplicates ----------------------------------------------------------- */

/* A document to find under a question, and its places. */
struct duplicate_search {
    struct bytes qid;
    struct bytes docid;
    const char *first;
    const char *second;
};

/* Stops the reading at the second place. */
static bool note_occurrence(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)err;
    struct duplicate_search *search = context;
    if (!bytes_equal(record->docid, search->docid) || !bytes_equal(record->qid, search->qid))
        return true;
    *(search->first == NULL ? &search->first : &search->second) = place;
    return search->second == NULL;
}

bool record_kind_fail_duplicate(const struct record_kind *kind, const struct record_file *file,
                                struct bytes qid, struct bytes docid, struct err *err)
{
    struct duplicate_search search = {.qid = qid, .docid = docid};
    struct arena memory = {0};
    struct record_file again = {.path = file->path, .content = file->content, .memory = &memory};
    bool ended = record_kind_read(kind, &again, note_occurrence, &search, err);
    arena_release(&memory);
    BUG_UNLESS(!ended && search.second != NULL);
    err_set(err, ERR_INPUT, "document %.*s is already under question %.*s in line %zu; remove one of them",
            BYTES_FORMAT(docid), BYTES_FORMAT(qid), record_line_number(file->content, search.first));
    return record_file_context(file, search.second, err);
}
