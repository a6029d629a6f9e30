#include "cli/shared/output.h"

#include "core/base/unicode.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "export/file.h"
#include "export/forms/json.h"
#include "export/forms/markdown.h"
#include "import/files/file.h"
#include "import/recognise.h"
#include "import/runs/run.h"

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void output_table(const struct table *table, size_t format, struct world *world)
{
    struct buffer text = {0};
    table_write(table, (enum table_format)format, world->columns, &text);
    output_text(&text, world);
    buffer_release(&text);
    if (format == TABLE_CSV)
        output_remark_formulas(world, table->n_formulas, table->first_formula);
}

void output_rows_made(const struct output_rows *rows)
{
    struct buffer text = {0};
    if (rows->are_measured) {
        table_measure(rows->table);
        return;
    }
    table_pass(rows->table, rows->format, &text);
    output_text(&text, rows->world);
    buffer_release(&text);
}

static void print_border(void (*add)(const struct table *table, enum table_format format, struct buffer *out),
                         const struct output_rows *rows)
{
    struct buffer text = {0};
    add(rows->table, rows->format, &text);
    output_text(&text, rows->world);
    buffer_release(&text);
}

bool output_rows_of(rows_maker *make, const void *context, struct table *table, size_t format,
                    struct world *world, struct err *err)
{
    struct output_rows rows = {.table = table,
                               .format = (enum table_format)format,
                               .world = world,
                               .are_measured = true};
    if (table_format_is_aligned(rows.format) && !make(context, &rows, err))
        return false;
    rows.are_measured = false;
    while (table_next_part(table, rows.format, world->columns)) {
        print_border(table_begin, &rows);
        if (!make(context, &rows, err))
            return false;
        print_border(table_end, &rows);
    }
    if (format == TABLE_CSV)
        output_remark_formulas(world, table->n_formulas, table->first_formula);
    return true;
}

void output_remark_formulas(struct world *world, size_t n, struct bytes first)
{
    if (n > 0)
        output_remark(world,
                      "a spreadsheet could run some cells as formulas, such as '%.*s' (%zu in all); open the "
                      "file there with all columns as text",
                      BYTES_FORMAT(first), n);
}

void output_text(const struct buffer *text, struct world *world)
{
    fwrite(buffer_string(text), 1, text->size, world->out);
}

static bool may_highlight(const struct world *world)
{
    return world->has_terminal && !world->refuses_colour && world->terminal_type != NULL &&
           strcmp(world->terminal_type, "dumb") != 0;
}

/* Control sequences bypass world->out, which would block them. */
static void steer(const char *sequence, struct world *world)
{
    fflush(world->out);
    fputs(sequence, world->terminal);
}

void output_marked(struct bytes text, char begin, char end, struct world *world)
{
    const bool highlights = may_highlight(world);
    for (size_t from = 0, to; from < text.size; from = to + 1) {
        for (to = from; to < text.size && text.data[to] != begin && text.data[to] != end;)
            to++;
        fwrite(text.data + from, 1, to - from, world->out);
        if (highlights && to < text.size)
            steer(text.data[to] == begin ? "\033[1m" : "\033[0m", world);
    }
}

void output_add_words(struct buffer *out, size_t format, struct bytes words)
{
    if (format == TABLE_MARKDOWN)
        markdown_add_text(out, words);
    else
        buffer_add(out, words);
}

static void print_json(struct json *root, enum json_style style, struct world *world)
{
    struct buffer text = {0};
    json_print(root, style, &text);
    buffer_add_byte(&text, '\n');
    output_text(&text, world);
    buffer_release(&text);
    json_free(root);
}

void output_json(struct json *root, struct world *world)
{
    print_json(root, JSON_INDENTED, world);
}

void output_json_line(struct json *root, struct world *world)
{
    print_json(root, JSON_LINE, world);
}

void output_remark(struct world *world, const char *format, ...)
{
    struct buffer remark = {0};
    va_list arguments;
    va_start(arguments, format);
    unicode_add_visible_format(&remark, format, arguments);
    va_end(arguments);
    fprintf(world->err, "assay: %s\n", buffer_string(&remark));
    if (world->remarks != NULL)
        buffer_add_format(world->remarks, "%s\n", buffer_string(&remark));
    buffer_release(&remark);
}

void output_add_some(struct buffer *out, const struct bytes *names, size_t n_names, int64_t count)
{
    for (size_t i = 0; i < n_names; i++) {
        buffer_add_string(out, i == 0 ? " (" : ", ");
        unicode_add_visible(out, names[i]);
    }
    if (n_names > 0)
        buffer_add_string(out, (int64_t)n_names < count ? ", …)" : ")");
}

void output_remark_run(struct world *world, const char *path, enum run_doubt doubt)
{
    struct buffer text = {0};
    run_doubt_add(doubt, path, &text);
    if (text.size > 0)
        output_remark(world, "%s", buffer_string(&text));
    buffer_release(&text);
}

void output_remark_bare(struct world *world, struct store *store)
{
    struct progress progress;
    struct err unread;
    if (!store_get_progress(store, &progress, &unread) || progress.questions == 0 ||
        progress_has_ballots(progress))
        return;
    output_remark(world,
                  "no question has candidates yet: `assay pool %s --search` finds some, `assay pool %s RUN` "
                  "takes the documents of a run",
                  store_address(store), store_address(store));
}

void output_nothing_written(struct world *world)
{
    fprintf(world->out, "nothing was written: this was a dry run\n");
}

static bool is_database(const char *path)
{
    char beginning[16];
    size_t size;
    struct err unread; /* a file that is unreadable or missing is not a database */
    return store_has_file(path) || (file_peek(path, beginning, sizeof beginning, &size, &unread) &&
                                    store_is_database((struct bytes){.data = beginning, .size = size}));
}

/* Returns whether SQLite would take the file for a part of the database beside it. */
static bool belongs_to_database(const char *path)
{
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    bool belongs = false;
    for (size_t i = 0; !belongs && i < sizeof endings / sizeof *endings; i++) {
        struct bytes whole = bytes_of(path);
        if (!bytes_ends_with(whole, endings[i]))
            continue;
        struct buffer beside = {0};
        buffer_add(&beside, bytes_slice(whole, 0, whole.size - strlen(endings[i])));
        belongs = is_database(buffer_string(&beside));
        buffer_release(&beside);
    }
    return belongs;
}

/* A terminal would get the bytes unescaped. */
static bool refuse_terminal(const char *path, struct err *err)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISCHR(status.st_mode))
        return true;
    int descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    bool is_terminal = isatty(descriptor) == 1;
    if (descriptor >= 0)
        close(descriptor);
    return !is_terminal ||
           err_set(err, ERR_USAGE, "%s: this is a terminal; leave out --output to see the output there",
                   path);
}

/* A typing error must not replace all votes by another file. */
static bool refuse_database(const char *path, struct err *err)
{
    return (!is_database(path) && !belongs_to_database(path)) ||
           err_set(err, ERR_USAGE,
                   "%s: this is a database, so assay does not overwrite it; name another file", path);
}

bool output_open(struct file_writer *file, const char *path, struct world *world, struct err *err)
{
    if (path != NULL && strcmp(path, "-") != 0) {
        bool opened =
            refuse_database(path, err) && refuse_terminal(path, err) && file_writer_open(file, path, err);
        if (opened)
            file->spares_others = true;
        return opened;
    }
    file_writer_open_stream(file, world->out, "standard output");
    return true;
}

bool output_check_inputs(const char *path, const char *const *inputs, size_t n, struct err *err)
{
    if (path == NULL)
        return true;
    for (size_t i = 0; i < n; i++) {
        if (file_is_same(path, inputs[i]))
            return refuse_database(path, err) &&
                   err_set(err, ERR_USAGE,
                           "%s: the command reads this file, so it does not overwrite it; name another file",
                           path);
    }
    return true;
}

/* Returns the last word of the first line; empty when there is none. */
static struct bytes first_tag(struct bytes beginning)
{
    struct bytes line = {0}, word, tag = {0};
    (void)bytes_next_line(&beginning, &line);
    while (bytes_next_word(&line, &word))
        tag = word;
    return tag;
}

bool output_check_run(const char *path, const char *tag, struct err *err)
{
    char beginning[4096];
    size_t size;
    struct err unread; /* the writer reports a file that is unreadable or missing */
    if (!refuse_database(path, err))
        return false;
    if (!file_is_regular(path) || !file_peek(path, beginning, sizeof beginning, &size, &unread))
        return true;
    const struct bytes there = {beginning, size};
    const struct content content = content_recognise(there);
    if (content.kind == CONTENT_EMPTY || content.kind == CONTENT_PACKED)
        return true;
    if (content.run_format == NULL)
        return err_set(err, ERR_USAGE,
                       "%s: this file is not a run, so assay does not overwrite it; name another file", path);
    return bytes_equal(first_tag(there), bytes_of(tag)) ||
           err_set(err, ERR_USAGE,
                   "%s: the run in this file has another name than '%s', so assay does not overwrite it; "
                   "name another file",
                   path, tag);
}

bool output_check_tag(const char *tag, struct err *err)
{
    return (tag[0] != '\0' && strpbrk(tag, " \t\r\n") == NULL) ||
           err_set(err, ERR_USAGE, "--tag '%s': a tag must be one word", tag);
}

bool output_file(const struct buffer *text, const char *path, struct world *world, struct err *err)
{
    struct file_writer file;
    if (!output_open(&file, path, world, err))
        return false;
    buffer_add(&file.text, buffer_bytes(text));
    bool written = file_writer_finish(&file, err);
    file_writer_release(&file);
    return written;
}
