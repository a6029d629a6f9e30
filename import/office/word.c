/*
 * The main part of a document is a list of paragraphs and tables; a paragraph is a list of runs of text (ECMA-376, part
 * 1, WordprocessingML). The id of a style is in the user's language, but its name is in English: "heading 1", "Title".
 */
#include "import/office/word.h"

#include "core/base/arena.h"
#include "core/base/map.h"
#include "import/office/document.h"
#include "import/office/xml.h"
#include "import/office/zipped.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 6, IS_TITLE = LEVELS + 1, IS_LISTED };

struct word_document {
    struct zipped *zipped;
    struct arena arena;
    struct map styles; /* ids of the relevant styles … */
    int *style_levels; /* … and their levels: 1 to 6 for headings, IS_TITLE, IS_LISTED */
    size_t n_styles;
    struct bytes style; /* the style whose name is being read */
    struct buffer text, paragraph;
    /* The first paragraph with the style of a title; the title in the properties. */
    struct buffer title, named_title;
    int level;                  /* of the paragraph */
    bool is_listed, was_listed; /* of this paragraph, and of the one before it */
    bool in_text, in_title;
    size_t n_tables, n_fallbacks; /* tables and fallbacks around the current place */
    size_t n_cells;               /* in the current row so far */
};

/* --- Styles ---------------------------------------------------------------------- */

static int level_of(const char *name)
{
    static const char heading[] = "heading ";
    const size_t size = sizeof heading - 1;
    if (strcmp(name, "Title") == 0)
        return IS_TITLE;
    if (strncmp(name, "List Bullet", 11) == 0 || strncmp(name, "List Number", 11) == 0)
        return IS_LISTED;
    bool is_heading = strncmp(name, heading, size) == 0 && name[size] >= '1' && name[size] <= '0' + LEVELS;
    return is_heading ? name[size] - '0' : 0;
}

static void open_style(void *context, const char *name, const char *const *attributes)
{
    struct word_document *word = context;
    const char *id = xml_attribute(attributes, "styleId"), *value = xml_attribute(attributes, "val");
    if (strcmp(name, "style") == 0)
        word->style = arena_copy(&word->arena, bytes_of(id != NULL ? id : ""));
    if (strcmp(name, "name") != 0 || value == NULL || word->style.size == 0 || level_of(value) == 0)
        return;
    bool is_new;
    map_put(&word->styles, word->style, &is_new);
    if (is_new)
        ARENA_PUSH(&word->arena, word->style_levels, word->n_styles) = level_of(value);
}

/* --- Paragraphs ------------------------------------------------------------------ */

static void add_heading(struct word_document *word, struct bytes line)
{
    if (word->level == IS_TITLE && word->title.size == 0)
        buffer_add_one_line(&word->title, line);
    for (int i = 0; i < (word->level == IS_TITLE ? 1 : word->level); i++)
        buffer_add_byte(&word->text, '#');
    buffer_add_byte(&word->text, ' ');
    buffer_add_one_line(&word->text, line);
}

static void end_paragraph(struct word_document *word)
{
    struct bytes line = bytes_trim(buffer_bytes(&word->paragraph));
    bool is_outside = word->n_tables == 0;
    if (line.size == 0)
        return;
    if (word->was_listed && !(word->is_listed && is_outside))
        buffer_add_byte(&word->text, '\n');
    word->was_listed = word->is_listed && is_outside;
    if (is_outside && word->level > 0 && word->level != IS_LISTED) {
        add_heading(word, line);
    } else {
        buffer_add_string(&word->text, word->is_listed && is_outside ? "- " : "");
        buffer_add(&word->text, line);
    }
    buffer_add_string(&word->text, !is_outside ? " " : word->is_listed ? "\n" : "\n\n");
    buffer_clear(&word->paragraph);
}

static void open_part(void *context, const char *name, const char *const *attributes)
{
    struct word_document *word = context;
    const char *value = xml_attribute(attributes, "val");
    if (strcmp(name, "p") == 0) {
        word->level = 0;
        word->is_listed = false;
        buffer_clear(&word->paragraph);
    } else if (strcmp(name, "pStyle") == 0 && value != NULL) {
        int64_t number = map_find(&word->styles, bytes_of(value));
        word->level = number != MAP_ABSENT ? word->style_levels[number] : 0;
        word->is_listed = word->is_listed || word->level == IS_LISTED;
    } else if (strcmp(name, "numPr") == 0) {
        word->is_listed = true;
    } else if (strcmp(name, "t") == 0) {
        word->in_text = true;
    } else if (strcmp(name, "tab") == 0 && word->paragraph.size > 0) {
        buffer_add_byte(&word->paragraph, ' ');
    } else if (strcmp(name, "br") == 0 || strcmp(name, "cr") == 0) {
        buffer_add_byte(&word->paragraph, word->n_tables > 0 ? ' ' : '\n');
    } else if (strcmp(name, "tbl") == 0) {
        word->n_tables++;
    } else if (strcmp(name, "tr") == 0) {
        word->n_cells = 0;
    } else if (strcmp(name, "tc") == 0 && word->n_cells++ > 0) {
        buffer_add_string(&word->text, "| ");
    }
    /* Drawings may be repeated in a form for programs that can't draw them. */
    word->n_fallbacks += strcmp(name, "Fallback") == 0;
}

static void close_part(void *context, const char *name)
{
    struct word_document *word = context;
    if (strcmp(name, "t") == 0)
        word->in_text = false;
    else if (strcmp(name, "p") == 0)
        end_paragraph(word);
    else if (strcmp(name, "tr") == 0)
        buffer_add_byte(&word->text, '\n');
    else if (strcmp(name, "tbl") == 0 && --word->n_tables == 0)
        buffer_add_byte(&word->text, '\n');
    word->n_fallbacks -= strcmp(name, "Fallback") == 0;
}

static void take_text(void *context, struct bytes text)
{
    struct word_document *word = context;
    if (word->in_text && word->n_fallbacks == 0)
        buffer_add(&word->paragraph, text);
}

/* --- Properties ------------------------------------------------------------------- */

static void open_property(void *context, const char *name, const char *const *attributes)
{
    (void)attributes;
    ((struct word_document *)context)->in_title = strcmp(name, "title") == 0;
}

static void close_property(void *context, const char *name)
{
    (void)name;
    ((struct word_document *)context)->in_title = false;
}

static void take_property(void *context, struct bytes text)
{
    struct word_document *word = context;
    if (word->in_title)
        buffer_add(&word->named_title, text);
}

/* --- The whole document ----------------------------------------------------------------------- */

static bool read_part(struct word_document *word, const char *name, const struct xml_handlers *handlers,
                      struct err *err)
{
    struct buffer xml = {0};
    bool worked =
        zipped_read(word->zipped, name, &xml, err) && xml_read(buffer_bytes(&xml), handlers, word, err);
    buffer_release(&xml);
    return worked;
}

static bool read_parts(struct word_document *word, struct err *err)
{
    static const struct xml_handlers styles = {.open = open_style};
    static const struct xml_handlers properties = {open_property, close_property, take_property};
    static const struct xml_handlers document = {open_part, close_part, take_text};
    return (!zipped_has(word->zipped, "word/styles.xml") ||
            read_part(word, "word/styles.xml", &styles, err)) &&
           (!zipped_has(word->zipped, "docProps/core.xml") ||
            read_part(word, "docProps/core.xml", &properties, err)) &&
           read_part(word, "word/document.xml", &document, err);
}

bool word_add_document(struct bytes content, struct bytes name, struct buffer *out, struct err *err)
{
    struct word_document word = {0};
    const size_t before = out->size;
    bool worked = zipped_open(&word.zipped, content, err) && read_parts(&word, err);
    const struct buffer *title = word.title.size > 0 ? &word.title : &word.named_title;
    if (worked)
        office_add_document(name, NULL, buffer_bytes(title), buffer_bytes(&word.text), out);
    worked = worked && (out->size > before || err_set(err, ERR_INPUT, "this Word document has no text"));
    zipped_close(word.zipped);
    map_release(&word.styles);
    buffer_release(&word.text);
    buffer_release(&word.paragraph);
    buffer_release(&word.title);
    buffer_release(&word.named_title);
    arena_release(&word.arena);
    return worked;
}
