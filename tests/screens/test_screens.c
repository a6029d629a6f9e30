/*
 * The app as a user sees it: each NAME.keys is a script that is run through the
 * real app on a real database, with a terminal that only exists here, a seed and
 * a set clock. What it shows must be NAME.screen, text and styles. With
 * ASSAY_UPDATE_SCREENS=1 the .screen files are written anew: read them.
 *
 * A line of a script is a command and its words:
 *
 *   collection NAME    import tests/screens/NAME/ (first, once)
 *   set KEY VALUE      a setting of the database (before size)
 *   run NAME           load NAME.run of the collection as a live run (before size)
 *   elsewhere NAME     another annotator has a ballot in hand (before size)
 *   vote POSITION      that annotator votes
 *   size COLUMNSxROWS  of the window; the first one starts the app
 *   press KEY…         keys by their labels: 2 Tab PgDn Space
 *   type TEXT          each character of the text
 *   wait               no key for a while
 *   change NAME OTHER  the file of the live run NAME now holds what OTHER.run of the collection does
 *   look WORDS         what is shown now goes into the .screen file under this heading
 */
#include "tests/support/support.h"

#include "core/base/unicode.h"

#include "tests/support/sample.h"

#include "core/base/bug.h"
#include "core/store/settings.h"
#include "import/import.h"
#include "tui/app.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUNS_MAX = 4, SCRIPTS_MAX = 100, SEED = 7, CLOCK_STEP_MS = 20000 };

static char screens_folder[PATH_MAX]; /* tests/screens of the repository, absolute */

/* One script while it runs. It is the app's terminal. */
struct script {
    struct arena arena;
    char *next_line;
    struct bytes keys; /* left of the line that is being pressed or typed */
    bool is_typing;
    int rows;
    int columns;
    const struct surface *shown;
    struct buffer looks;

    const char *folder; /* of the collection */
    const char *run_paths[RUNS_MAX];
    size_t n_runs;
    struct store *store;
    struct store *elsewhere_store;
    struct session *elsewhere;
    struct test_clock time;
};

static char *read_file(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct buffer content = {0};
    char piece[4096];
    size_t size;
    if (file == NULL)
        return NULL;
    while ((size = fread(piece, 1, sizeof piece, file)) > 0)
        buffer_add(&content, (struct bytes){piece, size});
    fclose(file);
    char *text = arena_copy_string(arena, buffer_string(&content));
    buffer_release(&content);
    return text;
}

static void write_file(const char *path, struct bytes content)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content.data, 1, content.size, file), content.size);
    assert_int_equal(fclose(file), 0);
}

/* Live runs are copies in the current folder, $TMPDIR: they can change, and messages name them alike everywhere. */
static const char *put_run(struct script *script, const char *name, const char *content_of)
{
    struct arena *arena = &script->arena;
    const char *path = arena_format(arena, "%s.run", name);
    const char *content = read_file(arena, arena_format(arena, "%s/%s.run", script->folder, content_of));
    assert_non_null(content);
    write_file(path, bytes_of(content));
    return path;
}

static void check(bool worked, const struct err *err)
{
    if (!worked)
        fail_msg("%s", err->text);
}

static void vote_elsewhere(struct script *script, const char *position)
{
    struct err err;
    check(session_vote(script->elsewhere, (int)strtol(position, NULL, 10), CLOCK_STEP_MS, &err), &err);
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

static struct key next_of_line(struct script *script)
{
    if (script->is_typing) {
        struct key key;
        skip_bytes(&script->keys, unicode_decode(script->keys, 0, &key.code));
        return key;
    }
    size_t length = 0;
    while (length < script->keys.size && script->keys.data[length] != ' ')
        length++;
    struct bytes label = {script->keys.data, length};
    struct key key;
    if (!key_by_label(label, &key))
        fail_msg("there is no key \"%.*s\"", BYTES_FORMAT(label));
    skip_bytes(&script->keys, length < script->keys.size ? length + 1 : length);
    return key;
}

static void look(struct script *script, const char *heading)
{
    buffer_add_format(&script->looks, "== %s\n", heading);
    surface_dump(script->shown, &script->looks);
    if (script->shown->has_cursor)
        buffer_add_format(&script->looks, "cursor in row %d, column %d\n", script->shown->cursor_row,
                          script->shown->cursor_column);
}

static void set_size(struct script *script, const char *words)
{
    char *end;
    script->columns = (int)strtol(words, &end, 10);
    script->rows = (int)strtol(end + 1, NULL, 10);
    assert_true(script->rows > 0 && script->columns > 0);
}

/* The next line that is neither empty nor a remark, NULL at the end; its words after the command. */
static char *next_command(struct script *script, char **words)
{
    char *line;
    do {
        line = strsep(&script->next_line, "\n");
    } while (line != NULL && (line[0] == '\0' || line[0] == '#'));
    if (line != NULL) {
        *words = line;
        strsep(words, " ");
        if (*words == NULL)
            *words = line + strlen(line);
    }
    return line;
}

static struct key next_key(void *context, int timeout_ms)
{
    (void)timeout_ms;
    struct script *script = context;
    char *words;
    while (script->keys.size == 0) {
        const char *command = next_command(script, &words);
        if (command == NULL)
            return (struct key){NAMED_STOP};
        script->is_typing = strcmp(command, "type") == 0;
        if (script->is_typing || strcmp(command, "press") == 0) {
            script->keys = bytes_of(words);
        } else if (strcmp(command, "look") == 0) {
            look(script, words);
        } else if (strcmp(command, "size") == 0) {
            set_size(script, words);
            return (struct key){NAMED_RESIZE};
        } else if (strcmp(command, "change") == 0) {
            const char *name = strsep(&words, " ");
            put_run(script, name, words);
        } else if (strcmp(command, "vote") == 0) {
            vote_elsewhere(script, words);
        } else if (strcmp(command, "wait") == 0) {
            return (struct key){NAMED_NOTHING};
        } else {
            fail_msg("no command of a script: %s", command);
        }
    }
    return next_of_line(script);
}

/* --- Before the app -------------------------------------------------------- */

static void import_collection(struct script *script, const char *name)
{
    struct arena *arena = &script->arena;
    script->folder = arena_format(arena, "%s/%s", screens_folder, name);
    const char *documents = arena_format(arena, "%s/documents.jsonl", script->folder);
    const char *questions = arena_format(arena, "%s/questions.jsonl", script->folder);
    const char *candidates = arena_format(arena, "%s/candidates.run", script->folder);
    struct import_request request = {.documents = &documents,
                                     .n_documents = 1,
                                     .questions = &questions,
                                     .n_questions = 1,
                                     .candidates = &candidates,
                                     .n_candidates = 1,
                                     .depth = DEPTH_DEFAULT};
    struct import_summary summary;
    struct err err;
    script->store = sample_store("labels.db", 0, 0);
    check(import_files(script->store, &request, arena, &summary, &err), &err);
}

static void set_setting(struct script *script, char *words)
{
    struct err err;
    const char *key = strsep(&words, " ");
    enum setting setting;
    check(setting_find(bytes_of(key), &setting, &err) &&
              setting_put(script->store, setting, bytes_of(words), &err),
          &err);
}

/* With a connection of its own, as another program would have. */
static void begin_elsewhere(struct script *script, const char *annotator)
{
    struct err err;
    check(store_open(&script->elsewhere_store, "labels.db", STORE_EXISTING, &err), &err);
    check(session_open(&script->elsewhere, script->elsewhere_store, bytes_of(annotator), SEED,
                       test_clock_make(&script->time), &err),
          &err);
}

static void set_up(struct script *script)
{
    char *words;
    const char *command;
    while ((command = next_command(script, &words)) != NULL && strcmp(command, "size") != 0) {
        if (strcmp(command, "collection") == 0)
            import_collection(script, words);
        else if (strcmp(command, "set") == 0)
            set_setting(script, words);
        else if (strcmp(command, "elsewhere") == 0)
            begin_elsewhere(script, words);
        else if (strcmp(command, "run") == 0)
            script->run_paths[script->n_runs++] = put_run(script, words, words);
        else
            fail_msg("no command before size: %s", command);
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
    struct labelling_options options = {.store = script->store,
                                        .annotator = bytes_of("expert1"),
                                        .seed = SEED,
                                        .clock = test_clock_make(&script->time),
                                        .run_paths = script->run_paths,
                                        .n_runs = script->n_runs,
                                        .measures = measures.items,
                                        .n_measures = measures.count};
    check(labelling_open(&labelling, &options, &err), &err);
    struct terminal terminal = {.size = size, .next_key = next_key, .present = present, .context = script};
    struct config config = {0};
    struct app_options app_options = {.database_path = "labels.db", .config = &config};
    assert_false(app_run(labelling, &terminal, &app_options, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED); /* what the end of a script looks like to the app */
    config_release(&config);
    check(labelling_close(labelling, &err), &err);
    measure_list_release(&measures);
}

/* --- Comparing ------------------------------------------------------------- */

/* Fails with the first line that differs. */
static void compare(const char *path, char *expected, char *shown)
{
    const char *heading = "";
    if (expected == NULL)
        fail_msg("%s is missing: make it with ASSAY_UPDATE_SCREENS=1", path);
    for (size_t line = 1;; line++) {
        char *expected_line = strsep(&expected, "\n");
        char *shown_line = strsep(&shown, "\n");
        if (expected_line == NULL && shown_line == NULL)
            return;
        if (expected_line != NULL && strncmp(expected_line, "==", 2) == 0)
            heading = expected_line;
        if (expected_line == NULL || shown_line == NULL || strcmp(expected_line, shown_line) != 0)
            fail_msg("%s:%zu (%s)\n  expected: %s\n  shown:    %s", path, line, heading,
                     expected_line != NULL ? expected_line : "(the end)",
                     shown_line != NULL ? shown_line : "(the end)");
    }
}

/* state: the script's path without its ending. */
static void script_shows_its_screens(void **state)
{
    const char *stem = *state;
    struct script script = {.time.step = CLOCK_STEP_MS};
    const char *screen_path = arena_format(&script.arena, "%s.screen", stem);
    script.next_line = read_file(&script.arena, arena_format(&script.arena, "%s.keys", stem));
    assert_non_null(script.next_line);
    set_up(&script);
    run_app(&script);
    if (getenv("ASSAY_UPDATE_SCREENS") != NULL)
        write_file(screen_path, buffer_bytes(&script.looks));
    else
        compare(screen_path, read_file(&script.arena, screen_path),
                arena_copy_string(&script.arena, buffer_string(&script.looks)));
    struct err err;
    check(session_close(script.elsewhere, &err), &err);
    store_close(script.elsewhere_store);
    store_close(script.store);
    buffer_release(&script.looks);
    arena_release(&script.arena);
}

/* --- All scripts ------------------------------------------------------------ */

static int is_script(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && strcmp(ending, ".keys") == 0;
}

int main(void)
{
    struct arena arena = {0};
    struct CMUnitTest tests[SCRIPTS_MAX];
    struct dirent **entries;
    const char *temporary = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    if (realpath(support_source(&arena, "tests/screens"), screens_folder) == NULL || chdir(temporary) != 0)
        return 1;
    int n = scandir(screens_folder, &entries, is_script, alphasort);
    if (n < 0 || n > SCRIPTS_MAX)
        return 1;
    for (int i = 0; i < n; i++) {
        char *name = arena_copy_string(&arena, entries[i]->d_name);
        name[strlen(name) - strlen(".keys")] = '\0';
        tests[i] = (struct CMUnitTest){.name = name,
                                       .test_func = script_shows_its_screens,
                                       .initial_state = arena_format(&arena, "%s/%s", screens_folder, name)};
        free(entries[i]);
    }
    free(entries);
    int failed = _cmocka_run_group_tests("screens", tests, (size_t)n, NULL, NULL);
    arena_release(&arena);
    return failed;
}
