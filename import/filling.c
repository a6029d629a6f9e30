#include "import/filling.h"

#include "core/store/content/documents.h"
#include "core/store/content/questions.h"
#include "import/chunk_end.h"

#include <string.h>

void put_count(struct put_counts *counts, enum stored stored)
{
    counts->added += stored == STORED_NEW;
    counts->replaced += stored == STORED_REPLACED;
    counts->same += stored == STORED_SAME;
}

void unknown_add(struct unknown_ids *unknown, struct arena *arena, const char *what, struct bytes id,
                 int64_t rows)
{
    unknown->rows += rows;
    if (unknown->n_named == UNKNOWN_NAMED)
        return;
    struct bytes name = bytes_of(arena_format(arena, "%s '%.*s'", what, BYTES_FORMAT(id)));
    for (size_t i = 0; i < unknown->n_named; i++) {
        if (bytes_equal(unknown->named[i], name))
            return;
    }
    unknown->named[unknown->n_named++] = name;
}

bool filling_heed_parts(const struct filling *filling, size_t n_rows, size_t size, struct err *err)
{
    return filling->heed_parts == NULL || filling->heed_parts(filling->context, n_rows, size, err);
}

bool filling_find_question(const struct filling *filling, struct bytes qid, int64_t rows,
                           int64_t *question_id, struct err *err)
{
    if (!store_find_question(filling->store, qid, question_id, err))
        return false;
    if (*question_id == 0)
        unknown_add(filling->unknown, filling->arena, "question", qid, rows);
    return true;
}

static bool is_document(void *context, struct bytes docid)
{
    int64_t document_id = 0;
    return store_find_document(context, docid, &document_id, err_ignored()) && document_id != 0;
}

/* Checks whether an unknown document is a chunk of a known one. The first unknown documents are enough. */
static void look_for_chunk(const struct filling *filling, struct bytes docid)
{
    enum { LOOKED_AT = 100 };
    struct unknown_ids *unknown = filling->unknown;
    if (unknown->n_looked_at == LOOKED_AT)
        return;
    unknown->n_looked_at++;
    const struct bytes separator = chunk_separator(docid, is_document, filling->store);
    if (separator.size > 0 && unknown->separator.size == 0)
        unknown->separator = arena_copy(filling->arena, separator);
    unknown->n_chunks += separator.size > 0 && bytes_equal(separator, unknown->separator);
}

/* Returns whether nearly all of the examined unknown documents are chunks. */
static bool are_chunks(const struct unknown_ids *unknown)
{
    return unknown->n_chunks > 0 && unknown->n_chunks * 10 >= unknown->n_looked_at * 9;
}

bool filling_find_document(const struct filling *filling, struct bytes docid, int64_t *document_id,
                           struct err *err)
{
    if (!store_find_document(filling->store, docid, document_id, err))
        return false;
    if (*document_id == 0) {
        if (filling->unknown->document.size == 0)
            filling->unknown->document = arena_copy(filling->arena, docid);
        unknown_add(filling->unknown, filling->arena, "document", docid, 1);
        look_for_chunk(filling, docid);
    }
    return true;
}

/* The file whose parts are searched for, and the first one that was found; in the arena. */
struct part_search {
    struct bytes file, part;
    struct arena *arena;
};

/* Ends the visit at the first part. */
static bool note_part(void *context, const struct item *item, struct err *err)
{
    struct part_search *search = context;
    const struct bytes file = search->file;
    bool is_part = item->id.size > file.size && item->id.data[file.size] == '#' &&
                   bytes_equal(bytes_slice(item->id, 0, file.size), file);
    (void)err;
    if (is_part)
        search->part = arena_copy(search->arena, item->id);
    return !is_part;
}

/*
 * Finds a document that is a part of a file, such as a page "kettle.pdf#page=1" of "kettle.pdf"; empty: there is none.
 * All documents may be read for it, so only names of files that are stored in parts are searched for.
 */
static struct bytes find_part(const struct filling *filling, struct bytes file)
{
    struct part_search search = {.file = file, .arena = filling->arena};
    if (bytes_ends_with(file, ".pdf") || bytes_ends_with(file, ".epub"))
        (void)!store_visit_documents(filling->store, note_part, &search, err_ignored());
    return search.part;
}

/* "document 'd7', question 'q3', …" */
static void add_named(const struct unknown_ids *unknown, struct buffer *out)
{
    for (size_t i = 0; i < unknown->n_named; i++)
        buffer_add_format(out, "%s%.*s", i == 0 ? "" : ", ", BYTES_FORMAT(unknown->named[i]));
    if ((size_t)unknown->rows > unknown->n_named)
        buffer_add_string(out, ", …");
}

bool filling_check_known(const struct filling *filling, const char *row, const char *path,
                         const struct put_counts *put, struct err *err)
{
    const struct unknown_ids *unknown = filling->unknown;
    const bool some_known = put->added + put->replaced + put->same > 0;
    if (unknown->rows == 0 || (filling->skip_unknown && some_known))
        return true;
    struct buffer named = {0};
    const struct bytes part = find_part(filling, unknown->document);
    add_named(unknown, &named);
    if (strcmp(row, "candidate") == 0 && are_chunks(unknown))
        err_set(
            err, ERR_INPUT,
            "%s: %lld candidate%s what is not in the database (%s), but look%s like chunks of its documents; "
            "use `assay pool` with --by-document '%.*s', which takes the best chunk of each document",
            file_label(path), (long long)unknown->rows, unknown->rows == 1 ? " names" : "s name",
            buffer_string(&named), unknown->rows == 1 ? "s" : "", BYTES_FORMAT(unknown->separator));
    else if (part.size > 0)
        err_set(err, ERR_INPUT,
                "%s: %lld %s%s what is not in the database (%s); '%.*s' is stored in parts, such as '%.*s': "
                "name the part, or score runs by whole files with `assay eval %s RUN --by-document '#'`",
                file_label(path), (long long)unknown->rows, row, unknown->rows == 1 ? " names" : "s name",
                buffer_string(&named), BYTES_FORMAT(unknown->document), BYTES_FORMAT(part), file_label(path));
    else if (filling->skip_unknown)
        err_set(err, ERR_INPUT,
                "%s: no %s is known: all %lld name a question or a document that is not in the database "
                "(%s); is this file for another collection?",
                file_label(path), row, (long long)unknown->rows, buffer_string(&named));
    else
        err_set(err, ERR_INPUT,
                "%s: %lld %s%s what is not in the database (%s); import it too, or skip these with "
                "--skip-unknown",
                file_label(path), (long long)unknown->rows, row, unknown->rows == 1 ? " names" : "s name",
                buffer_string(&named));
    buffer_release(&named);
    return false;
}
