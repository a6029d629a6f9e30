#include "import/vectors.h"

#include "core/base/map.h"
#include "core/base/memory.h"
#include "import/field_names.h"
#include "import/files/file.h"
#include "import/items/item_names.h"
#include "import/text/json_fields.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static const char example[] = "{\"id\": \"q1\", \"vector\": [0.1, 0.2]}";

struct vectors_reading {
    struct vectors *vectors;
    struct map qids;
    const float **rows; /* by the number of the qid; NULL: not read yet */
    double *numbers;    /* of the current line */
    size_t room;
    struct arena arena; /* memory of the current line */
};

void vectors_release(struct vectors *vectors)
{
    arena_release(&vectors->arena);
    *vectors = (struct vectors){0};
}

/* --- A line ---------------------------------------------------------------- */

/* Finds the names of the id and the vector in a line; empty when missing. */
static void find_names(const struct json_fields *line, struct bytes *id, struct bytes *vector)
{
    unsigned char best = UCHAR_MAX;
    const char *known;
    struct json_cursor cursor = json_fields_begin(line);
    *id = *vector = (struct bytes){0};
    while (json_fields_next(&cursor)) {
        unsigned char rank = item_name_rank(ITEM_QUESTION, ITEM_ROLE_ID, cursor.key, &known);
        if (rank > 0 && rank < best) {
            best = rank;
            *id = cursor.key;
        }
        if (vector->size == 0 && field_find_name(cursor.key, vector_names) != NULL)
            *vector = cursor.key;
    }
}

static bool read_id(const struct json_fields *line, struct bytes key, struct vectors_reading *reading,
                    struct bytes *id, struct err *err)
{
    enum json_field kind = key.size > 0 ? json_fields_kind(line, key.data) : JSON_FIELD_ABSENT;
    if (kind != JSON_FIELD_TEXT && kind != JSON_FIELD_NUMBER)
        return err_set(err, ERR_INPUT, "this line has no question id; each line must look like %s", example);
    *id = json_fields_value(line, key.data, &reading->arena);
    return true;
}

/* Scales the numbers to at most 1 in size, so that their squares stay in range. */
static bool scale_to_one(double *numbers, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(numbers[i]));
    for (size_t i = 0; largest > 0 && i < n; i++)
        numbers[i] /= largest;
    return largest > 0;
}

/* `line_size` limits the count, because each number takes more than a byte of its line. */
static bool read_numbers(const struct json_fields *line, struct bytes key, struct bytes id, size_t line_size,
                         struct vectors_reading *reading, struct err *err)
{
    struct vectors *vectors = reading->vectors;
    size_t n = 0;
    if (reading->room < line_size)
        reading->numbers = memory_grow(reading->numbers, &reading->room, line_size, sizeof *reading->numbers);
    if (key.size == 0 || !json_fields_numbers(line, key.data, reading->numbers, line_size, &n) || n == 0)
        return err_set(err, ERR_INPUT,
                       "question '%.*s' has no vector of numbers; each line must look like %s",
                       BYTES_FORMAT(id), example);
    if (vectors->length > 0 && n != vectors->length)
        return err_set(err, ERR_INPUT,
                       "the vector of question '%.*s' has %zu numbers, earlier ones have %zu; all must come "
                       "from one model",
                       BYTES_FORMAT(id), n, vectors->length);
    vectors->length = n;
    return scale_to_one(reading->numbers, n) ||
           err_set(err, ERR_INPUT,
                   "the vector of question '%.*s' is all zeros and has no direction; compute it again",
                   BYTES_FORMAT(id));
}

static const float *keep_direction(const struct vectors_reading *reading)
{
    struct vectors *vectors = reading->vectors;
    float *row = arena_get_array(&vectors->arena, vectors->length, sizeof *row);
    double squares = 0;
    for (size_t i = 0; i < vectors->length; i++)
        squares += reading->numbers[i] * reading->numbers[i];
    for (size_t i = 0; i < vectors->length; i++)
        row[i] = (float)(reading->numbers[i] / sqrt(squares));
    return row;
}

static bool read_object(const struct json_fields *line, size_t line_size, struct vectors_reading *reading,
                        struct err *err)
{
    struct bytes id_name, vector_name, id;
    find_names(line, &id_name, &vector_name);
    if (!read_id(line, id_name, reading, &id, err) ||
        !read_numbers(line, vector_name, id, line_size, reading, err))
        return false;
    int64_t number = map_find(&reading->qids, id);
    if (number == MAP_ABSENT)
        return true;
    if (reading->rows[number] != NULL)
        return err_set(err, ERR_INPUT, "question '%.*s' has a vector in an earlier line; remove one of them",
                       BYTES_FORMAT(id));
    reading->rows[number] = keep_direction(reading);
    return true;
}

/* --- The file -------------------------------------------------------------- */

static bool read_line(struct bytes text, struct vectors_reading *reading, struct err *err)
{
    struct json_fields *line;
    if (bytes_trim(text).size == 0)
        return true;
    if (!json_fields_parse(&line, text, example, err))
        return false;
    bool done = read_object(line, text.size, reading, err);
    json_fields_free(line);
    arena_clear(&reading->arena);
    return done;
}

static bool read_lines(const char *path, struct bytes rest, struct vectors_reading *reading, struct err *err)
{
    struct bytes line;
    for (size_t number = 1; bytes_next_line(&rest, &line); number++) {
        if (!read_line(line, reading, err))
            return err_context(err, "%s:%zu", file_label(path), number);
    }
    return true;
}

/* Gives each question the vector of its qid. */
static bool hand_out(const char *path, const struct bytes *qids, size_t n, struct vectors_reading *reading,
                     struct err *err)
{
    struct vectors *vectors = reading->vectors;
    vectors->of = arena_get_array(&vectors->arena, n, sizeof *vectors->of);
    for (size_t i = 0; i < n; i++) {
        vectors->of[i] = reading->rows[map_find(&reading->qids, qids[i])];
        if (vectors->of[i] == NULL)
            return err_set(err, ERR_INPUT,
                           "%s has no vector for question '%.*s'; add a line for each question",
                           file_label(path), BYTES_FORMAT(qids[i]));
    }
    return true;
}

bool vectors_read(struct vectors *out, const char *path, const struct bytes *qids, size_t n, struct err *err)
{
    struct vectors_reading reading = {.vectors = out};
    struct file file = {0};
    *out = (struct vectors){0};
    for (size_t i = 0; i < n; i++)
        map_put(&reading.qids, qids[i], NULL);
    reading.rows = memory_get_zeroed(reading.qids.size + 1, sizeof *reading.rows);
    bool done = file_map(&file, path, err);
    if (done)
        done = file_confirm(&file, path, read_lines(path, file.bytes, &reading, err), err) &&
               hand_out(path, qids, n, &reading, err);
    file_close(&file);
    map_release(&reading.qids);
    arena_release(&reading.arena);
    free(reading.rows);
    free(reading.numbers);
    if (!done)
        vectors_release(out);
    return done;
}
