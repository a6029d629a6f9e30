#include "core/store/content/document_names_reading.h"

#include "core/store/content/document_names.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

enum {
    ROOM_FOR_ALL = 1024 * 1024 * 1024, /* in bytes; a damaged file may number a document anyhow */
    DOCIDS_AT_ONCE = 2000,
    /* The number of docids that are read in their order in the time of one lookup. */
    LOOK_UPS = 8,
};

/* Marks a document in a pool whose id follows. No id is there, because its size comes first. */
static const uint32_t NAME_FOLLOWS = UINT32_MAX;

static bool find_newest(struct store *store, int64_t *newest, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_NEWEST);
    return query_one_integer(&query, 0, newest, err);
}

/* --- All at once ------------------------------------------------------------------------------ */

/* Marks the documents in pools, and counts them. A number above all documents has no place: it is missing. */
static bool mark_documents(struct store *store, struct document_names *names, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_POOLED_DOCUMENT_LIST);
    while (query_next(&query)) {
        const int64_t document_id = query_only_integer(&query);
        if ((uint64_t)document_id < names->n_places)
            names->places[document_id] = NAME_FOLLOWS;
        ++*n;
    }
    return query_end(&query, err);
}

/* Adds a pair of number and id to the sum. The sum does not depend on the order of the pairs. */
static void add_pair(uint64_t *sum, const struct document_name *row)
{
    *sum += bytes_hash(row->docid) * (2 * (uint64_t)row->document_id + 1);
}

/* Holds the id of a marked document. */
static bool take_marked(struct document_names *names, const struct document_name *row)
{
    if ((uint64_t)row->document_id >= names->n_places || names->places[row->document_id] != NAME_FOLLOWS)
        return false;
    names->places[row->document_id] = 0;
    (void)document_names_hold(names, row->document_id, row->docid);
    return true;
}

/* Reads the ids of the marked documents. */
static bool read_rows(struct store *store, struct document_names *names, uint64_t *sum, struct err *err)
{
    size_t n = 0, n_taken = 0;
    if (names->n_places > 0 && !mark_documents(store, names, &n, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_NAME_LIST);
    while (query_next(&query)) {
        const struct whole_document_name whole = read_whole_document_name(&query);
        query_require(&query, whole.is_whole, "a document is no text");
        add_pair(sum, &whole.name);
        n_taken += take_marked(names, &whole.name);
    }
    return query_end(&query, err) &&
           (n_taken == n || db_fail_damaged(store->db, "a candidate's document is missing", err));
}

static bool read_index(struct store *store, uint64_t *sum, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_NAME_SORTED);
    while (query_next(&query)) {
        struct document_name row = read_document_name(&query);
        add_pair(sum, &row);
    }
    return query_end(&query, err);
}

/*
 * Reads the pairs in the order of the table and in the order of the index. If one of the two is damaged, the sums
 * differ.
 */
static bool read_from_file(struct store *store, struct err *err)
{
    uint64_t in_rows = 0, in_index = 0;
    return read_rows(store, store->names, &in_rows, err) && read_index(store, &in_index, err) &&
           (in_rows == in_index ||
            db_fail_damaged(store->db, "the index of documents has other ids than their table", err));
}

static bool read_from_server(struct store *store, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_POOLED_DOCUMENT_NAME_LIST);
    while (query_next(&query)) {
        const struct document_name row = read_document_name(&query);
        (void)document_names_hold(store->names, row.document_id, row.docid);
    }
    return query_end(&query, err);
}

bool document_names_read(struct store *store, struct err *err)
{
    int64_t newest;
    document_names_let_go(&store->names);
    if (!find_newest(store, &newest, err))
        return false;
    store->names = document_names_open(newest, ROOM_FOR_ALL);
    const bool read = (db_is_on_server(store->db) ? read_from_server : read_from_file)(store, err);
    if (!read) /* documents may be marked */
        document_names_let_go(&store->names);
    return read;
}

/* --- In parts --------------------------------------------------------------------------------- */

bool document_names_begin(struct store *store, int64_t n_votes, size_t room, struct document_names **out,
                          struct err *err)
{
    int64_t newest;
    if (!find_newest(store, &newest, err))
        return false;
    *out = document_names_open(newest, newest / LOOK_UPS > n_votes ? 0 : room);
    (*out)->are_read = (*out)->n_places == 0;
    return true;
}

bool document_names_read_next(struct store *store, struct document_names *names, struct err *err)
{
    size_t n = 0;
    bool has_room = true;
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_NAME_AFTER);
    query_bind_bytes(&query, 1, buffer_bytes(&names->last));
    query_bind_integer(&query, 2, DOCIDS_AT_ONCE);
    while (has_room && query_next(&query)) {
        const struct document_name name = read_document_name(&query);
        has_room = document_names_hold(names, name.document_id, name.docid);
        if (++n == DOCIDS_AT_ONCE) {
            buffer_clear(&names->last);
            buffer_add(&names->last, name.docid);
        }
    }
    names->are_all = has_room && n < DOCIDS_AT_ONCE;
    names->are_read = !has_room || n < DOCIDS_AT_ONCE;
    return query_end(&query, err);
}
