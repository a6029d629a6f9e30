/*
 * Items with an id or a name are numbered in the order of imports, and within an import by their place. So the question
 * that was imported first stays the first, and copies of one database keep its numbers.
 */
#include "core/store/upkeep/merging_private.h"

#include "core/base/digest.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/base/unicode.h"
#include "core/store/id_size.h"

#include <stdlib.h>
#include <string.h>

/* An import stores the last row before it. */
static int64_t before_document(const struct merged_import *import)
{
    return import->last_document;
}

static int64_t before_question(const struct merged_import *import)
{
    return import->last_question;
}

static const struct kind {
    const char *name;
    bool is_in_files; /* of TREC, in which white space ends an id */
    enum statement list;
    int64_t (*last_before)(
        const struct merged_import *import); /* NULL: imports bring none, and they are few */
} kinds[MERGED_NAMED_COUNT] = {
    [MERGED_DOCUMENT] = {"document", true, STATEMENT_MERGE_DOCUMENT_LIST, before_document},
    [MERGED_QUESTION] = {"question", true, STATEMENT_MERGE_QUESTION_LIST, before_question},
    [MERGED_ANNOTATOR] = {"annotator", false, STATEMENT_MERGE_ANNOTATOR_LIST, NULL},
    [MERGED_SOURCE] = {"source", false, STATEMENT_MERGE_SOURCE_LIST, NULL},
    [MERGED_MODEL] = {"model", false, STATEMENT_MERGE_MODEL_LIST, NULL},
};

/* --- New names -------------------------------------------------------------------------------------- */

/*
 * For each rename: a bit for each kind in which the name was found, bit MERGED_NAMED_COUNT if it was found twice in one
 * kind; the new name.
 */
struct renaming {
    const struct merge_request *request;
    unsigned *found;
    struct bytes *new_ids;
};

static bool is_of(struct bytes text, struct bytes id, struct bytes *new_id)
{
    bool is =
        text.size > id.size && bytes_equal(bytes_slice(text, 0, id.size), id) && text.data[id.size] == '=';
    if (is)
        *new_id = bytes_from(text, id.size + 1);
    return is;
}

static bool renames(struct bytes text, const struct kind *kind, struct bytes id, struct bytes *new_id)
{
    size_t size = strlen(kind->name);
    bool names_kind = bytes_starts_with(text, kind->name) && text.size > size && text.data[size] == ':';
    return is_of(text, id, new_id) || (names_kind && is_of(bytes_from(text, size + 1), id, new_id));
}

static struct bytes rename_item(struct renaming *renaming, size_t file, size_t kind, struct bytes id)
{
    const struct merge_request *request = renaming->request;
    struct bytes new_id = id;
    for (size_t i = 0; i < request->n_renames; i++) {
        if (request->renames[i].file == file &&
            renames(request->renames[i].text, &kinds[kind], id, &new_id)) {
            renaming->found[i] |= 1u << ((renaming->found[i] >> kind & 1) != 0 ? MERGED_NAMED_COUNT : kind);
            renaming->new_ids[i] = new_id;
        }
    }
    return new_id;
}

struct bytes merging_new_name(const struct merging *merging, size_t file, struct bytes name)
{
    static const enum merged_kind of_people[] = {MERGED_ANNOTATOR, MERGED_SOURCE};
    const struct merge_request *request = merging->request;
    struct bytes new_name = name;
    for (size_t k = 0; k < sizeof of_people / sizeof *of_people; k++) {
        for (size_t i = 0; i < request->n_renames; i++) {
            if (request->renames[i].file == file &&
                renames(request->renames[i].text, &kinds[of_people[k]], name, &new_name))
                return new_name;
        }
    }
    return forgotten_names_find(merging->forgotten, merging->n_forgotten, name);
}

static size_t first_kind(unsigned found)
{
    size_t kind = 0;
    while ((found >> kind & 1) == 0)
        kind++;
    return kind;
}

static bool fail_rename(const struct merge_request *request, const struct merge_rename *rename,
                        unsigned found, struct err *err)
{
    const char *path = store_path(request->files[rename->file]);
    if (found == 0)
        return err_set(
            err, ERR_USAGE,
            "--rename %s:%.*s: nothing has this name; write an id or a name, '=' and the new id or name",
            path, BYTES_FORMAT(rename->text));
    if ((found >> MERGED_NAMED_COUNT & 1) != 0)
        return err_set(err, ERR_USAGE,
                       "--rename %s:%.*s: two %ss fit, because one id has an '='; rename that one first, in "
                       "a separate merge",
                       path, BYTES_FORMAT(rename->text), kinds[first_kind(found)].name);
    return err_set(err, ERR_USAGE,
                   "--rename %s:%.*s: several things have this name; say which one, as in %s:%s:%.*s", path,
                   BYTES_FORMAT(rename->text), path, kinds[first_kind(found)].name,
                   BYTES_FORMAT(rename->text));
}

/* Checks a new name or id as an import does. */
static bool check_new_id(const struct merge_request *request, const struct merge_rename *rename,
                         bool is_in_files, struct bytes id, struct err *err)
{
    const char *wrong = id.size == 0              ? "is empty"
                        : id.size > ID_SIZE_MAX   ? "has more than 4,096 bytes"
                        : unicode_has_control(id) ? "has a control character, which a terminal could obey"
                        : is_in_files && memchr(id.data, ' ', id.size) != NULL
                            ? "has white space, which qrels and runs can't hold"
                            : NULL;
    return wrong == NULL ||
           err_set(err, ERR_USAGE, "--rename %s:%.*s: the new name %s; choose another one",
                   store_path(request->files[rename->file]), BYTES_FORMAT(rename->text), wrong);
}

static bool check_renames(const struct renaming *renaming, struct err *err)
{
    const struct merge_request *request = renaming->request;
    bool checked = true;
    for (size_t i = 0; checked && i < request->n_renames; i++) {
        unsigned found = renaming->found[i];
        if (found == 0 || (found & (found - 1)) != 0)
            return fail_rename(request, &request->renames[i], found, err);
        checked = check_new_id(request, &request->renames[i], kinds[first_kind(found)].is_in_files,
                               renaming->new_ids[i], err);
    }
    return checked;
}

/* --- Reading ---------------------------------------------------------------------------------------- */

struct import_list {
    struct merged_import *items;
    size_t n;
};

static bool list_imports(struct merging *merging, size_t file, struct arena *arena, struct import_list *list,
                         struct err *err)
{
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_IMPORT_LIST);
    query_bind_integer(&query, 1, (int64_t)file + 1);
    *list = (struct import_list){0};
    while (query_next(&query))
        ARENA_PUSH(arena, list->items, list->n) = read_merged_import(&query);
    return query_end(&query, err);
}

static void add_sized(struct buffer *content, struct bytes bytes)
{
    uint64_t size = bytes.size;
    buffer_add(content, (struct bytes){(const char *)&size, sizeof size});
    buffer_add(content, bytes);
}

static void digest_item(const struct merged_item *item, struct buffer *content, char hex[DIGEST_HEX_SIZE])
{
    buffer_clear(content);
    add_sized(content, item->title);
    add_sized(content, item->text);
    add_sized(content, item->fields);
    buffer_add_byte(content, item->is_gone ? '-' : '+');
    digest_hex(buffer_bytes(content), hex);
}

/* The origin of an item. */
struct origin {
    int64_t import; /* the number of the import; 0: unknown */
    int64_t place;
};

/* Finds the import of an item. Rows are in the order of imports; `next` is the first import after the item. */
static struct origin find_origin(const struct kind *kind, const struct import_list *imports, size_t *next,
                                 int64_t item_id)
{
    while (kind->last_before != NULL && *next < imports->n &&
           kind->last_before(&imports->items[*next]) < item_id)
        ++*next;
    if (*next == 0)
        return (struct origin){.place = item_id};
    const struct merged_import *import = &imports->items[*next - 1];
    return (struct origin){.import = import->number, .place = item_id - kind->last_before(import)};
}

static bool put_item(struct merging *merging, size_t file, const struct kind *kind,
                     const struct merged_item *item, struct bytes id, const char *digest,
                     struct origin origin, struct err *err)
{
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_ITEM_ADD);
    query_bind_bytes(&query, 1, bytes_of(kind->name));
    query_bind_integer(&query, 2, (int64_t)file + 1);
    query_bind_integer(&query, 3, item->item_id);
    query_bind_bytes(&query, 4, id);
    query_bind_bytes(&query, 5, bytes_of(digest));
    query_bind_integer(&query, 6, origin.import);
    query_bind_integer(&query, 7, origin.place);
    return query_run(&query, err);
}

/* If any file has forgotten an annotator, the old name is stored nowhere. */
static bool forget_name(struct merging *merging, struct bytes *name, struct err *err)
{
    const struct bytes old = *name;
    *name = forgotten_names_find(merging->forgotten, merging->n_forgotten, old);
    return bytes_equal(*name, old) || forgotten_name_leave_log(merging->to, old, *name, err);
}

/* An item, and where it comes from in the file and in the first one. */
struct placed_item {
    struct merged_item item;
    struct origin origin, first;
};

/*
 * Whether this row of a later file says nothing that the first file does not say: what has no import counts by the
 * files that have it (merge_item_order).
 */
static bool is_in_first(struct first_rows *first, const struct query *row, const struct placed_item *placed)
{
    return placed->origin.import != 0 && placed->origin.import == placed->first.import &&
           placed->origin.place == placed->first.place && first_rows_have(first, row);
}

static bool take_item(struct merging *merging, struct renaming *renaming, size_t file, size_t kind,
                      const struct placed_item *placed, struct buffer *content, struct err *err)
{
    char digest[DIGEST_HEX_SIZE];
    digest_item(&placed->item, content, digest);
    struct bytes id = rename_item(renaming, file, kind, placed->item.id);
    return (kind != MERGED_ANNOTATOR || forget_name(merging, &id, err)) &&
           put_item(merging, file, &kinds[kind], &placed->item, id, digest, placed->origin, err);
}

/* The imports of the file and of the first one. */
struct both_imports {
    struct import_list own, first;
};

/*
 * Finds out whether the file has exactly the items of the first file, at the same places. Then it says nothing that the
 * first file does not say, also where an item has no import.
 */
static bool compare_kind(struct merging *merging, size_t file, size_t kind,
                         const struct both_imports *imports, bool *is_same, struct err *err)
{
    struct first_rows first = {0};
    int64_t n = 0;
    size_t next = 0, next_of_first = 0;
    struct query query = query_start(merging->request->files[file]->db, kinds[kind].list);
    first_rows_begin(&first, merging, file, kinds[kind].list, 1);
    *is_same = true;
    while (*is_same && query_next(&query)) {
        const int64_t item_id = read_merged_item(&query).item_id;
        const struct origin own = find_origin(&kinds[kind], &imports->own, &next, item_id);
        const struct origin former = find_origin(&kinds[kind], &imports->first, &next_of_first, item_id);
        *is_same = own.import == former.import && own.place == former.place &&
                   first_rows_have(&first, &query) && first.n == ++n;
    }
    *is_same = *is_same && first.n == n && !first_rows_have_more(&first);
    return query_end_visit(&query, first_rows_end(&first, true, err), err);
}

static bool read_kind(struct merging *merging, struct renaming *renaming, size_t file, size_t kind,
                      const struct both_imports *imports, bool skips, struct err *err)
{
    struct buffer content = {0};
    struct first_rows first = {0};
    size_t next = 0, next_of_first = 0;
    bool put = true, is_same = false;
    const bool is_compared = skips && kinds[kind].last_before != NULL;
    if (is_compared && file > 0 && !compare_kind(merging, file, kind, imports, &is_same, err))
        return false;
    if (is_same)
        return true;
    struct query query = query_start(merging->request->files[file]->db, kinds[kind].list);
    if (is_compared)
        first_rows_begin(&first, merging, file, kinds[kind].list, 1);
    while (put && query_next(&query)) {
        struct placed_item placed = {.item = read_merged_item(&query)};
        placed.origin = find_origin(&kinds[kind], &imports->own, &next, placed.item.item_id);
        placed.first = find_origin(&kinds[kind], &imports->first, &next_of_first, placed.item.item_id);
        put = (is_in_first(&first, &query, &placed) ||
               take_item(merging, renaming, file, kind, &placed, &content, err)) &&
              merging_count_row(merging, err);
    }
    buffer_release(&content);
    put = first_rows_end(&first, put, err);
    return query_end_visit(&query, put, err);
}

static bool read_file(struct merging *merging, struct renaming *renaming, size_t file, bool skips,
                      struct err *err)
{
    struct arena arena = {0};
    struct both_imports imports;
    bool read = merging_begin_file(merging, file, err) &&
                list_imports(merging, file, &arena, &imports.own, err) &&
                list_imports(merging, 0, &arena, &imports.first, err);
    for (size_t kind = 0; read && kind < MERGED_NAMED_COUNT; kind++)
        read = read_kind(merging, renaming, file, kind, &imports, skips, err);
    arena_release(&arena);
    return read;
}

/*
 * Whether an item is not stored again for a file if the first file has the same. After a rename the same row may mean
 * two items, and after a carry it counts in which files a text is (merge_moved_document).
 */
static bool may_skip(struct merging *merging, bool *may, struct err *err)
{
    int64_t carries;
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_CARRY_COUNT);
    bool counted = query_one_integer(&query, 0, &carries, err);
    *may = merging->request->n_renames == 0 && carries == 0;
    return counted;
}

/* --- Numbers ---------------------------------------------------------------------------------------- */

static bool run_on(struct merging *merging, enum statement statement, size_t kind, struct err *err)
{
    struct query query = query_start(merging->to->db, statement);
    query_bind_bytes(&query, 1, bytes_of(kinds[kind].name));
    return query_run(&query, err);
}

static bool require_once(struct merging *merging, size_t kind, struct err *err)
{
    struct buffer id = {0};
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_ITEM_TWICE);
    query_bind_bytes(&query, 1, bytes_of(kinds[kind].name));
    bool is_twice = query_next(&query);
    if (is_twice)
        buffer_add(&id, query_only_bytes(&query));
    bool once = query_end(&query, err);
    if (once && is_twice)
        once = err_set(err, ERR_USAGE, "--rename: a file would have two %ss %.*s; choose another name",
                       kinds[kind].name, BYTES_FORMAT(buffer_bytes(&id)));
    buffer_release(&id);
    return once;
}

static bool give_numbers(struct merging *merging, struct err *err)
{
    bool given = true;
    for (size_t kind = 0; given && kind < MERGED_NAMED_COUNT; kind++)
        given = require_once(merging, kind, err) && run_on(merging, STATEMENT_MERGE_ITEM_ORDER, kind, err) &&
                run_on(merging, STATEMENT_MERGE_ITEM_NUMBER, kind, err) &&
                run_on(merging, STATEMENT_MERGE_ITEM_SET_NUMBER, kind, err);
    return given;
}

/* --- Looking up numbers ----------------------------------------------------------------------------- */

static bool read_numbers_of(struct merging *merging, size_t file, size_t kind, struct merged_numbers *numbers,
                            struct err *err)
{
    const bool is_named = kind < MERGED_NAMED_COUNT;
    struct query query = query_start(merging->to->db, is_named ? STATEMENT_MERGE_NUMBER_LIST
                                                               : STATEMENT_MERGE_IMPORT_NUMBER_LIST);
    query_bind_integer(&query, 1, (int64_t)file + 1);
    if (is_named)
        query_bind_bytes(&query, 2, bytes_of(kinds[kind].name));
    numbers->n = 0;
    while (query_next(&query))
        VECTOR_PUSH(numbers->items, numbers->n, numbers->capacity) = read_merged_number(&query);
    return query_end(&query, err);
}

static bool read_all_numbers(struct merging *merging, size_t file, struct merged_numbers *numbers,
                             struct err *err)
{
    bool read = true;
    for (size_t kind = 0; read && kind < MERGED_KIND_COUNT; kind++)
        read = read_numbers_of(merging, file, kind, &numbers[kind], err);
    return read;
}

/* A document or question that is not among the file's own ones is the first file's. */
static bool is_shared(size_t kind)
{
    return kind < MERGED_NAMED_COUNT && kinds[kind].last_before != NULL;
}

bool merging_read_numbers(struct merging *merging, size_t file, struct err *err)
{
    bool read = true;
    for (size_t kind = 0; read && kind < MERGED_KIND_COUNT; kind++) {
        if (file == 0 && is_shared(kind))
            merging->numbers[kind].n = 0;
        else
            read = read_numbers_of(merging, file, kind, &merging->numbers[kind], err);
    }
    return read;
}

void merging_release_numbers(struct merging *merging)
{
    for (size_t kind = 0; kind < MERGED_KIND_COUNT; kind++) {
        free(merging->first[kind].items);
        free(merging->numbers[kind].items);
    }
}

/* Numbers have few gaps, so the place of most is known. */
static int64_t find_number(const struct merged_numbers *numbers, int64_t item_id)
{
    const struct merged_number *items = numbers->items;
    size_t i;
    if (numbers->n == 0 || item_id < items[0].item_id)
        return 0;
    i = (size_t)(item_id - items[0].item_id);
    if (i >= numbers->n || items[i].item_id != item_id)
        LOWER_BOUND(i, numbers->n, items[i].item_id < item_id);
    return i < numbers->n && items[i].item_id == item_id ? items[i].number : 0;
}

int64_t merging_first_number_of(const struct merging *merging, enum merged_kind kind, int64_t item_id)
{
    return find_number(&merging->first[kind], item_id);
}

int64_t merging_number_of(const struct merging *merging, enum merged_kind kind, int64_t item_id)
{
    int64_t number = find_number(&merging->numbers[kind], item_id);
    return number == 0 && is_shared(kind) ? merging_first_number_of(merging, kind, item_id) : number;
}

bool merging_has_own(const struct merging *merging, enum merged_kind kind)
{
    return merging->numbers[kind].n > 0;
}

bool merging_is_own(const struct merging *merging, enum merged_kind kind, int64_t item_id)
{
    return find_number(&merging->numbers[kind], item_id) != 0;
}

bool merging_read_names(struct merging *merging, struct err *err)
{
    struct arena arena = {0};
    struct renaming renaming = {.request = merging->request};
    renaming.found = arena_get_array(&arena, merging->request->n_renames, sizeof *renaming.found);
    renaming.new_ids = arena_get_array(&arena, merging->request->n_renames, sizeof *renaming.new_ids);
    bool skips;
    bool read = may_skip(merging, &skips, err);
    for (size_t file = 0; read && file < merging->request->n_files; file++)
        read = read_file(merging, &renaming, file, skips, err);
    read = read && check_renames(&renaming, err) && give_numbers(merging, err) &&
           read_all_numbers(merging, 0, merging->first, err);
    arena_release(&arena);
    return read;
}
