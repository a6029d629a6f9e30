/*
 * JSON over any number of lines: arrays of objects, consecutive objects, an object with the items somewhere inside, or
 * an object whose keys are their ids. json_scan.h finds the end of each item, and each item is parsed by itself. So
 * memory does not grow with the file.
 *
 * The elements of an array may be groups, such as courses with their questions. A group is an object with the items and
 * with fields that apply to all of them.
 *
 * The members of a file's only object tell what it holds, in this order: a member with a name for items of this kind;
 * text and id of an item; only items; the first array of objects, in it or in an object in it; else only texts, or only
 * objects, whose keys must be their ids. An object that is too large to be one item is none.
 */
#include "import/items/item_fields.h"
#include "import/items/item_object.h"
#include "import/items/item_reading.h"
#include "import/text/json_scan.h"

#include <string.h>

enum { CONTAINER_DEPTH_MAX = 4 };

bool item_json_recognise(const struct item_fields *fields, struct bytes content)
{
    (void)fields;
    struct json_scan scan = json_scan_of(content);
    char first = json_scan_peek(&scan);
    if (first != '{' && first != '[')
        return false;
    json_scan_take(&scan, first);
    char second = json_scan_peek(&scan);
    /* A text may begin with a bracket, too. */
    return first == '{' ? second == '"' || second == '}' : second != '\0' && strchr("{[\"]", second) != NULL;
}

/* --- One item ------------------------------------------------------------- */

static bool fail_scan(struct item_reading *reading, const struct json_scan *scan, struct err *err)
{
    err_set(err, ERR_INPUT, "%s", scan->fault);
    return item_reading_fail(reading, scan->fault_at, err);
}

static bool fail_at(struct item_reading *reading, const char *at, const char *what, struct err *err)
{
    err_set(err, ERR_INPUT, "%s", what);
    return item_reading_fail(reading, at, err);
}

/* Takes the next value, which must be small enough to be an item. */
static bool take_value(struct item_reading *reading, struct json_scan *scan, struct bytes *value,
                       struct err *err)
{
    const char *end = scan->end;
    json_scan_peek(scan);
    if ((size_t)(end - scan->at) > ITEM_SIZE_MAX)
        scan->end = scan->at + ITEM_SIZE_MAX + 1;
    struct bytes window = {.data = scan->at, .size = (size_t)(scan->end - scan->at)};
    bool is_found = json_scan_value(scan, value);
    if (!is_found && scan->is_cut && !item_reading_check(reading, window, err))
        return false;
    scan->end = end;
    return is_found || fail_scan(reading, scan, err);
}

static bool has_id(enum item_kind kind, const struct json_fields *object)
{
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field)) {
        const char *known;
        if (item_field_role(kind, field.key, &known) == ITEM_ROLE_ID && known != NULL)
            return true;
    }
    return false;
}

/* Passes on an object or a bare text. `key`: its key, which is its id if it has none itself. */
static bool put_value(struct item_reading *reading, struct bytes value, const struct bytes *key,
                      struct err *err)
{
    struct json_fields *object = NULL;
    struct bytes text;
    const char *broken_at = value.data;
    if (value.data[0] == '{') {
        if (!json_fields_parse_part(&object, value, &broken_at, err))
            return item_reading_fail(reading, broken_at, err);
    } else if (value.data[0] == '"') {
        if (!json_string_parse(value, &reading->arena, &text, err))
            return item_reading_fail(reading, value.data, err);
        object = json_fields_make();
        json_fields_add_text(object, "text", text);
    } else {
        return fail_at(reading, value.data, "write an object here, like {\"_id\": …, \"text\": …}", err);
    }
    if (key != NULL && !has_id(reading->fields->kind, object))
        json_fields_add_text(object, "_id", *key);
    return item_reading_put_object(reading, object, value, err);
}

/* --- Where the items are -------------------------------------------------- */

struct json_items {
    enum { ITEMS_ONE, ITEMS_LISTED, ITEMS_KEYED } kind;
    const char *at; /* the bracket around them */
    size_t depth;   /* number of objects around that */
};

/* The known facts about the members of an object. */
struct json_members {
    struct json_items named; /* a member with a name for the items; `at` is NULL: none */
    struct json_items array; /* the first array of objects */
    size_t n, n_objects, n_texts;
    size_t n_items; /* objects that have a text of an item */
    bool has_id, has_text;
    bool asks; /* a text has a name for a question */
    bool is_cut;
};

static struct json_members look_at_members(enum item_kind kind, struct json_scan scan, size_t depth);

/* Returns the first byte of the first element, if this is an array. */
static char first_in_array(struct json_scan scan)
{
    return json_scan_take_if(&scan, '[') ? json_scan_peek(&scan) : '\0';
}

static void note_inner(struct json_members *members, struct json_members inner)
{
    members->n_items += inner.has_text;
    if (members->array.at == NULL && !inner.has_text)
        members->array = inner.named.at != NULL ? inner.named : inner.array;
}

static void note_member(struct json_members *members, enum item_kind kind, struct bytes name,
                        struct json_scan scan, size_t depth)
{
    const char *known;
    char first = json_scan_peek(&scan);
    enum item_role role = item_field_role(kind, name, &known);
    bool is_plain = first != '{' && first != '[';
    members->n++;
    members->n_objects += first == '{';
    members->n_texts += first == '"';
    members->has_id |= role == ITEM_ROLE_ID && known != NULL && is_plain;
    members->has_text |= (role != ITEM_ROLE_ID && role != ITEM_ROLE_NONE && first == '"') ||
                         (first == '{' && item_object_is_wrapper(name));
    members->asks |= first == '"' && item_field_is_query(name);
    if (!is_plain && item_names_container(kind, name))
        members->named = (struct json_items){.kind = first == '[' ? ITEMS_LISTED : ITEMS_KEYED,
                                             .at = scan.at,
                                             .depth = depth};
    else if (members->array.at == NULL && first_in_array(scan) == '{')
        members->array = (struct json_items){.kind = ITEMS_LISTED, .at = scan.at, .depth = depth};
    else if (first == '{' && depth < CONTAINER_DEPTH_MAX)
        note_inner(members, look_at_members(kind, scan, depth + 1));
}

/* Examines the members of the object that begins here, as far as the content goes. */
static struct json_members look_at_members(enum item_kind kind, struct json_scan scan, size_t depth)
{
    struct json_members members = {0};
    struct bytes key;
    struct bytes value;
    json_scan_take(&scan, '{');
    while (members.named.at == NULL && json_scan_next(&scan, '}', members.n == 0) &&
           json_scan_key(&scan, &key)) {
        note_member(&members, kind, bytes_slice(key, 1, key.size - 1), scan, depth);
        json_scan_value(&scan, &value);
    }
    members.is_cut = scan.is_cut;
    return members;
}

/* Finds the member with a name for the items, anywhere in the object. */
static struct json_items find_named(enum item_kind kind, struct json_scan scan)
{
    struct bytes key, value;
    json_scan_take(&scan, '{');
    for (bool is_first = true; json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        char first = json_scan_peek(&scan);
        if ((first == '[' || first == '{') && item_names_container(kind, bytes_slice(key, 1, key.size - 1)))
            return (struct json_items){.kind = first == '[' ? ITEMS_LISTED : ITEMS_KEYED,
                                       .at = scan.at,
                                       .depth = 1};
        json_scan_value(&scan, &value);
    }
    return (struct json_items){0};
}

/* Finds what the only object of a file holds. */
static struct json_items find_items(const struct item_fields *fields, struct json_scan scan)
{
    const enum item_kind kind = fields->kind;
    const char *begin = scan.at;
    if (fields->judges != NULL && fields->judges->list_at == NULL && !fields->judges->is_keyed)
        return (struct json_items){.kind = ITEMS_ONE, .at = begin}; /* a question with its documents */
    const struct json_scan whole = scan;
    bool is_large = (size_t)(scan.end - scan.at) > ITEM_SIZE_MAX;
    if (is_large)
        scan.end = scan.at + ITEM_SIZE_MAX;
    struct json_members members = look_at_members(kind, scan, 1);
    bool is_item =
        members.has_text && (members.has_id || members.array.at == NULL) && !(members.is_cut && is_large);
    if (members.named.at == NULL && members.is_cut && is_large)
        members.named = find_named(kind, whole);
    if (members.named.at != NULL)
        return members.named;
    if (is_item || members.n == 0)
        return (struct json_items){.kind = ITEMS_ONE, .at = begin};
    if (members.array.at != NULL && members.n_items < members.n)
        return members.array;
    if (!members.has_id && !members.asks && (members.n == members.n_objects || members.n == members.n_texts))
        return (struct json_items){.kind = ITEMS_KEYED, .at = begin};
    return (struct json_items){.kind = ITEMS_ONE, .at = begin};
}

/* Returns whether another value follows the object that begins here. */
static bool is_followed(struct json_scan scan)
{
    struct bytes value;
    if ((size_t)(scan.end - scan.at) > ITEM_SIZE_MAX) {
        struct json_scan window = scan;
        window.end = scan.at + ITEM_SIZE_MAX;
        if (!json_scan_value(&window, &value))
            return false;
    }
    return json_scan_value(&scan, &value) && !json_scan_at_end(&scan);
}

/* --- Groups --------------------------------------------------------------- */

/*
 * Returns the list of items in the object that begins here. NULL: it is not a group; an object with a text of its own
 * is an item.
 */
static const char *find_group(enum item_kind kind, struct json_scan scan)
{
    const char *items = NULL, *known;
    struct bytes key, value;
    if (!json_scan_take_if(&scan, '{'))
        return NULL;
    for (bool is_first = true; json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        struct bytes name = bytes_slice(key, 1, key.size - 1);
        enum item_role role = item_field_role(kind, name, &known);
        if (json_scan_peek(&scan) == '"' && role != ITEM_ROLE_ID && role != ITEM_ROLE_NONE)
            return NULL;
        if (items == NULL && item_names_container(kind, name) && first_in_array(scan) == '{')
            items = scan.at;
        json_scan_value(&scan, &value);
    }
    return items;
}

bool item_json_has_groups(enum item_kind kind, struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    return json_scan_take_if(&scan, '[') && find_group(kind, scan) != NULL;
}

/* Reads the other members of a group as an object. */
static bool read_group_fields(const char *items, struct bytes group, struct json_fields **fields,
                              struct err *err)
{
    struct json_scan scan = json_scan_of(group);
    struct buffer others = {0};
    struct bytes key, value;
    const char *broken_at;
    json_scan_take(&scan, '{');
    buffer_add_byte(&others, '{');
    for (bool is_first = true;
         json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        if (value.data == items)
            continue;
        buffer_add_string(&others, others.size > 1 ? "," : "");
        buffer_add(&others, key);
        buffer_add_byte(&others, ':');
        buffer_add(&others, value);
    }
    buffer_add_byte(&others, '}');
    bool read = json_fields_parse_part(fields, buffer_bytes(&others), &broken_at, err);
    buffer_release(&others);
    return read;
}

static bool read_array(struct item_reading *reading, struct json_scan *scan, struct err *err);

/* With `look`, the content may end within the group. */
static bool read_group(struct item_reading *reading, struct json_scan *scan, const char *items,
                       struct err *err)
{
    struct json_scan inner = *scan;
    struct json_fields *fields = NULL;
    struct bytes group;
    inner.at = items;
    if (reading->look != NULL)
        return read_array(reading, &inner, err);
    if (!take_value(reading, scan, &group, err))
        return false;
    if (!read_group_fields(items, group, &fields, err))
        return item_reading_fail(reading, group.data, err);
    reading->of_group = fields;
    bool worked = read_array(reading, &inner, err);
    reading->of_group = NULL;
    json_fields_free(fields);
    return worked;
}

/* --- Reading -------------------------------------------------------------- */

/* Reads an element of an array, which may be a group. Groups inside groups are not supported. */
static bool read_element(struct item_reading *reading, struct json_scan *scan, bool are_groups,
                         struct err *err)
{
    struct bytes value;
    const char *items = are_groups ? find_group(reading->fields->kind, *scan) : NULL;
    if (items != NULL)
        return read_group(reading, scan, items, err);
    return take_value(reading, scan, &value, err) && put_value(reading, value, NULL, err);
}

static bool read_array(struct item_reading *reading, struct json_scan *scan, struct err *err)
{
    const char *opened = scan->at;
    json_scan_take(scan, '[');
    bool are_groups = reading->of_group == NULL && find_group(reading->fields->kind, *scan) != NULL;
    for (bool is_first = true; json_scan_next(scan, ']', is_first); is_first = false) {
        if (!read_element(reading, scan, are_groups, err))
            return false;
    }
    if (scan->is_cut)
        return fail_at(reading, opened, "the array that begins here is not closed; is the file cut short?",
                       err);
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

static bool read_keyed(struct item_reading *reading, struct json_scan *scan, struct err *err)
{
    const char *opened = scan->at;
    struct bytes key;
    struct bytes value;
    json_scan_take(scan, '{');
    for (bool is_first = true; json_scan_next(scan, '}', is_first) && json_scan_key(scan, &key);
         is_first = false) {
        struct bytes id;
        if (!take_value(reading, scan, &value, err))
            return false;
        if (!json_string_parse(key, &reading->arena, &id, err))
            return item_reading_fail(reading, key.data, err);
        if (!put_value(reading, value, &id, err))
            return false;
    }
    if (scan->is_cut)
        return fail_at(reading, opened, "the object that begins here is not closed; is the file cut short?",
                       err);
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

/* Skips what follows the items in the objects around them. */
static bool pass_rest(struct item_reading *reading, struct json_scan *scan, size_t depth, struct err *err)
{
    struct bytes ignored;
    for (; depth > 0; depth--) {
        while (json_scan_next(scan, '}', false) && json_scan_key(scan, &ignored) &&
               json_scan_value(scan, &ignored)) {
        }
    }
    return scan->fault == NULL || fail_scan(reading, scan, err);
}

static bool read_object(struct item_reading *reading, struct json_scan *scan, bool is_only, struct err *err)
{
    struct json_items items = {.kind = ITEMS_ONE};
    struct bytes value;
    if (is_only)
        items = find_items(reading->fields, *scan);
    if (items.kind == ITEMS_ONE)
        return take_value(reading, scan, &value, err) && put_value(reading, value, NULL, err);
    scan->at = items.at;
    bool worked =
        items.kind == ITEMS_LISTED ? read_array(reading, scan, err) : read_keyed(reading, scan, err);
    return worked && pass_rest(reading, scan, items.depth, err);
}

bool item_json_read(struct item_reading *reading, struct err *err)
{
    struct json_scan scan = json_scan_of(reading->content);
    bool worked = true;
    bool is_only = json_scan_peek(&scan) == '{' && !is_followed(scan);
    while (worked && !json_scan_at_end(&scan)) {
        char first = json_scan_peek(&scan);
        if (first == '[')
            worked = read_array(reading, &scan, err);
        else if (first == '{')
            worked = read_object(reading, &scan, is_only, err);
        else
            worked =
                fail_at(reading, scan.at, "only objects and arrays can be here; remove everything else", err);
    }
    return worked;
}
