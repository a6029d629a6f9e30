/*
 * Clicks in three forms. A table of clicks and impressions by position. A log with an event in each line: a click, or an
 * impression of a document that was shown; or with a field that says whether the document of the line was clicked. User
 * Behavior Insights of OpenSearch: events, which may follow the queries that they belong to. Without events of
 * impressions, the documents of each query count as shown in their order.
 * https://docs.opensearch.org/docs/search-plugins/ubi/schemas
 */
#include "import/tools/forms.h"

#include "core/base/number.h"
#include "import/field_names.h"
#include "import/fields/field_facts.h"
#include "import/text/table_row.h"
#include "import/tools/coec.h"
#include "import/tools/rows.h"
#include "import/tools/task.h"

/* --- Tables and records --------------------------------------------------------- */

enum click_column { QUESTION, DOCUMENT, POSITION, CLICKS, IMPRESSIONS, EVENT, VISITOR, N_COLUMNS };

enum click_form {
    FORM_NONE,
    FORM_COUNTS, /* clicks and impressions of a document at a position */
    FORM_FLAGS,  /* a line for each document that was shown, and whether it was clicked */
    FORM_EVENTS, /* a line for each click and for each impression */
    FORM_LINES,  /* nothing says what a line means */
};

static const char *const flag_names[] = {"clicked", "click", "is click", "is clicked", "was clicked", NULL};
static const char *const event_names[] = {"event", "event type",  "event name",       "action", "action name",
                                          "type",  "interaction", "interaction type", NULL};
static const char *const visitor_names[] = {"session",   "session id", "visitor",    "visitor id", "user",
                                            "user id",   "client id",  "timestamp",  "time",       "ts",
                                            "date time", "clicked at", "event time", NULL};
static const char *const click_words[] = {"click", "clicked", "clickthrough", "result click", NULL};
static const char *const impression_words[] = {"impression", "impressions", "shown",    "show",
                                               "display",    "displayed",   "exposure", NULL};
static const char *const page_names[] = {"page", "landing page", NULL};

struct click_fields {
    enum click_form form;
    struct rows rows;
    struct bytes paths[N_COLUMNS]; /* empty: there is no such field */
};

static int find_column(const struct field_sample *sample, enum click_column column)
{
    static const char *const *const names[N_COLUMNS][3] = {
        [QUESTION] = {question_id_names, query_text_names},
        [DOCUMENT] = {document_id_names, place_names, page_names},
        [POSITION] = {rank_names},
        [CLICKS] = {click_names, flag_names},
        [IMPRESSIONS] = {impression_names},
        [EVENT] = {event_names},
        [VISITOR] = {visitor_names},
    };
    int field = NO_FIELD;
    for (size_t i = 0; field == NO_FIELD && i < 3 && names[column][i] != NULL; i++)
        field = field_find_called(sample, names[column][i]);
    return field;
}

/* Returns whether each value says yes or no. */
static bool has_flags(const struct field_sample *sample, int field)
{
    static const char *const words[] = {"0", "1", "true", "false", NULL};
    for (size_t i = 0; i < sample->n_rows; i++) {
        if (field_find_name(sample->rows[i][field].text, words) == NULL)
            return false;
    }
    return field_find_name(field_last_name(sample->names[field]), flag_names) != NULL;
}

static bool has_events(const struct field_sample *sample, int field)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct bytes text = sample->rows[i][field].text;
        if (field_find_name(text, click_words) != NULL || field_find_name(text, impression_words) != NULL)
            return true;
    }
    return false;
}

static enum click_form form_of(const struct field_sample *sample, const int fields[N_COLUMNS])
{
    if (fields[QUESTION] == NO_FIELD || fields[DOCUMENT] == NO_FIELD ||
        field_find_called(sample, sure_grade_names) != NO_FIELD)
        return FORM_NONE;
    const bool has_id = field_find_called(sample, document_id_names) != NO_FIELD;
    if (fields[CLICKS] != NO_FIELD && fields[IMPRESSIONS] != NO_FIELD)
        return fields[POSITION] != NO_FIELD || !has_id ? FORM_COUNTS
                                                       : FORM_NONE; /* else the names tell all */
    if (fields[EVENT] != NO_FIELD && has_events(sample, fields[EVENT]))
        return FORM_EVENTS;
    if (fields[CLICKS] != NO_FIELD && has_flags(sample, fields[CLICKS]))
        return FORM_FLAGS;
    return fields[POSITION] != NO_FIELD && fields[VISITOR] != NO_FIELD ? FORM_LINES : FORM_NONE;
}

/* Finds the fields, and what a line means. */
static void find_fields(struct bytes content, struct arena *arena, struct click_fields *found)
{
    enum { LOOKED_AT = 64 << 10 };
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    int fields[N_COLUMNS];
    *found = (struct click_fields){
        .rows = {.content = content, .paths = found->paths, .n = N_COLUMNS, .arena = arena}};
    if (!rows_sample(content, arena, sample) || find_column(sample, QUESTION) == NO_FIELD ||
        find_column(sample, DOCUMENT) == NO_FIELD ||
        !field_sample_take(bytes_slice(content, 0, smaller_size(content.size, LOOKED_AT)), arena, sample))
        return;
    found->rows.format = sample->format;
    for (enum click_column column = 0; column < N_COLUMNS; column++) {
        fields[column] = find_column(sample, column);
        found->paths[column] = fields[column] != NO_FIELD ? sample->names[fields[column]] : (struct bytes){0};
    }
    found->form = form_of(sample, fields);
}

static bool is_ubi(struct bytes beginning)
{
    return bytes_starts_with(beginning, "{") && bytes_contains(beginning, "\"query_id\"") &&
           (bytes_contains(beginning, "\"event_attributes\"") ||
            bytes_contains(beginning, "\"query_response_"));
}

/* Notes a pair. Returns false, which stops the reading, when the question had the document before. */
static bool note_pair(void *context, const char *place, const struct bytes *values, struct err *err)
{
    struct coec *coec = context;
    const size_t n_before = coec->n_pairs;
    (void)err;
    coec_count(coec, place, values[QUESTION], values[DOCUMENT], 0, 0, 0);
    return coec->n_pairs > n_before;
}

/* A question has each document once in a run, and again and again in a log. */
static bool repeats_pairs(const struct rows *rows)
{
    struct coec coec = {0};
    const char *at;
    struct err none = {0};
    const bool is_read = rows_read(rows, note_pair, &coec, &at, &none);
    coec_release(&coec);
    return !is_read && none.code == ERR_NONE;
}

bool clicks_recognise(struct bytes content)
{
    enum { LOOKED_AT = 16 << 10 };
    struct arena arena = {0};
    struct click_fields fields;
    if (is_ubi(bytes_slice(content, 0, smaller_size(content.size, LOOKED_AT))))
        return true;
    find_fields(content, &arena, &fields);
    const bool found = fields.form != FORM_NONE && (fields.form != FORM_LINES || repeats_pairs(&fields.rows));
    arena_release(&arena);
    return found;
}

struct clicks_reading {
    const struct click_fields *fields; /* of tables and records */
    struct record_writer *writer;
    struct coec coec;
    struct map queries; /* of UBI: id of a query → index in `texts` */
    struct ubi_query *texts;
    size_t n_queries;
    bool has_impressions; /* something tells what was shown */
};

static bool read_count(const struct row_format *format, struct bytes text, const char *what, double *count,
                       struct err *err)
{
    char room[TABLE_NUMBER_SIZE];
    return (number_parse_real(table_number(format, bytes_trim(text), room), count) && *count >= 0) ||
           err_set(err, ERR_INPUT, "the %s '%.*s' is not a number of at least 0; correct or remove the line",
                   what, BYTES_FORMAT(text));
}

/* Reads the clicks and impressions of a record. *counts is false for an event that is neither. */
static bool read_clicks(const struct clicks_reading *reading, const struct bytes *values, double *clicks,
                        double *impressions, bool *counts, struct err *err)
{
    const struct row_format *format = reading->fields->rows.format;
    *counts = true;
    switch (reading->fields->form) {
    case FORM_EVENTS:
        *clicks = field_find_name(values[EVENT], click_words) != NULL;
        *impressions = field_find_name(values[EVENT], impression_words) != NULL;
        *counts = *clicks + *impressions > 0;
        return true;
    case FORM_FLAGS:
        *clicks = bytes_equal(values[CLICKS], bytes_of("1")) ||
                  bytes_equal_ignoring_case(values[CLICKS], bytes_of("true"));
        *impressions = 1;
        return true;
    default:
        return read_count(format, values[CLICKS], "clicks", clicks, err) &&
               read_count(format, values[IMPRESSIONS], "impressions", impressions, err) &&
               (*clicks <= *impressions ||
                err_set(err, ERR_INPUT, "%g clicks of %g impressions; correct or remove the line", *clicks,
                        *impressions));
    }
}

/* Adds a record. An average position is rounded. */
static bool add_row(void *context, const char *place, const struct bytes *values, struct err *err)
{
    struct clicks_reading *reading = context;
    const struct click_fields *fields = reading->fields;
    double position = 0, clicks, impressions;
    bool counts;
    if (values[QUESTION].size == 0 || values[DOCUMENT].size == 0)
        return err_set(err, ERR_INPUT, "this record has no question or no document; correct or remove it");
    if (!read_clicks(reading, values, &clicks, &impressions, &counts, err))
        return false;
    if (!counts)
        return true;
    if (fields->paths[POSITION].size > 0 &&
        !read_count(fields->rows.format, values[POSITION], "position", &position, err))
        return false;
    reading->has_impressions = reading->has_impressions || impressions > clicks;
    coec_count(&reading->coec, place, record_writer_text(reading->writer, values[QUESTION]),
               record_writer_text(reading->writer, values[DOCUMENT]),
               position < COEC_POSITIONS ? (size_t)(position + 0.5) : COEC_POSITIONS, clicks, impressions);
    return true;
}

static bool read_rows(struct clicks_reading *reading, const char **wrong_at, struct err *err)
{
    static const char *const lacking[] = {
        [FORM_EVENTS] =
            "these events are clicks only; add an event \"impression\" for each document that was "
            "shown, because clicks say little without them",
        [FORM_FLAGS] = "each document was clicked; add the documents that were shown and not clicked, with 0",
        [FORM_LINES] = "this looks like a log of clicks, one in each line; add a field \"clicked\": 1, and a "
                       "line with 0 for each document that was shown and not clicked",
    };
    const enum click_form form = reading->fields->form;
    if (form != FORM_LINES && !rows_read(&reading->fields->rows, add_row, reading, wrong_at, err))
        return false;
    *wrong_at =
        form == FORM_COUNTS || reading->has_impressions ? *wrong_at : reading->fields->rows.content.data;
    return form == FORM_COUNTS || reading->has_impressions || err_set(err, ERR_INPUT, "%s", lacking[form]);
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
        !read_count(NULL, field_value_of_json(found[ORDINAL], &reading->writer->arena).text, "position",
                    &ordinal, err))
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
static bool add_ubi(struct clicks_reading *reading, struct bytes object, struct err *err)
{
    static const struct bytes source_path = {.data = "_source", .size = 7};
    struct bytes found[N_UBI] = {{0}}, source = {0}, paths[N_UBI];
    for (size_t i = 0; i < N_UBI; i++)
        paths[i] = bytes_of(ubi_paths[i]);
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
    struct task_walk walk = task_walk_of(content);
    struct bytes object;
    while (task_walk_next(&walk, &object)) {
        *wrong_at = object.data;
        if (!add_ubi(reading, object, err))
            return false;
    }
    if (walk.fault != NULL) {
        *wrong_at = walk.fault_at;
        return err_set(err, ERR_INPUT, "%s", walk.fault);
    }
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
    struct click_fields fields;
    struct clicks_reading reading = {.fields = &fields, .writer = &writer};
    const char *wrong_at = content.data;
    record_writer_begin(&writer, content, out);
    find_fields(content, &writer.arena, &fields);
    bool worked =
        is_ubi(content) ? read_ubi(&reading, content, &wrong_at, err) : read_rows(&reading, &wrong_at, err);
    *line = worked ? 0 : record_writer_line(&writer, wrong_at);
    if (worked && (is_ubi(content) || fields.paths[POSITION].size > 0))
        coec_write(&reading.coec, &writer);
    else if (worked)
        coec_write_counts(&reading.coec, &writer);
    coec_release(&reading.coec);
    map_release(&reading.queries);
    record_writer_end(&writer);
    return worked;
}
