/*
 * Questions, one text per line; the text makes the id. The marks of a list, such as "- " or "3. ", are no part of the
 * texts. This is also the fallback for files of no other format. A file whose name promises a format is refused,
 * because a header would become a question.
 */
#include "import/items/item_reading.h"
#include "import/files/unpack.h"

#include <stdio.h>
#include <string.h>

static bool has_name_of_other_format(const char *path)
{
    static const char *const endings[] = {".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xml"};
    struct bytes name = unpacked_name(bytes_of(path));
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (bytes_ends_with(name, endings[i]))
            return true;
    }
    return false;
}

static bool check_asks(const struct item_reading *reading, struct err *err)
{
    if (reading->fields->kind == ITEM_DOCUMENT)
        return err_set(err, ERR_INPUT,
                       "this line has no tab and is not a JSON object; a document is a line `id TAB text`, "
                       "or {\"_id\": …, \"text\": …}, or a row of CSV below a header (--id and --text name "
                       "its columns). If each file is a document, name their folder");
    return !has_name_of_other_format(reading->path) ||
           err_set(err, ERR_INPUT,
                   "this is not JSON, and no header names a text; add a header, use --text FIELD, or name "
                   "the file .txt if each line is a question");
}

/* Returns the size of a mark such as "- " or "3. " before the text of line n, from 1 on, of a list. 0: there is none. */
static size_t mark_size(struct bytes line, size_t n)
{
    static const char *const bullets[] = {"- ", "* ", "+ ", "• ", "– ", NULL};
    char number[32];
    for (const char *const *bullet = bullets; *bullet != NULL; bullet++) {
        if (bytes_starts_with(line, *bullet))
            return strlen(*bullet);
    }
    const size_t n_digits = (size_t)snprintf(number, sizeof number, "%zu", n);
    return bytes_starts_with(line, number) && line.size > n_digits + 1 &&
                   memchr(".):", line.data[n_digits], 3) != NULL && line.data[n_digits + 1] == ' '
               ? n_digits + 2
               : 0;
}

/* Returns whether the lines are a list: each of several has a mark, or they are numbered. */
static bool is_list(struct bytes content)
{
    struct bytes line;
    size_t n = 0;
    while (bytes_next_line(&content, &line)) {
        line = bytes_trim(line);
        if (line.size > 0 && mark_size(line, ++n) == 0)
            return false;
    }
    return n > 1;
}

bool item_lines_read(struct item_reading *reading, struct err *err)
{
    struct bytes rest = reading->content;
    struct bytes line;
    const bool has_marks = is_list(rest);
    size_t n = 0;
    bool worked = true;
    while (worked && bytes_next_line(&rest, &line)) {
        struct bytes text = bytes_trim(line);
        if (text.size == 0)
            continue;
        n++;
        if (has_marks)
            text = bytes_skip_space(bytes_from(text, mark_size(text, n)));
        if (!item_reading_check(reading, text, err))
            return false;
        if (!check_asks(reading, err))
            return item_reading_fail(reading, text.data, err);
        struct json_fields *object = json_fields_make();
        json_fields_add_text(object, "text", text);
        worked = item_reading_put_object(reading, object, text, err);
    }
    return worked;
}
