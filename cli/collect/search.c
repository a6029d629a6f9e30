/*
 * The best documents for some words; or those of all questions, as a run. For people, each hit is a line with an
 * excerpt of the document below it, because whole sentences in a column of a table are hard to read.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/collect/searching.h"
#include "core/base/unicode.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "export/run.h"

#include <string.h>

enum { DEPTH_DEFAULT_SHOWN = 10, DEPTH_DEFAULT_RUN = 100, DEPTH_MAX = 1000 * 1000 };

struct search_call {
    struct searching_options searching;
    int64_t depth; /* 0: the default of the form */
    size_t format;
    const char *run, *tag;
};

static const struct option options[] = {
    SEARCH_OPTION_ROWS(struct search_call, searching, 0),
    INTEGER_OPTION("depth", "N", struct search_call, depth, 1, DEPTH_MAX, 0,
                   .help = "number of documents (default 10; with --run 100 per question)"),
    OPTION_ROW_FORMAT(struct search_call),
    TEXT_OPTION("run", "FILE", struct search_call, run,
                .help = "search for all questions and write a TREC run to FILE"),
    TEXT_OPTION("tag", "NAME", struct search_call, tag, .help = "name of the run (default bm25)"),
};

/* --- Words ------------------------------------------------------------------------------------- */

struct shown_hits {
    struct searcher *searcher;
    const struct search_hit *hits;
    size_t n;
    struct arena *arena;
};

/* Makes the excerpt visible, so that from here on no other byte is taken for one of its marks. */
static void add_excerpt(struct buffer *out, struct bytes excerpt)
{
    struct bytes plain, rest = excerpt;
    while (bytes_split(rest, SEARCH_MARK_BEGIN[0], &plain, &rest)) {
        struct bytes found, behind;
        unicode_add_visible(out, plain);
        if (!bytes_split(rest, SEARCH_MARK_END[0], &found, &behind))
            continue;
        buffer_add_string(out, SEARCH_MARK_BEGIN);
        unicode_add_visible(out, found);
        buffer_add_string(out, SEARCH_MARK_END);
        rest = behind;
    }
    unicode_add_visible(out, rest);
}

/* White space becomes a blank, because an excerpt is one line. */
static struct bytes on_one_line(struct bytes text, struct arena *arena)
{
    char *line = arena_get(arena, text.size + 1);
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        bool is_space = strchr(" \t\r\n", text.data[i]) != NULL && text.data[i] != '\0';
        if (!is_space)
            line[size++] = text.data[i];
        else if (size > 0 && line[size - 1] != ' ')
            line[size++] = ' ';
    }
    return (struct bytes){.data = line, .size = size};
}

static bool print_for_people(const struct shown_hits *shown, struct world *world, struct err *err)
{
    struct buffer text = {0};
    bool worked = true;
    for (size_t i = 0; worked && i < shown->n; i++) {
        struct search_excerpt excerpt;
        worked =
            search_read_excerpt(shown->searcher, shown->hits[i].document_id, shown->arena, &excerpt, err);
        buffer_add_format(&text, "%3zu  %8.4f  ", i + 1, shown->hits[i].score);
        unicode_add_visible(&text, shown->hits[i].docid);
        buffer_add_string(&text, excerpt.title.size > 0 ? "  " : "");
        unicode_add_visible(&text, on_one_line(excerpt.title, shown->arena));
        buffer_add_string(&text, "\n     ");
        add_excerpt(&text, bytes_trim(on_one_line(excerpt.text, shown->arena)));
        buffer_add_byte(&text, '\n');
    }
    if (worked)
        output_marked(buffer_bytes(&text), SEARCH_MARK_BEGIN[0], SEARCH_MARK_END[0], world);
    buffer_release(&text);
    return worked;
}

static bool add_row(const struct shown_hits *shown, size_t place, struct table *table, struct err *err)
{
    const struct search_hit *hit = &shown->hits[place];
    struct search_excerpt excerpt;
    struct buffer plain = {0};
    if (!search_read_excerpt(shown->searcher, hit->document_id, shown->arena, &excerpt, err))
        return false;
    for (size_t i = 0; i < excerpt.text.size; i++) {
        char byte = excerpt.text.data[i];
        if (byte != SEARCH_MARK_BEGIN[0] && byte != SEARCH_MARK_END[0])
            buffer_add_byte(&plain, byte);
    }
    table_add_integer(table, (int64_t)place + 1);
    table_add_real(table, hit->score, 6);
    table_add_text(table, hit->docid);
    table_add_text(table, excerpt.title);
    table_add_text(table, buffer_bytes(&plain));
    buffer_release(&plain);
    return true;
}

static bool print_table(const struct shown_hits *shown, size_t format, struct world *world, struct err *err)
{
    struct table table = {0};
    bool worked = true;
    table_add_column(&table, "rank", ALIGN_RIGHT);
    table_add_column(&table, "score", ALIGN_RIGHT);
    table_add_column(&table, "docid", ALIGN_LEFT);
    table_add_column(&table, "title", ALIGN_LEFT);
    table_add_column(&table, "excerpt", ALIGN_LEFT);
    for (size_t i = 0; worked && i < shown->n; i++)
        worked = add_row(shown, i, &table, err);
    if (worked)
        output_table(&table, format, world);
    table_release(&table);
    return worked;
}

/* Joins the words that the shell split into one text. */
static void join_words(const struct arguments *arguments, struct buffer *text)
{
    for (size_t i = 1; i < arguments->n_operands; i++)
        buffer_add_format(text, "%s%s", i == 1 ? "" : " ", arguments->operands[i]);
}

static void remark_hits(const struct shown_hits *shown, struct world *world)
{
    if (shown->n == 0)
        output_remark(world, "no document has any of these words");
    else if (shown->hits[0].score < SEARCH_SCORE_COMMON)
        output_remark(world, "each of these words is in at least half of the documents, so the order means "
                             "little; add a rarer word");
}

static bool search_words(struct searcher *searcher, const struct arguments *arguments, size_t depth,
                         struct world *world, struct err *err)
{
    const size_t format = ((const struct search_call *)arguments->filled)->format;
    struct arena arena = {0};
    struct search_hit *hits;
    struct shown_hits shown = {.searcher = searcher, .arena = &arena};
    struct buffer words = {0};
    join_words(arguments, &words);
    bool worked = search_find(searcher, buffer_bytes(&words), 0, depth, &arena, &hits, &shown.n, err);
    shown.hits = hits;
    worked = worked && (format == TABLE_PEOPLE ? print_for_people(&shown, world, err)
                                               : print_table(&shown, format, world, err));
    if (worked)
        remark_hits(&shown, world);
    buffer_release(&words);
    arena_release(&arena);
    return worked;
}

/* --- All questions ----------------------------------------------------------------------------- */

enum { NAMED_MAX = 3 };

struct run_writing {
    struct searcher *searcher;
    size_t depth;
    const char *tag;
    struct buffer text;
    size_t n_lines;
    struct bytes without[NAMED_MAX]; /* the first questions without a document */
    size_t n_without;
};

static bool add_question(struct run_writing *writing, const struct question_row *question, struct err *err)
{
    struct arena arena = {0};
    struct search_hit *hits;
    size_t n;
    bool worked = run_check_qid(question->qid, err) &&
                  search_find(writing->searcher, question->text, question->question_id, writing->depth,
                              &arena, &hits, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        run_add_line(&writing->text, question->qid, hits[i].docid, i + 1, hits[i].score, writing->tag);
    if (worked && n == 0 && writing->n_without++ < NAMED_MAX)
        writing->without[writing->n_without - 1] = question->qid;
    writing->n_lines += n;
    arena_release(&arena);
    return worked;
}

static void remark_run(const struct run_writing *writing, size_t n_questions, struct world *world)
{
    output_remark(world, "%zu document%s for %zu of %zu question%s", writing->n_lines,
                  writing->n_lines == 1 ? "" : "s", n_questions - writing->n_without, n_questions,
                  n_questions == 1 ? "" : "s");
    if (writing->n_without == 0)
        return;
    struct buffer named = {0};
    size_t n_named = writing->n_without < NAMED_MAX ? writing->n_without : NAMED_MAX;
    output_add_some(&named, writing->without, n_named, (int64_t)writing->n_without);
    output_remark(world, "%zu question%s without a word that any document has%s", writing->n_without,
                  writing->n_without == 1 ? "" : "s", buffer_string(&named));
    buffer_release(&named);
}

static bool add_questions(struct run_writing *writing, const struct question_row *questions, size_t n,
                          struct world *world, struct err *err)
{
    struct progress_line line = {.world = world};
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++)
        worked = searching_watch(&line, "questions", i, n)
                     ? add_question(writing, &questions[i], err)
                     : err_set(err, ERR_INTERRUPTED, "stopped; no run was written");
    progress_end(&line);
    return worked;
}

static bool write_run(struct store *store, struct searcher *searcher, const struct search_call *call,
                      size_t depth, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct question_row *questions;
    size_t n;
    struct run_writing writing = {.searcher = searcher, .depth = depth, .tag = call->tag};
    bool worked = store_list_questions(store, &arena, &questions, &n, err) &&
                  add_questions(&writing, questions, n, world, err) &&
                  output_file(&writing.text, call->run, world, err);
    if (worked)
        remark_run(&writing, n, world);
    buffer_release(&writing.text);
    arena_release(&arena);
    return worked;
}

/* --- The command ------------------------------------------------------------------------------- */

static bool check_call(const struct arguments *arguments, const struct search_call *call, struct err *err)
{
    const bool has_run = call->run != NULL;
    if (has_run == (arguments->n_operands > 1))
        return err_set(err, ERR_USAGE,
                       has_run ? "--run searches for all questions, not for words; leave out one of them"
                               : "nothing to search for; give words, or --run FILE for all questions");
    if (call->tag != NULL && !has_run)
        return err_set(err, ERR_USAGE, "--tag needs --run");
    if (call->searching.match != NULL && !has_run)
        return err_set(err, ERR_USAGE, "--match needs --run: words have no fields");
    if (argument_given(arguments, &call->format) && has_run)
        return err_set(err, ERR_USAGE, "--format is for a search by words; --run always writes a TREC run");
    return true;
}

static bool check_run(struct search_call *call, struct err *err)
{
    if (call->run == NULL)
        return true;
    if (call->tag == NULL)
        call->tag = "bm25";
    return output_check_tag(call->tag, err) && output_check_run(call->run, call->tag, err);
}

/*
 * Permission to read is enough if the index is up to date. Otherwise the database is opened again to build it.
 */
static bool open_both(struct store **store, struct searcher **searcher, const struct arguments *arguments,
                      struct world *world, struct err *err)
{
    const struct search_call *call = arguments->filled;
    const char *path = arguments->operands[0];
    if (!database_open(store, path, STORE_READING, world, err) ||
        !searching_open_kept(searcher, *store, &call->searching, world, err))
        return false;
    if (*searcher != NULL)
        return true;
    store_close(*store);
    *store = NULL;
    if (!database_open(store, path, STORE_EXISTING, world, err))
        return err_context(err, "the index of the documents is missing or out of date");
    return searching_open(searcher, *store, &call->searching, world, err);
}

static bool run_search(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct search_call *call = arguments->filled;
    struct store *store = NULL;
    struct searcher *searcher = NULL;
    if (!check_call(arguments, call, err) || !check_run(call, err))
        return false;
    if (call->depth == 0)
        call->depth = call->run != NULL ? DEPTH_DEFAULT_RUN : DEPTH_DEFAULT_SHOWN;
    bool done = open_both(&store, &searcher, arguments, world, err) &&
                (call->run != NULL ? write_run(store, searcher, call, (size_t)call->depth, world, err)
                                   : search_words(searcher, arguments, (size_t)call->depth, world, err));
    search_close(searcher);
    store_close(store);
    return done;
}

const struct command search_command = {
    .name = "search",
    .group = "Collect",
    .summary = "Find documents by words, or write a run for all questions",
    .example = "assay search labels.db split hose",
    .operands = "DB [WORD…]",
    .least_operands = 1,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct search_call),
    .details =
        "Search ranks by BM25 over title and text, or over the fields of --fields. The first search\n"
        "builds an index in the database; imports keep it up to date. Without --tokenizer the index stays\n"
        "as it is. Use the run of --run as a baseline for `assay eval`, or give it to `assay pool` as a\n"
        "source of candidates.\n",
    .run = run_search,
};
