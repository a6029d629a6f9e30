#include "core/store/content/shown_fields.h"

#include "core/store/content/field_list.h"
#include "core/store/rows.h"
#include "core/store/settings_private.h"
#include "core/store/store_private.h"

struct shown_fields_reading shown_fields_ask(struct store *store, int64_t ballot_id)
{
    struct shown_fields_reading reading = {.wanted = setting_ask(store, SETTING_SHOW),
                                           .fields = query_start(store->db, STATEMENT_BALLOT_FIELD_LIST)};
    query_bind_integer(&reading.fields, 1, ballot_id);
    query_ask(&reading.fields);
    return reading;
}

/* Reads the names of the fields to show, in their order, without values. */
static bool take_wanted(struct query *query, struct arena *arena, struct shown_fields *wanted,
                        struct err *err)
{
    struct bytes names, name;
    *wanted = (struct shown_fields){0};
    if (!setting_take(query, SETTING_SHOW, arena, &names, err))
        return false;
    while (field_list_next(&names, &name))
        ARENA_PUSH(arena, wanted->fields, wanted->n) = (struct shown_field){.name = name};
    return true;
}

static void take_value(const struct item_field *field, struct arena *arena, struct shown_fields *fields)
{
    for (size_t i = 0; i < fields->n; i++) {
        struct shown_field *shown = &fields->fields[i];
        if (shown->value.size > 0 || !bytes_equal(shown->name, field->name))
            continue;
        shown->value = arena_copy(arena, field->value);
        shown->is_json = !field->is_text;
    }
}

/* Drops the fields that the item does not have. */
static void drop_absent(struct shown_fields *fields)
{
    size_t n = 0;
    for (size_t i = 0; i < fields->n; i++) {
        if (fields->fields[i].value.size > 0)
            fields->fields[n++] = fields->fields[i];
    }
    fields->n = n;
}

/* Copies the wanted fields, without values, for take_value. */
static void begin_fields(const struct shown_fields *wanted, struct arena *arena, struct shown_fields *fields)
{
    *fields = (struct shown_fields){0};
    for (size_t i = 0; i < wanted->n; i++)
        ARENA_PUSH(arena, fields->fields, fields->n) = wanted->fields[i];
}

/* Reads an item's fields and ends the query. */
static bool read_fields(struct query *query, const struct shown_fields *wanted, struct arena *arena,
                        struct shown_fields *fields, struct err *err)
{
    begin_fields(wanted, arena, fields);
    while (query_next(query)) {
        struct item_field field = read_item_field(query);
        take_value(&field, arena, fields);
    }
    drop_absent(fields);
    return query_end(query, err);
}

static struct query start_document(struct store *store, const struct ballot_document *document)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_FIELD_LIST);
    query_bind_bytes(&query, 1, document->docid);
    return query;
}

static struct query start_question(struct store *store, const struct ballot *ballot)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_FIELD_LIST);
    query_bind_integer(&query, 1, ballot->question_id);
    return query;
}

static bool read_document(struct store *store, const struct shown_fields *wanted, struct arena *arena,
                          struct ballot_document *document, struct err *err)
{
    struct query query = start_document(store, document);
    return read_fields(&query, wanted, arena, &document->fields, err);
}

bool shown_fields_read_document(struct store *store, struct arena *arena, struct ballot_document *document,
                                struct err *err)
{
    struct shown_fields wanted;
    struct query query = setting_ask(store, SETTING_SHOW);
    document->fields = (struct shown_fields){0};
    return take_wanted(&query, arena, &wanted, err) &&
           (wanted.n == 0 || read_document(store, &wanted, arena, document, err));
}

static bool read_question(struct store *store, const struct shown_fields *wanted, struct arena *arena,
                          struct ballot *ballot, struct err *err)
{
    struct query query = start_question(store, ballot);
    return read_fields(&query, wanted, arena, &ballot->question_fields, err);
}

/* Prefetches the fields of a ballot, so that they are read together. */
static void prefetch_fields(struct store *store, const struct ballot *ballot)
{
    for (size_t i = 0; i < ballot->n_slots; i++) {
        struct query document = start_document(store, &ballot->documents[i]);
        query_prefetch(&document);
    }
    struct query question = start_question(store, ballot);
    query_prefetch(&question);
}

bool shown_fields_read(struct store *store, struct arena *arena, struct ballot *ballot, struct err *err)
{
    struct shown_fields wanted;
    struct query query = setting_ask(store, SETTING_SHOW);
    if (!take_wanted(&query, arena, &wanted, err))
        return false;
    ballot->question_fields = (struct shown_fields){0};
    for (size_t i = 0; i < ballot->n_slots; i++)
        ballot->documents[i].fields = (struct shown_fields){0};
    if (wanted.n == 0)
        return true;
    prefetch_fields(store, ballot);
    for (size_t i = 0; i < ballot->n_slots; i++) {
        if (!read_document(store, &wanted, arena, &ballot->documents[i], err))
            return false;
    }
    return read_question(store, &wanted, arena, ballot, err);
}

/* Returns the fields at a position of the ballot; 0 is the question. */
static struct shown_fields *fields_at(struct ballot *ballot, size_t position)
{
    return position == 0 ? &ballot->question_fields : &ballot->documents[position - 1].fields;
}

static bool take_ballot_fields(struct query *query, const struct shown_fields *wanted, struct arena *arena,
                               struct ballot *ballot, struct err *err)
{
    for (size_t position = 0; position <= ballot->n_slots; position++)
        begin_fields(wanted, arena, fields_at(ballot, position));
    while (query_next(query)) {
        const struct ballot_field row = read_ballot_field(query);
        if (query_require(query, row.position >= 0 && row.position <= (int64_t)ballot->n_slots,
                          "a ballot has a document behind its last one"))
            take_value(&row.field, arena, fields_at(ballot, (size_t)row.position));
    }
    for (size_t position = 0; position <= ballot->n_slots; position++)
        drop_absent(fields_at(ballot, position));
    return query_end(query, err);
}

bool shown_fields_take(struct shown_fields_reading *reading, struct arena *arena, struct ballot *ballot,
                       struct err *err)
{
    struct shown_fields wanted;
    bool worked = take_wanted(&reading->wanted, arena, &wanted, err);
    if (worked && wanted.n > 0)
        return take_ballot_fields(&reading->fields, &wanted, arena, ballot, err);
    query_drop(&reading->fields);
    return worked;
}
