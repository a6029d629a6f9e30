/*
 * Decides by the field names of the first item, as its reader finds them. A JSON object that is cut off in the middle
 * can still be distinguished from a JSON run, whose first value is an object. Such an item is a document, because no
 * question is that long.
 */
#include "import/items/item_recognise.h"

#include "import/fields/field_facts.h"
#include "import/items/item_file.h"
#include "import/items/item_reading.h"
#include "import/text/json_scan.h"

#include <string.h>

/* The kinds of fields of a line. */
struct field_census {
    bool plain_id, document_id, question_id;
    bool text;          /* a text that documents and questions may have */
    bool document_text; /* a text that only documents have: a title, an answer */
    bool query;         /* a text with a name for a question */
    bool
        contexts; /* a list with a name for the contexts of an answer, or for found documents; or a promptfoo test */
};

/*
 * Returns whether the field is "contexts", "source_documents" or the like. In a cell, that is a list as Python prints
 * it.
 */
static bool is_contexts(struct bytes name, enum json_field kind, struct bytes text)
{
    bool is_list = kind == JSON_FIELD_TEXT ? bytes_starts_with(text, "['") || bytes_starts_with(text, "[\"")
                                           : kind == JSON_FIELD_OTHER;
    return is_list && field_sounds_like_documents(name);
}

static void count_field(struct field_census *census, struct bytes name, enum json_field kind,
                        struct bytes text)
{
    const char *of_document;
    const char *of_question;
    enum item_role as_document = item_field_role(ITEM_DOCUMENT, name, &of_document);
    enum item_role as_question = item_field_role(ITEM_QUESTION, name, &of_question);
    bool is_id = as_document == ITEM_ROLE_ID;
    census->contexts |= is_contexts(name, kind, text) || bytes_equal(name, bytes_of("__expected"));
    if (!is_id && kind != JSON_FIELD_TEXT)
        return;
    bool is_query = as_question == ITEM_ROLE_TEXT && item_field_is_query(name);
    census->plain_id |= is_id && of_document != NULL && of_question != NULL;
    census->document_id |= is_id && of_question == NULL;
    census->question_id |= is_id && of_document == NULL;
    census->query |= is_query;
    census->text |= as_question == ITEM_ROLE_TEXT && !is_query;
    census->document_text |= as_document >= ITEM_ROLE_TEXT && as_question == ITEM_ROLE_NONE;
}

/* A question beside another text is the title of a document. Ids may be missing: they are then made. */
static enum item_guess guess_of(const struct field_census *census)
{
    bool is_query_alone = census->query && !census->text && !census->document_text;
    bool has_text = census->text || census->document_text || census->query;
    if (!has_text || (census->document_id && census->question_id)) /* both: a run with texts */
        return ITEM_GUESS_NONE;
    if (census->plain_id && census->question_id &&
        !census->query) /* the topic of a document has such a name, too */
        return census->document_text ? ITEM_GUESS_DOCUMENTS : ITEM_GUESS_EITHER;
    if (census->question_id)
        return ITEM_GUESS_QUESTIONS;
    if (census->document_id && is_query_alone) /* perhaps the id of the document that answers it */
        return ITEM_GUESS_EITHER;
    if (census->query && census->contexts && !census->document_id)
        return ITEM_GUESS_QUESTIONS;
    if (census->document_id || census->document_text || (census->query && census->text))
        return ITEM_GUESS_DOCUMENTS;
    return is_query_alone ? ITEM_GUESS_QUESTIONS : ITEM_GUESS_EITHER;
}

/* Returns whether the object's first value, as far as visible, is a text or a number. */
static bool begins_with_plain_value(struct bytes object)
{
    struct bytes name;
    struct bytes rest = bytes_skip_space(bytes_from(object, 1));
    if (rest.size == 0 || rest.data[0] != '"' || !bytes_split(bytes_from(rest, 1), '"', &name, &rest))
        return false;
    rest = bytes_skip_space(rest);
    if (rest.size == 0 || rest.data[0] != ':')
        return false;
    rest = bytes_skip_space(bytes_from(rest, 1));
    return rest.size > 0 && memchr("\"0123456789", rest.data[0], 11) != NULL;
}

/* Returns whether the text ends within its first value. */
static bool ends_in_object(struct bytes beginning)
{
    struct json_scan scan = json_scan_of(beginning);
    struct bytes value;
    return !json_scan_value(&scan, &value) && scan.is_cut;
}

static void count_fields(void *context, const struct json_fields *object)
{
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field)) {
        const bool is_text = field.kind == JSON_FIELD_TEXT;
        count_field(context, field.key, field.kind,
                    is_text ? json_fields_text(object, field.key.data) : (struct bytes){0});
    }
}

bool item_beginning_asks(struct bytes beginning)
{
    struct field_census census = {0};
    return item_file_look(ITEM_QUESTION, bytes_without_mark(beginning), count_fields, &census) &&
           census.query;
}

/* Returns whether the content begins with an item that is cut off, alone or as the first one of an array. */
static bool begins_with_item(struct bytes beginning)
{
    struct bytes rest = bytes_skip_space(beginning);
    if (rest.size > 0 && rest.data[0] == '[')
        rest = bytes_skip_space(bytes_from(rest, 1));
    return rest.size > 0 && rest.data[0] == '{' && begins_with_plain_value(rest);
}

/* Returns whether the first object is a document of an index, with its fields under "_source". */
static bool begins_with_source(struct bytes beginning)
{
    struct json_scan scan = json_scan_of(beginning);
    struct bytes key;
    struct bytes value;
    json_scan_take_if(&scan, '[');
    if (!json_scan_take_if(&scan, '{'))
        return false;
    for (bool is_first = true; json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        if (bytes_equal(key, bytes_of("\"_source\"")))
            return true;
        if (!json_scan_value(&scan, &value))
            return false;
    }
    return false;
}

/*
 * Returns whether the content comes from a search. What a search finds are documents, whatever the names of their
 * fields.
 */
static bool was_found(struct bytes beginning)
{
    return item_columns_recognise(NULL, beginning) || item_answers_recognise(NULL, beginning);
}

enum item_guess item_guess_of_beginning(struct bytes beginning)
{
    beginning = bytes_without_mark(beginning);
    const bool names_documents = item_bulk_recognise(NULL, beginning) || begins_with_source(beginning) ||
                                 item_json_has_groups(ITEM_DOCUMENT, beginning);
    const bool names_questions = item_json_has_groups(ITEM_QUESTION, beginning);
    for (enum item_kind kind = ITEM_DOCUMENT; kind <= ITEM_QUESTION; kind++) {
        struct field_census census = {0};
        if (!item_file_look(kind, beginning, count_fields, &census) || guess_of(&census) == ITEM_GUESS_NONE)
            continue;
        bool is_either = guess_of(&census) == ITEM_GUESS_EITHER;
        if (was_found(beginning) || (is_either && names_documents))
            return ITEM_GUESS_DOCUMENTS;
        return is_either && names_questions ? ITEM_GUESS_QUESTIONS : guess_of(&census);
    }
    if (item_columns_recognise(NULL, beginning)) /* the ids alone fill the beginning */
        return ITEM_GUESS_DOCUMENTS;
    return ends_in_object(beginning) && begins_with_item(beginning) ? ITEM_GUESS_DOCUMENTS : ITEM_GUESS_NONE;
}
