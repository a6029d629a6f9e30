/*
 * Clicks as a table of clicks and impressions by position, or as User Behavior Insights of OpenSearch: events, which
 * may follow the queries that they belong to. Without events of impressions, the documents of each query count as shown
 * in their order. https://docs.opensearch.org/docs/search-plugins/ubi/schemas
 */
#include "import/tools/forms.h"

#include "core/base/number.h"
#include "import/field_names.h"
#include "import/fields/field_sample.h"
#include "import/text/json_scan.h"
#include "import/text/table_row.h"
#include "import/tools/coec.h"

/* --- A table ------------------------------------------------------------------- */

enum { QUESTION, DOCUMENT, POSITION, CLICKS, IMPRESSIONS, N_COLUMNS };

/* Finds the field for each column. Returns false when one is missing. */
static bool find_columns(const struct field_sample *sample, struct bytes paths[N_COLUMNS])
{
    static const char *const *const names[] = {query_text_names, document_id_names, rank_names, click_names,
                                               impression_names};
    size_t n = 0;
    for (size_t column = 0; column < N_COLUMNS; column++) {
        paths[column] = (struct bytes){0};
        for (size_t i = sample->n_fields; i > 0; i--) {
            bool is_question_id =
                column == QUESTION && field_find_name(sample->names[i - 1], question_id_names) != NULL;
            if (is_question_id || field_find_name(sample->names[i - 1], names[column]) != NULL)
                paths[column] = sample->names[i - 1];
        }
        n += paths[column].size > 0;
    }
    return n == N_COLUMNS;
}

static bool is_table(struct bytes beginning, struct bytes paths[N_COLUMNS], const struct row_format **format,
                     struct arena *arena)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    bool found = field_sample_take(beginning, arena, sample) && find_columns(sample, paths);
    *format = sample->format;
    return found;
}

static bool is_ubi(struct bytes beginning)
{
    return bytes_starts_with(beginning, "{") && bytes_contains(beginning, "\"query_id\"") &&
           (bytes_contains(beginning, "\"event_attributes\"") ||
            bytes_contains(beginning, "\"query_response_"));
}

bool clicks_recognise(struct bytes beginning)
{
    struct arena arena = {0};
    struct bytes paths[N_COLUMNS];
    const struct row_format *format;
    bool may_be = bytes_contains(beginning, "lick") && !bytes_starts_with(beginning, "<");
    bool found = is_ubi(beginning) || (may_be && is_table(beginning, paths, &format, &arena));
    arena_release(&arena);
    return found;
}

struct clicks_reading {
    struct record_writer *writer;
    struct coec coec;
    struct map queries; /* of UBI: id of a query → index in `texts` */
    struct ubi_query *texts;
    size_t n_queries;
    bool has_impressions; /* events tell what was shown */
};

static bool read_count(struct bytes text, const char *what, double *count, struct err *err)
{
    return (number_parse_real(bytes_trim(text), count) && *count >= 0) ||
           err_set(err, ERR_INPUT, "the %s '%.*s' is not a number of at least 0; correct or remove the line",
                   what, BYTES_FORMAT(text));
}

/* Adds the values of a row, as texts. Question and document are kept in the writer's arena. */
static bool add_row(struct clicks_reading *reading, const char *place, const struct bytes values[N_COLUMNS],
                    struct err *err)
{
    double position, clicks, impressions;
    if (values[QUESTION].size == 0 || values[DOCUMENT].size == 0)
        return err_set(err, ERR_INPUT, "this record has no question or no document; correct or remove it");
    if (!read_count(values[POSITION], "position", &position, err) ||
        !read_count(values[CLICKS], "clicks", &clicks, err) ||
        !read_count(values[IMPRESSIONS], "impressions", &impressions, err))
        return false;
    if (clicks > impressions)
        return err_set(err, ERR_INPUT, "%g clicks of %g impressions; correct or remove the line", clicks,
                       impressions);
    coec_count(&reading->coec, place, record_writer_text(reading->writer, values[QUESTION]),
               record_writer_text(reading->writer, values[DOCUMENT]),
               position < COEC_POSITIONS ? (size_t)position : COEC_POSITIONS, clicks, impressions);
    return true;
}

static bool read_rows(struct clicks_reading *reading, struct bytes content, const struct bytes *paths,
                      const struct row_format *format, const char **wrong_at, struct err *err)
{
    struct table_row row = {0};
    size_t columns[N_COLUMNS] = {0}, n_columns;
    bool worked = table_row_read(&row, format, content);
    n_columns = row.n;
    for (size_t i = row.n; worked && i > 0; i--) {
        for (size_t column = 0; column < N_COLUMNS; column++) {
            if (bytes_equal(row_cell_text(&row.cells[i - 1], &reading->writer->arena), paths[column]))
                columns[column] = i - 1;
        }
    }
    struct bytes rest = content;
    while (worked) {
        struct bytes values[N_COLUMNS];
        rest = bytes_skip_blank_lines(bytes_from(rest, (size_t)(row.next - rest.data)));
        *wrong_at = rest.data;
        if (rest.size == 0)
            break;
        if (!table_row_read(&row, format, rest) || row.n != n_columns) {
            worked = err_set(err, ERR_INPUT, "%s",
                             row.fault != NULL ? row.fault
                                               : "this line has fewer or more columns than the header");
            break;
        }
        for (size_t column = 0; column < N_COLUMNS; column++)
            values[column] = row_cell_text(&row.cells[columns[column]], &reading->writer->arena);
        worked = table_row_is_blank(&row) || add_row(reading, rest.data, values, err);
    }
    table_row_release(&row);
    return worked;
}

/* --- JSON ----------------------------------------------------------------------- */

typedef bool object_reader(struct clicks_reading *reading, struct bytes object, const struct bytes *paths,
                           struct err *err);

static bool add_object(struct clicks_reading *reading, struct bytes object, const struct bytes *paths,
                       struct err *err)
{
    struct bytes values[N_COLUMNS] = {{0}};
    field_find(object, paths, values, N_COLUMNS);
    for (size_t i = 0; i < N_COLUMNS; i++)
        values[i] = field_value_of_json(values[i], &reading->writer->arena).text;
    return add_row(reading, object.data, values, err);
}

/* Reads consecutive objects, or those of an array. */
static bool read_objects(struct clicks_reading *reading, struct bytes content, object_reader *read,
                         const struct bytes *paths, const char **wrong_at, struct err *err)
{
    struct json_scan scan = json_scan_of(content);
    struct bytes object;
    bool is_array = json_scan_take_if(&scan, '['), worked = true;
    for (bool is_first = true; worked && (is_array ? json_scan_next(&scan, ']', is_first)
                                                   : !json_scan_at_end(&scan) && scan.fault == NULL);
         is_first = false) {
        if (!json_scan_value(&scan, &object))
            break;
        *wrong_at = object.data;
        worked = read(reading, object, paths, err);
    }
    if (worked && scan.fault != NULL) {
        *wrong_at = scan.fault_at;
        worked = err_set(err, ERR_INPUT, "%s", scan.fault);
    }
    return worked;
}

/* --- UBI ------------------------------------------------------------------------ */

struct ubi_query {
    struct bytes text, shown; /* as in JSON */
    const char *place;
};

enum { QUERY_ID, USER_QUERY, ACTION, OBJECT, ORDINAL, SHOWN, HITS, N_UBI };

static const char *const ubi_paths[N_UBI] = {
    "query_id",
    "user_query",
    "action_name",
    "event_attributes.object.object_id",
    "event_attributes.position.ordinal",
    "query_response_object_ids",
    "query_response_hit_ids",
};

static void note_query(struct clicks_reading *reading, const struct bytes *found, const char *place)
{
    bool is_new;
    map_put(&reading->queries, found[QUERY_ID], &is_new);
    if (is_new)
        ARENA_PUSH(&reading->writer->arena, reading->texts, reading->n_queries) =
            (struct ubi_query){.text = found[USER_QUERY],
                               .shown = found[SHOWN].size > 0 ? found[SHOWN] : found[HITS],
                               .place = place};
}

/* Returns the position of the document in the answer to the query, from 1; 0: it is not in it. */
static size_t find_place(const struct ubi_query *query, struct bytes document)
{
    struct list_walk walk = list_walk_of(query->shown);
    struct bytes element;
    for (size_t place = 1; bytes_starts_with(query->shown, "[") && list_walk_next(&walk, &element); place++) {
        if (bytes_equal(element, document))
            return place;
    }
    return 0;
}

static bool add_event(struct clicks_reading *reading, const struct bytes *found, const char *place,
                      struct err *err)
{
    const bool is_click = bytes_equal_ignoring_case(found[ACTION], bytes_of("\"click\""));
    const bool is_impression = bytes_equal_ignoring_case(found[ACTION], bytes_of("\"impression\""));
    int64_t number = map_find(&reading->queries, found[QUERY_ID]);
    struct bytes text = number != MAP_ABSENT ? reading->texts[number].text : found[USER_QUERY];
    double ordinal = 0;
    if (!(is_click || is_impression) || found[OBJECT].size == 0)
        return true; /* another action */
    if (text.size == 0)
        return err_set(err, ERR_INPUT,
                       "this event belongs to no question above; put the queries before the events: cat "
                       "ubi_queries.ndjson ubi_events.ndjson");
    if (found[ORDINAL].size > 0 &&
        !read_count(field_value_of_json(found[ORDINAL], &reading->writer->arena).text, "position", &ordinal,
                    err))
        return false;
    if (ordinal == 0 && number != MAP_ABSENT)
        ordinal = (double)find_place(&reading->texts[number], found[OBJECT]);
    if (ordinal == 0)
        return err_set(
            err, ERR_INPUT,
            "nothing says at which position this document stood; add \"position\": {\"ordinal\": N}");
    reading->has_impressions = reading->has_impressions || is_impression;
    coec_count(&reading->coec, place, text, found[OBJECT],
               ordinal < COEC_POSITIONS ? (size_t)ordinal : COEC_POSITIONS, is_click, is_impression);
    return true;
}

/* Adds a record: an event has an action, a query has none. In a dump of an index, each is inside "_source". */
static bool add_ubi(struct clicks_reading *reading, struct bytes object, const struct bytes *paths,
                    struct err *err)
{
    static const struct bytes source_path = {.data = "_source", .size = 7};
    struct bytes found[N_UBI] = {{0}}, source = {0};
    field_find(object, &source_path, &source, 1);
    field_find(source.size > 0 ? source : object, paths, found, N_UBI);
    if (found[ACTION].size > 0)
        return add_event(reading, found, object.data, err);
    note_query(reading, found, object.data);
    return true;
}

/* Counts what was shown, if no event tells it. */
static void add_shown(struct clicks_reading *reading)
{
    for (size_t i = 0; i < reading->n_queries; i++) {
        const struct ubi_query *query = &reading->texts[i];
        struct list_walk walk = list_walk_of(query->shown);
        struct bytes element;
        for (size_t place = 1; bytes_starts_with(query->shown, "[") && list_walk_next(&walk, &element);
             place++)
            coec_count(&reading->coec, query->place, query->text, element, place, 0, 1);
    }
}

static bool read_ubi(struct clicks_reading *reading, struct bytes content, const char **wrong_at,
                     struct err *err)
{
    struct bytes paths[N_UBI];
    for (size_t i = 0; i < N_UBI; i++)
        paths[i] = bytes_of(ubi_paths[i]);
    if (!read_objects(reading, content, add_ubi, paths, wrong_at, err))
        return false;
    if (!reading->has_impressions)
        add_shown(reading);
    *wrong_at = content.data;
    return reading->coec.n_counts > 0 ||
           err_set(err, ERR_INPUT,
                   "there are no clicks and no impressions; put ubi_queries and ubi_events into one file");
}

/* --- All of it ------------------------------------------------------------------- */

bool clicks_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct record_writer writer;
    struct clicks_reading reading = {.writer = &writer};
    struct bytes paths[N_COLUMNS];
    const struct row_format *format = NULL;
    const char *wrong_at = content.data;
    bool worked;
    record_writer_begin(&writer, content, out);
    if (is_ubi(content))
        worked = read_ubi(&reading, content, &wrong_at, err);
    else if (is_table(content, paths, &format, &writer.arena) && format != NULL)
        worked = read_rows(&reading, content, paths, format, &wrong_at, err);
    else
        worked = read_objects(&reading, content, add_object, paths, &wrong_at, err);
    *line = worked ? 0 : record_writer_line(&writer, wrong_at);
    if (worked)
        coec_write(&reading.coec, &writer);
    coec_release(&reading.coec);
    map_release(&reading.queries);
    record_writer_end(&writer);
    return worked;
}
