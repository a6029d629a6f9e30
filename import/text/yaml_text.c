/* The events of libyaml are written at once, one after the other. No tree is in memory. */
#include "import/text/yaml_text.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "import/files/unpack.h"
#include "import/text/json_text.h"

#include <string.h>
#include <yaml.h>

enum { OUTERMOST = -1, DEPTH_MAX = 64, DIGITS_MAX = 15 };

struct yaml_reading {
    yaml_parser_t parser;
    struct buffer *json;
    size_t line; /* the current line of the JSON, from 0 */
    const char *fault;
    size_t fault_line;
};

static bool set_fault(struct yaml_reading *reading, const char *fault, size_t line)
{
    reading->fault = fault;
    reading->fault_line = line + 1;
    return false;
}

/* Returns false when the text is not YAML. The caller deletes the event. */
static bool next_event(struct yaml_reading *reading, yaml_event_t *event)
{
    if (yaml_parser_parse(&reading->parser, event) != 0)
        return true;
    if (reading->parser.error == YAML_MEMORY_ERROR)
        memory_out(0);
    return set_fault(reading, "this is not YAML; correct it", reading->parser.problem_mark.line);
}

/* Adds line feeds up to the line where the event begins. */
static void keep_line(struct yaml_reading *reading, const yaml_event_t *event)
{
    for (; reading->line < event->start_mark.line; reading->line++)
        buffer_add_byte(reading->json, '\n');
}

static void add_text(struct yaml_reading *reading, const yaml_event_t *event)
{
    const struct bytes text = {(const char *)event->data.scalar.value, event->data.scalar.length};
    json_text_add(reading->json, text);
}

static bool is_whole_number(struct bytes text)
{
    int64_t number;
    size_t sign = text.size > 0 && text.data[0] == '-' ? 1 : 0, digits = text.size - sign;
    return digits > 0 && digits <= DIGITS_MAX && number_parse_integer(text, INT64_MIN, INT64_MAX, &number) &&
           ((text.data[sign] >= '1' && text.data[sign] <= '9') || bytes_equal(text, bytes_of("0")));
}

static void add_scalar(struct yaml_reading *reading, const yaml_event_t *event)
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
        add_text(reading, event);
    else if (as != NULL)
        buffer_add_string(reading->json, as);
    else
        buffer_add(reading->json, text);
}

static bool add_value(struct yaml_reading *reading, const yaml_event_t *event, int depth);

static bool add_key(struct yaml_reading *reading, const yaml_event_t *event)
{
    if (event->type != YAML_SCALAR_EVENT)
        return set_fault(reading, "a key that is a list or an object; make it a text",
                         event->start_mark.line);
    add_text(reading, event);
    return true;
}

/* Adds everything between the begin event, which was taken, and its end event. */
static bool add_members(struct yaml_reading *reading, bool is_mapping, int depth)
{
    yaml_event_t event;
    buffer_add_byte(reading->json, is_mapping ? '{' : '[');
    for (size_t n = 0; next_event(reading, &event); n++) {
        bool is_end = event.type == (is_mapping ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT);
        bool is_key = is_mapping && n % 2 == 0, worked = true;
        if (!is_end && n > 0)
            buffer_add_byte(reading->json, is_mapping && !is_key ? ':' : ',');
        if (is_end)
            buffer_add_byte(reading->json, is_mapping ? '}' : ']');
        else
            keep_line(reading, &event);
        if (!is_end)
            worked = is_key ? add_key(reading, &event) : add_value(reading, &event, depth);
        yaml_event_delete(&event);
        if (is_end || !worked)
            return worked;
    }
    return false;
}

static bool add_value(struct yaml_reading *reading, const yaml_event_t *event, int depth)
{
    bool is_mapping = event->type == YAML_MAPPING_START_EVENT;
    if (event->type == YAML_SCALAR_EVENT) {
        add_scalar(reading, event);
        return true;
    }
    if (event->type == YAML_ALIAS_EVENT)
        return set_fault(reading, "an alias; write its value instead", event->start_mark.line);
    return depth < DEPTH_MAX
               ? add_members(reading, is_mapping, depth + 1)
               : set_fault(reading, "more than 64 nested levels; correct it", event->start_mark.line);
}

static bool add_documents(struct yaml_reading *reading)
{
    yaml_event_t event;
    bool is_end = false, worked = true;
    while (worked && !is_end && next_event(reading, &event)) {
        is_end = event.type == YAML_STREAM_END_EVENT;
        bool is_mark = is_end || event.type == YAML_STREAM_START_EVENT ||
                       event.type == YAML_DOCUMENT_START_EVENT || event.type == YAML_DOCUMENT_END_EVENT;
        if (!is_mark) {
            keep_line(reading, &event);
            worked = add_value(reading, &event, OUTERMOST);
        }
        yaml_event_delete(&event);
    }
    return worked && is_end;
}

bool yaml_add_json(struct bytes yaml, struct buffer *json, const char **fault, size_t *line)
{
    struct yaml_reading reading = {.json = json};
    if (yaml_parser_initialize(&reading.parser) == 0)
        memory_out(0);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)yaml.data, yaml.size);
    yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING);
    bool worked = add_documents(&reading);
    yaml_parser_delete(&reading.parser);
    *fault = reading.fault;
    *line = reading.fault_line;
    return worked;
}

bool yaml_is_name(struct bytes name)
{
    name = unpacked_name(name);
    return bytes_ends_with(name, ".yaml") || bytes_ends_with(name, ".yml");
}
