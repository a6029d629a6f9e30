/*
 * A thin layer over cJSON. cJSON expects valid UTF-8 and prints 15 digits of a number. So texts and keys are made valid
 * first, and numbers go in as the text to be printed. A node belongs to its parent as soon as it is added.
 */
#include "export/forms/json.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/unicode.h"

#include <cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>

/* A struct json is a cJSON object under another name, so that only this file depends on cJSON. */
static cJSON *node_of(struct json *json)
{
    return (cJSON *)json;
}

static struct json *json_of(cJSON *node)
{
    if (node == NULL)
        memory_out(0);
    return (struct json *)node;
}

struct json *json_object(void)
{
    return json_of(cJSON_CreateObject());
}

struct json *json_array(void)
{
    return json_of(cJSON_CreateArray());
}

void json_free(struct json *root)
{
    cJSON_Delete(node_of(root));
}

static struct json *add_node(struct json *parent, const char *key, struct json *child)
{
    cJSON_bool added;
    if (key == NULL) {
        added = cJSON_AddItemToArray(node_of(parent), node_of(child));
    } else {
        struct buffer valid = {0};
        unicode_add_valid(&valid, bytes_of(key));
        added = cJSON_AddItemToObject(node_of(parent), buffer_string(&valid), node_of(child));
        buffer_release(&valid);
    }
    if (!added)
        memory_out(0);
    return child;
}

struct json *json_add_object(struct json *parent, const char *key)
{
    return add_node(parent, key, json_object());
}

struct json *json_add_array(struct json *parent, const char *key)
{
    return add_node(parent, key, json_array());
}

static struct json *json_text(struct bytes text)
{
    struct buffer valid = {0};
    unicode_add_valid(&valid, text);
    struct json *node = json_of(cJSON_CreateString(buffer_string(&valid)));
    buffer_release(&valid);
    return node;
}

void json_add_text(struct json *parent, const char *key, struct bytes text)
{
    add_node(parent, key, json_text(text));
}

/* cJSON stores numbers as doubles and prints 15 digits, so numbers go in as the text to be printed. */
static void add_raw(struct json *parent, const char *key, const struct buffer *text)
{
    add_node(parent, key, json_of(cJSON_CreateRaw(buffer_string(text))));
}

void json_add_integer(struct json *parent, const char *key, int64_t value)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%" PRId64, value);
    add_raw(parent, key, &text);
    buffer_release(&text);
}

void json_add_real(struct json *parent, const char *key, double value)
{
    if (!isfinite(value)) {
        json_add_null(parent, key);
        return;
    }
    struct buffer text = {0};
    number_add_shortest(&text, value);
    add_raw(parent, key, &text);
    buffer_release(&text);
}

void json_add_number(struct json *parent, const char *key, struct bytes text)
{
    struct buffer copy = {0};
    buffer_add(&copy, text);
    add_raw(parent, key, &copy);
    buffer_release(&copy);
}

void json_add_value(struct json *parent, const char *key, struct bytes text)
{
    struct buffer valid = {0};
    unicode_add_valid(&valid, text);
    add_raw(parent, key, &valid);
    buffer_release(&valid);
}

void json_add_boolean(struct json *parent, const char *key, bool value)
{
    add_node(parent, key, json_of(cJSON_CreateBool(value)));
}

void json_add_null(struct json *parent, const char *key)
{
    add_node(parent, key, json_of(cJSON_CreateNull()));
}

bool json_add_members(struct json *object, struct bytes text, size_t *n_left_out)
{
    errno = 0;
    cJSON *members = cJSON_ParseWithLength(text.data, text.size);
    if (members == NULL && errno == ENOMEM) /* cJSON also returns NULL for invalid JSON */
        memory_out(0);
    bool is_object = cJSON_IsObject(members);
    *n_left_out = 0;
    while (is_object && members->child != NULL) {
        cJSON *member = cJSON_DetachItemViaPointer(members, members->child);
        if (cJSON_GetObjectItemCaseSensitive(node_of(object), member->string) == NULL) {
            add_node(object, member->string, json_of(member));
        } else {
            ++*n_left_out;
            cJSON_Delete(member);
        }
    }
    cJSON_Delete(members);
    return is_object;
}

void json_print(const struct json *root, enum json_style style, struct buffer *out)
{
    const cJSON *node = (const cJSON *)root;
    char *text = style == JSON_LINE ? cJSON_PrintUnformatted(node) : cJSON_Print(node);
    if (text == NULL)
        memory_out(0);
    buffer_add_string(out, text);
    cJSON_free(text);
}

void json_print_text(struct bytes text, struct buffer *out)
{
    struct json *node = json_text(text);
    json_print(node, JSON_LINE, out);
    json_free(node);
}
