/*
 * The contradictions are read at once (live/contradictions.h) and printed. People get a paragraph for each pair of
 * documents, programs a row for each difference.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"
#include "core/base/unicode.h"
#include "core/store/rights.h"
#include "live/contradictions.h"

struct contradictions_call {
    bool lists_all;
    size_t format;
};

static const struct option options[] = {
    FLAG_OPTION("all", struct contradictions_call, lists_all,
                .help = "also list pairs whose titles name two things, such as pump 300 and pump 310"),
    OPTION_ROW_FORMAT(struct contradictions_call),
};

enum { STATEMENT_CHARACTERS_MAX = 300 };

/* --- For people ----------------------------------------------------------- */

static void add_document(const struct contradicting_pair *pair, size_t side, struct buffer *text)
{
    unicode_add_visible(text, pair->docids[side]);
    if (pair->titles[side].size == 0)
        return;
    buffer_add_string(text, " “");
    unicode_add_visible(text, pair->titles[side]);
    buffer_add_string(text, "”");
}

/* Adds the statement, with the different words in brackets. */
static void add_statement(const struct contradicting_pair *pair, const struct contradiction *found,
                          size_t side, struct buffer *text)
{
    const struct text_span all = found->statements[side], words = found->words[side];
    const struct bytes of = pair->texts[side];
    unicode_add_visible(text, bytes_slice(of, all.start, words.start));
    if (words.end > words.start) {
        buffer_add_byte(text, '[');
        unicode_add_visible(text, bytes_slice(of, words.start, words.end));
        buffer_add_byte(text, ']');
    }
    unicode_add_visible(text, bytes_slice(of, words.end, all.end));
}

static void add_difference(const struct contradicting_pair *pair, const struct contradiction *found,
                           struct buffer *text)
{
    for (size_t side = 0; side < 2; side++) {
        struct buffer statement = {0};
        add_statement(pair, found, side, &statement);
        buffer_add_format(text,
                          "   %-8s  %zu: ", side == 0 ? words_at(&contradiction_kind_words, found->kind) : "",
                          side + 1);
        unicode_add_beginning(text, buffer_bytes(&statement), STATEMENT_CHARACTERS_MAX);
        buffer_add_byte(text, '\n');
        buffer_release(&statement);
    }
}

static void add_questions(const struct contradicting_pair *pair, struct buffer *text)
{
    if (pair->n_qids == 0)
        return;
    buffer_add_string(text, pair->n_qids == 1 ? " Question:" : " Questions:");
    for (size_t i = 0; i < pair->n_qids; i++) {
        buffer_add_string(text, i == 0 ? " " : ", ");
        unicode_add_visible(text, pair->qids[i]);
    }
    buffer_add_byte(text, '.');
}

static void print_pair(const struct contradicting_pair *pair, size_t number, struct world *world)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%s%zu. ", number > 1 ? "\n" : "", number);
    add_document(pair, 0, &text);
    buffer_add_string(&text, " and ");
    add_document(pair, 1, &text);
    buffer_add_string(&text, "\n   ");
    contradiction_add_votes(pair, &text);
    add_questions(pair, &text);
    buffer_add_byte(&text, '\n');
    for (size_t i = 0; i < pair->found.n; i++)
        add_difference(pair, &pair->found.items[i], &text);
    output_text(&text, world);
    buffer_release(&text);
}

static void print_for_people(const struct contradiction_list *list, struct world *world)
{
    if (list->n == 0)
        fputs("nothing found\n", world->out);
    for (size_t i = 0; i < list->n; i++)
        print_pair(&list->pairs[i], i + 1, world);
}

/* --- For programs --------------------------------------------------------- */

static void add_row(const struct contradicting_pair *pair, const struct contradiction *found,
                    struct table *table)
{
    table_add_text(table, bytes_of(words_at(&contradiction_kind_words, found->kind)));
    for (size_t side = 0; side < 2; side++) {
        const struct text_span all = found->statements[side], words = found->words[side];
        table_add_text(table, pair->docids[side]);
        table_add_text(table, bytes_slice(pair->texts[side], words.start, words.end));
        table_add_text(table, bytes_slice(pair->texts[side], all.start, all.end));
        table_add_integer(table, pair->chosen[side]);
        table_add_wins(table, pair->wins[side]);
        table_add_integer(table, pair->votes[side]);
    }
    table_add_integer(table, pair->neither);
    table_add_integer(table, (int64_t)pair->n_qids);
}

static void print_rows(const struct contradiction_list *list, size_t format, struct world *world)
{
    static const char *const sides[2][6] = {
        {"docid_1", "words_1", "statement_1", "chosen_1", "wins_1", "impressions_1"},
        {"docid_2", "words_2", "statement_2", "chosen_2", "wins_2", "impressions_2"},
    };
    struct table table = {0};
    table_add_column(&table, "kind", ALIGN_LEFT);
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < sizeof sides[side] / sizeof *sides[side]; i++)
            table_add_column(&table, sides[side][i], i < 3 ? ALIGN_LEFT : ALIGN_RIGHT);
    table_add_column(&table, "neither", ALIGN_RIGHT);
    table_add_column(&table, "questions", ALIGN_RIGHT);
    for (size_t i = 0; i < list->n; i++)
        for (size_t k = 0; k < list->pairs[i].found.n; k++)
            add_row(&list->pairs[i], &list->pairs[i].found.items[k], &table);
    output_table(&table, format, world);
    table_release(&table);
}

/* --- The command ---------------------------------------------------------- */

static bool watch(void *context, int64_t done, int64_t all)
{
    struct progress_line *line = context;
    const struct import_progress progress = {.path = "documents",
                                             .done = (size_t)done,
                                             .total = (size_t)all,
                                             .n = (size_t)done};
    return progress_watch(line, &progress);
}

static void remark_others(const struct contradiction_list *list, struct world *world)
{
    if (list->n_other_subjects == 1)
        output_remark(world, "1 more pair has titles that name two different things; --all also lists it");
    else if (list->n_other_subjects > 1)
        output_remark(world,
                      "%zu more pairs have titles that name two different things; --all also lists them",
                      list->n_other_subjects);
}

static bool run_contradictions(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct contradictions_call *call = arguments->filled;
    struct store *store = NULL;
    struct contradiction_list list = {0};
    struct progress_line line = {.world = world};
    const struct contradiction_watch watching = {.go_on = watch, .context = &line};
    if (!database_open(&store, arguments->operands[0], STORE_READING, world, err))
        return false;
    bool done = store_require_all(store, "looking at the votes of others", err) &&
                store_begin_reading(store, err) &&
                contradictions_read(store, call->lists_all, &watching, &list, err);
    progress_end(&line);
    if (done && call->format == TABLE_PEOPLE)
        print_for_people(&list, world);
    else if (done)
        print_rows(&list, call->format, world);
    if (done)
        remark_others(&list, world);
    contradiction_list_release(&list);
    store_close(store);
    return done;
}

const struct command contradictions_command = {
    .name = "contradictions",
    .group = "Trust",
    .summary = "Find documents that contradict each other",
    .example = "assay contradictions labels.db",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    OPTIONS_FILL(struct contradictions_call),
    .details =
        "Lists pairs of documents that say nearly the same but differ in a number, a name or a negation,\n"
        "with the votes on them. Pairs on which votes disagree come first. Give the list to the owner of\n"
        "the documents: only people know which document is right, and some differ for good reasons.\n",
    .run = run_contradictions,
};
