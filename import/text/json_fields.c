/*
 * A thin layer over cJSON. cJSON works with terminated strings and would silently cut a text at its first NUL. So a
 * line with a NUL, as a byte or as \u0000, is refused before cJSON sees it. cJSON returns NULL when memory is
 * exhausted; here that ends the program, as everywhere.
 *
 * cJSON also accepts repeated keys, which readers interpret differently, and reads numbers as doubles. So the parsed
 * value is checked again: a repeated key is refused, and a number with more digits than a double certainly holds keeps
 * its text.
 */
#include "import/text/json_fields.h"

#include "core/base/bug.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/unicode.h"
#include "import/text/json_scan.h"

#include <cJSON.h>
#include <errno.h>
#include <math.h>
#include <string.h>

/* A json_object is a cJSON object under another name, so that no other file depends on the library. */
static cJSON *inside(const struct json_fields *object)
{
    return (cJSON *)(uintptr_t)object;
}

/* cJSON would silently cut the text there. */
static bool has_nul_escape(struct bytes line)
{
    static const char escape[] = "\\u0000";
    const char *at = line.data, *end = line.data + line.size;
    while (end - at > 1 && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if (bytes_starts_with((struct bytes){.data = at, .size = (size_t)(end - at)}, escape))
            return true;
        at += end - at > 1 ? 2 : 1; /* an escaped byte can't begin another escape */
    }
    return false;
}

static bool check_no_nul(struct bytes text, struct err *err)
{
    if (text.size > 0 && memchr(text.data, '\0', text.size) != NULL)
        return err_set(err, ERR_INPUT,
                       "it holds a NUL byte, which JSON does not allow; is this a binary file?");
    if (has_nul_escape(text))
        return err_set(err, ERR_INPUT, "it holds \\u0000, which no text may hold; remove it");
    return true;
}

/*
 * Calls cJSON_ParseWithLengthOpts. NULL: the text is not JSON. cJSON also returns NULL when memory is exhausted.
 */
static cJSON *parse_text(struct bytes text, const char **end)
{
    errno = 0;
    cJSON *parsed = cJSON_ParseWithLengthOpts(text.data, text.size, end, 0);
    if (parsed == NULL && errno == ENOMEM)
        memory_out(0);
    return parsed;
}

/* Returns the only value of the text. NULL: it is not JSON from *broken_at on. */
static cJSON *parse_value(struct bytes text, const char **broken_at)
{
    const char *end = NULL;
    cJSON *parsed = parse_text(text, &end);
    *broken_at = end != NULL ? end : text.data;
    if (parsed == NULL || bytes_trim(bytes_from(text, (size_t)(end - text.data))).size == 0)
        return parsed;
    while (**broken_at == ' ' || **broken_at == '\t')
        ++*broken_at; /* up to the first byte after the value that is not blank */
    cJSON_Delete(parsed);
    return NULL;
}

/* --- Checks that cJSON does not make ---------------------------------------------------------- */

/* Whole numbers up to this are exact as doubles and in cJSON's output. */
static const double LARGEST_OF_ALL_DIGITS = 1e15;

static bool is_number(const cJSON *item)
{
    return cJSON_IsNumber(item) || cJSON_IsRaw(item);
}

/* Returns the first member whose key occurs earlier in the object, or NULL. */
static const cJSON *find_doubled(const cJSON *object)
{
    struct map keys = {0};
    const cJSON *member = object->child;
    for (bool is_new = true; member != NULL; member = member->next) {
        map_put(&keys, bytes_of(member->string), &is_new);
        if (!is_new)
            break;
    }
    map_release(&keys);
    return member;
}

/* The faults of a value, and whether it has numbers that must keep their digits. */
struct findings {
    const cJSON *doubled; /* a member with a repeated key; NULL: none */
    bool has_long_numbers;
};

static void look_into(const cJSON *item, struct findings *findings)
{
    findings->has_long_numbers |= cJSON_IsNumber(item) && fabs(item->valuedouble) > LARGEST_OF_ALL_DIGITS;
    if (findings->doubled == NULL && cJSON_IsObject(item))
        findings->doubled = find_doubled(item);
    for (const cJSON *child = item->child; child != NULL; child = child->next)
        look_into(child, findings);
}

/* A walk through a parsed value and its text at the same time. */
struct text_walk {
    struct json_scan scan;
    const cJSON *wanted; /* a member to find in the text */
    const char *found;   /* place of its key */
};

/* Keeps the text of a number with many digits. */
static void keep_digits(cJSON *item, struct bytes written)
{
    double number;
    if (!cJSON_IsNumber(item) || !(fabs(item->valuedouble) > LARGEST_OF_ALL_DIGITS) ||
        !number_parse_real(written, &number) || number < item->valuedouble || number > item->valuedouble)
        return;
    char *digits = cJSON_malloc(written.size + 1);
    if (digits == NULL)
        memory_out(written.size + 1);
    memcpy(digits, written.data, written.size);
    digits[written.size] = '\0';
    item->type = cJSON_Raw;
    item->valuestring = digits;
}

static void walk_text(struct text_walk *walk, cJSON *item)
{
    bool is_object = cJSON_IsObject(item);
    struct bytes written;
    if (!is_object && !cJSON_IsArray(item)) {
        if (json_scan_value(&walk->scan, &written))
            keep_digits(item, written);
        return;
    }
    json_scan_take(&walk->scan, is_object ? '{' : '[');
    for (cJSON *child = item->child; child != NULL; child = child->next) {
        if (!json_scan_next(&walk->scan, is_object ? '}' : ']', child == item->child) ||
            (is_object && !json_scan_key(&walk->scan, &written)))
            return;
        if (child == walk->wanted)
            walk->found = written.data;
        walk_text(walk, child);
    }
    json_scan_take(&walk->scan, is_object ? '}' : ']');
}

/* Corrects what can be corrected. Sets *at to the place of an error in the text. */
static bool check_parsed(cJSON *parsed, struct bytes text, const char **at, struct err *err)
{
    struct findings findings = {0};
    look_into(parsed, &findings);
    struct text_walk walk = {.scan = json_scan_of(text), .wanted = findings.doubled, .found = text.data};
    if (findings.doubled != NULL || findings.has_long_numbers)
        walk_text(&walk, parsed);
    *at = walk.found;
    return findings.doubled == NULL ||
           err_set(err, ERR_INPUT, "\"%s\" is given twice; write it once", findings.doubled->string);
}

/* --- Parsing ------------------------------------------------------------------------------------ */

/*
 * Sets the error for a wrong escape. Mostly it is half a surrogate pair, from a program that cut the text between its
 * halves.
 */
static bool fail_escape(struct bytes text, size_t offset, struct err *err)
{
    enum { ESCAPE_SIZE = 6 };
    return err_set(err, ERR_INPUT,
                   "the escape %.*s is half a character; write the character itself, or remove it",
                   BYTES_FORMAT(unicode_first(bytes_from(text, offset), ESCAPE_SIZE)));
}

/* `example`: a valid line; NULL: the text is part of a larger one, and is an object if it is JSON. */
static bool fail_broken(struct bytes text, const char *at, const char *example, struct err *err)
{
    size_t offset = (size_t)(at - text.data);
    if (bytes_starts_with(bytes_from(text, offset), "\\u"))
        return fail_escape(text, offset, err);
    if (example == NULL)
        return err_set(err, ERR_INPUT, "this is not JSON; correct it");
    return err_set(err, ERR_INPUT, "not JSON at column %zu; each line must be one JSON object", offset + 1);
}

static bool parse_object(struct json_fields **out, struct bytes text, const char *example, const char **at,
                         struct err *err)
{
    *at = text.data;
    if (!check_no_nul(text, err))
        return false;
    cJSON *parsed = parse_value(text, at);
    if (parsed == NULL)
        return fail_broken(text, *at, example, err);
    BUG_UNLESS(example != NULL || cJSON_IsObject(parsed));
    if (cJSON_IsObject(parsed)
            ? check_parsed(parsed, text, at, err)
            : err_set(err, ERR_INPUT, "this is JSON, but not an object; each line must be an object like %s",
                      example)) {
        *out = (struct json_fields *)(void *)parsed;
        return true;
    }
    cJSON_Delete(parsed);
    return false;
}

bool json_fields_parse(struct json_fields **out, struct bytes line, const char *example, struct err *err)
{
    const char *broken_at;
    return parse_object(out, line, example, &broken_at, err);
}

bool json_fields_parse_part(struct json_fields **out, struct bytes part, const char **broken_at,
                            struct err *err)
{
    return parse_object(out, part, NULL, broken_at, err);
}

static const cJSON *find(const struct json_fields *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(inside(object), key);
}

struct json_fields *json_fields_make(void)
{
    cJSON *object = cJSON_CreateObject();
    if (object == NULL)
        memory_out(0);
    return (struct json_fields *)(void *)object;
}

void json_fields_add_text(struct json_fields *object, const char *key, struct bytes text)
{
    struct buffer copy = {0};
    buffer_add(&copy, text);
    if (cJSON_AddStringToObject(inside(object), key, buffer_string(&copy)) == NULL)
        memory_out(0);
    buffer_release(&copy);
}

void json_fields_add_object(struct json_fields *object, const char *key, struct json_fields *added)
{
    if (!cJSON_AddItemToObject(inside(object), key, inside(added)))
        memory_out(0);
}

void json_fields_add_lacking(struct json_fields *object, const struct json_fields *others)
{
    for (const cJSON *field = inside(others)->child; field != NULL; field = field->next) {
        if (find(object, field->string) != NULL)
            continue;
        cJSON *copy = cJSON_Duplicate(field, true);
        if (copy == NULL || !cJSON_AddItemToObject(inside(object), field->string, copy))
            memory_out(0);
    }
}

void json_fields_free(struct json_fields *object)
{
    cJSON_Delete(inside(object));
}

static enum json_field kind_of(const cJSON *item)
{
    if (item == NULL)
        return JSON_FIELD_ABSENT;
    if (cJSON_IsString(item))
        return JSON_FIELD_TEXT;
    if (is_number(item))
        return JSON_FIELD_NUMBER;
    if (cJSON_IsBool(item))
        return cJSON_IsTrue(item) ? JSON_FIELD_TRUE : JSON_FIELD_FALSE;
    if (cJSON_IsObject(item))
        return JSON_FIELD_OBJECT;
    return cJSON_IsNull(item) ? JSON_FIELD_NULL : JSON_FIELD_OTHER;
}

struct json_cursor json_fields_begin(const struct json_fields *object)
{
    return (struct json_cursor){.next = inside(object)->child};
}

bool json_fields_next(struct json_cursor *cursor)
{
    const cJSON *item = cursor->next;
    if (item == NULL)
        return false;
    *cursor = (struct json_cursor){.key = bytes_of(item->string), .kind = kind_of(item), .next = item->next};
    return true;
}

enum json_field json_fields_kind(const struct json_fields *object, const char *key)
{
    return kind_of(find(object, key));
}

struct bytes json_fields_text(const struct json_fields *object, const char *key)
{
    const char *text = cJSON_GetStringValue(find(object, key));
    BUG_UNLESS(text != NULL);
    return bytes_of(text);
}

double json_fields_number(const struct json_fields *object, const char *key)
{
    const cJSON *item = find(object, key);
    return is_number(item) ? item->valuedouble : NAN;
}

bool json_fields_texts(const struct json_fields *object, const char *key, struct bytes *texts, size_t room,
                       size_t *n)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(inside(object), key);
    const cJSON *item;
    *n = 0;
    if (!cJSON_IsArray(array))
        return false;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item) || *n == room)
            return false;
        texts[(*n)++] = bytes_of(cJSON_GetStringValue(item));
    }
    return true;
}

bool json_fields_numbers(const struct json_fields *object, const char *key, double *numbers, size_t room,
                         size_t *n)
{
    const cJSON *array = find(object, key);
    const cJSON *item;
    *n = 0;
    if (!cJSON_IsArray(array))
        return false;
    cJSON_ArrayForEach(item, array)
    {
        if (!is_number(item) || !isfinite(item->valuedouble) || *n == room)
            return false;
        numbers[(*n)++] = item->valuedouble;
    }
    return true;
}

void json_fields_remove(struct json_fields *object, const char *key)
{
    cJSON_DeleteItemFromObjectCaseSensitive(inside(object), key);
}

bool json_fields_lift(struct json_fields *object, const char *key)
{
    if (!cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(inside(object), key)))
        return false;
    cJSON *wrapper = cJSON_DetachItemFromObjectCaseSensitive(inside(object), key);
    while (wrapper->child != NULL) {
        cJSON *member = cJSON_DetachItemViaPointer(wrapper, wrapper->child);
        struct buffer name = {0};
        if (json_fields_kind(object, member->string) == JSON_FIELD_NULL)
            json_fields_remove(object, member->string);
        if (json_fields_kind(object, member->string) != JSON_FIELD_ABSENT)
            buffer_add_format(&name, "%s.", key);
        buffer_add_string(&name, member->string);
        if (!cJSON_AddItemToObject(inside(object), buffer_string(&name), member))
            memory_out(0);
        buffer_release(&name);
    }
    cJSON_Delete(wrapper);
    return true;
}

const struct json_fields *json_fields_object(const struct json_fields *object, const char *key)
{
    const cJSON *item = find(object, key);
    return cJSON_IsObject(item) ? (const struct json_fields *)(const void *)item : NULL;
}

static struct bytes print(const cJSON *item, struct arena *arena)
{
    char *text = cJSON_PrintUnformatted(item);
    if (text == NULL)
        memory_out(0);
    struct bytes printed = arena_copy(arena, bytes_of(text));
    cJSON_free(text);
    return printed;
}

struct bytes json_fields_value(const struct json_fields *object, const char *key, struct arena *arena)
{
    const cJSON *item = find(object, key);
    if (item == NULL)
        return (struct bytes){0};
    return cJSON_IsString(item) ? arena_copy(arena, bytes_of(item->valuestring)) : print(item, arena);
}

struct bytes json_fields_print(const struct json_fields *object, struct arena *arena)
{
    return inside(object)->child == NULL ? (struct bytes){0} : print(inside(object), arena);
}

bool json_string_parse(struct bytes quoted, struct arena *arena, struct bytes *text, struct err *err)
{
    BUG_UNLESS(quoted.size >= 2);
    *text = bytes_slice(quoted, 1, quoted.size - 1);
    if (text->size == 0 || memchr(text->data, '\\', text->size) == NULL)
        return true;
    if (!check_no_nul(quoted, err))
        return false;
    const char *end;
    cJSON *parsed = parse_text(quoted, &end);
    const char *value = cJSON_GetStringValue(parsed);
    if (value != NULL)
        *text = arena_copy(arena, bytes_of(value));
    cJSON_Delete(parsed);
    if (value == NULL && bytes_starts_with(bytes_from(quoted, (size_t)(end - quoted.data)), "\\u"))
        return fail_escape(quoted, (size_t)(end - quoted.data), err);
    return value != NULL || err_set(err, ERR_INPUT, "%.*s has an escape that JSON does not allow; correct it",
                                    BYTES_FORMAT(quoted));
}
