/*
 * What libyaml tells, one event after the other, is written down as JSON and read as such: one object, each of its keys
 * once. Aliases are refused: a few lines of them can stand for any number of values.
 */
#include "import/items/item_front_matter.h"

#include "core/base/front_matter.h"
#include "core/base/memory.h"
#include "core/base/number.h"

#include <string.h>
#include <yaml.h>

enum { DEPTH_MAX = 64, DIGITS_MAX = 15 };

struct front_matter_reading {
    yaml_parser_t parser;
    struct buffer json;
};

/* False: it is no YAML. The event is to be deleted. */
static bool next_event(struct front_matter_reading *reading, yaml_event_t *event)
{
    if (yaml_parser_parse(&reading->parser, event) != 0)
        return true;
    if (reading->parser.error == YAML_MEMORY_ERROR)
        memory_out(0);
    return false;
}

static bool take_event(struct front_matter_reading *reading, yaml_event_type_t type)
{
    yaml_event_t event;
    if (!next_event(reading, &event))
        return false;
    bool is_it = event.type == type;
    yaml_event_delete(&event);
    return is_it;
}

static void add_text(struct front_matter_reading *reading, struct bytes text)
{
    buffer_add_byte(&reading->json, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (byte < ' ')
            buffer_add_format(&reading->json, "\\u%04x", byte);
        else if (byte == '"' || byte == '\\')
            buffer_add_format(&reading->json, "\\%c", byte);
        else
            buffer_add_byte(&reading->json, text.data[i]);
    }
    buffer_add_byte(&reading->json, '"');
}

static bool is_whole_number(struct bytes text)
{
    int64_t number;
    size_t sign = text.size > 0 && text.data[0] == '-' ? 1 : 0, digits = text.size - sign;
    return digits > 0 && digits <= DIGITS_MAX && number_parse_integer(text, INT64_MIN, INT64_MAX, &number) &&
           ((text.data[sign] >= '1' && text.data[sign] <= '9') || bytes_equal(text, bytes_of("0")));
}

static void add_scalar(struct front_matter_reading *reading, const yaml_event_t *event)
{
    static const char *const nothing[] = {"", "~", "null", "Null", "NULL"};
    static const char *const words[] = {"true", "false"};
    const struct bytes text = {(const char *)event->data.scalar.value, event->data.scalar.length};
    const char *as = NULL;
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        as = bytes_equal(text, bytes_of(nothing[i])) ? "null" : as;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        as = bytes_equal(text, bytes_of(words[i])) ? words[i] : as;
    if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || (as == NULL && !is_whole_number(text)))
        add_text(reading, text);
    else if (as != NULL)
        buffer_add_string(&reading->json, as);
    else
        buffer_add(&reading->json, text);
}

static bool add_value(struct front_matter_reading *reading, const yaml_event_t *event, int depth);

/* What is between the event that was taken and the one that ends it. */
static bool add_members(struct front_matter_reading *reading, bool is_mapping, int depth)
{
    yaml_event_t event;
    buffer_add_byte(&reading->json, is_mapping ? '{' : '[');
    for (size_t n = 0; next_event(reading, &event); n++) {
        bool is_end = event.type == (is_mapping ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT);
        bool is_key = is_mapping && n % 2 == 0, worked = true;
        if (!is_end && n > 0)
            buffer_add_byte(&reading->json, is_mapping && !is_key ? ':' : ',');
        if (is_end)
            buffer_add_byte(&reading->json, is_mapping ? '}' : ']');
        else if (!is_key)
            worked = add_value(reading, &event, depth);
        else if (event.type == YAML_SCALAR_EVENT)
            add_text(reading,
                     (struct bytes){(const char *)event.data.scalar.value, event.data.scalar.length});
        else
            worked = false;
        yaml_event_delete(&event);
        if (is_end || !worked)
            return worked;
    }
    return false;
}

static bool add_value(struct front_matter_reading *reading, const yaml_event_t *event, int depth)
{
    if (event->type == YAML_SCALAR_EVENT)
        add_scalar(reading, event);
    bool is_mapping = event->type == YAML_MAPPING_START_EVENT;
    bool has_members = is_mapping || event->type == YAML_SEQUENCE_START_EVENT;
    return has_members ? depth < DEPTH_MAX && add_members(reading, is_mapping, depth + 1)
                       : event->type == YAML_SCALAR_EVENT;
}

/* The lines between the first one and the last one; nothing, where that is no YAML. */
static struct bytes between_fences(struct bytes text)
{
    struct bytes rest = bytes_slice(text, 0, front_matter_size(text)), line;
    if (!bytes_starts_with(rest, "---") || !bytes_next_line(&rest, &line))
        return (struct bytes){0};
    struct bytes inside = {.data = rest.data};
    while (bytes_next_line(&rest, &line))
        inside.size = (size_t)(line.data - inside.data);
    return inside;
}

struct json_fields *item_front_matter_read(struct bytes text)
{
    struct front_matter_reading reading = {0};
    struct json_fields *fields = NULL;
    struct err unused = {0};
    const char *broken_at;
    struct bytes yaml = between_fences(text);
    if (yaml.size == 0)
        return NULL;
    if (yaml_parser_initialize(&reading.parser) == 0)
        memory_out(0);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)yaml.data, yaml.size);
    yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING);
    bool worked =
        take_event(&reading, YAML_STREAM_START_EVENT) && take_event(&reading, YAML_DOCUMENT_START_EVENT) &&
        take_event(&reading, YAML_MAPPING_START_EVENT) && add_members(&reading, true, 0) &&
        take_event(&reading, YAML_DOCUMENT_END_EVENT) && take_event(&reading, YAML_STREAM_END_EVENT);
    if (worked && !json_fields_parse_part(&fields, buffer_bytes(&reading.json), &broken_at, &unused))
        fields = NULL;
    yaml_parser_delete(&reading.parser);
    buffer_release(&reading.json);
    return fields;
}
