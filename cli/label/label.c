/*
 * First the face is chosen, the screen, lines of text or JSON; then the database is opened, and the
 * labelling with it, and handed to the face. A terminal that can't show the screen gets lines of text, with
 * a remark.
 *
 * The labelling is closed whatever happened, since that gives back the ballot in hand; the first error is
 * the one that is told.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "cli/label/preference_files.h"
#include "core/base/bug.h"
#include "core/base/number.h"
#include "core/base/shell_word.h"
#include "core/base/system.h"
#include "core/metric/measures/measure_check.h"
#include "core/store/upkeep/check.h"
#include "core/store/rights.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "faces/json_lines.h"
#include "faces/plain.h"
#include "tui/app/app.h"
#include "tui/terminal/curses.h"

#include <signal.h>
#include <unistd.h>
#include <string.h>
#include <sys/ioctl.h>

enum {
    OPTION_ANNOTATOR,
    OPTION_RUN,
    OPTION_MEASURES,
    OPTION_DECIDE,
    OPTION_SEED,
    OPTION_PLAIN,
    OPTION_JSON,
    OPTION_THEME,
    OPTION_LEAD,
    OPTION_ADJUDICATE
};

/* A vote takes a few hundred KiB for a moment. Given to the kernel each time, it would have to be cleared anew. */
enum { KEPT_MEMORY = 2 * 1024 * 1024 };

static const struct option options[] = {
    [OPTION_ANNOTATOR] = {.name = "annotator",
                          .argument = "NAME",
                          .help = "name of the annotator (default: the login name)"},
    [OPTION_RUN] = {.name = "run",
                    .argument = "RUN",
                    .repeats = true,
                    .help = "score this run live while you vote"},
    [OPTION_MEASURES] = {.name = "measures",
                         .letter = 'm',
                         .argument = "LIST",
                         .help = "measures of the live scores (default: setting `measures`)"},
    [OPTION_DECIDE] = {.name = "decide",
                       .argument = "A",
                       .help = "deal ballots that show whether run B is better than run A"},
    [OPTION_SEED] = {.name = "seed",
                     .argument = "N",
                     .help = "seed of the random numbers: same seed, same ballots"},
    [OPTION_LEAD] = {.name = "lead", .help = "open the lead's screens: board (L) and settings (S)"},
    [OPTION_ADJUDICATE] = {.name = "adjudicate", .help = "deal only ballots on which others disagree"},
    [OPTION_PLAIN] = {.name = "plain", .help = "ask in lines of text, without a screen"},
    [OPTION_JSON] = {.name = "json", .help = "speak JSON, one object per line, for programs"},
    [OPTION_THEME] = {.name = "theme",
                      .argument = "NAME",
                      .help = "colours of the screen",
                      .words = &theme_words},
};

enum face { FACE_SCREEN, FACE_PLAIN, FACE_JSON };

/* How the annotator is asked, with what the screen needs. */
struct sitting {
    enum face face;
    struct store *store;
    struct curses_options curses_options;
    struct preference_files files;
    struct buffer goodbye; /* what is said at the end, if all of it has worked */
};

/* On a server that gives rights it is who is connected, and nobody else. */
static bool read_annotator(struct store *store, const struct arguments *arguments, const struct world *world,
                           struct arena *arena, struct bytes *annotator, struct err *err)
{
    const char *name = argument_value(arguments, OPTION_ANNOTATOR);
    if (!store_read_own_name(store, arena, annotator, err) ||
        (name != NULL && !store_require_name(store, bytes_of(name), err)))
        return false;
    if (argument_given(arguments, OPTION_LEAD) && !store_require_all(store, "--lead", err))
        return false;
    if (argument_given(arguments, OPTION_ADJUDICATE) && !store_require_all(store, "--adjudicate", err))
        return false;
    if (name == NULL && annotator->size == 0 && argument_given(arguments, OPTION_ADJUDICATE))
        return err_set(err, ERR_USAGE, "--adjudicate needs a judge; name yourself with --annotator NAME");
    if (argument_given(arguments, OPTION_ADJUDICATE) && argument_given(arguments, OPTION_DECIDE))
        return err_set(err, ERR_USAGE, "--adjudicate and --decide choose different ballots; leave one out");
    if (annotator->size > 0)
        return true;
    if (name == NULL)
        name = world->login_name;
    if (name == NULL || name[0] == '\0')
        return err_set(err, ERR_USAGE, "nobody to vote; name yourself with --annotator NAME");
    *annotator = bytes_trim(bytes_of(name));
    return annotator->size > 0 ||
           err_set(err, ERR_USAGE, "--annotator '%s' is no name; name yourself, as in --annotator maria",
                   name);
}

static bool read_live_measures(struct store *store, const struct arguments *arguments,
                               struct measure_list *measures, struct err *err)
{
    struct arena arena = {0};
    struct bytes list;
    const char *given = argument_value(arguments, OPTION_MEASURES);
    bool worked = true;
    if (given != NULL)
        list = bytes_of(given);
    else
        worked = setting_get(store, SETTING_MEASURES, &arena, &list, err);
    worked = worked && measure_list_parse(list, measures, err) && measures_check_live(measures, err);
    arena_release(&arena);
    return worked;
}

/*
 * COLORFGBG, which some terminals set: the numbers of the text's colour and of the background's, the last one, among
 * the sixteen. 7 and those from 9 on are light.
 */
static bool has_light_background(const char *colours)
{
    enum { WHITE = 7, FIRST_BRIGHT = 9, LAST_BRIGHT = 15 };
    const char *last = colours != NULL ? strrchr(colours, ';') : NULL;
    int64_t number;
    return last != NULL && number_parse_integer(bytes_of(last + 1), 0, LAST_BRIGHT, &number) &&
           (number == WHITE || number >= FIRST_BRIGHT);
}

/*
 * What is asked for wins over the environment and the terminal: an option first, then the config file. What a key once chose
 * wins over the terminal alone.
 */
static bool read_theme(const struct arguments *arguments, const struct preferences *preferences,
                       const struct world *world, struct curses_options *curses_options, struct err *err)
{
    enum theme *theme = &curses_options->theme;
    size_t choice;
    int chosen =
        world->refuses_colour ? preferences->wished[PREFERENCE_THEME] : preferences->values[PREFERENCE_THEME];
    *theme = world->refuses_colour                      ? THEME_MONOCHROME
             : has_light_background(world->colour_pair) ? THEME_LIGHT
                                                        : THEME_DARK;
    if (chosen != THEME_CHOICE_AUTO)
        *theme = (enum theme)(chosen - 1);
    if (!argument_choice(arguments, OPTION_THEME, &choice, err))
        return false;
    if (argument_given(arguments, OPTION_THEME))
        *theme = (enum theme)choice;
    curses_options->asks_background =
        chosen == THEME_CHOICE_AUTO && !world->refuses_colour && !argument_given(arguments, OPTION_THEME);
    return true;
}

/* Where the terminal can't show the screen there are lines of text. */
static bool choose_screen(struct sitting *sitting, const struct arguments *arguments, struct world *world,
                          struct err *err)
{
    struct preferences *preferences = &sitting->files.preferences;
    struct err reason;
    if (!preference_files_load(&sitting->files, world, err))
        return false;
    sitting->curses_options = (struct curses_options){
        .type = world->terminal_type,
        .input = world->in,
        .output = world->terminal,
        .ascii = world->is_ascii_wanted,
        .mouse = preferences->values[PREFERENCE_MOUSE] == PREFERENCE_ON,
        .in_tmux = world->tmux != NULL && world->tmux[0] != '\0',
    };
    if (!read_theme(arguments, preferences, world, &sitting->curses_options, err))
        return false;
    bool can_show = curses_can_show(&sitting->curses_options, &reason);
    sitting->face = can_show ? FACE_SCREEN : FACE_PLAIN;
    if (!can_show)
        output_remark(world, "%s; until then, lines of text as with --plain", reason.text);
    return true;
}

static bool choose_face(struct sitting *sitting, const struct arguments *arguments, struct world *world,
                        struct err *err)
{
    bool is_plain = argument_given(arguments, OPTION_PLAIN);
    bool is_json = argument_given(arguments, OPTION_JSON);
    size_t theme; /* a wrong word is wrong where nothing has colours, too */
    if (!argument_choice(arguments, OPTION_THEME, &theme, err))
        return false;
    if (is_plain && is_json)
        return err_set(err, ERR_USAGE, "--plain and --json exclude each other; choose one");
    sitting->face = is_json ? FACE_JSON : FACE_PLAIN;
    if (is_plain || is_json)
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
    buffer_add_string(text, has_taken_back ? ", the one that you undid is not" : "");
}

/* Below the prompt that is there again: what was given is safe, and how to go on. */
static void add_goodbye(const struct labelling *labelling, const struct arguments *arguments,
                        struct buffer *text)
{
    add_own_answers(labelling, text);
    buffer_add_string(text, "; go on at any time with: assay label ");
    shell_word_add(text, bytes_of(arguments->operands[0]));
    if (argument_given(arguments, OPTION_ANNOTATOR)) {
        buffer_add_string(text, " --annotator ");
        shell_word_add(text, labelling_annotator(labelling));
    }
    if (argument_given(arguments, OPTION_LEAD))
        buffer_add_string(text, " --lead");
    if (argument_given(arguments, OPTION_ADJUDICATE))
        buffer_add_string(text, " --adjudicate");
    if (argument_given(arguments, OPTION_DECIDE)) {
        buffer_add_string(text, " --decide ");
        shell_word_add(text, bytes_of(argument_value(arguments, OPTION_DECIDE)));
        buffer_add_byte(text, ' ');
        shell_word_add(text, bytes_of(arguments->operands[1]));
    }
    if (argument_given(arguments, OPTION_MEASURES)) {
        buffer_add_string(text, " --measures ");
        shell_word_add(text, bytes_of(argument_value(arguments, OPTION_MEASURES)));
    }
    for (size_t i = 0; i < arguments->n_values[OPTION_RUN]; i++) {
        buffer_add_string(text, " --run ");
        shell_word_add(text, bytes_of(arguments->values[OPTION_RUN][i]));
    }
}

static bool run_screen(struct sitting *sitting, struct labelling *labelling,
                       const struct arguments *arguments, struct world *world, struct err *err)
{
    struct curses *term = NULL;
    struct err unsaved;
    struct app_options app_options = {
        .store = sitting->store,
        .database_path = arguments->operands[0],
        .is_lead = argument_given(arguments, OPTION_LEAD),
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
    if (!preference_files_save(&sitting->files, world, &unsaved))
        output_remark(world, "your choice is not remembered: %s", unsaved.text);
    return done;
}

/* Of the terminal that lines go to; 0: they go to none, or it does not say. */
static int terminal_columns(const struct world *world)
{
    struct winsize size;
    if (!world->has_terminal || ioctl(fileno(world->terminal), TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

static bool run_face(struct sitting *sitting, struct labelling *labelling, const struct arguments *arguments,
                     struct world *world, struct err *err)
{
    switch (sitting->face) {
    case FACE_SCREEN:
        return run_screen(sitting, labelling, arguments, world, err);
    case FACE_PLAIN:
        return plain_run(labelling, world->in, world->out, terminal_columns(world), err);
    case FACE_JSON:
        return json_lines_run(labelling, world->in, world->out, err);
    }
    BUG("face %d", (int)sitting->face);
}

/* --decide A.run B.run: the second one is an operand. */
static bool read_decided_runs(const struct arguments *arguments, struct decider_options *decider,
                              struct err *err)
{
    if (argument_given(arguments, OPTION_DECIDE) && arguments->n_operands < 2)
        return err_set(err, ERR_USAGE, "--decide takes two runs: assay label %s --decide A.run B.run",
                       arguments->operands[0]);
    decider->paths[0] = argument_value(arguments, OPTION_DECIDE);
    decider->paths[1] = arguments->n_operands > 1 ? arguments->operands[1] : NULL;
    return decider->paths[0] == NULL || pairing_check_files(decider->paths, 2, err);
}

/* Those of --run, and those that are decided between. */
static void take_runs(const struct arguments *arguments, const struct decider_options *decider,
                      struct arena *arena, struct live_scores_options *scores)
{
    const size_t n = arguments->n_values[OPTION_RUN];
    const char **paths = arena_get_array(arena, n + 2, sizeof *paths);
    for (size_t i = 0; i < n; i++)
        paths[scores->n_runs++] = arguments->values[OPTION_RUN][i];
    for (size_t i = 0; decider->paths[0] != NULL && i < 2; i++)
        paths[scores->n_runs++] = decider->paths[i];
    scores->run_paths = paths;
}

/* Who is asked, what is scored, and whether it holds together: in a reading, so that a server is asked in few trips. */
static bool read_beginning(struct store *store, const struct arguments *arguments, const struct world *world,
                           struct arena *arena, struct bytes *annotator, struct measure_list *measures,
                           struct err *err)
{
    if (!store_begin_reading(store, err))
        return false;
    bool read = read_annotator(store, arguments, world, arena, annotator, err) &&
                read_live_measures(store, arguments, measures, err) &&
                store_check_next_ballots(store, *annotator, err);
    store_end_reading(store);
    return read;
}

static bool run_labelling(struct sitting *sitting, const struct arguments *arguments, struct world *world,
                          struct err *err)
{
    struct measure_list measures = {0};
    struct labelling *labelling = NULL;
    struct labelling_options labelling_options = {
        .store = sitting->store,
        .adjudicates = argument_given(arguments, OPTION_ADJUDICATE),
        .clock = world->clock,
        .scores = {.later = sitting->face == FACE_SCREEN, /* all others get them with each answer */
                   .n_threads = world->n_processors},
    };
    struct decider_options decider;
    struct arena arena = {0};
    int64_t seed;
    if (!argument_integer(arguments, OPTION_SEED, 0, INT64_MAX, 0, &seed, err) ||
        !read_decided_runs(arguments, &decider, err))
        return false;
    take_runs(arguments, &decider, &arena, &labelling_options.scores);
    labelling_options.seed = argument_given(arguments, OPTION_SEED) ? (uint64_t)seed : world->random_seed();
    bool done = read_beginning(sitting->store, arguments, world, &arena, &labelling_options.annotator,
                               &measures, err);
    labelling_options.scores.measures = measures.items;
    labelling_options.scores.n_measures = measures.count;
    decider.measure = measures.items;
    labelling_options.decider = decider.paths[0] != NULL ? &decider : NULL;
    done = done && labelling_open(&labelling, &labelling_options, err);
    if (done && sitting->face != FACE_SCREEN && labelling_journal_failure(labelling) != NULL)
        output_remark(world, "%s", labelling_journal_failure(labelling));
    done = done && run_face(sitting, labelling, arguments, world, err);
    struct err unused;
    done = labelling_close(labelling, done ? err : &unused) && done;
    if (done && sitting->goodbye.size > 0)
        output_remark(world, "%s", buffer_string(&sitting->goodbye));
    buffer_release(&sitting->goodbye);
    measure_list_release(&measures);
    arena_release(&arena);
    return done;
}

/* The second word is a run, and nothing without the first one. */
static bool check_second_word(const struct arguments *arguments, struct err *err)
{
    const char *word = arguments->n_operands > 1 ? arguments->operands[1] : NULL;
    return word == NULL || argument_given(arguments, OPTION_DECIDE) ||
           err_set(err, ERR_USAGE,
                   "'%s' is one word too many; did you mean %s %s? usage: assay label DB [OPTION]…", word,
                   access(word, F_OK) == 0 ? "--run" : "--annotator", word);
}

static bool run_label(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct sitting sitting = {0};
    system_keep_memory(KEPT_MEMORY);
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error to handle: the lease is given back */
    bool done = check_second_word(arguments, err) && choose_face(&sitting, arguments, world, err) &&
                database_open(&sitting.store, arguments->operands[0], STORE_EXISTING, world, err) &&
                run_labelling(&sitting, arguments, world, err);
    store_close(sitting.store);
    preference_files_release(&sitting.files);
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
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .details =
        "With --decide A, B is a run, and ballots go to the questions that best show whether B is better.\n"
        "\n"
        "Press ? on the screen for the keys. --json exchanges one JSON object per line:\n"
        "  out  {\"ballot\": number, \"question\": {…}, \"documents\": […], \"progress\": {…}}\n"
        "  in   {\"vote\": 2} (0: none), {\"skip\": \"later\"}, {\"skip\": \"cannot tell\"},\n"
        "       {\"undo\": true}, {\"redo\": true}, {\"quit\": true}\n"
        "  out  {\"saved\": ballot, \"scores\": {…}}, {\"error\": text}, {\"done\": true}\n",
    .run = run_label,
};
