#include "tests/support/script.h"

#include "core/base/unicode.h"

#include "core/metric/measures/measure_name.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/content.h"
#include "tests/support/sample.h"

#include "import/import.h"
#include "live/setting_value.h"
#include "tui/app/app.h"
#include "tui/screens/screens.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 2026-03-02 09:00 UTC */
static const int64_t CLOCK_START_MS = 1772442000000;

enum { RUNS_MAX = 4, SCRIPTS_MAX = 200, SEED = 7, SAMPLE_DEPTH = 5, CLOCK_STEP_MS = 20000 };

static char repository[PATH_MAX]; /* absolute, because the scripts run in another folder */

/* A running script. It acts as the app's terminal. */
struct script {
    struct arena arena;
    const char *path;
    char *next_line;
    size_t line;       /* the number of the line that was read last */
    struct bytes keys; /* the keys of the line that are still to be pressed or typed */
    bool is_typing;
    struct bytes pasted;
    int rows;
    int columns;
    const struct surface *shown;
    const struct script_viewer *viewer;

    const char *folder; /* the folder of the collection */
    const char *run_paths[RUNS_MAX];
    size_t n_runs;
    const char *decided[2];    /* the two runs to decide between; NULL: none */
    const char *database_path; /* the path that the app is told */
    bool ascii;
    struct store *store;
    struct store *elsewhere_store;
    struct session *elsewhere;
    struct test_clock time;
    struct test_clock key_time; /* a clock of its own, so that reading one clock does not advance the other */
    bool is_lead;
    bool greets;
    bool is_judge;
    bool is_ahead; /* all keys of the line were pressed at once */
    struct preferences preferences;
    struct buffer config_text;
};

char *script_read_file(struct arena *arena, const char *path)
{
    return access(path, F_OK) == 0 ? arena_copy_string(arena, content_of(arena, path).data) : NULL;
}

void script_write_file(const char *path, struct bytes content)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content.data, 1, content.size, file), content.size);
    assert_int_equal(fclose(file), 0);
}

static void check(bool worked, const struct err *err)
{
    if (!worked)
        fail_msg("%s", err->text);
}

/* Fails the test and names the line that was read last. */
static void fail_at_line(const struct script *script, const char *what, struct bytes word)
{
    fail_msg("%s:%zu: %s \"%.*s\"", script->path, script->line, what, BYTES_FORMAT(word));
}

static void vote_elsewhere(struct script *script, char *words)
{
    struct err err;
    if (script->elsewhere == NULL)
        fail_at_line(script, "nobody votes before", bytes_of("elsewhere"));
    char *tied;
    struct answer answer = {.elapsed_ms = CLOCK_STEP_MS};
    answer.position = (int)strtol(strsep(&words, " "), &tied, 10);
    if (*tied == '=')
        answer.second = SECOND_TIED + (int)strtol(tied + 1, NULL, 10);
    answer.note = words != NULL ? bytes_of(words) : (struct bytes){0};
    check(session_answer(script->elsewhere, &answer, &err), &err);
}

/*
 * Copies a live run into the current folder, $TMPDIR. There it can change, and messages name it the same way
 * everywhere.
 */
static const char *put_run(struct script *script, const char *name, const char *like)
{
    struct arena *arena = &script->arena;
    const char *path = arena_format(arena, "%s.run", name);
    const char *content = script_read_file(arena, arena_format(arena, "%s/%s.run", script->folder, like));
    assert_non_null(content);
    script_write_file(path, bytes_of(content));
    return path;
}

/* --- The script as a terminal --------------------------------------------- */

static void size(void *context, int *rows, int *columns)
{
    const struct script *script = context;
    *rows = script->rows;
    *columns = script->columns;
}

static void present(void *context, const struct surface *surface)
{
    struct script *script = context;
    script->shown = surface;
}

static void skip_bytes(struct bytes *bytes, size_t count)
{
    bytes->data += count;
    bytes->size -= count;
}

/* Reads "Click 3 17". */
static struct key mouse_key(char *words)
{
    struct key key = {0};
    assert_true(key_by_label(bytes_of(strsep(&words, " ")), &key));
    key.row = (int)strtol(words, &words, 10);
    key.column = (int)strtol(words, NULL, 10);
    return key;
}

static void set_mouse(void *context, bool on)
{
    const struct script *script = context;
    script->viewer->told(script->viewer->context, on ? "the mouse is on" : "the mouse is off",
                         (struct bytes){0});
}

static void set_theme(void *context, enum theme theme)
{
    const struct script *script = context;
    script->viewer->told(script->viewer->context, "the theme is", bytes_of(words_at(&theme_words, theme)));
}

static bool copy(void *context, struct bytes text)
{
    const struct script *script = context;
    script->viewer->told(script->viewer->context, "copied", text);
    return true;
}

static struct key next_of_line(struct script *script)
{
    if (script->is_typing) {
        struct key key = {0};
        skip_bytes(&script->keys, unicode_decode(script->keys, 0, &key.code));
        return key;
    }
    size_t length = 0;
    while (length < script->keys.size && script->keys.data[length] != ' ')
        length++;
    struct bytes label = {script->keys.data, length};
    struct key key = {0};
    if (!key_by_label(label, &key))
        fail_at_line(script, "there is no key", label);
    skip_bytes(&script->keys, length < script->keys.size ? length + 1 : length);
    return key;
}

static void set_size(struct script *script, const char *words)
{
    char *end;
    script->columns = (int)strtol(words, &end, 10);
    script->rows = (int)strtol(end + 1, NULL, 10);
    assert_true(script->rows > 0 && script->columns > 0);
}

/*
 * Returns the next line that is neither empty nor a comment, or NULL at the end. *words: the words after the command.
 */
static char *next_command(struct script *script, char **words)
{
    char *line;
    do {
        line = strsep(&script->next_line, "\n");
        script->line++;
    } while (line != NULL && (line[0] == '\0' || line[0] == '#'));
    if (line != NULL) {
        *words = line;
        strsep(words, " ");
        if (*words == NULL)
            *words = line + strlen(line);
    }
    return line;
}

static struct bytes pasted(void *context)
{
    const struct script *script = context;
    return script->pasted;
}

static bool drop_keys(void *context)
{
    struct script *script = context;
    bool dropped = script->is_ahead && script->keys.size > 0;
    if (dropped)
        script->keys.size = 0;
    return dropped;
}

/* Reports what a Braille display would show if it began at the cursor: the text up to a gap of three columns. */
static void tell_cursor(struct script *script, const char *heading)
{
    const struct surface *shown = script->shown;
    struct buffer text = {0};
    size_t size = 0;
    for (int column = shown->cursor_column, gap = 0; column < shown->columns && gap < 3; column++) {
        const struct cell *cell = surface_cell(shown, shown->cursor_row, column);
        for (size_t i = 0; cell->width > 0 && i < GLYPH_CODES_MAX && cell->glyph.codes[i] != 0; i++)
            unicode_add_code(&text, cell->glyph.codes[i]);
        gap = cell->glyph.codes[0] == ' ' ? gap + 1 : 0;
        size = gap == 0 ? text.size : size;
    }
    text.size = size;
    script->viewer->told(script->viewer->context, heading, buffer_bytes(&text));
    buffer_release(&text);
}

static struct key next_key(void *context, int timeout_ms)
{
    (void)timeout_ms;
    struct script *script = context;
    char *words;
    while (script->keys.size == 0) {
        const char *command = next_command(script, &words);
        if (command == NULL)
            return (struct key){.code = NAMED_STOP};
        script->is_typing = strcmp(command, "type") == 0;
        if (script->is_typing || strcmp(command, "press") == 0) {
            script->keys = bytes_of(words);
            script->is_ahead = false;
        } else if (strcmp(command, "look") == 0) {
            script->viewer->look(script->viewer->context, words, script->shown);
        } else if (strcmp(command, "cursor") == 0) {
            tell_cursor(script, words);
        } else if (strcmp(command, "size") == 0) {
            set_size(script, words);
            return (struct key){.code = NAMED_RESIZE};
        } else if (strcmp(command, "change") == 0) {
            const char *name = strsep(&words, " ");
            put_run(script, name, words);
        } else if (strcmp(command, "ahead") == 0) {
            script->is_ahead = true;
            script->keys = bytes_of(words);
            script->is_typing = false;
        } else if (strcmp(command, "step") == 0) {
            script->time.step = script->key_time.step = strtol(words, NULL, 10);
        } else if (strcmp(command, "mouse") == 0) {
            return mouse_key(words);
        } else if (strcmp(command, "vote") == 0) {
            vote_elsewhere(script, words);
        } else if (strcmp(command, "paste") == 0) {
            script->pasted = bytes_of(words);
            return (struct key){.code = NAMED_PASTE};
        } else if (strcmp(command, "wait") == 0) {
            return (struct key){.code = NAMED_NOTHING};
        } else {
            fail_at_line(script, "no command of a script:", bytes_of(command));
        }
    }
    return next_of_line(script);
}

/* --- Before the app -------------------------------------------------------- */

/* Returns the path of a file in the folder of the collection. */
static const char *collection_file(struct script *script, const char *name)
{
    return arena_format(&script->arena, "%s/%s", script->folder, name);
}

static void import_collection(struct script *script, const char *folder, const char *const *pools,
                              size_t n_pools, int64_t depth)
{
    script->folder = arena_format(&script->arena, "%s/%s", repository, folder);
    const char *documents = collection_file(script, "documents.jsonl");
    const char *questions = collection_file(script, "questions.jsonl");
    const char *candidates[RUNS_MAX];
    for (size_t i = 0; i < n_pools; i++)
        candidates[i] = collection_file(script, pools[i]);
    struct import_request request = {.documents = &documents,
                                     .n_documents = 1,
                                     .questions = &questions,
                                     .n_questions = 1,
                                     .candidates = candidates,
                                     .n_candidates = n_pools,
                                     .depth = depth};
    struct import_summary summary;
    struct err err;
    script->store = sample_store("labels.db", 0, 0);
    check(import_files(script->store, &request, &script->arena, &summary, &err), &err);
}

static void import_test_collection(struct script *script, const char *name)
{
    static const char *const pools[] = {"candidates.run"};
    import_collection(script, arena_format(&script->arena, "tests/screens/%s", name), pools, 1,
                      DEPTH_DEFAULT);
}

static void import_without_candidates(struct script *script, const char *name)
{
    import_collection(script, arena_format(&script->arena, "tests/screens/%s", name), NULL, 0, DEPTH_DEFAULT);
}

static void import_sample(struct script *script)
{
    static const char *const pools[] = {"porter.run", "plain.run", "titles.run"};
    import_collection(script, "sample-data", pools, sizeof pools / sizeof *pools, SAMPLE_DEPTH);
}

static void set_setting(struct script *script, char *words)
{
    struct err err;
    const char *key = strsep(&words, " ");
    enum setting setting;
    struct bytes value = bytes_of(words);
    if (words[0] == '@')
        value = bytes_of(arena_format(&script->arena, "@%s/%s", repository, words + 1));
    check(setting_find(bytes_of(key), &setting, &err) &&
              setting_value_read(setting, value, &script->arena, &value, &err) &&
              setting_put(script->store, setting, value, &err),
          &err);
}

/* Makes a folder with a folder, a hidden file, a pipe, and one file of each kind that assay can recognise. */
static void make_folder(struct script *script)
{
    static const struct {
        const char *path;
        const char *content;
    } files[] = {
        {"opening/.hidden.run", "q1 Q0 d1 1 0.5 x\n"},
        {"opening/broken.run", "q1 Q0 d1 1 0.5 x\nq1 Q0 d2 1 high x\n"},
        {"opening/judged.qrels", "q1 0 d1 1\n"},
        {"opening/marco.tsv", "q1\td1\t1\n"},
        {"opening/notes.txt", "Nothing to be scored, just a note.\n"},
        {"opening/packed.gz", "\x1f\x8b\x08"},
    };
    mkdir("opening", 0700);
    mkdir("opening/older", 0700);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        script_write_file(files[i].path, bytes_of(files[i].content));
    unlink("opening/pipe");
    assert_int_equal(mkfifo("opening/pipe", 0600), 0);
    const char *plain = script_read_file(&script->arena, collection_file(script, "plain.run"));
    assert_non_null(plain);
    script_write_file("opening/plain.run", bytes_of(plain));
    script->database_path = "opening/labels.db";
}

static struct session_options options_of(struct script *script, struct store *store, const char *annotator)
{
    return (struct session_options){.store = store,
                                    .annotator = bytes_of(annotator),
                                    .seed = SEED,
                                    .clock = test_clock_make(&script->time)};
}

/* Uses its own connection to the database, like another program. */
static void begin_elsewhere(struct script *script, const char *annotator)
{
    struct err err;
    check(store_open(&script->elsewhere_store, "labels.db", STORE_EXISTING, &err), &err);
    const struct session_options options = options_of(script, script->elsewhere_store, annotator);
    check(session_open(&script->elsewhere, &options, &err), &err);
}

/* With overlap, both annotators get the same ballot first. */
static void vote_first_ballot(struct script *script, const char *annotator, int position)
{
    struct err err;
    struct session *session;
    const struct session_options options = options_of(script, script->store, annotator);
    check(session_open(&session, &options, &err), &err);
    check(session_answer(session, &(struct answer){.position = position, .elapsed_ms = 1000}, &err), &err);
    check(session_close(session, &err), &err);
}

static void become_judge(struct script *script)
{
    struct err err;
    check(setting_put(script->store, SETTING_OVERLAP, bytes_of("1"), &err), &err);
    vote_first_ballot(script, "anna", 1);
    vote_first_ballot(script, "ben", VOTE_NONE);
    script->is_judge = true;
}

/* Reads the names of two runs, such as "bm25 dense". Both are scored, too. */
static void decide_between(struct script *script, char *words)
{
    for (size_t run = 0; run < 2; run++) {
        const char *name = strsep(&words, " ");
        assert_non_null(name);
        script->decided[run] = put_run(script, name, name);
        script->run_paths[script->n_runs++] = script->decided[run];
    }
}

static void set_up(struct script *script)
{
    char *words;
    const char *command;
    while ((command = next_command(script, &words)) != NULL && strcmp(command, "size") != 0) {
        if (strcmp(command, "collection") == 0)
            import_test_collection(script, words);
        else if (strcmp(command, "bare") == 0)
            import_without_candidates(script, words);
        else if (strcmp(command, "sample") == 0)
            import_sample(script);
        else if (strcmp(command, "set") == 0)
            set_setting(script, words);
        else if (strcmp(command, "folder") == 0)
            make_folder(script);
        else if (strcmp(command, "ascii") == 0)
            script->ascii = true;
        else if (strcmp(command, "elsewhere") == 0)
            begin_elsewhere(script, words);
        else if (strcmp(command, "vote") == 0)
            vote_elsewhere(script, words);
        else if (strcmp(command, "lead") == 0)
            script->is_lead = true;
        else if (strcmp(command, "newcomer") == 0)
            script->greets = true;
        else if (strcmp(command, "judge") == 0)
            become_judge(script);
        else if (strcmp(command, "config") == 0)
            buffer_add_format(&script->config_text, "%s\n", words);
        else if (strcmp(command, "decide") == 0)
            decide_between(script, words);
        else if (strcmp(command, "run") == 0)
            script->run_paths[script->n_runs++] = put_run(script, words, words);
        else
            fail_at_line(script, "no command before size:", bytes_of(command));
    }
    assert_non_null(command);
    set_size(script, words);
}

static void run_app(struct script *script)
{
    struct err err;
    struct measure_list measures = {0};
    struct labelling *labelling;
    check(measure_list_parse(bytes_of("nDCG@10,RR@10,Success@5,P@5,Judged@10,NumRelRet"), &measures, &err),
          &err);
    struct decider_options decider = {.paths = {script->decided[0], script->decided[1]},
                                      .measure = measures.items};
    struct labelling_options options = {.store = script->store,
                                        .decider = script->decided[0] != NULL ? &decider : NULL,
                                        .annotator = bytes_of("expert1"),
                                        .seed = SEED,
                                        .adjudicates = script->is_judge,
                                        .clock = test_clock_make(&script->time),
                                        .scores = {.run_paths = script->run_paths,
                                                   .n_runs = script->n_runs,
                                                   .measures = measures.items,
                                                   .n_measures = measures.count}};
    check(labelling_open(&labelling, &options, &err), &err);
    struct terminal terminal = {.size = size,
                                .next_key = next_key,
                                .drop_keys = drop_keys,
                                .pasted = pasted,
                                .present = present,
                                .set_mouse = set_mouse,
                                .set_theme = set_theme,
                                .copy = copy,
                                .ascii = script->ascii,
                                .context = script};
    check(preferences_read(&script->preferences, screens_key_table, "config",
                           buffer_bytes(&script->config_text), &err),
          &err);
    struct app_options app_options = {.store = script->store,
                                      .database_path = script->database_path,
                                      .is_lead = script->is_lead,
                                      .greets = script->greets,
                                      .clock = test_clock_make(&script->key_time),
                                      .preferences = &script->preferences};
    assert_false(app_run(labelling, &terminal, &app_options, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED); /* the app sees the end of a script as an interruption */
    preferences_release(&script->preferences);
    buffer_release(&script->config_text);
    check(labelling_close(labelling, &err), &err);
    measure_list_release(&measures);
}

void script_run(const char *path, const struct script_viewer *viewer)
{
    struct script script = {.time = {.now = CLOCK_START_MS, .step = CLOCK_STEP_MS},
                            .key_time = {.now = CLOCK_START_MS, .step = CLOCK_STEP_MS},
                            .database_path = "labels.db",
                            .path = path,
                            .viewer = viewer};
    struct err err;
    script.next_line = script_read_file(&script.arena, path);
    assert_non_null(script.next_line);
    set_up(&script);
    run_app(&script);
    check(session_close(script.elsewhere, &err), &err);
    store_close(script.elsewhere_store);
    store_close(script.store);
    arena_release(&script.arena);
}

/* --- All scripts of a folder ------------------------------------------------ */

static int is_script(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && strcmp(ending, ".keys") == 0;
}

int script_test_all(const char *group, const char *folder, CMUnitTestFunction test)
{
    struct arena arena = {0};
    struct CMUnitTest tests[SCRIPTS_MAX];
    struct dirent **entries;
    const char *temporary = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    if (realpath(support_source(&arena, "."), repository) == NULL || chdir(temporary) != 0)
        return 1;
    const char *path = arena_format(&arena, "%s/%s", repository, folder);
    int n = scandir(path, &entries, is_script, alphasort);
    if (n < 0 || n > SCRIPTS_MAX)
        return 1;
    for (int i = 0; i < n; i++) {
        char *name = arena_copy_string(&arena, entries[i]->d_name);
        name[strlen(name) - strlen(".keys")] = '\0';
        tests[i] = (struct CMUnitTest){.name = name,
                                       .test_func = test,
                                       .initial_state = arena_format(&arena, "%s/%s", path, name)};
        free(entries[i]);
    }
    free(entries);
    int failed = _cmocka_run_group_tests(group, tests, (size_t)n, NULL, NULL);
    arena_release(&arena);
    return failed;
}
