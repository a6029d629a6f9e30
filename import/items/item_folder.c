/*
 * A folder is listed as a whole, sorted, and read one file at a time. Linked folders are ignored, because a link could
 * lead back.
 *
 * The text of a document is the whole file as its author wrote it, including its headings. YAML front matter becomes
 * fields and is not part of the text.
 */
#include "import/items/item_folder.h"

#include "core/text/front_matter.h"
#include "core/store/store.h"
#include "import/fields/known_names.h"
#include "import/files/file.h"
#include "import/files/foreign.h"
#include "import/items/item_charset.h"
#include "import/items/item_fields.h"
#include "import/items/item_front_matter.h"
#include "import/items/item_reading.h"
#include "import/items/item_title.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char item_folder_description[] = "one document per file, per page of a PDF, per chapter of an EPUB: id "
                                       "from the path, title from the front matter or the first "
                                       "heading, text from the rest";

typedef struct bytes title_finder(struct bytes text, struct arena *arena);

static const struct {
    const char *ending;
    title_finder *find_title; /* NULL: no title */
    bool is_office;           /* import/office/office.h converts it to text */
} endings[] = {
    {".md", item_markdown_title, false},
    {".markdown", item_markdown_title, false},
    {".txt", NULL, false},
    {".text", NULL, false},
    {".html", item_html_title, false},
    {".htm", item_html_title, false},
    {".pdf", NULL, true},
    {".docx", NULL, true},
    {".epub", NULL, true},
};

enum { N_ENDINGS = sizeof endings / sizeof *endings };

/* --- Files ---------------------------------------------------------------- */

struct folder_reading {
    const char *root;
    const struct item_folder_others *others; /* NULL: none */
    item_sink *sink;
    void *context;
    struct arena *arena; /* owned by the caller */
    struct item_folder_rest *rest;
    struct item_fields fields; /* the front matter of all files */
    bool has_item;
    size_t bytes_read;
    struct arena item;
};

/* Returns the index of the row in the table, or N_ENDINGS. */
static size_t find_ending(struct bytes name)
{
    size_t i = 0;
    for (; i < N_ENDINGS; i++) {
        size_t size = strlen(endings[i].ending);
        if (name.size > size &&
            bytes_equal_ignoring_case(bytes_from(name, name.size - size), bytes_of(endings[i].ending)))
            break;
    }
    return i;
}

static bool is_text(struct bytes content)
{
    return !foreign_is_unreadable(content) && content.size <= ITEM_SIZE_MAX &&
           (content.size == 0 || memchr(content.data, '\0', content.size) == NULL);
}

static bool leave_out(struct folder_reading *reading, const char *inner, const char *why)
{
    if (reading->rest->n++ > 0)
        return true;
    reading->rest->first = arena_copy(reading->arena, bytes_of(inner));
    reading->rest->why = arena_copy_string(reading->arena, why);
    return true;
}

/* Takes the title out of the fields; empty: they have none that fits on a line. */
static struct bytes take_title(struct json_fields *fields, struct arena *arena)
{
    static const char key[] = "title";
    enum json_field kind = json_fields_kind(fields, key);
    struct buffer line = {0};
    if (kind != JSON_FIELD_TEXT && kind != JSON_FIELD_NUMBER)
        return (struct bytes){0};
    buffer_add_one_line(&line, json_fields_value(fields, key, arena));
    struct bytes title = arena_copy(arena, bytes_trim(buffer_bytes(&line)));
    buffer_release(&line);
    json_fields_remove(fields, key);
    return title;
}

/*
 * Takes the fields and the title out of the text of a page. Returns false when it has no readable front matter.
 */
static bool take_front_matter(struct folder_reading *reading, struct item *item)
{
    struct json_fields *fields = item_front_matter_read(item->text);
    if (fields == NULL)
        return false;
    item->title = take_title(fields, &reading->item);
    item->text = bytes_skip_blank_lines(bytes_from(item->text, front_matter_size(item->text)));
    item->fields = json_fields_print(fields, &reading->item);
    item_fields_note(&reading->fields, fields);
    json_fields_free(fields);
    return true;
}

static bool put_text(struct folder_reading *reading, const char *inner, size_t ending, struct bytes content,
                     struct err *err)
{
    bool is_html = endings[ending].find_title == item_html_title;
    reading->bytes_read += content.size;
    content = is_html ? item_charset_decode(content, &reading->item) : content;
    struct item item = {.id = id_written_out(bytes_of(inner), &reading->item), .text = content};
    if (endings[ending].find_title != item_markdown_title || !take_front_matter(reading, &item))
        item_fields_note(&reading->fields, NULL);
    if (endings[ending].find_title != NULL && item.title.size == 0)
        item.title = endings[ending].find_title(item.text, &reading->item);
    reading->has_item = true;
    bool worked = reading->sink(reading->context, &item, 0, reading->bytes_read, err);
    arena_clear(&reading->item);
    return worked || (err->code == ERR_INPUT ? err_context(err, "%s/%s", reading->root, inner) : false);
}

/* Passes on a document of a file that was converted to JSON lines. Its id begins with the path of the file. */
static bool put_translated(struct folder_reading *reading, const char *inner, struct bytes line,
                           struct err *err)
{
    struct json_fields *object;
    struct buffer id = {0};
    if (!json_fields_parse(&object, line, "", err))
        return false;
    struct bytes place = bytes_from(json_fields_text(object, "id"), file_base_name(inner).size);
    buffer_add_string(&id, inner);
    buffer_add(&id, place);
    const bool has_title = json_fields_kind(object, "title") == JSON_FIELD_TEXT;
    const struct item item = {
        .id = id_written_out(buffer_bytes(&id), &reading->item),
        .title = has_title ? json_fields_text(object, "title") : (struct bytes){0},
        .text = json_fields_text(object, "text"),
    };
    reading->has_item = true;
    item_fields_note(&reading->fields, NULL);
    bool worked = reading->sink(reading->context, &item, 0, reading->bytes_read, err);
    buffer_release(&id);
    json_fields_free(object);
    arena_clear(&reading->item);
    return worked || (err->code == ERR_INPUT ? err_context(err, "%s/%s", reading->root, inner) : false);
}

static bool put_all_translated(struct folder_reading *reading, const char *inner, struct bytes lines,
                               struct err *err)
{
    struct bytes line;
    bool worked = true;
    reading->bytes_read += lines.size;
    while (worked && bytes_next_line(&lines, &line))
        worked = put_translated(reading, inner, line, err);
    return worked;
}

static const char no_text[] = "this is no text in UTF-8";

static bool read_file(struct folder_reading *reading, const char *path, const char *inner, struct err *err)
{
    struct file file = {0};
    size_t ending = find_ending(bytes_of(inner));
    if (reading->others != NULL && reading->others->has(reading->others->context, bytes_of(inner)))
        return true;
    if (ending == N_ENDINGS)
        return leave_out(reading, inner, "its name does not end in " ITEM_FOLDER_ENDINGS);
    if (!file_open(&file, path, err))
        return endings[ending].is_office && err->code == ERR_INPUT && leave_out(reading, inner, err->text);
    bool worked = file.is_documents ? put_all_translated(reading, inner, file.bytes, err)
                  : !endings[ending].is_office && is_text(file.bytes)
                      ? put_text(reading, inner, ending, file.bytes, err)
                      : leave_out(reading, inner, no_text);
    file_close(&file);
    return worked;
}

/* --- Folders -------------------------------------------------------------- */

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool read_folder(struct folder_reading *reading, const char *path, const char *inner, struct err *err);

static bool read_entry(struct folder_reading *reading, const char *folder, const char *inner,
                       const char *name, struct err *err)
{
    struct buffer path = {0};
    struct buffer below = {0};
    struct stat status;
    struct stat target;
    bool worked = true;
    buffer_add_format(&path, "%s/%s", folder, name);
    buffer_add_format(&below, "%s%s%s", inner, *inner != '\0' ? "/" : "", name);
    bool is_there = lstat(buffer_string(&path), &status) == 0 && stat(buffer_string(&path), &target) == 0;
    if (is_there && S_ISDIR(status.st_mode))
        worked = read_folder(reading, buffer_string(&path), buffer_string(&below), err);
    else if (is_there && S_ISREG(target.st_mode) && !store_has_file(buffer_string(&path)))
        worked = read_file(reading, buffer_string(&path), buffer_string(&below), err);
    buffer_release(&path);
    buffer_release(&below);
    return worked;
}

static bool read_folder(struct folder_reading *reading, const char *path, const char *inner, struct err *err)
{
    struct dirent **entries = NULL;
    int n = scandir(path, &entries, is_visible, compare_names);
    bool worked = n >= 0 || err_set(err, ERR_SYSTEM, "%s: cannot be read: %s", path, strerror(errno));
    for (int i = 0; i < n; i++) {
        worked = worked && read_entry(reading, path, inner, entries[i]->d_name, err);
        free(entries[i]);
    }
    free(entries);
    return worked;
}

bool item_folder_is_office(struct bytes name)
{
    size_t ending = find_ending(name);
    return ending < N_ENDINGS && endings[ending].is_office;
}

bool item_folder_is_text(struct bytes name)
{
    return find_ending(name) < N_ENDINGS;
}

bool item_folder_is(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool fail_empty(const struct folder_reading *reading, struct err *err)
{
    return reading->rest->n > 0
               ? err_set(err, ERR_INPUT, "%s: there is no text in this folder; the first file is '%.*s': %s",
                         reading->root, BYTES_FORMAT(reading->rest->first), reading->rest->why)
               : err_set(err, ERR_INPUT,
                         "%s: there is no text in this folder; put files that end in " ITEM_FOLDER_ENDINGS
                         " into it",
                         reading->root);
}

bool item_folder_read(const char *path, const struct item_folder_others *others, item_sink *sink,
                      void *context, struct arena *arena, struct item_folder_rest *rest, struct err *err)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    path = arena_copy(arena, (struct bytes){.data = path, .size = size}).data;
    struct folder_reading reading = {
        .root = path, .others = others, .sink = sink, .context = context, .arena = arena, .rest = rest};
    struct buffer fields = {0};
    bool worked = read_folder(&reading, path, "", err);
    item_fields_describe(&reading.fields, &fields);
    rest->fields = arena_copy(arena, buffer_bytes(&fields));
    buffer_release(&fields);
    item_fields_release(&reading.fields);
    arena_release(&reading.item);
    return worked && (reading.has_item || fail_empty(&reading, err));
}

static bool stop_at_first(void *context, const struct item *item, size_t line, size_t bytes_read,
                          struct err *err)
{
    bool *has_texts = context;
    (void)item;
    (void)line;
    (void)bytes_read;
    (void)err;
    *has_texts = true;
    return false;
}

bool item_folder_has_texts(const char *path, const struct item_folder_others *others, struct err *err)
{
    struct arena arena = {0};
    struct item_folder_rest rest = {0};
    bool has_texts = false;
    (void)!item_folder_read(path, others, stop_at_first, &has_texts, &arena, &rest, err);
    arena_release(&arena);
    return has_texts;
}
