/*
 * Preferences from votes. For trec_eval, each vote is a judgment group: within a group all preferences must agree, but
 * two votes may contradict each other, even of one annotator. A vote for none contains no preference.
 */
#include "core/store/votes/votes.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"
#include "export/forms/table.h"

#include <stdlib.h>

static const struct export_format formats[] = {
    {.name = "trec",
     .help = "lines 'qid group subgroup docid level', for trec_eval -R prefs; a group is a vote",
     .flaws = FLAW_SPACE | FLAW_COMMENT},
    {.name = "csv",
     .help = "number of wins over another document: qid,winner,loser,count",
     .is_for_spreadsheets = true},
    {.name = "json", .help = "an array of objects with these fields", .flaws = FLAW_INVALID},
};

enum { FORMAT_TREC };

/* The formats that are tables. */
static const enum table_format table_formats[] = {[FORMAT_TREC + 1] = TABLE_CSV, TABLE_JSON};

struct preference {
    struct bytes winner, loser;
};

struct preference_export {
    struct table table;
    size_t count;
    size_t questions; /* questions with at least one preference */
};

static bool has_choice(const struct judged_slot *slots, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (slots[i].rank == RANK_CHOSEN)
            return true;
    }
    return false;
}

/* Returns the number of slots of the vote that begins here. */
static size_t slots_of_vote(const struct judged_slot *slots, size_t n)
{
    size_t size = 1;
    while (size < n && slots[size].answer_id == slots[0].answer_id)
        size++;
    return size;
}

/* --- trec_eval ------------------------------------------------------------ */

/*
 * Adds the group of a vote. Levels begin at 1, because 0 would mean not relevant, which no vote says. They have no
 * gaps.
 */
static void add_group(struct bytes qid, size_t vote, const struct judged_slot *slots, size_t n,
                      struct buffer *out)
{
    bool has_second = false;
    for (size_t i = 0; i < n; i++)
        has_second = has_second || slots[i].rank == RANK_SECOND;
    for (size_t i = 0; i < n; i++) {
        const int level = slots[i].rank == RANK_CHOSEN && !has_second ? 2 : 1 + (int)slots[i].rank;
        buffer_add(out, qid);
        buffer_add_format(out, " v%zu 1 ", vote);
        buffer_add(out, slots[i].docid);
        buffer_add_format(out, " %d\n", level);
    }
}

static void add_groups(struct bytes qid, const struct judged_slot *slots, size_t n, struct buffer *out)
{
    size_t vote = 0;
    for (size_t i = 0, size; i < n; i += size) {
        size = slots_of_vote(&slots[i], n - i);
        vote++;
        if (has_choice(&slots[i], size))
            add_group(qid, vote, &slots[i], size, out);
    }
}

/* --- Counts --------------------------------------------------------------- */

static int compare_preferences(const void *left, const void *right)
{
    const struct preference *a = left, *b = right;
    int order = bytes_compare(a->winner, b->winner);
    return order != 0 ? order : bytes_compare(a->loser, b->loser);
}

/* Lists each preference of a vote, in the order of the votes. */
static size_t list_preferences(const struct judged_slot *slots, size_t n, struct arena *arena,
                               struct preference **list)
{
    size_t count = 0;
    *list = NULL;
    for (size_t i = 0, size; i < n; i += size) {
        size = slots_of_vote(&slots[i], n - i);
        for (size_t pair = 0; pair < size * size; pair++) {
            const struct judged_slot *winner = &slots[i + pair / size], *loser = &slots[i + pair % size];
            if (winner->rank > loser->rank)
                ARENA_PUSH(arena, *list, count) =
                    (struct preference){.winner = winner->docid, .loser = loser->docid};
        }
    }
    return count;
}

static void add_counts(struct exporter *exporter, struct bytes qid, struct preference *list, size_t n,
                       struct table *table)
{
    if (n > 0)
        qsort(list, n, sizeof *list, compare_preferences);
    for (size_t i = 0, same; i < n; i += same) {
        same = 1;
        while (i + same < n && compare_preferences(&list[i], &list[i + same]) == 0)
            same++;
        table_add_text(table, qid);
        table_add_text(table, list[i].winner);
        table_add_text(table, list[i].loser);
        table_add_integer(table, (int64_t)same);
    }
    table_pass(table, table_formats[exporter->options->format], exporter_out(exporter));
}

static void note_cells(struct exporter *exporter, const struct judged_question *question)
{
    exporter_note_cell(exporter, question->qid);
    for (size_t i = 0; i < question->n_labels; i++)
        exporter_note_cell(exporter, question->labels[i].docid);
}

/* Identical documents share what was shown and chosen. */
static void add_twins(const struct judged_question *question, struct judged_slot **slots, size_t *n)
{
    struct judged_slot *with_twins = NULL;
    size_t n_with_twins = 0;
    for (size_t i = 0; i < *n; i++) {
        struct bytes *docids;
        const size_t n_same = judged_list_same(question, (*slots)[i].docid, &docids);
        for (size_t same = 0; same < n_same; same++)
            ARENA_PUSH(question->arena, with_twins, n_with_twins) =
                (struct judged_slot){(*slots)[i].answer_id, docids[same], (*slots)[i].rank};
    }
    *slots = with_twins;
    *n = n_with_twins;
}

/* --- The export ----------------------------------------------------------- */

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    struct preference_export *preferences = context;
    struct judged_slot *slots;
    struct preference *list;
    size_t n;
    if (!judged_list_slots(exporter, question, &slots, &n, err))
        return false;
    if (question->has_twins)
        add_twins(question, &slots, &n);
    size_t count = list_preferences(slots, n, question->arena, &list);
    preferences->count += count;
    preferences->questions += count > 0;
    note_cells(exporter, question);
    if (exporter->options->format == FORMAT_TREC)
        add_groups(question->qid, slots, n, exporter_out(exporter));
    else
        add_counts(exporter, question->qid, list, count, &preferences->table);
    return true;
}

static const struct judged_prefetches prefetches = {.prefetch = store_prefetch_votes};

static bool write_table(struct exporter *exporter, struct preference_export *preferences,
                        struct judged_count *count, struct err *err)
{
    enum table_format format = table_formats[exporter->options->format];
    table_add_column(&preferences->table, "qid", ALIGN_LEFT);
    table_add_column(&preferences->table, "winner", ALIGN_LEFT);
    table_add_column(&preferences->table, "loser", ALIGN_LEFT);
    table_add_column(&preferences->table, "count", ALIGN_RIGHT);
    table_begin(&preferences->table, format, exporter_out(exporter));
    bool written = judged_visit_prefetching(exporter, &prefetches, add_question, preferences, count, err);
    table_end(&preferences->table, format, exporter_out(exporter));
    table_release(&preferences->table);
    return written;
}

static bool write_preferences(struct exporter *exporter, struct err *err)
{
    struct preference_export preferences = {0};
    struct judged_count count;
    bool written =
        exporter->options->format == FORMAT_TREC
            ? judged_visit_prefetching(exporter, &prefetches, add_question, &preferences, &count, err)
            : write_table(exporter, &preferences, &count, err);
    buffer_add_format(&exporter->summary, "%zu preference%s on %zu of %zu question%s", preferences.count,
                      preferences.count == 1 ? "" : "s", preferences.questions, count.of,
                      count.of == 1 ? "" : "s");
    return written;
}

const struct export_kind preferences_export = {
    .name = "preferences",
    .help = "pairs of documents: the chosen document and another document on the same ballot",
    EXPORT_FORMATS(formats),
    .takes = TAKES_QUESTIONS,
    .write = write_preferences,
};
