/*
 * A model is a program that answers the ballots of `assay label --json`. It is started once and gets one ballot after
 * the other. Each answer is durable before the next ballot. Its output is trusted no more than a file. It gets nothing
 * but ballots: a program that answers each line would otherwise answer the line before a ballot, and all its votes
 * would go to wrong ballots.
 *
 * The command is given in each call and never stored: a database may come from a stranger and must not start programs.
 */
#include "cli/commands.h"

#include "cli/label/child_process.h"
#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "core/store/models/models.h"
#include "faces/json_lines.h"

#include <signal.h>
#include <string.h>

enum {
    REPEATS_DEFAULT = 10,
    TIMEOUT_DEFAULT = 120,
    TIMEOUT_MAX = 24 * 60 * 60,
    BAD_ANSWERS_MAX = 3, /* in a row */
    NAME_SIZE_MAX = 200,
};

/* --- Asking ---------------------------------------------------------------------------------- */

struct model_labelling {
    struct world *world;
    struct store *store;
    const char *name;
    struct model_dealer dealer;
    struct model_progress progress;
    int64_t most; /* limit of ballots in this call */
    int64_t timeout_seconds;
    size_t format; /* of the table of models */
    struct child_process child;
    struct buffer question; /* the line that is sent */
    struct buffer note;
    bool quits;
};

/* The forms of the command, as bits. */
enum { ASKING = 1, LISTING = 2 };

static const struct option options[] = {
    INTEGER_OPTION("ballots", "N", struct model_labelling, most, 1, INT64_MAX, INT64_MAX, .forms = ASKING,
                   .help = "stop after this number of ballots"),
    INTEGER_OPTION("repeats", "PERCENT", struct model_labelling, dealer.repeat_percent, 0, 100,
                   REPEATS_DEFAULT, .forms = ASKING,
                   .help = "share of ballots to ask again in another order (default 10)"),
    INTEGER_OPTION("timeout", "SECONDS", struct model_labelling, timeout_seconds, 1, TIMEOUT_MAX,
                   TIMEOUT_DEFAULT, .forms = ASKING,
                   .help = "time limit for one answer, in seconds (default 120)"),
    INTEGER_OPTION("seed", "N", struct model_labelling, dealer.seed, 0, INT64_MAX, 0, .forms = ASKING,
                   .help = "seed of the random numbers (default: a new seed each time)"),
    OPTION_ROW_FORMAT(struct model_labelling),
};

static bool fail_model(const struct model_labelling *judging, struct err *err)
{
    return err_context(err, "%s", judging->name);
}

/* Repeats until there is a valid answer. After an invalid one the ballot says what is wrong. */
static bool ask_for_answer(struct model_labelling *judging, const struct model_ballot *ballot,
                           struct answer *answer, struct err *err)
{
    struct err wrong;
    for (int tries = 1;; tries++) {
        struct bytes line;
        buffer_clear(&judging->question);
        json_ballot_add(&ballot->ballot, judging->progress.done,
                        judging->progress.done + judging->progress.left, NULL, tries == 1 ? NULL : wrong.text,
                        &judging->question);
        if (!child_ask(&judging->child, buffer_bytes(&judging->question), 1000 * judging->timeout_seconds,
                       judging->world, &line, err))
            return fail_model(judging, err);
        if (json_answer_read(line, &ballot->ballot, answer, &judging->note, &judging->quits, &wrong))
            return true;
        if (tries == BAD_ANSWERS_MAX)
            return err_set(err, ERR_INPUT, "%s: %d answers in a row were invalid; the last one: %s",
                           judging->name, BAD_ANSWERS_MAX, wrong.text);
    }
}

static bool ask_ballot(struct model_labelling *judging, const struct model_ballot *ballot, struct err *err)
{
    const struct clock *clock = &judging->world->clock;
    const int64_t shown_at = clock->now(clock->context);
    struct answer answer;
    if (!ask_for_answer(judging, ballot, &answer, err) || judging->quits)
        return judging->quits;
    const int64_t given_at = clock->now(clock->context);
    answer.elapsed_ms = given_at > shown_at ? given_at - shown_at : 0;
    bool stored;
    if (!store_put_model_answer(judging->store, &judging->dealer, ballot, &answer, given_at, &stored, err))
        return false;
    if (!stored) /* the ballot has changed, as by an import */
        return store_get_model_progress(judging->store, &judging->dealer, &judging->progress, err);
    judging->progress.done++;
    judging->progress.left -= judging->progress.left > 0;
    return true;
}

static void show_progress(const struct model_labelling *judging)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%lld of %lld ballots", (long long)judging->progress.done,
                      (long long)(judging->progress.done + judging->progress.left));
    working_line_show(judging->world->working, buffer_bytes(&text));
    buffer_release(&text);
}

static bool ask_all(struct model_labelling *judging, struct err *err)
{
    bool worked = true, found = true;
    for (int64_t n = 0; worked && found && !judging->quits && n < judging->most; n++) {
        struct arena arena = {0};
        struct model_ballot ballot;
        show_progress(judging);
        worked = store_deal_to_model(judging->store, &judging->dealer, &arena, &ballot, &found, err) &&
                 (!found || ask_ballot(judging, &ballot, err));
        arena_release(&arena);
    }
    working_line_wipe(judging->world->working);
    return worked;
}

static bool judge_with(struct model_labelling *judging, const char *command, struct err *err)
{
    if (!child_start(&judging->child, command, err))
        return false;
    bool worked = ask_all(judging, err);
    child_end(&judging->child, judging->world);
    buffer_release(&judging->question);
    buffer_release(&judging->note);
    return worked;
}

static bool check_name(const char *name, struct err *err)
{
    bool is_good = name[0] != '\0' && strlen(name) <= NAME_SIZE_MAX && strchr(name, ':') == NULL;
    for (const char *c = name; *c != '\0'; c++)
        is_good = is_good && (unsigned char)*c >= ' ' && *c != 0x7f;
    return is_good || err_set(err, ERR_USAGE,
                              "a model's name is 1 to %d bytes long, without colons and control characters",
                              NAME_SIZE_MAX);
}

static bool run_model(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct model_labelling *judging = arguments->filled;
    struct model_dealer *dealer = &judging->dealer;
    judging->world = world;
    judging->name = arguments->operands[1];
    if (!argument_given(arguments, &dealer->seed))
        dealer->seed = world->random_seed();
    if (!check_name(judging->name, err) ||
        !database_open(&judging->store, arguments->operands[0], STORE_EXISTING, world, err))
        return false;
    signal(SIGPIPE, SIG_IGN); /* a model that has ended is an error to handle */
    bool done = store_put_model(judging->store, bytes_of(judging->name), &dealer->model_id, err) &&
                store_get_model_progress(judging->store, dealer, &judging->progress, err) &&
                judge_with(judging, arguments->operands[2], err);
    if (dealer->model_id != 0)
        output_remark(world, "%s: %lld ballot%s answered, %lld left; the answers are kept", judging->name,
                      (long long)judging->progress.done, judging->progress.done == 1 ? "" : "s",
                      (long long)judging->progress.left);
    store_close(judging->store);
    return done;
}

/* --- How models vote ------------------------------------------------------------------------- */

static double percent(int64_t part, int64_t whole)
{
    return 100 * share_or_nan(part, whole);
}

static void add_model(struct table *table, const struct model_row *row)
{
    const double p = slot_wins_p(&row->slots);
    table_add_text(table, row->name);
    table_add_integer(table, row->questions);
    table_add_integer(table, row->votes);
    table_add_real(table, percent(row->none_votes, row->votes), 0);
    table_add_integer(table, row->untold);
    table_add_real(table, (double)row->median_ms / 1000, 1);
    table_add_integer(table, row->repeats.all);
    table_add_real(table, percent(row->repeats.all - row->repeats.agreeing, row->repeats.all), 0);
    table_add_real(table, p, 4);
    if (slot_wins_are_biased(&row->slots))
        table_mark(table, "*");
}

static bool list_models(const struct arguments *arguments, size_t format, struct world *world,
                        struct err *err)
{
    static const char *const numbers[] = {"questions",      "votes",   "none %",  "cannot tell",
                                          "median seconds", "repeats", "flips %", "slot bias p"};
    struct arena arena = {0};
    struct store *store = NULL;
    struct table table = {0};
    struct model_row *rows;
    size_t n;
    if (!database_open(&store, arguments->operands[0], STORE_READING, world, err))
        return false;
    bool done = store_list_models(store, &arena, &rows, &n, err);
    table_add_column(&table, "model", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(&table, numbers[i], ALIGN_RIGHT);
    for (size_t i = 0; done && i < n; i++)
        add_model(&table, &rows[i]);
    if (done)
        output_table(&table, format, world);
    table_release(&table);
    store_close(store);
    arena_release(&arena);
    return done;
}

/* --- The command ----------------------------------------------------------------------------- */

static bool check_operands(const struct arguments *arguments, const struct model_labelling *judging,
                           struct err *err)
{
    const bool is_list = arguments->n_operands == 1;
    const struct option *misplaced = arguments_find_misplaced(arguments, is_list ? LISTING : ASKING);
    if (arguments->n_operands == 2)
        return err_set(err, ERR_USAGE, "the command of %s is missing: assay judge DB NAME COMMAND",
                       arguments->operands[1]);
    if (misplaced != NULL)
        return err_set(err, ERR_USAGE, "--%s needs a model to ask: assay judge DB NAME COMMAND",
                       misplaced->name);
    return is_list || !argument_given(arguments, &judging->format) ||
           err_set(err, ERR_USAGE, "--format is for the table of models: assay judge DB");
}

static bool run_judge(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct model_labelling *judging = arguments->filled;
    return check_operands(arguments, judging, err) &&
           (arguments->n_operands == 1 ? list_models(arguments, judging->format, world, err)
                                       : run_model(arguments, world, err));
}

const struct command judge_command = {
    .name = "judge",
    .group = "Label",
    .summary = "Let a model vote, or show how models vote",
    .example = "assay judge labels.db gpt 'sh judge.sh'",
    .operands = "DB [NAME COMMAND]",
    .least_operands = 1,
    .most_operands = 3,
    OPTIONS_FILL(struct model_labelling),
    .details =
        "The shell runs COMMAND. COMMAND reads one ballot per line, as with `assay label --json`:\n"
        "  in   {\"ballot\": number, \"question\": {…}, \"documents\": […], \"progress\": {…}}\n"
        "and answers each with one line:\n"
        "  out  {\"vote\": 2} (0: none), {\"skip\": \"cannot tell\"} or {\"quit\": true}\n"
        "After an invalid answer COMMAND gets the same ballot again, with \"error\": text at its end.\n"
        "assay does not store COMMAND.\n"
        "\n"
        "A model's votes are kept apart: they count in no label, score, export or progress unless you ask\n"
        "for them by name: `assay agreement DB DB:NAME`, `assay eval DB RUN --with NAME`.\n"
        "flips % is how often the model chose another document when a ballot was asked again in another\n"
        "order. A slot bias p below 0.01 means that the model prefers a place on the ballot.\n",
    .run = run_judge,
};
