/*
 * The names in the first line tell: those of a header, or the keys of a JSON object. An object that is cut off
 * in its middle is still told from a JSON run, whose first value is an object: it is a document, since no
 * question is that long.
 */
#include "import/items/item_recognise.h"

#include "import/items/item_fields.h"

#include <string.h>

/* Which fields a line has. */
struct field_census {
    bool plain_id, document_id, question_id;
    bool text;          /* that documents and questions have */
    bool document_text; /* that documents alone have: a title, an answer */
    bool query;         /* a text that is named as a question's */
};

static void count_field(struct field_census *census, struct bytes name)
{
    const char *of_document;
    const char *of_question;
    enum item_role as_document = item_field_role(ITEM_DOCUMENT, name, &of_document);
    enum item_role as_question = item_field_role(ITEM_QUESTION, name, &of_question);
    bool is_id = as_document == ITEM_ROLE_ID;
    bool is_query = as_question == ITEM_ROLE_TEXT && item_field_is_query(name);
    census->plain_id |= is_id && of_document != NULL && of_question != NULL;
    census->document_id |= is_id && of_question == NULL;
    census->question_id |= is_id && of_document == NULL;
    census->query |= is_query;
    census->text |= as_question == ITEM_ROLE_TEXT && !is_query;
    census->document_text |= as_document >= ITEM_ROLE_TEXT && as_question == ITEM_ROLE_NONE;
}

/* A question beside another text is the title of a document. Ids may be missing: then they are made. */
static enum item_guess guess_of(const struct field_census *census)
{
    bool is_query_alone = census->query && !census->text && !census->document_text;
    bool has_text = census->text || census->document_text || census->query;
    if (!has_text || (census->document_id && census->question_id)) /* both: a run with texts */
        return ITEM_GUESS_NONE;
    if (census->question_id)
        return ITEM_GUESS_QUESTIONS;
    if (census->document_id && is_query_alone) /* perhaps that of the document that answers it */
        return ITEM_GUESS_EITHER;
    if (census->document_id || census->document_text || (census->query && census->text))
        return ITEM_GUESS_DOCUMENTS;
    return is_query_alone ? ITEM_GUESS_QUESTIONS : ITEM_GUESS_EITHER;
}

static struct bytes skip_blanks(struct bytes text)
{
    while (text.size > 0 && memchr(" \t\r\n", text.data[0], 4) != NULL)
        text = bytes_from(text, 1);
    return text;
}

/* Whether an object's first value, as far as it can be seen, is a text or a number. */
static bool begins_with_plain_value(struct bytes object)
{
    struct bytes name;
    struct bytes rest = skip_blanks(bytes_from(object, 1));
    if (rest.size == 0 || rest.data[0] != '"' || !bytes_split(bytes_from(rest, 1), '"', &name, &rest))
        return false;
    rest = skip_blanks(rest);
    if (rest.size == 0 || rest.data[0] != ':')
        return false;
    rest = skip_blanks(bytes_from(rest, 1));
    return rest.size > 0 && memchr("\"0123456789", rest.data[0], 11) != NULL;
}

static enum item_guess guess_of_object(struct bytes line, bool is_cut)
{
    struct json_fields *object = NULL;
    struct field_census census = {0};
    struct err unused;
    if (!json_fields_parse(&object, line, "", &unused))
        return is_cut && begins_with_plain_value(line) ? ITEM_GUESS_DOCUMENTS : ITEM_GUESS_NONE;
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field))
        count_field(&census, field.key);
    json_fields_free(object);
    return guess_of(&census);
}

static enum item_guess guess_of_header(struct bytes line)
{
    struct field_census census = {0};
    struct bytes cell;
    if (memchr(line.data, '\t', line.size) == NULL)
        return ITEM_GUESS_NONE;
    while (bytes_split(line, '\t', &cell, &line))
        count_field(&census, cell);
    count_field(&census, line);
    return guess_of(&census);
}

enum item_guess item_guess_of_beginning(struct bytes beginning)
{
    struct bytes rest = skip_blanks(bytes_without_mark(beginning));
    struct bytes line;
    if (!bytes_next_line(&rest, &line))
        return ITEM_GUESS_NONE;
    return line.data[0] == '{' ? guess_of_object(line, rest.size == 0) : guess_of_header(line);
}
