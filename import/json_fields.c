/*
 * A thin layer over cJSON, which works with terminated strings and would cut a text at its first NUL
 * without a word: a line that has one, as a byte or as \u0000, is refused before cJSON sees it. cJSON
 * reports that memory is out by NULL; here that ends the program, as everywhere.
 */
#include "import/json_fields.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <cJSON.h>
#include <errno.h>
#include <math.h>
#include <string.h>

/* A json_object is a cJSON object under another name: nobody else sees the library. */
static cJSON *inside(const struct json_fields *object)
{
    return (cJSON *)(uintptr_t)object;
}

/* cJSON would cut the text at it without a word. */
static bool has_nul_escape(struct bytes line)
{
    static const char escape[] = "\\u0000";
    const char *at = line.data, *end = line.data + line.size;
    while (end - at > 1 && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if (bytes_starts_with((struct bytes){.data = at, .size = (size_t)(end - at)}, escape))
            return true;
        at += end - at > 1 ? 2 : 1; /* what is escaped can't begin another escape */
    }
    return false;
}

static bool check_no_nul(struct bytes text, struct err *err)
{
    if (text.size > 0 && memchr(text.data, '\0', text.size) != NULL)
        return err_set(err, ERR_INPUT, "it holds a NUL byte, which is no JSON; is this a binary file?");
    if (has_nul_escape(text))
        return err_set(err, ERR_INPUT, "it holds \\u0000, which no text may hold; take it out");
    return true;
}

/* cJSON_ParseWithLengthOpts; NULL: it is no JSON, which cJSON says of memory that is out, too. */
static cJSON *parse_text(struct bytes text, const char **end)
{
    errno = 0;
    cJSON *parsed = cJSON_ParseWithLengthOpts(text.data, text.size, end, 0);
    if (parsed == NULL && errno == ENOMEM)
        memory_out(0);
    return parsed;
}

/* The one value that the text holds, or NULL: then it is no JSON from *broken_at on. */
static cJSON *parse_value(struct bytes text, const char **broken_at)
{
    const char *end = NULL;
    cJSON *parsed = parse_text(text, &end);
    *broken_at = end != NULL ? end : text.data;
    if (parsed == NULL || bytes_trim(bytes_from(text, (size_t)(end - text.data))).size == 0)
        return parsed;
    while (**broken_at == ' ' || **broken_at == '\t')
        ++*broken_at; /* to what stands behind the value: it is not blank */
    cJSON_Delete(parsed);
    return NULL;
}

bool json_fields_parse(struct json_fields **out, struct bytes line, const char *example, struct err *err)
{
    const char *broken_at;
    if (!check_no_nul(line, err))
        return false;
    cJSON *parsed = parse_value(line, &broken_at);
    if (parsed == NULL)
        return err_set(err, ERR_INPUT, "not JSON at column %zu; each line must be one JSON object",
                       (size_t)(broken_at - line.data) + 1);
    if (!cJSON_IsObject(parsed)) {
        cJSON_Delete(parsed);
        return err_set(err, ERR_INPUT, "JSON, but not an object; each line must be one like %s", example);
    }
    *out = (struct json_fields *)(void *)parsed;
    return true;
}

bool json_fields_parse_part(struct json_fields **out, struct bytes part, const char **broken_at,
                            struct err *err)
{
    *broken_at = part.data;
    if (!check_no_nul(part, err))
        return false;
    cJSON *parsed = parse_value(part, broken_at);
    if (parsed == NULL)
        return err_set(err, ERR_INPUT, "this is no JSON; correct it");
    BUG_UNLESS(cJSON_IsObject(parsed));
    *out = (struct json_fields *)(void *)parsed;
    return true;
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
    if (cJSON_IsNumber(item))
        return JSON_FIELD_NUMBER;
    if (cJSON_IsBool(item))
        return cJSON_IsTrue(item) ? JSON_FIELD_TRUE : JSON_FIELD_FALSE;
    if (cJSON_IsObject(item))
        return JSON_FIELD_OBJECT;
    return cJSON_IsNull(item) ? JSON_FIELD_NULL : JSON_FIELD_OTHER;
}

static const cJSON *find(const struct json_fields *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(inside(object), key);
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
    return cJSON_GetNumberValue(find(object, key));
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
        if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || *n == room)
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
    return value != NULL || err_set(err, ERR_INPUT, "%.*s has an escape that JSON does not know; correct it",
                                    BYTES_FORMAT(quoted));
}
