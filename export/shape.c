#include "export/shape.h"

#include <string.h>

static struct bytes first_line(struct bytes text)
{
    struct bytes line = {0};
    (void)bytes_next_line(&text, &line);
    return line;
}

static struct bytes skip_white(struct bytes text)
{
    while (text.size > 0 && byte_is_white(text.data[0]))
        text = bytes_from(text, 1);
    return text;
}

static bool begins_json(struct bytes text)
{
    return bytes_starts_with(text, "{") || bytes_starts_with(text, "[");
}

/* Takes the opening brackets and the first key off the front. Returns the number of brackets. */
static size_t read_json_beginning(struct bytes text, struct bytes *key, bool *holds_objects)
{
    struct bytes rest = skip_white(text), value = {0};
    size_t n = 0;
    for (; begins_json(rest); n++)
        rest = skip_white(bytes_from(rest, 1));
    *key = (struct bytes){0};
    if (bytes_starts_with(rest, "\""))
        bytes_split(bytes_from(rest, 1), '"', key, &value);
    value = skip_white(value);
    *holds_objects = bytes_starts_with(value, ":") && begins_json(skip_white(bytes_from(value, 1)));
    return n;
}

/* Returns whether the text is empty, or an empty list or object. */
static bool is_empty(struct bytes text)
{
    while (text.size > 0 && (byte_is_white(text.data[0]) || memchr("{}[]", text.data[0], 4) != NULL))
        text = bytes_from(text, 1);
    return text.size == 0;
}

/* In objects that contain objects, the keys are ids, which may differ. */
static bool is_json_alike(struct bytes there, struct bytes written)
{
    struct bytes keys[2];
    bool holds_objects[2];
    return read_json_beginning(there, &keys[0], &holds_objects[0]) ==
               read_json_beginning(written, &keys[1], &holds_objects[1]) &&
           holds_objects[0] == holds_objects[1] && (holds_objects[0] || bytes_equal(keys[0], keys[1]));
}

/*
 * Returns the second line that is not empty, up to its first full stop. In reports it does not depend on the title.
 */
static struct bytes second_line(struct bytes text)
{
    struct bytes line, sentence, rest;
    (void)bytes_next_line(&text, &line);
    while (bytes_next_line(&text, &line) && bytes_trim(line).size == 0)
        continue;
    return bytes_split(line, '.', &sentence, &rest) ? sentence : line;
}

static struct bytes before_title(struct bytes page)
{
    const char *title = memmem(page.data, page.size, "<title", strlen("<title"));
    return title != NULL ? bytes_slice(page, 0, (size_t)(title - page.data)) : page;
}

static size_t count_columns(struct bytes line)
{
    struct bytes word;
    size_t n = 0;
    if (memchr(line.data, '\t', line.size) != NULL) {
        for (size_t i = 0; i < line.size; i++)
            n += line.data[i] == '\t';
        return n + 1;
    }
    while (bytes_next_word(&line, &word))
        n++;
    return n;
}

static bool is_table_alike(struct bytes there, struct bytes written)
{
    there = bytes_trim(first_line(there));
    written = bytes_trim(first_line(written));
    if (count_columns(written) == 1 && memchr(written.data, ',', written.size) != NULL)
        return bytes_equal(there, written);
    return count_columns(there) == count_columns(written);
}

bool shape_is_alike(struct bytes there, struct bytes written)
{
    there = skip_white(bytes_without_mark(there));
    written = skip_white(bytes_without_mark(written));
    if (is_empty(there) || is_empty(written))
        return true;
    if (begins_json(there) || begins_json(written))
        return begins_json(there) && begins_json(written) && is_json_alike(there, written);
    if (there.data[0] == '<' || written.data[0] == '<')
        return bytes_equal(before_title(there), before_title(written));
    if (there.data[0] == '#' || written.data[0] == '#')
        return there.data[0] == written.data[0] && bytes_equal(second_line(there), second_line(written));
    return is_table_alike(there, written);
}
