#include "export/exporter.h"

#include "core/base/unicode.h"
#include "export/forms/csv.h"

#include <stdarg.h>
#include <string.h>

static const char *const questions_names[] = {
    [EXPORT_BEGUN] = "begun",
    [EXPORT_DONE] = "done",
};

const struct words export_questions_words = WORDS_OF(questions_names);

struct buffer *exporter_out(struct exporter *exporter)
{
    return &exporter->file->text;
}

bool exporter_pass(struct exporter *exporter, struct err *err)
{
    if (exporter->interrupted != NULL && exporter->interrupted())
        return err_set(err, ERR_INTERRUPTED, "stopped before everything was written");
    return file_writer_pass(exporter->file, err);
}

/* --- Ids ------------------------------------------------------------------ */

static bool has_space(struct bytes id)
{
    for (size_t i = 0; i < id.size; i++) {
        if (strchr(" \t\r\n\v\f", id.data[i]) != NULL) /* NUL too: strchr finds it */
            return true;
    }
    return id.size == 0;
}

static bool begins_with_quotation(struct bytes id)
{
    return bytes_starts_with(id, "\"");
}

static bool begins_with_hash(struct bytes id)
{
    return bytes_starts_with(id, "#");
}

static bool is_invalid(struct bytes id)
{
    struct buffer valid = {0};
    unicode_add_valid(&valid, id);
    bool changed = !bytes_equal(buffer_bytes(&valid), id);
    buffer_release(&valid);
    return changed;
}

static const struct {
    enum export_flaw flaw;
    bool (*has)(struct bytes id);
    const char *words;
    const char *of; /* only ids of this kind can have the flaw; NULL: all ids */
} flaws[] = {
    {FLAW_SPACE, has_space, "an id with white space, or an empty id", NULL},
    {FLAW_QUOTATION, begins_with_quotation, "an id that begins with a quotation mark", NULL},
    {FLAW_INVALID, is_invalid, "an id that is not UTF-8", NULL},
    {FLAW_COMMENT, begins_with_hash, "an id that begins with #, like a comment", "question"},
};

bool exporter_check_id(const struct exporter *exporter, const char *what, struct bytes id, struct err *err)
{
    for (size_t i = 0; i < sizeof flaws / sizeof *flaws; i++) {
        bool is_flaw = flaws[i].of == NULL || strcmp(flaws[i].of, what) == 0;
        if (is_flaw && (exporter->format->flaws & flaws[i].flaw) != 0 && flaws[i].has(id))
            return err_set(err, ERR_INPUT, "%s '%.*s': the format %s can't hold %s; choose another format",
                           what, BYTES_FORMAT(id), exporter->format->name, flaws[i].words);
    }
    return true;
}

/* --- Remarks ---------------------------------------------------------------------------------- */

void exporter_note_cell(struct exporter *exporter, struct bytes text)
{
    if (!exporter->format->is_for_spreadsheets || !csv_is_formula(text))
        return;
    if (exporter->n_formulas++ == 0)
        buffer_add(&exporter->formula, text);
}

void exporter_remark(struct exporter *exporter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    unicode_add_visible_format(&exporter->remarks, format, arguments);
    va_end(arguments);
    buffer_add_byte(&exporter->remarks, '\n');
}

/* --- Grades --------------------------------------------------------------- */

int exporter_precision(const struct exporter *exporter)
{
    enum { RATE_DECIMALS = 6 };
    return exporter->options->rule.grading == GRADING_RATE ? RATE_DECIMALS : 0;
}

bool exporter_is_positive(const struct exporter *exporter, double grade)
{
    const struct export_options *options = exporter->options;
    return options->has_positive ? grade >= options->positive : grade > options->negative;
}
