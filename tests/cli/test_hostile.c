/*
 * No byte of any text reaches a terminal as a control. All texts of a database are hostile
 * (tests/support/hostile_text.h): ids, titles, texts, fields, tags, annotators, notes and the guide. So are names and
 * contents of files and folders, and arguments. All commands, formats and screens write to a pseudo-terminal, and
 * everything that arrives there is checked.
 */
#include "tests/support/support.h"

#include "cli/command.h"
#include "core/store/votes/annotators.h"
#include "core/store/content/fill.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "export/export.h"
#include "export/forms/json.h"
#include "export/forms/table.h"
#include "tests/support/beside.h"
#include "tests/support/child.h"
#include "tests/support/hostile_text.h"
#include "tests/support/pty.h"
#include "tests/support/sample.h"
#include "tests/support/trial.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 16, POOL = 3 };

/* Texts in UTF-8 and other texts are in separate databases, because JSON formats refuse text that is not UTF-8. */
struct stage {
    struct arena arena;
    bool is_utf8;
    const char *folder; /* contains all that follows; its name is hostile, too */
    const char *database;
    const char *run;
    const char *other_run;
    const char *qrels;
    const char *documents;
    const char *config; /* the folder of the config file */
    const char *word;   /* one hostile text, for example for an annotator */
};

/* --- Hostile content ------------------------------------------------------------------------------------ */

static bool takes_part(const struct stage *stage, size_t kind)
{
    return hostile_texts[kind].is_utf8 == stage->is_utf8;
}

static const char *id_of(struct stage *stage, char letter, size_t kind)
{
    const char *text = hostile_texts[kind].can_be_id ? hostile_texts[kind].text : "plain";
    return arena_format(&stage->arena, "%c%zu%s", letter, kind, text);
}

static struct bytes fields_of(struct stage *stage, const char *text)
{
    struct buffer fields = {0};
    struct json *object = json_object();
    json_add_text(object, "section", bytes_of(text));
    json_print(object, JSON_LINE, &fields);
    json_free(object);
    struct bytes copy = arena_copy(&stage->arena, buffer_bytes(&fields));
    buffer_release(&fields);
    return copy;
}

static void put_items(struct stage *stage, struct store *store)
{
    struct err err;
    enum stored stored;
    for (size_t kind = 0; kind < HOSTILE_TEXTS; kind++) {
        const char *text = hostile_texts[kind].text;
        if (!takes_part(stage, kind))
            continue;
        struct item document = {.id = bytes_of(id_of(stage, 'd', kind)),
                                .title = bytes_of(arena_format(&stage->arena, "title %s", text)),
                                .text = bytes_of(arena_format(&stage->arena, "common text\n%s", text)),
                                .fields = fields_of(stage, text)};
        struct item question = {.id = bytes_of(id_of(stage, 'q', kind)),
                                .text = bytes_of(arena_format(&stage->arena, "common question %s", text)),
                                .fields = fields_of(stage, text)};
        assert_true(store_put_document(store, &document, REPLACE_NOTHING, &stored, &err));
        assert_true(store_put_question(store, &question, REPLACE_NOTHING, &stored, &err));
    }
}

/* The pool of each question has its own document and the next ones. */
static void put_pools(struct stage *stage, struct store *store)
{
    struct err err;
    enum stored stored;
    int64_t n = beside_integer(store, "SELECT count(*) FROM document");
    for (int64_t question = 1; question <= n; question++) {
        for (int64_t i = 0; i < POOL; i++) {
            struct candidate_origin origin = {.source = bytes_of(stage->word), .rank = i + 1, .score = 0.5};
            assert_true(
                store_put_candidate(store, question, (question + i - 1) % n + 1, &origin, &stored, &err));
        }
    }
}

/* No command accepts such a name for a new annotator, but a file may be older or hostile. */
static void rename_annotator(struct stage *stage, struct store *store)
{
    struct buffer sql = {0};
    buffer_add_string(&sql, "UPDATE annotator SET name = CAST(x'");
    for (const char *byte = stage->word; *byte != '\0'; byte++)
        buffer_add_format(&sql, "%02x", (unsigned char)*byte);
    buffer_add_string(&sql, "' AS TEXT)");
    assert_int_equal(beside_execute(store, buffer_string(&sql)), SQLITE_OK);
    buffer_release(&sql);
}

/* Adds votes with hostile notes, and skips. */
static void label_some(struct stage *stage)
{
    struct child *child = start_assay("label", stage->database, "--json", "--annotator", "eve");
    struct buffer vote = {0};
    buffer_add_string(&vote, "{\"vote\":1,\"note\":");
    json_print_text(bytes_of(stage->word), &vote);
    buffer_add_string(&vote, "}");
    for (int i = 0; i < (stage->is_utf8 ? 12 : 1); i++)
        child_write(child, i % 5 == 4 ? "{\"skip\":\"later\"}" : buffer_string(&vote));
    child_end(child);
    buffer_release(&vote);
}

static void make_database(struct stage *stage)
{
    struct store *store;
    struct err err;
    struct bytes guide = bytes_of(arena_format(&stage->arena, "How to choose: %s", stage->word));
    sample_remove(stage->database);
    assert_true(store_open(&store, stage->database, STORE_CREATE, &err));
    assert_true(store_begin(store, &err));
    put_items(stage, store);
    assert_true(store_commit(store, &err));
    assert_true(store_begin(store, &err));
    put_pools(stage, store);
    assert_true(settings_apply(store, &err));
    assert_true(store_commit(store, &err));
    assert_true(setting_put(store, SETTING_GUIDE, guide, &err));
    assert_true(setting_put(store, SETTING_SHOW, bytes_of("section"), &err));
    assert_true(setting_put(store, SETTING_BLIND, bytes_of("0"), &err));
    label_some(stage);
    rename_annotator(stage, store);
    store_close(store);
}

/* --- Files ------------------------------------------------------------------------------------------------ */

static const char *hostile_file(struct stage *stage, const char *name, const char *ending,
                                const struct buffer *content)
{
    const char *path = arena_format(&stage->arena, "%s/%s%s%s", stage->folder, name, stage->word, ending);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(buffer_string(content), 1, content->size, file);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void make_lines(struct stage *stage)
{
    struct buffer run = {0}, qrels = {0}, documents = {0};
    for (size_t kind = 0; kind < HOSTILE_TEXTS; kind++) {
        if (!takes_part(stage, kind) || !hostile_texts[kind].can_be_id)
            continue;
        const char *qid = id_of(stage, 'q', kind), *docid = id_of(stage, 'd', kind);
        buffer_add_format(&run, "%s Q0 %s 1 2.5 %s\n%s Q0 unknown%s 2 1 %s\n", qid, docid, stage->word, qid,
                          docid, stage->word);
        buffer_add_format(&qrels, "%s 0 %s 1\n", qid, docid);
    }
    buffer_add_format(&documents, "new\tsome text\n%s\tbad\n%s", stage->word, stage->word);
    stage->run = hostile_file(stage, "one", ".run", &run);
    stage->other_run = hostile_file(stage, "two", ".run", &run);
    stage->qrels = hostile_file(stage, "truth", ".qrels", &qrels);
    stage->documents = hostile_file(stage, "documents", ".tsv", &documents);
    buffer_release(&run);
    buffer_release(&qrels);
    buffer_release(&documents);
}

static void make_config(struct stage *stage)
{
    struct buffer content = {0};
    stage->config = arena_format(&stage->arena, "%s/config%s", stage->folder, stage->word);
    mkdir(stage->config, 0700);
    mkdir(arena_format(&stage->arena, "%s/assay", stage->config), 0700);
    buffer_add_format(&content, "theme = %s\n", stage->word);
    FILE *file = fopen(arena_format(&stage->arena, "%s/assay/config", stage->config), "w");
    assert_non_null(file);
    fputs(buffer_string(&content), file);
    assert_int_equal(fclose(file), 0);
    buffer_release(&content);
}

static struct stage *stage_open(bool is_utf8)
{
    struct stage *stage = test_calloc(1, sizeof *stage);
    stage->is_utf8 = is_utf8;
    stage->word = is_utf8 ? "w\033]52;c;UFdO\007\302\23377m\u202e\177x" : "w\23377mx\377";
    stage->folder = arena_format(&stage->arena, "%s/%s", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp",
                                 stage->word);
    stage->database = arena_format(&stage->arena, "%s/l%s.db", stage->folder, stage->word);
    mkdir(stage->folder, 0700);
    make_database(stage);
    make_lines(stage);
    make_config(stage);
    return stage;
}

static void stage_close(struct stage *stage)
{
    arena_release(&stage->arena);
    test_free(stage);
}

/* --- The judge -------------------------------------------------------------------------------------------- */

static void assert_harmless(const struct pty *pty, enum hostile_place place, const char *what)
{
    size_t n_before;
    struct bytes found = hostile_find(buffer_bytes(&pty->written), place, &n_before);
    if (found.size == 0)
        return;
    size_t from = n_before > 40 ? n_before - 40 : 0;
    for (size_t i = from; i < pty->written.size && i < n_before + 40; i++)
        print_error(i == n_before ? ">>%02x<< " : "%02x ", (unsigned char)pty->written.data[i]);
    fail_msg("%s: a terminal gets the bytes above", what);
}

/* Replaces "DB" and similar words by the paths of the stage. */
static const char *word_of(const struct stage *stage, const char *name)
{
    const struct {
        const char *name, *word;
    } words[] = {
        {"DB", stage->database},         {"RUN", stage->run},
        {"OTHER", stage->other_run},     {"QRELS", stage->qrels},
        {"DOCUMENTS", stage->documents}, {"HOSTILE", stage->word},
        {"FOLDER", stage->folder},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].name, name) == 0)
            return words[i].word;
    }
    return name;
}

/* Removes the sequences that assay itself uses to mark what `search` found. No hostile text contains them. */
static void leave_marks_out(struct buffer *written)
{
    static const char *const marks[] = {"\033[1m", "\033[0m"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t size = strlen(marks[i]);
        for (char *mark; (mark = memmem(written->data, written->size, marks[i], size)) != NULL;) {
            char *behind = mark + size;
            memmove(mark, behind, (size_t)(written->data + written->size - behind));
            written->size -= size;
        }
    }
}

static void judge_call(struct stage *stage, const char *const *words, const char *terminal, const char *input)
{
    const char *arguments[WORDS + 2] = {trial_program()};
    for (size_t i = 0; i < WORDS && words[i] != NULL; i++)
        arguments[i + 1] = word_of(stage, words[i]);
    const char *const environment[] = {terminal, "LC_ALL=C.UTF-8",
                                       arena_format(&stage->arena, "XDG_CONFIG_HOME=%s", stage->config),
                                       NULL};
    struct pty pty;
    pty_start(&pty, 24, 200, arguments, environment);
    pty_type(&pty, input);
    int status = pty_wait_exit(&pty);
    const char *what = arena_format(&stage->arena, "%s %s %s %s", words[0], words[1] != NULL ? words[1] : "",
                                    words[1] != NULL && words[2] != NULL ? words[2] : "",
                                    words[1] != NULL && words[2] != NULL && words[3] != NULL ? words[3] : "");
    if (status > 4) /* the verdicts are 3 and 4 */
        fail_msg("%s: status %d", what, status);
    if (pty.written.size == 0)
        fail_msg("%s: wrote nothing", what);
    leave_marks_out(&pty.written);
    assert_harmless(&pty, HOSTILE_COMMAND, what);
    pty_end(&pty);
}

static void in_both(void (*judge)(struct stage *stage))
{
    for (int is_utf8 = 0; is_utf8 <= 1; is_utf8++) {
        struct stage *stage = stage_open(is_utf8 == 1);
        judge(stage);
        stage_close(stage);
    }
}

/* --- Commands --------------------------------------------------------------------------------------------- */

static void judge_commands(struct stage *stage)
{
    static const char *const calls[][WORDS] = {
        {"check", "DB"},
        {"set", "DB"},
        {"set", "DB", "guide"},
        {"set", "DB", "HOSTILE"},
        {"set", "DB", "impressions", "HOSTILE"},
        {"set", "DB", "language", "HOSTILE"},
        {"set", "DB", "show", "HOSTILE"},
        {"import", "DB", "RUN"},
        {"import", "DB", "QRELS"},
        {"import", "DB", "FOLDER"},
        {"import", "DB", "--documents", "DOCUMENTS"},
        {"import", "DB", "--candidates", "RUN", "--skip-unknown"},
        {"import", "DB", "--votes", "RUN"},
        {"import", "DB", "--judgments", "QRELS"},
        {"import", "DB", "HOSTILE"},
        {"import", "DB", "--id", "HOSTILE", "--documents", "DOCUMENTS"},
        {"pool", "DB", "RUN"},
        {"pool", "DB", "RUN", "--search"},
        {"pool", "DB", "--holes", "HOSTILE"},
        {"remove", "DB", "documents", "HOSTILE"},
        {"remove", "DB", "HOSTILE", "x"},
        {"search", "DB", "HOSTILE"},
        {"search", "DB"},
        {"eval", "QRELS", "RUN", "-m", "HOSTILE"},
        {"eval", "HOSTILE", "HOSTILE"},
        {"eval", "DB", "RUN"},
        {"eval", "DOCUMENTS", "RUN"},
        {"compare", "QRELS", "RUN", "DOCUMENTS"},
        {"coverage", "DB", "DOCUMENTS"},
        {"coverage", "DB", "DOCUMENTS", "--vectors", "HOSTILE"},
        {"coverage", "DB", "DOCUMENTS", "--vectors", "DOCUMENTS"},
        {"lint", "DB"},
        {"lint", "QRELS", "--collection", "DB"},
        {"report", "DB", "RUN"},
        {"report", "DB", "RUN", "--format", "markdown"},
        {"export", "DB", "HOSTILE"},
        {"export", "DB", "qrels", "--format", "HOSTILE"},
        {"export", "DB", "qrels", "-o", "HOSTILE/no/such/folder"},
        {"export", "DB", "qrels", "-o", "/dev/tty"},
        {"status", "HOSTILE"},
        {"status", "DB", "--HOSTILE"},
        {"help", "HOSTILE"},
        {"HOSTILE", "DB"},
        {"keys"},
        {"label", "DB", "--theme", "HOSTILE"},
        {"label", "DB"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        judge_call(stage, calls[i], "TERM=xterm-256color", "");
}

static void every_command_is_harmless(void **state)
{
    (void)state;
    in_both(judge_commands);
}

static void judge_tables(struct stage *stage)
{
    static const char *const calls[][WORDS] = {
        {"status", "DB", "--format"},
        {"relevance", "DB", "--format"},
        {"set", "DB", "--format"},
        {"search", "DB", "common", "--format"},
        {"eval", "QRELS", "RUN", "OTHER", "-q", "--format"},
        {"compare", "QRELS", "RUN", "OTHER", "--format"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        for (size_t format = 0; format < words_count(&table_format_words); format++) {
            const char *words[WORDS];
            memcpy(words, calls[i], sizeof words);
            for (size_t w = 0;; w++) {
                if (words[w] == NULL) {
                    words[w] = words_at(&table_format_words, format);
                    break;
                }
            }
            judge_call(stage, words, "TERM=xterm-256color", "");
        }
    }
    judge_call(stage, (const char *const[WORDS]){"eval", "QRELS", "RUN", "-q", "--format", "trec_eval"},
               "TERM=xterm-256color", "");
}

static void every_table_is_harmless(void **state)
{
    (void)state;
    in_both(judge_tables);
}

static void judge_exports(struct stage *stage)
{
    for (size_t kind = 0; kind < n_export_kinds; kind++) {
        const struct export_kind *row = export_kinds[kind];
        for (size_t format = 0; format < row->n_formats; format++) {
            const char *words[WORDS] = {"export", "DB", row->name, "--format", row->formats[format].name};
            if ((row->takes & TAKES_INDEX) != 0) {
                words[5] = "--index";
                words[6] = "HOSTILE";
            }
            judge_call(stage, words, "TERM=xterm-256color", "");
        }
    }
}

static void every_export_is_harmless(void **state)
{
    (void)state;
    in_both(judge_exports);
}

/* The terminal driver echoes the lines that the user types; they contain nothing hostile. */
static void judge_faces(struct stage *stage)
{
    judge_call(stage,
               (const char *const[WORDS]){"label", "DB", "--plain", "--annotator", "HOSTILE", "--lead",
                                          "--run", "RUN"},
               "TERM=dumb", "?\ng\ns\n1\nu\nb\n1\n2\nq\n");
    judge_call(stage,
               (const char *const[WORDS]){"label", "DB", "--json", "--annotator", "HOSTILE", "--run", "RUN"},
               "TERM=dumb", "{\"vote\":1}\n{\"undo\":true}\n{\"vote\":9}\n\004");
}

static void every_face_without_a_screen_is_harmless(void **state)
{
    (void)state;
    in_both(judge_faces);
}

/* --- Screens ------------------------------------------------------------------------------------------------ */

static void judge_screens_on(struct stage *stage, const char *terminal)
{
    static const char *const keys[] = {"x", "x",  "f", "n", "\033", "m", "m", "b", "/", "c", "\033", "\033",
                                       "b", "\r", "c", "c", "a",    "a", "g", "g", "?", "?", "o",    "\033",
                                       "1", "\t", "u", "r", "s",    "S", "i", "i", "C", "z", "z",    "R"};
    const char *const arguments[] = {
        trial_program(), "label",    stage->database, "--annotator", "reader", "--lead",
        "--run",         stage->run, "--seed",        "7",           NULL};
    const char *const environment[] = {terminal, "LC_ALL=C.UTF-8", NULL};
    struct pty pty;
    pty_start(&pty, 30, 120, arguments, environment);
    pty_wait_for(&pty, "? help");
    pty_type(&pty, "\033"); /* leaves the guide, which is shown to a new annotator */
    pty_wait_for(&pty, "common");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        pty_type(&pty, keys[i]);
        pty_settle(&pty);
    }
    assert_harmless(&pty, HOSTILE_SCREEN, terminal);
    pty_end(&pty);
}

static void judge_screens(struct stage *stage)
{
    judge_screens_on(stage, "TERM=xterm-256color");
    judge_screens_on(stage, "TERM=linux");
}

static void every_screen_is_harmless(void **state)
{
    (void)state;
    in_both(judge_screens);
}

/* --- Terminals that do not take UTF-8 ------------------------------------------------------------------------------ */

/* Makes the locale with the system's programs; NULL: they are missing. */
static const char *make_latin_1(struct stage *stage)
{
    const char *command =
        arena_format(&stage->arena, "localedef -i de_DE -f ISO-8859-1 '%s/de_DE.ISO-8859-1' >/dev/null 2>&1",
                     stage->folder);
    return system(command) == 0 ? arena_format(&stage->arena, "LOCPATH=%s", stage->folder) : NULL;
}

static void assert_ascii(const struct pty *pty, const char *what)
{
    assert_true(pty->written.size > 0);
    for (size_t i = 0; i < pty->written.size; i++) {
        if ((unsigned char)pty->written.data[i] > 0x7e)
            fail_msg("%s: the byte %02x", what, (unsigned char)pty->written.data[i]);
    }
}

/* In Latin-1 the second byte of many UTF-8 letters is a control. */
static void in_a_latin_1_locale_a_terminal_gets_ascii(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    const char *locpath = make_latin_1(stage);
    if (locpath == NULL)
        skip_because("no locale can be made");
    const char *const environment[] = {"TERM=xterm-256color", locpath, "LC_ALL=de_DE.ISO-8859-1", NULL};
    const char *const calls[][5] = {
        {trial_program(), "export", stage->database, "votes"},
        {trial_program(), "status", stage->folder},
        {trial_program(), "label", stage->database},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct pty pty;
        pty_start(&pty, 30, 120, calls[i], environment);
        pty_wait_for(&pty, i < 2 ? "w" : "Welcome");
        pty_settle(&pty);
        assert_ascii(&pty, calls[i][1]);
        pty_end(&pty);
    }
    stage_close(stage);
}

/* --- Pipes ----------------------------------------------------------------------------------------------------- */

static void a_pipe_gets_every_byte(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    const char *written =
        run_assay(&stage->arena, "eval", stage->qrels, stage->run, "-q", "--format", "trec_eval").out;
    for (size_t kind = 0; kind < HOSTILE_TEXTS; kind++) {
        if (takes_part(stage, kind) && hostile_texts[kind].can_be_id &&
            strstr(written, id_of(stage, 'q', kind)) == NULL)
            fail_msg("%s: the pipe got other bytes", hostile_texts[kind].name);
    }
    stage_close(stage);
}

/* Without this test, a check that never finds anything would pass, too. */
static void the_detector_finds_each_kind_of_hostile_text(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < HOSTILE_TEXTS; kind++) {
        size_t n_before;
        for (enum hostile_place place = HOSTILE_COMMAND; place <= HOSTILE_SCREEN; place++) {
            if (hostile_find(bytes_of(hostile_texts[kind].text), place, &n_before).size == 0)
                fail_msg("%s: not found", hostile_texts[kind].name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_detector_finds_each_kind_of_hostile_text),
        cmocka_unit_test(every_command_is_harmless),
        cmocka_unit_test(every_table_is_harmless),
        cmocka_unit_test(every_export_is_harmless),
        cmocka_unit_test(every_face_without_a_screen_is_harmless),
        cmocka_unit_test(every_screen_is_harmless),
        cmocka_unit_test(in_a_latin_1_locale_a_terminal_gets_ascii),
        cmocka_unit_test(a_pipe_gets_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
