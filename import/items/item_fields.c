/*
 * A field is found by its name. There is a list of names for the id, the text and the title; of those that
 * an object has, the one that stands first in the list is taken. An id goes by more spellings, as in runs.
 *
 * What is taken is removed from the object, so that what is left are the item's other fields. "question" is
 * a text as well as a title: of a document it is the title when another field is the text.
 */
#include "import/items/item_fields.h"

#include "import/field_names.h"

#include <string.h>

/* A plain id, in a file of items of one kind; then those names that say whose it is. */
static const char *const plain_id_names[] = {"_id", "id", NULL};
static const char *const *const id_names[] = {
    [ITEM_DOCUMENT] = document_id_names,
    [ITEM_QUESTION] = question_id_names,
};

/* The names that a field may have; of those that an object has, the first one in the list is taken. */
static const char *const text_names[][7] = {
    [ITEM_DOCUMENT] = {"text", "contents", "body", "answer", "query", "question"},
    [ITEM_QUESTION] = {"text", "query", "question", "contents", "body"},
};

/* The question may be the title of a document whose text is the answer to it. */
static const char *const title_names[] = {"title", "question", NULL};

enum { LARGEST_EXACT_INTEGER = 1 << 30 };

static bool is_present(const struct json_fields *object, const char *key)
{
    enum json_field kind = json_fields_kind(object, key);
    return kind != JSON_FIELD_ABSENT && kind != JSON_FIELD_NULL;
}

static const char *first_present(const struct json_fields *object, const char *const *names)
{
    while (*names != NULL && !is_present(object, *names))
        names++;
    return *names;
}

/* The key of the object that goes by this name, or NULL. */
static const char *find_called(const struct json_fields *object, const char *name)
{
    struct bytes key;
    for (size_t i = 0; json_fields_key(object, i, &key); i++) {
        if (field_is_called(key, name) && is_present(object, key.data))
            return key.data;
    }
    return NULL;
}

static const char *find_id(enum item_kind kind, const struct json_fields *object)
{
    const char *key = first_present(object, plain_id_names);
    for (const char *const *name = id_names[kind]; key == NULL && *name != NULL; name++)
        key = find_called(object, *name);
    return key;
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
    const char *id = find_id(kind, object);
    const char *text = first_present(object, text_names[kind]);
    if (id == NULL)
        return err_set(err, ERR_INPUT, "no id; name it \"%s\", \"%s\" or \"%s\"", plain_id_names[0],
                       plain_id_names[1], id_names[kind][0]);
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

/* The id as a file of this kind of items may call it, or NULL. */
static const char *find_id_name(enum item_kind kind, struct bytes name)
{
    const char *plain = find_name(plain_id_names, name);
    return plain != NULL ? plain : field_find_name(name, id_names[kind]);
}

enum item_role item_field_role(enum item_kind kind, struct bytes name, const char **known)
{
    if ((*known = find_id_name(kind, name)) != NULL ||
        find_id_name(kind == ITEM_DOCUMENT ? ITEM_QUESTION : ITEM_DOCUMENT, name) != NULL)
        return ITEM_ROLE_ID;
    if ((*known = find_name(text_names[kind], name)) != NULL ||
        (kind == ITEM_DOCUMENT && (*known = find_name(title_names, name)) != NULL))
        return ITEM_ROLE_TEXT;
    return ITEM_ROLE_NONE;
}

void item_add_id_names(enum item_kind kind, struct buffer *out)
{
    buffer_add_string(out, plain_id_names[1]);
    for (const char *const *name = id_names[kind]; *name != NULL; name++)
        buffer_add_format(out, "%s%s", name[1] != NULL ? ", " : " or ", *name);
}
