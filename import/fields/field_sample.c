#include "import/fields/field_sample.h"

#include "core/base/number.h"
#include "import/fields/known_names.h"
#include "import/text/json_fields.h"
#include "import/text/json_scan.h"
#include "import/text/python_text.h"

#include <string.h>

enum { DEPTH_MOST = 4, DEPTH_MOST_OF_CELL = 64 };

/* --- Values ----------------------------------------------------------------- */

struct field_value field_value_of_json(struct bytes written, struct arena *arena)
{
    struct field_value value = {.kind = VALUE_PLAIN, .text = written};
    if (written.size == 0 || bytes_equal(written, bytes_of("null")))
        return (struct field_value){0};
    if (written.data[0] == '[' || written.data[0] == '{')
        value.kind = written.data[0] == '[' ? VALUE_LIST : VALUE_OBJECT;
    if (written.data[0] == '"' && written.size > 1 &&
        !json_string_parse(written, arena, &value.text, err_ignored()))
        value.text = written;
    if (value.text.size == 0)
        value.kind = VALUE_ABSENT;
    return value;
}

/*
 * Takes a value whose texts are in JSON's quotation marks, or words without any. Returns false at what only Python
 * prints.
 */
static bool take_json(struct json_scan *scan, size_t depth)
{
    const char first = json_scan_peek(scan), closing = first == '[' ? ']' : '}';
    struct bytes value;
    if (depth > DEPTH_MOST_OF_CELL)
        return false;
    if (first != '[' && first != '{')
        return json_scan_value(scan, &value) &&
               (first == '"' || (memchr(value.data, '\'', value.size) == NULL &&
                                 memchr(value.data, '(', value.size) == NULL));
    json_scan_take(scan, first);
    for (bool is_first = true; json_scan_next(scan, closing, is_first); is_first = false) {
        if ((first == '{' && !json_scan_key(scan, &value)) || !take_json(scan, depth + 1))
            return false;
    }
    return scan->fault == NULL;
}

struct field_value field_value_of_cell(struct bytes text, struct arena *arena)
{
    struct bytes trimmed = bytes_trim(text);
    if (trimmed.size == 0)
        return (struct field_value){0};
    if (memchr("[{(", trimmed.data[0], 3) == NULL)
        return (struct field_value){VALUE_PLAIN, trimmed};
    struct json_scan scan = json_scan_of(trimmed);
    bool is_json = trimmed.data[0] != '(' && take_json(&scan, 0) && json_scan_at_end(&scan);
    if (!is_json && !python_text_to_json(trimmed, arena, &trimmed))
        return (struct field_value){VALUE_PLAIN, trimmed};
    return (struct field_value){trimmed.data[0] == '{' ? VALUE_OBJECT : VALUE_LIST, trimmed};
}

/* --- Lists ------------------------------------------------------------------ */

/* Returns whether the part of a cell can be an id. Between commas an id has a digit or is known: "Smith, John" is text. */
static bool is_id_between(struct bytes part, char separator)
{
    bool has_digit = false;
    for (size_t i = 0; i < part.size; i++) {
        if (byte_is_white(part.data[i]))
            return false;
        has_digit = has_digit || (part.data[i] >= '0' && part.data[i] <= '9');
    }
    return part.size > 0 && (has_digit || separator != ',' || known_names_has_id(part));
}

static bool is_list_between(struct bytes cell, char separator)
{
    struct list_walk walk = {.rest = bytes_trim(cell), .separator = separator};
    struct bytes part;
    size_t n = 0;
    for (; list_walk_next(&walk, &part); n++) {
        if (!is_id_between(part, separator))
            return false;
    }
    return n > 1;
}

bool field_cell_has_ids(struct bytes cell)
{
    return is_list_between(cell, ';') || is_list_between(cell, '|') || is_list_between(cell, ',');
}

struct list_walk list_walk_of(struct bytes list)
{
    struct list_walk walk = {.rest = bytes_trim(list)};
    if (bytes_starts_with(walk.rest, "["))
        return walk;
    walk.separator = walk.rest.size > 0 && memchr(walk.rest.data, ';', walk.rest.size) != NULL ? ';'
                     : is_list_between(walk.rest, ',')                                         ? ','
                                                                                               : '|';
    return walk;
}

struct list_walk list_walk_between(const struct field_value *value, char separator)
{
    struct list_walk walk = list_walk_of(value->text);
    if (value->kind == VALUE_PLAIN && separator != '\0')
        walk.separator = separator;
    return walk;
}

static bool next_in_brackets(struct list_walk *walk, struct bytes *written)
{
    struct json_scan scan = json_scan_of(bytes_from(walk->rest, walk->is_begun ? 0 : 1));
    const bool is_there = json_scan_next(&scan, ']', !walk->is_begun) && json_scan_value(&scan, written);
    walk->is_begun = true;
    walk->is_broken = scan.fault != NULL;
    walk->rest = (struct bytes){scan.at, (size_t)(scan.end - scan.at)};
    return is_there;
}

bool list_walk_next(struct list_walk *walk, struct bytes *written)
{
    if (walk->rest.size == 0)
        return false;
    if (walk->separator == '\0')
        return next_in_brackets(walk, written);
    struct bytes rest = walk->rest;
    if (!bytes_split(rest, walk->separator, written, &walk->rest)) {
        *written = rest;
        walk->rest = (struct bytes){0};
    }
    *written = bytes_trim(*written);
    return true;
}

/* What the member of a pair may be, its id first. */
enum member { MEMBER_OBJECT, MEMBER_TEXT, MEMBER_WHOLE, MEMBER_FRACTION, MEMBER_NULL, MEMBER_OTHER };

static enum member member_of(struct bytes written)
{
    double number;
    const bool is_text = written.size > 1 && written.data[0] == '"';
    const struct bytes text = is_text ? bytes_slice(written, 1, written.size - 1) : written;
    const bool is_number = number_parse_real(text, &number);
    if (bytes_equal(written, bytes_of("null")))
        return MEMBER_NULL;
    if (is_number && memchr(text.data, '.', text.size) != NULL)
        return MEMBER_FRACTION;
    return written.data[0] == '{' ? MEMBER_OBJECT
           : is_text              ? MEMBER_TEXT
           : is_number            ? MEMBER_WHOLE
                                  : MEMBER_OTHER;
}

static bool are_id_and_number(enum member id, enum member number)
{
    return (id <= MEMBER_TEXT && number >= MEMBER_WHOLE && number <= MEMBER_NULL) ||
           (id == MEMBER_WHOLE && number == MEMBER_FRACTION);
}

bool list_is_pair(struct bytes list, struct bytes *id, struct bytes *number)
{
    struct list_walk walk = {.rest = list};
    struct bytes first, second, more;
    if (!bytes_starts_with(list, "[") || !list_walk_next(&walk, &first) || !list_walk_next(&walk, &second) ||
        list_walk_next(&walk, &more))
        return false;
    const enum member left = member_of(first), right = member_of(second);
    const bool is_id_first = are_id_and_number(left, right);
    *id = is_id_first ? first : second;
    *number = is_id_first ? second : first;
    return is_id_first || are_id_and_number(right, left);
}

/* --- The members of objects ------------------------------------------------- */

/* Returns whether the path begins with this key. Sets *rest to what follows the point. */
static bool goes_by(struct bytes path, struct bytes key, struct bytes *rest)
{
    if (path.size < key.size || path.size == 0 || !bytes_equal(bytes_slice(path, 0, key.size), key))
        return false;
    *rest = bytes_from(path, key.size);
    if (rest->size == 0)
        return true;
    if (rest->data[0] != '.')
        return false;
    *rest = bytes_from(*rest, 1);
    return true;
}

/* Finds the members of a pair, or of the object in it. */
static void find_in_pair(struct bytes id, struct bytes number, const struct bytes *paths,
                         struct bytes *values, size_t n)
{
    if (id.data[0] == '{')
        field_find(id, paths, values, n);
    for (size_t i = 0; i < n; i++) {
        if (bytes_equal(paths[i], bytes_of(PAIR_NUMBER)))
            values[i] = number;
        else if (id.data[0] != '{' && bytes_equal(paths[i], bytes_of(PAIR_ID)))
            values[i] = id;
    }
}

void field_find(struct bytes object, const struct bytes *paths, struct bytes *values, size_t n)
{
    struct bytes id, number;
    if (list_is_pair(object, &id, &number)) {
        find_in_pair(id, number, paths, values, n);
        return;
    }
    struct json_scan scan = json_scan_of(object);
    struct bytes key, value, rest;
    bool is_object = json_scan_take_if(&scan, '{');
    for (bool is_first = true; is_object && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        struct bytes name = bytes_slice(key, 1, key.size - 1);
        for (size_t i = 0; i < n; i++) {
            if (!goes_by(paths[i], name, &rest))
                continue;
            if (rest.size == 0)
                values[i] = value;
            else if (value.data[0] == '{')
                field_find(value, &rest, &values[i], 1);
        }
    }
}

/* --- Rows ------------------------------------------------------------------- */

enum { FIRST_WIDTH = 8 };

static void add_row(struct field_sample *sample, struct arena *arena)
{
    sample->width = sample->width == 0 ? FIRST_WIDTH : sample->width;
    ARENA_PUSH(arena, sample->rows, sample->n_rows) =
        arena_get_array(arena, sample->width, sizeof **sample->rows);
}

/* Doubles the width of all rows. Most rows have few fields; room for the maximum would take megabytes. */
static void widen(struct field_sample *sample, struct arena *arena)
{
    const size_t before = sample->width;
    sample->width *= 2;
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *row = sample->rows[i];
        sample->rows[i] = arena_get_array(arena, sample->width, sizeof *row);
        memcpy(sample->rows[i], row, before * sizeof *row);
    }
}

/*
 * Returns the index of a field, which it adds if necessary, to the rows too. SIZE_MAX: there are too many fields.
 */
static size_t find_field(struct field_sample *sample, struct bytes name, struct arena *arena)
{
    for (size_t i = 0; i < sample->n_fields; i++) {
        if (bytes_equal(sample->names[i], name))
            return i;
    }
    if (sample->n_fields == SAMPLE_FIELDS)
        return SIZE_MAX;
    if (sample->n_fields == sample->width)
        widen(sample, arena);
    sample->names[sample->n_fields] = name;
    return sample->n_fields++;
}

bool field_is_map(struct bytes object)
{
    struct json_scan scan = json_scan_of(object);
    struct bytes key, value;
    double number;
    size_t n = 0;
    json_scan_take(&scan, '{');
    for (bool is_first = true;
         json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        if (!number_parse_real(value, &number))
            return false;
        if (++n > SAMPLE_FIELDS)
            return true;
    }
    return scan.fault == NULL;
}

/*
 * Takes a value. If the content ends within an object or a list, takes the rest. Returns false when a text is cut off
 * or the content is not JSON.
 */
static bool take_beginning(struct json_scan *scan, struct bytes *value)
{
    char first = json_scan_peek(scan);
    struct bytes rest = {.data = scan->at, .size = (size_t)(scan->end - scan->at)};
    if (json_scan_value(scan, value))
        return true;
    *value = rest;
    return scan->is_cut && (first == '{' || first == '[');
}

static void add_members(struct field_sample *sample, struct bytes object, struct bytes prefix, size_t depth,
                        struct arena *arena);

/* Adds a member to the last row. */
static void add_member(struct field_sample *sample, struct bytes name, struct bytes written, size_t depth,
                       struct arena *arena)
{
    size_t field = find_field(sample, name, arena);
    if (field == SIZE_MAX)
        return;
    const struct field_value value = field_value_of_json(written, arena);
    sample->rows[sample->n_rows - 1][field] = value;
    if (value.kind == VALUE_OBJECT && depth < DEPTH_MOST && !field_is_map(written))
        add_members(sample, written, name, depth + 1, arena);
}

/* An object with more members than these has keys in it, such as ids, and no more fields are kept anyway. */
enum { MEMBERS_MOST = 4 * SAMPLE_FIELDS };

static void add_members(struct field_sample *sample, struct bytes object, struct bytes prefix, size_t depth,
                        struct arena *arena)
{
    struct json_scan scan = json_scan_of(object);
    struct bytes key, value;
    size_t n = 0;
    json_scan_take(&scan, '{');
    for (bool is_first = true; n++ < MEMBERS_MOST && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && take_beginning(&scan, &value);
         is_first = false) {
        struct bytes name = bytes_slice(key, 1, key.size - 1);
        if (depth > 0)
            name = bytes_of(arena_format(arena, "%.*s.%.*s", BYTES_FORMAT(prefix), BYTES_FORMAT(name)));
        add_member(sample, name, value, depth, arena);
    }
}

/* Adds consecutive objects, up to the end or the closing bracket of their array. */
static void add_objects(struct field_sample *sample, struct json_scan *scan, struct arena *arena)
{
    struct bytes object;
    bool is_array = json_scan_take_if(scan, '[');
    for (bool is_first = true; sample->n_rows < SAMPLE_ROWS; is_first = false) {
        bool is_there = is_array ? json_scan_next(scan, ']', is_first) : !json_scan_at_end(scan);
        if (!is_there || json_scan_peek(scan) != '{' || !take_beginning(scan, &object))
            return;
        add_row(sample, arena);
        add_members(sample, object, (struct bytes){0}, 0, arena);
    }
}

static void add_pair(struct field_sample *sample, struct bytes id, struct bytes number, struct arena *arena)
{
    add_row(sample, arena);
    if (id.data[0] == '{')
        add_members(sample, id, (struct bytes){0}, 0, arena);
    else
        add_member(sample, bytes_of(PAIR_ID), id, 0, arena);
    add_member(sample, bytes_of(PAIR_NUMBER), number, 0, arena);
    sample->are_pairs = true;
}

void field_sample_add_list(struct field_sample *sample, struct bytes list, struct arena *arena)
{
    struct json_scan scan = json_scan_of(list);
    struct list_walk walk = list_walk_of(list);
    struct bytes element, id, number;
    size_t n = 0;
    while (bytes_starts_with(list, "[") && sample->n_rows < SAMPLE_ROWS && list_walk_next(&walk, &element) &&
           list_is_pair(element, &id, &number)) {
        add_pair(sample, id, number, arena);
        n++;
    }
    if (n == 0)
        add_objects(sample, &scan, arena);
}

/* --- Tables ----------------------------------------------------------------- */

/*
 * The first format whose separator occurs in the header counts. A header without any is words separated by blanks.
 */
static const struct row_format formats[] = {
    {.separator = '\t', .has_margin = true},
    {.separator = ',', .has_marks = true, .has_margin = true},
    {.separator = ';', .has_marks = true, .has_margin = true},
    {.separator = ' '},
};

/* Returns the format of a table with this beginning. */
static const struct row_format *field_sample_format(struct bytes content)
{
    struct bytes header = {0};
    bytes_next_line(&content, &header);
    const struct row_format *format = formats;
    while (format->separator != ' ' &&
           (header.size == 0 || memchr(header.data, format->separator, header.size) == NULL))
        format++;
    return format;
}

/* Takes the names of a header. A header contains no number. */
static bool take_header(struct field_sample *sample, const struct table_row *row, struct arena *arena)
{
    double number;
    for (size_t i = 0; i < row->n && i < SAMPLE_FIELDS; i++) {
        struct bytes name = row_cell_text(&row->cells[i], arena);
        if (number_parse_real(name, &number))
            return false;
        sample->names[sample->n_fields++] = name;
    }
    sample->width = sample->n_fields;
    return row->n > 1;
}

/* Adds the cells of a row. The last row of the content may be cut off. */
static void add_cells(struct field_sample *sample, const struct table_row *row, struct arena *arena)
{
    add_row(sample, arena);
    struct field_value *values = sample->rows[sample->n_rows - 1];
    for (size_t i = 0; i < row->n && i < sample->n_fields; i++)
        values[i] = field_value_of_cell(row_cell_text(&row->cells[i], arena), arena);
}

static bool sample_table(struct field_sample *sample, struct bytes content, bool is_cut, struct arena *arena)
{
    struct table_row row = {0};
    struct bytes rest = content;
    sample->format = field_sample_format(rest);
    bool has_header = table_row_read(&row, sample->format, rest) && take_header(sample, &row, arena);
    while (has_header && sample->n_rows < SAMPLE_ROWS) {
        rest = bytes_skip_blank_lines(bytes_from(rest, (size_t)(row.next - rest.data)));
        if (rest.size == 0 || !table_row_read(&row, sample->format, rest))
            break;
        if (is_cut && row.next == rest.data + rest.size)
            break;
        if (!table_row_is_blank(&row) && row.n == sample->n_fields)
            add_cells(sample, &row, arena);
    }
    table_row_release(&row);
    return has_header;
}

/* --- JSON ------------------------------------------------------------------- */

/* Finds the first array of objects in the object, outer arrays first. NULL: there is none. */
static const char *find_array(struct bytes object, size_t depth)
{
    const char *inner = NULL;
    struct json_scan scan = json_scan_of(object);
    struct bytes key, value;
    if (memchr(object.data, '[', object.size) == NULL || !json_scan_take_if(&scan, '{'))
        return NULL;
    for (bool is_first = true; json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        struct json_scan here = scan;
        char first = json_scan_peek(&here);
        const char *at = here.at;
        if (first == '[' && json_scan_take_if(&here, '[') && json_scan_peek(&here) == '{')
            return at;
        bool is_whole = json_scan_value(&scan, &value);
        if (first == '{' && inner == NULL && depth < DEPTH_MOST)
            inner = find_array(is_whole ? value : (struct bytes){at, (size_t)(here.end - at)}, depth + 1);
        if (!is_whole)
            break;
    }
    return inner;
}

static bool sample_json(struct field_sample *sample, struct bytes content, struct arena *arena)
{
    struct json_scan scan = json_scan_of(content);
    add_objects(sample, &scan, arena);
    return sample->n_rows > 0;
}

bool field_sample_take(struct bytes content, struct arena *arena, struct field_sample *sample)
{
    bool is_cut = content.size > SAMPLE_BYTES;
    content = bytes_slice(content, 0, is_cut ? SAMPLE_BYTES : content.size);
    struct bytes text = bytes_skip_space(content);
    *sample = (struct field_sample){0};
    return bytes_starts_with(text, "{") || bytes_starts_with(text, "[")
               ? sample_json(sample, text, arena)
               : sample_table(sample, content, is_cut, arena);
}

bool field_sample_descend(struct bytes content, struct arena *arena, struct field_sample *sample)
{
    content = bytes_slice(content, 0, smaller_size(content.size, SAMPLE_BYTES));
    const char *at = find_array(content, 0);
    *sample = (struct field_sample){.list_at = at};
    if (at == NULL)
        return false;
    struct json_scan scan = json_scan_of(bytes_from(content, (size_t)(at - content.data)));
    add_objects(sample, &scan, arena);
    return sample->n_rows > 0;
}

bool field_sample_keys(struct bytes content, struct bytes key_name, struct bytes value_name,
                       struct arena *arena, struct field_sample *sample)
{
    content = bytes_slice(content, 0, smaller_size(content.size, SAMPLE_BYTES));
    struct json_scan scan = json_scan_of(content);
    struct bytes key, value;
    *sample = (struct field_sample){.is_keyed = true};
    if (!json_scan_take_if(&scan, '{'))
        return false;
    for (bool is_first = true; sample->n_rows < SAMPLE_ROWS && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && take_beginning(&scan, &value);
         is_first = false) {
        if (value.data[0] != '[' && value.data[0] != '{')
            break;
        add_row(sample, arena);
        add_member(sample, key_name, key, 0, arena);
        add_member(sample, value_name, value, 0, arena);
    }
    return sample->n_rows > 0;
}
