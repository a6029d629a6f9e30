/*
 * First the face is chosen: the screen, lines of text, or JSON. Then the database and the labelling are opened and
 * passed to the face. A terminal that can't show the screen gets lines of text, with a remark.
 *
 * The labelling is always closed, because that returns the current ballot. The first error is the one that is reported.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "cli/label/preference_files.h"
#include "core/base/bug.h"
#include "core/base/number.h"
#include "core/base/shell_word.h"
#include "core/metric/measures/measure_check.h"
#include "core/store/upkeep/check.h"
#include "core/store/rights.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "faces/json_lines.h"
#include "faces/plain.h"
#include "faces/sitting_lines.h"
#include "tui/app/app.h"
#include "tui/app/replay_app.h"
#include "tui/terminal/curses.h"

#include <signal.h>
#include <unistd.h>
#include <string.h>

enum face { FACE_SCREEN, FACE_PLAIN, FACE_JSON };

/* How the annotator works, and what the screen needs. */
struct sitting {
    const char *annotator, *measures, *decided, *replayed; /* NULL: not given */
    struct text_list runs;
    uint64_t seed;
    bool is_lead, adjudicates, is_plain, is_json, is_kiosk;
    enum theme theme;
    enum face face;
    struct store *store;
    struct curses_options curses_options;
    struct preference_files files;
    struct buffer goodbye; /* printed at the end after success */
};

static const struct option options[] = {
    TEXT_OPTION("annotator", "NAME", struct sitting, annotator,
                .help = "name of the annotator (default: the login name)"),
    TEXTS_OPTION("run", "RUN", struct sitting, runs, .help = "score this run live while you vote"),
    TEXT_OPTION("measures", "LIST", struct sitting, measures, .letter = 'm',
                .help = "measures of the live scores (default: setting `measures`)"),
    TEXT_OPTION("decide", "A", struct sitting, decided,
                .help = "show the ballots that tell whether run B is better than run A"),
    INTEGER_OPTION("seed", "N", struct sitting, seed, 0, INT64_MAX, 0,
                   .help = "seed of the random numbers; the same seed gives the same ballots"),
    FLAG_OPTION("plain", struct sitting, is_plain, .help = "ask in lines of text, without a screen"),
    FLAG_OPTION("json", struct sitting, is_json, .help = "speak JSON, one object per line, for programs"),
    CHOICE_OPTION("theme", "NAME", struct sitting, theme, .help = "colours of the screen",
                  .words = &theme_words),
    FLAG_OPTION("lead", struct sitting, is_lead,
                .help = "show live scores, and open board (L), settings (S) and contradictions (C)"),
    FLAG_OPTION("adjudicate", struct sitting, adjudicates,
                .help = "show only ballots on which other annotators disagree"),
    FLAG_OPTION("kiosk", struct sitting, is_kiosk,
                .help = "open no files and copy nothing: for accounts that may only label"),
    TEXT_OPTION("replay", "NAME", struct sitting, replayed,
                .help = "show what this annotator saw and answered; nothing is changed"),
};

/* Finds the annotator. On a server that manages rights, it can only be the connected role. */
static bool read_annotator(const struct sitting *sitting, const struct world *world, struct arena *arena,
                           struct bytes *annotator, struct err *err)
{
    struct store *store = sitting->store;
    const char *name = sitting->annotator;
    if (!store_read_own_name(store, arena, annotator, err) ||
        (name != NULL && !store_require_name(store, bytes_of(name), err)))
        return false;
    if (sitting->is_lead && sitting->is_kiosk)
        return err_set(err, ERR_USAGE, "--kiosk is for annotators, --lead for leads; leave one out");
    if (sitting->is_lead && !store_require_all(store, "--lead", err))
        return false;
    if (sitting->adjudicates && !store_require_all(store, "--adjudicate", err))
        return false;
    if (name == NULL && annotator->size == 0 && sitting->adjudicates)
        return err_set(err, ERR_USAGE, "--adjudicate needs a judge; name yourself with --annotator NAME");
    if (sitting->adjudicates && sitting->decided != NULL)
        return err_set(err, ERR_USAGE, "--adjudicate and --decide choose different ballots; leave one out");
    if (annotator->size > 0)
        return true;
    if (name == NULL)
        name = world->login_name;
    if (name == NULL || name[0] == '\0')
        return err_set(err, ERR_USAGE, "nobody to vote; name yourself with --annotator NAME");
    *annotator = bytes_trim(bytes_of(name));
    return annotator->size > 0 ||
           err_set(err, ERR_USAGE, "--annotator '%s' is not a name; name yourself, as in --annotator maria",
                   name);
}

static bool read_live_measures(const struct sitting *sitting, struct measure_list *measures, struct err *err)
{
    struct arena arena = {0};
    struct bytes list;
    bool worked = true;
    if (sitting->measures != NULL)
        list = bytes_of(sitting->measures);
    else
        worked = setting_get(sitting->store, SETTING_MEASURES, &arena, &list, err);
    worked = worked && measure_list_parse(list, measures, err) && measures_check_live(measures, err);
    arena_release(&arena);
    return worked;
}

/*
 * Chooses the theme for the background, if the environment tells it. The Linux console is black. Some terminals set
 * COLORFGBG to the numbers of the text's and the background's colours among sixteen, the background last; 7 and numbers
 * from 9 on are light. If nothing tells, no colour is certain to be readable, so there are none.
 */
static enum theme theme_of_environment(const struct world *world)
{
    enum { WHITE = 7, FIRST_BRIGHT = 9, LAST_BRIGHT = 15 };
    const char *last = world->colour_pair != NULL ? strrchr(world->colour_pair, ';') : NULL;
    int64_t number;
    if (last != NULL && number_parse_integer(bytes_of(last + 1), 0, LAST_BRIGHT, &number))
        return number == WHITE || number >= FIRST_BRIGHT ? THEME_LIGHT : THEME_DARK;
    const bool is_console = world->terminal_type != NULL && strcmp(world->terminal_type, "linux") == 0;
    return is_console ? THEME_DARK : THEME_MONOCHROME;
}

/*
 * Chooses the theme. An option comes first, then the config file, both before the environment and the terminal. A theme
 * that was chosen by a key comes only before the terminal.
 */
static void read_theme(struct sitting *sitting, bool is_given, const struct world *world)
{
    const struct preferences *preferences = &sitting->files.preferences;
    struct curses_options *curses_options = &sitting->curses_options;
    enum theme *theme = &curses_options->theme;
    int chosen =
        world->refuses_colour ? preferences->wished[PREFERENCE_THEME] : preferences->values[PREFERENCE_THEME];
    *theme = world->refuses_colour ? THEME_MONOCHROME : theme_of_environment(world);
    if (chosen != THEME_CHOICE_AUTO)
        *theme = (enum theme)(chosen - 1);
    if (is_given)
        *theme = sitting->theme;
    curses_options->asks_background = chosen == THEME_CHOICE_AUTO && !world->refuses_colour && !is_given;
}

/* If the terminal can't show the screen, the face is lines of text. */
static bool choose_screen(struct sitting *sitting, const struct arguments *arguments, struct world *world,
                          struct err *err)
{
    struct preferences *preferences = &sitting->files.preferences;
    struct err reason;
    if (sitting->is_kiosk)
        preference_files_for_kiosk(&sitting->files);
    else if (!preference_files_load(&sitting->files, world, err))
        return false;
    sitting->curses_options = (struct curses_options){
        .type = world->terminal_type,
        .input = world->in,
        .output = world->terminal,
        .ascii = world->is_ascii_wanted,
        .mouse = preferences->values[PREFERENCE_MOUSE] == PREFERENCE_ON,
        .in_tmux = world->tmux != NULL && world->tmux[0] != '\0',
    };
    read_theme(sitting, argument_given(arguments, &sitting->theme), world);
    bool can_show = curses_can_show(&sitting->curses_options, &reason);
    sitting->face = can_show ? FACE_SCREEN : FACE_PLAIN;
    if (can_show && world->is_traced_here)
        return err_set(
            err, ERR_USAGE,
            "ASSAY_TRACE would write over the labelling screen; send standard error to a file: 2> trace.txt");
    if (!can_show)
        output_remark(world, "%s; for now assay asks in lines of text, as with --plain", reason.text);
    return true;
}

static bool choose_face(struct sitting *sitting, const struct arguments *arguments, struct world *world,
                        struct err *err)
{
    if (sitting->is_plain && sitting->is_json)
        return err_set(err, ERR_USAGE, "--plain and --json exclude each other; choose one");
    sitting->face = sitting->is_json ? FACE_JSON : FACE_PLAIN;
    if (sitting->is_plain || sitting->is_json)
        return true;
    if (!world->has_terminal)
        return err_set(err, ERR_USAGE, "the labelling screen needs a terminal; --plain works without one");
    return choose_screen(sitting, arguments, world, err);
}

static void add_own_answers(const struct labelling *labelling, struct buffer *text)
{
    const struct ballot *ballot = labelling_ballot(labelling);
    const bool has_taken_back = ballot != NULL && answer_is_given(&ballot->withdrawn);
    const int64_t own = labelling_own_votes(labelling);
    if (own == 0 && labelling_has_glanced(labelling)) {
        buffer_add_string(text, "your keeps and drops are saved");
        return;
    }
    if (own == 0) {
        buffer_add_string(text,
                          has_taken_back ? "the answer that you undid is not saved" : "no answer was given");
        return;
    }
    buffer_add_string(text, own == 1 ? "your answer is saved" : "your ");
    if (own > 1) {
        number_add_grouped(text, own);
        buffer_add_string(text, " answers are saved");
    }
    buffer_add_string(text, has_taken_back ? ", the answer that you undid is not" : "");
}

static void add_option(const char *name, struct bytes value, struct buffer *text)
{
    buffer_add_format(text, " --%s ", name);
    shell_word_add(text, value);
}

/* Adds the message below the shell's prompt: the votes are saved, and how to continue. */
static void add_goodbye(const struct labelling *labelling, const struct arguments *arguments,
                        struct buffer *text)
{
    const struct sitting *sitting = arguments->filled;
    add_own_answers(labelling, text);
    if (sitting->is_kiosk)
        return; /* there is no prompt to type a command */
    buffer_add_string(text, "; continue at any time with: assay label ");
    shell_word_add(text, bytes_of(arguments->operands[0]));
    if (sitting->annotator != NULL)
        add_option("annotator", labelling_annotator(labelling), text);
    if (sitting->is_lead)
        buffer_add_string(text, " --lead");
    if (sitting->adjudicates)
        buffer_add_string(text, " --adjudicate");
    if (sitting->decided != NULL) {
        add_option("decide", bytes_of(sitting->decided), text);
        buffer_add_byte(text, ' ');
        shell_word_add(text, bytes_of(arguments->operands[1]));
    }
    if (sitting->measures != NULL)
        add_option("measures", bytes_of(sitting->measures), text);
    for (size_t i = 0; i < sitting->runs.n; i++)
        add_option("run", bytes_of(sitting->runs.items[i]), text);
}

static bool run_screen(struct sitting *sitting, struct labelling *labelling,
                       const struct arguments *arguments, struct world *world, struct err *err)
{
    struct curses *term = NULL;
    struct err unsaved;
    struct app_options app_options = {
        .store = sitting->store,
        .database_path = arguments->operands[0],
        .is_lead = sitting->is_lead,
        .greets = true,
        .clock = world->clock,
        .preferences = &sitting->files.preferences,
    };
    if (!curses_open(&term, &sitting->curses_options, err))
        return false;
    app_options.theme = curses_theme(term);
    struct terminal terminal = curses_terminal(term);
    bool done = app_run(labelling, &terminal, &app_options, err);
    curses_close(term);
    if (done)
        add_goodbye(labelling, arguments, &sitting->goodbye);
    if (!sitting->is_kiosk && !preference_files_save(&sitting->files, world, &unsaved))
        output_remark(world, "your choice is not remembered: %s", unsaved.text);
    return done;
}

static bool run_face(struct sitting *sitting, struct labelling *labelling, const struct arguments *arguments,
                     struct world *world, struct err *err)
{
    working_line_close(world->working);
    switch (sitting->face) {
    case FACE_SCREEN:
        return run_screen(sitting, labelling, arguments, world, err);
    case FACE_PLAIN:
        return plain_run(labelling, world->in, world->out,
                         &(struct plain_options){.columns = (int)world->columns,
                                                 .shows_scores = sitting->is_lead},
                         err);
    case FACE_JSON:
        return json_lines_run(labelling, world->in, world->out, err);
    }
    BUG("face %d", (int)sitting->face);
}

/* Reads the runs of --decide A.run B.run; the second one is an operand. */
static bool read_decided_runs(const struct arguments *arguments, const char *first,
                              struct decider_options *decider, struct err *err)
{
    if (first != NULL && arguments->n_operands < 2)
        return err_set(err, ERR_USAGE, "--decide takes two runs: assay label %s --decide A.run B.run",
                       arguments->operands[0]);
    decider->paths[0] = first;
    decider->paths[1] = arguments->n_operands > 1 ? arguments->operands[1] : NULL;
    return first == NULL || pairing_check_files(decider->paths, 2, err);
}

/* Takes the runs of --run and those of --decide. */
static void take_runs(const struct text_list *runs, const struct decider_options *decider,
                      struct arena *arena, struct live_scores_options *scores)
{
    const char **paths = arena_get_array(arena, runs->n + 2, sizeof *paths);
    for (size_t i = 0; i < runs->n; i++)
        paths[scores->n_runs++] = runs->items[i];
    for (size_t i = 0; decider->paths[0] != NULL && i < 2; i++)
        paths[scores->n_runs++] = decider->paths[i];
    scores->run_paths = paths;
}

/*
 * Reads the annotator and the measures, and checks the next ballots, in one reading, so that a server needs few trips.
 */
static bool read_beginning(const struct sitting *sitting, const struct world *world, struct arena *arena,
                           struct bytes *annotator, struct measure_list *measures, struct err *err)
{
    if (!store_begin_reading(sitting->store, err))
        return false;
    bool read = read_annotator(sitting, world, arena, annotator, err) &&
                read_live_measures(sitting, measures, err) &&
                store_check_next_ballots(sitting->store, *annotator, err);
    store_end_reading(sitting->store);
    return read;
}

static bool run_labelling(struct sitting *sitting, const struct arguments *arguments, struct world *world,
                          struct err *err)
{
    struct measure_list measures = {0};
    struct labelling *labelling = NULL;
    struct labelling_options labelling_options = {
        .store = sitting->store,
        .adjudicates = sitting->adjudicates,
        .clock = world->clock,
        .scores = {.later = sitting->face == FACE_SCREEN, /* all other faces get scores with each answer */
                   .n_threads = world->n_processors},
    };
    struct decider_options decider;
    struct arena arena = {0};
    if (!read_decided_runs(arguments, sitting->decided, &decider, err))
        return false;
    take_runs(&sitting->runs, &decider, &arena, &labelling_options.scores);
    labelling_options.seed = argument_given(arguments, &sitting->seed) ? sitting->seed : world->random_seed();
    bool done = read_beginning(sitting, world, &arena, &labelling_options.annotator, &measures, err);
    labelling_options.scores.measures = measures.items;
    labelling_options.scores.n_measures = measures.count;
    decider.measure = measures.items;
    labelling_options.decider = decider.paths[0] != NULL ? &decider : NULL;
    done = done && labelling_open(&labelling, &labelling_options, err);
    if (done && sitting->face != FACE_SCREEN && labelling_journal_failure(labelling) != NULL)
        output_remark(world, "%s", labelling_journal_failure(labelling));
    done = done && run_face(sitting, labelling, arguments, world, err);
    done = labelling_close(labelling, err_if(done, err)) && done;
    if (done && sitting->goodbye.size > 0)
        output_remark(world, "%s", buffer_string(&sitting->goodbye));
    buffer_release(&sitting->goodbye);
    measure_list_release(&measures);
    arena_release(&arena);
    return done;
}

/* --- A replay ------------------------------------------------------------- */

/* Refuses options of labelling, because --replay does not label. */
static bool check_replay(const struct sitting *sitting, const struct arguments *arguments, struct err *err)
{
    const struct {
        bool is_given;
        const char *name;
    } others[] = {
        {sitting->annotator != NULL, "annotator"},
        {sitting->runs.n > 0, "run"},
        {sitting->measures != NULL, "measures"},
        {sitting->decided != NULL, "decide"},
        {sitting->adjudicates, "adjudicate"},
        {sitting->is_json, "json"},
        {sitting->is_kiosk, "kiosk"},
        {argument_given(arguments, &sitting->seed), "seed"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].is_given)
            return err_set(err, ERR_USAGE, "--replay only shows answers; leave out --%s", others[i].name);
    return true;
}

static bool replay_on_screen(struct sitting *sitting, struct replay_options *replay, struct err *err)
{
    struct curses *term = NULL;
    replay->preferences = &sitting->files.preferences;
    if (!curses_open(&term, &sitting->curses_options, err))
        return false;
    struct terminal terminal = curses_terminal(term);
    bool done = replay_app_run(&terminal, replay, err);
    curses_close(term);
    return done;
}

static bool replay_in_lines(const struct replay_options *replay, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct answered_sitting answered;
    const struct sitting_view view = {.format = replay->format,
                                      .language = replay->language,
                                      .columns = (int)world->columns};
    bool done = answered_sitting_read(replay->store, replay->annotator, &arena, &answered, err) &&
                sitting_lines_run(replay->store, &answered, &view, world->out, err);
    arena_release(&arena);
    return done;
}

static bool run_replay(struct sitting *sitting, struct world *world, struct err *err)
{
    working_line_close(world->working);
    struct replay_options replay = {.store = sitting->store, .annotator = bytes_of(sitting->replayed)};
    size_t format;
    if (!store_require_all(sitting->store, "--replay", err) ||
        !setting_get_choice(sitting->store, SETTING_FORMAT, &format, err) ||
        !setting_get_language(sitting->store, &replay.language, err))
        return false;
    replay.format = (enum document_format)format;
    return sitting->face == FACE_SCREEN ? replay_on_screen(sitting, &replay, err)
                                        : replay_in_lines(&replay, world, err);
}

/* A second operand is a run and requires --decide. */
static bool check_second_word(const struct arguments *arguments, const struct sitting *sitting,
                              struct err *err)
{
    const char *word = arguments->n_operands > 1 ? arguments->operands[1] : NULL;
    return word == NULL || sitting->decided != NULL ||
           err_set(err, ERR_USAGE,
                   "'%s' is one argument too many; did you mean %s %s? usage: assay label DB [OPTION]…", word,
                   access(word, F_OK) == 0 ? "--run" : "--annotator", word);
}

static bool run_label(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct sitting *sitting = arguments->filled;
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error to handle, so that the lease is returned */
    const bool replays = sitting->replayed != NULL;
    bool done = check_second_word(arguments, sitting, err) &&
                (!replays || check_replay(sitting, arguments, err)) &&
                choose_face(sitting, arguments, world, err) &&
                database_open(&sitting->store, arguments->operands[0],
                              replays ? STORE_READING : STORE_EXISTING, world, err) &&
                (replays ? run_replay(sitting, world, err) : run_labelling(sitting, arguments, world, err));
    store_close(sitting->store);
    preference_files_release(&sitting->files);
    return done;
}

const struct command label_command = {
    .name = "label",
    .group = "Label",
    .summary = "Vote: open the labelling screen",
    .example = "assay label labels.db --annotator maria",
    .operands = "DB [B]",
    .least_operands = 1,
    .most_operands = 2,
    .meant = "annotator",
    OPTIONS_FILL(struct sitting),
    .details =
        "With --decide A, B is a run, and ballots go to the questions that best show whether B is better.\n"
        "With --replay nothing is dealt and nothing changed; with --plain, too, all answers are printed.\n"
        "\n"
        "Press ? on the screen for the keys. --json exchanges one JSON object per line:\n"
        "  out  {\"ballot\": number, \"question\": {…}, \"documents\": […], \"progress\": {…}}\n"
        "  in   {\"vote\": 2} (0: none), {\"skip\": \"later\"}, {\"skip\": \"cannot tell\"},\n"
        "       {\"undo\": true}, {\"redo\": true}, {\"quit\": true}\n"
        "  out  {\"saved\": ballot, \"scores\": {…}}, {\"error\": text}, {\"done\": true}\n",
    .run = run_label,
};
