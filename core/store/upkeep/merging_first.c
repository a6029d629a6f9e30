/*
 * Files that were labelled separately began as copies of one, so most of their rows are the same. A file is read beside
 * the first one, both in the order of a key, and a row that the first file has, too, is passed over. That is possible
 * where the new database would be the same with the row: where of equal rows one is taken, whichever file it is from.
 * No row is held in memory, and rows are compared as they are, so no two rows are taken for the same by mistake.
 */
#include "core/store/upkeep/merging_private.h"

static void next_row(struct first_rows *first)
{
    first->has_row = query_next(&first->query);
    first->n += first->has_row;
}

void first_rows_begin(struct first_rows *first, const struct merging *merging, size_t file,
                      enum statement from, int n_key)
{
    struct store *const *files = merging->request->files;
    *first = (struct first_rows){.n_key = n_key, .is_read = files[file] != files[0]};
    if (!first->is_read)
        return;
    first->query = query_start(files[0]->db, from);
    next_row(first);
}

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* The order of both databases within a column of one kind; nothing is only equal to nothing. */
static int compare_cells(const struct column_value *a, const struct column_value *b)
{
    if (a->kind != b->kind)
        return compare_numbers(a->kind, b->kind);
    if (a->kind == COLUMN_INTEGER)
        return compare_numbers(a->integer, b->integer);
    if (a->kind == COLUMN_REAL)
        return (a->real > b->real) - (a->real < b->real);
    return a->kind == COLUMN_BYTES ? bytes_compare(a->bytes, b->bytes) : 0;
}

/* Compares the first `n` columns. */
static int compare_rows(const struct query *a, const struct query *b, int n)
{
    int order = 0;
    for (int i = 0; order == 0 && i < n; i++) {
        const struct column_value left = query_cell(a, i), right = query_cell(b, i);
        order = compare_cells(&left, &right);
    }
    return order;
}

bool first_rows_have(struct first_rows *first, const struct query *row)
{
    while (first->has_row && compare_rows(&first->query, row, first->n_key) < 0)
        next_row(first);
    return first->has_row && compare_rows(&first->query, row, query_count_columns(row)) == 0;
}

bool first_rows_have_more(struct first_rows *first)
{
    if (first->has_row)
        next_row(first);
    return first->has_row;
}

bool first_rows_end(struct first_rows *first, bool read, struct err *err)
{
    return first->is_read ? query_end_visit(&first->query, read, err) : read;
}
