/*
 * A field is found by its name. There is a list of names for the id, the text and the title; of those that
 * an object has, the one that stands first in the list is taken.
 *
 * What is taken is removed from the object, so that what is left are the item's other fields. "question" is
 * a text as well as a title: of a document it is the title when another field is the text.
 */
#include "import/items/item_fields.h"

#include <string.h>

/* The names that a field may have; of those that an object has, the first one in the list is taken. */
static const char *const id_names[][6] = {
    [ITEM_DOCUMENT] = {"_id", "id", "docid", "doc_id", "pid"},
    [ITEM_QUESTION] = {"_id", "id", "qid", "query_id", "question_id"},
};
static const char *const text_names[][7] = {
    [ITEM_DOCUMENT] = {"text", "contents", "body", "answer", "query", "question"},
    [ITEM_QUESTION] = {"text", "query", "question", "contents", "body"},
};

/* The question may be the title of a document whose text is the answer to it. */
static const char *const title_names[] = {"title", "question", NULL};

enum { LARGEST_EXACT_INTEGER = 1 << 30 };

static const char *first_present(const struct json_fields *object, const char *const *names)
{
    for (; *names != NULL; names++) {
        enum json_field kind = json_fields_kind(object, *names);
        if (kind != JSON_FIELD_ABSENT && kind != JSON_FIELD_NULL)
            return *names;
    }
    return NULL;
}

/* What a document is headed by; NULL: nothing. */
static const char *find_title(enum item_kind kind, const struct json_fields *object, const char *text)
{
    for (size_t i = 0; kind == ITEM_DOCUMENT && title_names[i] != NULL; i++) {
        bool is_text = text != NULL && strcmp(title_names[i], text) == 0;
        if (!is_text && json_fields_kind(object, title_names[i]) == JSON_FIELD_TEXT)
            return title_names[i];
    }
    return NULL;
}

/* The text under `key`, copied and taken out of the object. */
static bool take_text(struct json_fields *object, const char *key, struct arena *arena, struct bytes *text,
                      struct err *err)
{
    if (json_fields_kind(object, key) != JSON_FIELD_TEXT)
        return err_set(err, ERR_INPUT, "\"%s\" is not a text; write it in quotation marks", key);
    *text = arena_copy(arena, json_fields_text(object, key));
    json_fields_remove(object, key);
    return true;
}

/* An id may be written as a whole number, too. */
static bool take_id(struct json_fields *object, const char *key, struct arena *arena, struct bytes *id,
                    struct err *err)
{
    if (json_fields_kind(object, key) != JSON_FIELD_NUMBER)
        return take_text(object, key, arena, id, err);
    double number = json_fields_number(object, key);
    if (!(number >= 0 && number <= LARGEST_EXACT_INTEGER) || number != (double)(int)number)
        return err_set(err, ERR_INPUT,
                       "the number under \"%s\" is not a whole one up to %d; write it as a text", key,
                       LARGEST_EXACT_INTEGER);
    *id = bytes_of(arena_format(arena, "%d", (int)number));
    json_fields_remove(object, key);
    return true;
}

bool item_take_fields(enum item_kind kind, struct json_fields *object, struct arena *arena, struct item *item,
                      struct err *err)
{
    const char *id = first_present(object, id_names[kind]);
    const char *text = first_present(object, text_names[kind]);
    if (id == NULL)
        return err_set(err, ERR_INPUT, "no id; name it \"%s\", \"%s\" or \"%s\"", id_names[kind][0],
                       id_names[kind][1], id_names[kind][2]);
    const char *title = find_title(kind, object, text);
    if (text == NULL && title == NULL)
        return err_set(err, ERR_INPUT, "no text; name it \"%s\", \"%s\" or \"%s\"", text_names[kind][0],
                       text_names[kind][1], text_names[kind][2]);
    if (!take_id(object, id, arena, &item->id, err) ||
        (text != NULL && !take_text(object, text, arena, &item->text, err)) ||
        (title != NULL && !take_text(object, title, arena, &item->title, err)))
        return false;
    item->fields = json_fields_print(object, arena);
    return true;
}

static const char *find_name(const char *const *names, struct bytes name)
{
    while (*names != NULL && !bytes_equal_ignoring_case(bytes_of(*names), name))
        names++;
    return *names;
}

enum item_role item_field_role(enum item_kind kind, struct bytes name, const char **known)
{
    if ((*known = find_name(id_names[kind], name)) != NULL ||
        find_name(id_names[kind == ITEM_DOCUMENT ? ITEM_QUESTION : ITEM_DOCUMENT], name) != NULL)
        return ITEM_ROLE_ID;
    if ((*known = find_name(text_names[kind], name)) != NULL ||
        (kind == ITEM_DOCUMENT && (*known = find_name(title_names, name)) != NULL))
        return ITEM_ROLE_TEXT;
    return ITEM_ROLE_NONE;
}
