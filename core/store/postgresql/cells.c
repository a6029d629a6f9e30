/*
 * Reads the values of rows: numbers in network byte order, with the types of their columns. A malicious server can send
 * anything.
 */
#include "core/store/postgresql/server_db.h"

#include <string.h>

/* Types of columns: https://www.postgresql.org/docs/current/catalog-pg-type.html, src/include/catalog/pg_type.dat. */
enum { TYPE_BOOL = 16, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_FLOAT4 = 700, TYPE_FLOAT8 = 701 };

/* Returns the size in bytes of a number of this type; 0: it is not a number. */
static int size_of_number(unsigned type)
{
    switch (type) {
    case TYPE_BOOL:
        return 1;
    case TYPE_INT2:
        return 2;
    case TYPE_INT4:
    case TYPE_FLOAT4:
        return 4;
    case TYPE_INT8:
    case TYPE_FLOAT8:
        return 8;
    default:
        return 0;
    }
}

/* A malicious server can send any length, and text for a number. */
bool cell_is_number(const struct server_cell *cell)
{
    return cell->number_size > 0 && cell->size == cell->number_size;
}

struct server_cell cell_of_column(const PGresult *result, int column)
{
    const unsigned type = libpq.PQftype(result, column);
    return (struct server_cell){.type = type, .number_size = size_of_number(type), .size = NULL_SIZE};
}

void cell_fill(struct server_cell *cell, const PGresult *result, int row, int column)
{
    cell->size = libpq.PQgetisnull(result, row, column) ? NULL_SIZE : libpq.PQgetlength(result, row, column);
    cell->data = libpq.PQgetvalue(result, row, column);
}

/* In network byte order. */
static uint64_t read_number(const struct server_cell *cell)
{
    uint64_t number = 0;
    for (int i = 0; i < cell->number_size; i++)
        number = number << 8 | (unsigned char)cell->data[i];
    return number;
}

int64_t cell_integer(const struct server_cell *cell)
{
    uint64_t number = read_number(cell);
    switch (cell->type) {
    case TYPE_INT2:
        return (int16_t)number;
    case TYPE_INT4:
        return (int32_t)number;
    default:
        return (int64_t)number;
    }
}

bool server_read_bigint_at(const PGresult *result, int row, int column, int64_t *number)
{
    *number = 0;
    if (row >= libpq.PQntuples(result) || column < 0 || column >= libpq.PQnfields(result) ||
        libpq.PQftype(result, column) != TYPE_INT8 || libpq.PQfformat(result, column) != 1)
        return false;
    struct server_cell cell = cell_of_column(result, column);
    cell_fill(&cell, result, row, column);
    if (cell_is_number(&cell))
        *number = cell_integer(&cell);
    return cell_is_number(&cell);
}

bool server_read_last_bigint(const PGresult *result, int row, int64_t *number)
{
    return server_read_bigint_at(result, row, libpq.PQnfields(result) - 1, number);
}

bool server_read_bigint(const PGresult *result, int64_t *number)
{
    *number = 0;
    return libpq.PQntuples(result) == 1 && libpq.PQnfields(result) == 1 &&
           server_read_last_bigint(result, 0, number);
}

double cell_real(const struct server_cell *cell)
{
    uint64_t bits = read_number(cell);
    uint32_t few_bits = (uint32_t)bits;
    double real;
    float short_real;
    memcpy(&real, &bits, sizeof real);
    memcpy(&short_real, &few_bits, sizeof short_real);
    return cell->type == TYPE_FLOAT4 ? (double)short_real : real;
}

bool cell_is_real(const struct server_cell *cell)
{
    return cell->type == TYPE_FLOAT4 || cell->type == TYPE_FLOAT8;
}
