/* Lists measures: sentences for people, a table for programs. Both are made from the rows of the measures. */
#include "cli/commands.h"

#include "cli/shared/output.h"
#include "core/base/unicode.h"
#include "core/metric/measures/measure_name.h"

struct measures_call {
    size_t format;
};

static const struct option options[] = {
    OPTION_ROW_FORMAT(struct measures_call),
};

static const char *const cutoff_names[] = {
    [CUTOFF_NONE] = "none",     [CUTOFF_OPTIONAL] = "optional", [CUTOFF_REQUIRED] = "required",
    [CUTOFF_RECALL] = "recall", [CUTOFF_MULTIPLE] = "multiple",
};

static const char *const range_names[] = {
    [RANGE_UNIT] = "0 to 1",
    [RANGE_OPEN] = "from 0",
    [RANGE_ANY] = "any",
    [RANGE_TEXT] = "a text",
};

/* --- Sentences ------------------------------------------------------------ */

enum { INDENT = 4, COLUMNS = 78 };

static void add_wrapped(struct bytes text, struct buffer *out)
{
    size_t column = 0;
    struct bytes word;
    while (bytes_next_word(&text, &word)) {
        size_t width = unicode_columns(word);
        if (column > 0 && column + 1 + width > COLUMNS) {
            buffer_add_byte(out, '\n');
            column = 0;
        }
        int blanks = column == 0 ? INDENT : 1;
        buffer_add_format(out, "%*s", blanks, "");
        column += (size_t)blanks + width;
        buffer_add(out, word);
    }
    buffer_add_byte(out, '\n');
}

/* Adds a sentence such as "Also MRR, recip_rank."; nothing when it has no content. */
static void add_sentence(const char *beginning, const struct buffer *content, struct buffer *out)
{
    if (content->size == 0)
        return;
    struct buffer sentence = {0};
    buffer_add_format(&sentence, "%s%s.", beginning, buffer_string(content));
    add_wrapped(buffer_bytes(&sentence), out);
    buffer_release(&sentence);
}

static void add_sentences(const struct measure_row *row, struct buffer *out)
{
    struct buffer help = {0};
    struct buffer aliases = {0};
    struct buffer parameters = {0};
    struct buffer differs = {0};
    buffer_add_string(&differs, row->differs != NULL ? row->differs : "");
    buffer_add_string(&help, row->help);
    measure_add_aliases(row, &aliases);
    measure_add_parameters(row, &parameters);
    add_sentence("", &help, out);
    add_sentence("Also ", &aliases, out);
    add_sentence("Takes ", &parameters, out);
    add_sentence("Elsewhere: ", &differs, out);
    buffer_release(&differs);
    buffer_release(&help);
    buffer_release(&aliases);
    buffer_release(&parameters);
}

/* --- Formats -------------------------------------------------------------- */

static void add_for_people(const struct measure_row *row, struct buffer *out)
{
    struct buffer forms = {0};
    measure_add_forms(row, ", ", &forms);
    buffer_add_format(out, "%-24s%s\n", buffer_string(&forms), range_names[row->range]);
    buffer_release(&forms);
    add_sentences(row, out);
}

static void add_measure_row(const struct measure_row *row, struct table *table)
{
    struct buffer text = {0};
    table_add_text(table, bytes_of(row->name));
    table_add_text(table, bytes_of(cutoff_names[row->cutoff]));
    table_add_text(table, bytes_of(range_names[row->range]));
    measure_add_parameters(row, &text);
    table_add_text(table, buffer_bytes(&text));
    buffer_clear(&text);
    measure_add_aliases(row, &text);
    table_add_text(table, buffer_bytes(&text));
    table_add_text(table, bytes_of(row->help));
    table_add_text(table, bytes_of(row->differs != NULL ? row->differs : ""));
    buffer_release(&text);
}

static void print_measure_table(const struct measure_row *const *rows, size_t n, size_t format,
                                struct world *world)
{
    static const char *const columns[] = {"name",    "cutoff", "range",  "parameters",
                                          "aliases", "help",   "differs"};
    struct table table = {0};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_add_column(&table, columns[i], ALIGN_LEFT);
    for (size_t i = 0; i < n; i++)
        add_measure_row(rows[i], &table);
    output_table(&table, format, world);
    table_release(&table);
}

static void print_list(const struct measure_row *const *rows, size_t n, struct world *world)
{
    struct buffer text = {0};
    for (size_t i = 0; i < n; i++)
        add_for_people(rows[i], &text);
    output_text(&text, world);
    buffer_release(&text);
}

static void add_row_once(const struct measure_row *row, const struct measure_row **rows, size_t *n)
{
    for (size_t i = 0; i < *n; i++) {
        if (rows[i] == row)
            return;
    }
    rows[(*n)++] = row;
}

/*
 * Adds the rows of everything that -m accepts, including lists, and of an incomplete measure ("IPrec", which needs a
 * recall).
 */
static bool add_named_rows(struct bytes text, const struct measure_row **rows, size_t *n, struct err *err)
{
    struct measure_list measures = {0};
    const bool is_whole = measure_list_parse(text, &measures, err_ignored());
    for (size_t i = 0; is_whole && i < measures.count; i++)
        add_row_once(measures.items[i].row, rows, n);
    measure_list_release(&measures);
    if (is_whole)
        return true;
    const struct measure_row *row = measure_find(text, err);
    if (row != NULL)
        add_row_once(row, rows, n);
    return row != NULL;
}

/* Chooses the named rows, or all, each once. `rows` has room for all. */
static bool choose_rows(const struct arguments *arguments, const struct measure_row **rows, size_t *n,
                        struct err *err)
{
    size_t count;
    const struct measure_row *all = measure_rows(&count);
    *n = 0;
    for (size_t i = 0; i < arguments->n_operands; i++) {
        if (!add_named_rows(bytes_of(arguments->operands[i]), rows, n, err))
            return false;
    }
    for (; arguments->n_operands == 0 && *n < count; (*n)++)
        rows[*n] = &all[*n];
    return true;
}

static bool run_measures(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct measures_call *call = arguments->filled;
    struct arena arena = {0};
    size_t n;
    measure_rows(&n);
    const struct measure_row **rows = arena_get_array(&arena, n, sizeof *rows);
    bool chosen = choose_rows(arguments, rows, &n, err);
    if (chosen && call->format == TABLE_PEOPLE)
        print_list(rows, n, world);
    else if (chosen)
        print_measure_table(rows, n, call->format, world);
    arena_release(&arena);
    return chosen;
}

const struct command measures_command = {
    .name = "measures",
    .group = "Score",
    .summary = "List measures with their parameters and formulas",
    .example = "assay measures nDCG",
    .operands = "[MEASURE…]",
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct measures_call),
    .details =
        "Write a measure as Name(parameter=value,…)@cutoff, in upper or lower case. If you leave out a\n"
        "parameter, it has the default in the list. k is a number of documents, r a recall from 0 to 1,\n"
        "and x a multiple of the number of relevant documents. The names of lists are those of trec_eval:\n"
        "official, set, all_trec, prefs, all_prefs, qrels_jg.\n",
    .run = run_measures,
};
