#include "core/store/content/document_names_reading.h"

#include "core/base/memory.h"
#include "core/store/content/document_names.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

/* Appends a number; numbers are added in ascending order. */
static void add_number(struct document_names *names, int64_t document_id)
{
    VECTOR_PUSH(names->document_ids, names->n, names->ids_capacity) = document_id;
}

/* Sets the id of the document at this place; those before it have theirs already. */
static void set_docid(struct document_names *names, size_t place, struct bytes docid)
{
    names->ends = memory_grow(names->ends, &names->ends_capacity, place + 1, sizeof *names->ends);
    buffer_add(&names->docids, docid);
    names->ends[place] = names->docids.size;
}

/* Lists the numbers of the documents in pools; their ids follow later. */
static bool list_documents(struct store *store, struct document_names *names, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_POOLED_DOCUMENT_LIST);
    while (query_next(&query))
        add_number(names, query_only_integer(&query));
    return query_end(&query, err);
}

/* Adds a pair of number and id to the sum. The sum does not depend on the order of the pairs. */
static void add_pair(uint64_t *sum, const struct document_name *row)
{
    *sum += bytes_hash(row->docid) * (2 * (uint64_t)row->document_id + 1);
}

/* Reads the ids of the listed documents; both lists are in the order of documents. */
static bool read_rows(struct store *store, struct document_names *names, uint64_t *sum, struct err *err)
{
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_NAME_LIST);
    while (query_next(&query)) {
        struct whole_document_name whole = read_whole_document_name(&query);
        const struct document_name row = whole.name;
        query_require(&query, whole.is_whole, "a document is no text");
        add_pair(sum, &row);
        if (n < names->n && names->document_ids[n] == row.document_id)
            set_docid(names, n++, row.docid);
    }
    return query_end(&query, err) &&
           (n == names->n || db_fail_damaged(store->db, "a candidate's document is missing", err));
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
    return list_documents(store, store->names, err) && read_rows(store, store->names, &in_rows, err) &&
           read_index(store, &in_index, err) &&
           (in_rows == in_index ||
            db_fail_damaged(store->db, "the index of documents has other ids than their table", err));
}

static bool read_from_server(struct store *store, struct err *err)
{
    struct document_names *names = store->names;
    struct query query = query_start(store->db, STATEMENT_POOLED_DOCUMENT_NAME_LIST);
    while (query_next(&query)) {
        const struct document_name row = read_document_name(&query);
        add_number(names, row.document_id);
        set_docid(names, names->n - 1, row.docid);
    }
    return query_end(&query, err);
}

bool document_names_read(struct store *store, struct err *err)
{
    document_names_let_go(&store->names);
    store->names = memory_get_zeroed(1, sizeof *store->names);
    return (db_is_on_server(store->db) ? read_from_server : read_from_file)(store, err);
}
