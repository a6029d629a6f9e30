#include "tests/support/support.h"

#include "tests/support/imposture.h"

#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/hostile_text.h"
#include "tests/support/impostor.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"
#include "tests/support/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8 };

/* DB stands for the server, MORE for a file to import, and COPY for a file that does not exist. */
static const struct {
    const char *words[WORDS], *typed;
} commands[] = {
    {{"check", "DB"}, ""},
    {{"status", "DB"}, ""},
    {{"set", "DB"}, ""},
    {{"relevance", "DB"}, ""},
    {{"agreement", "DB", "--grades"}, ""},
    {{"agreement", "DB"}, ""},
    {{"annotators", "DB"}, ""},
    {{"search", "DB", "hose"}, ""},
    {{"export", "DB", "qrels"}, ""},
    {{"export", "DB", "votes"}, ""},
    {{"export", "DB", "preferences"}, ""},
    {{"export", "DB", "triples"}, ""},
    {{"report", "DB"}, ""},
    {{"copy", "DB", "COPY"}, ""},
    {{"label", "DB", "--json", "--annotator", "eve"},
     "{\"undo\":true}\n{\"redo\":true}\n{\"vote\":1}\n{\"skip\":\"later\"}\n{\"vote\":0}\n{\"quit\":true}\n"},
    {{"label", "DB", "--plain", "--annotator", "bob"}, "1\n2\nu\n0\nq\n"},
    {{"set", "DB", "impressions", "2"}, ""},
    {{"import", "DB", "--documents", "MORE"}, ""},
    {{"check", "DB", "--repair"}, ""},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static struct {
    struct arena arena;
    struct impostor *impostor;
    const char *url, *more, *copy;
    struct called remembered[COMMANDS]; /* results with the real server */
} imposture;

/*
 * For the leak sanitizer: libpq leaks the rows that it has read if, in the middle of them, the server says that it is
 * ready or begins a copy (fe-protocol3.c, pqParseInput3 and getCopyStart).
 */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libpq.so";
}

static void end(void)
{
    impostor_close(imposture.impostor);
    for (size_t i = 0; i < COMMANDS; i++)
        called_release(&imposture.remembered[i]);
    arena_release(&imposture.arena);
}

static const char *place_of(const char *word)
{
    return strcmp(word, "DB") == 0     ? imposture.url
           : strcmp(word, "MORE") == 0 ? imposture.more
           : strcmp(word, "COPY") == 0 ? imposture.copy
                                       : word;
}

static struct called call(size_t command)
{
    const char *words[CALL_WORDS] = {0};
    for (size_t i = 0; i < WORDS && commands[command].words[i] != NULL; i++)
        words[i] = place_of(commands[command].words[i]);
    sample_remove(imposture.copy);
    FILE *in = tmpfile();
    BUG_UNLESS(in != NULL);
    fputs(commands[command].typed, in);
    rewind(in);
    struct called called = call_command_reading(words, in);
    fclose(in);
    return called;
}

/* Calls the command and captures what libpq itself prints to `stderr`. */
static struct called call_catching(size_t command, char **printed)
{
    static size_t size;
    FILE *kept = stderr;
    stderr = open_memstream(printed, &size);
    BUG_UNLESS(stderr != NULL);
    struct called called = call(command);
    fclose(stderr);
    stderr = kept;
    return called;
}

void imposture_begin(void)
{
    if (imposture.impostor != NULL)
        return;
    const char *url = postgresql_database(&imposture.arena);
    struct called copied = CALL("copy", scratch_database(), url);
    if (!copied.done)
        BUG("%s", copied.err.text);
    called_release(&copied);
    imposture.more =
        arena_copy_string(&imposture.arena,
                          scratch_file("more.jsonl", bytes_of("{\"_id\":\"d6\",\"text\":\"A new tap.\"}\n")));
    imposture.copy = arena_format(&imposture.arena, "%s/copy.db", scratch_folder());
    imposture.impostor = impostor_open(url);
    imposture.url = impostor_url(&imposture.arena, imposture.impostor);
    atexit(end);
    for (size_t i = 0; i < COMMANDS; i++) {
        impostor_remember(imposture.impostor, (unsigned)i);
        imposture.remembered[i] = call(i);
    }
}

size_t imposture_count(void)
{
    return COMMANDS;
}

static bool has_word(size_t command, const char *word)
{
    size_t i = 0;
    while (i < WORDS && commands[command].words[i] != NULL && strcmp(commands[command].words[i], word) != 0)
        i++;
    return i < WORDS && commands[command].words[i] != NULL;
}

size_t imposture_find(const char *word)
{
    size_t command = 0;
    while (command < COMMANDS && !has_word(command, word))
        command++;
    BUG_UNLESS(command < COMMANDS);
    return command;
}

size_t imposture_count_tables(size_t command)
{
    return impostor_count_tables(imposture.impostor, (unsigned)command);
}

bool imposture_is_faithful(size_t command)
{
    const struct called *remembered = &imposture.remembered[command];
    impostor_repeat(imposture.impostor, (unsigned)command, NULL, 0);
    struct called called = call(command);
    bool is_faithful = called.done == remembered->done && strcmp(called.out, remembered->out) == 0 &&
                       (called.done || strcmp(called.err.text, remembered->err.text) == 0);
    called_release(&called);
    return is_faithful;
}

static bool waits_in_vain(void)
{
    return impostor_has_hung_up(imposture.impostor);
}

static void require_harmless(const char *command, const char *text)
{
    size_t n_before;
    if (hostile_find(bytes_of(text), HOSTILE_COMMAND, &n_before).size > 0)
        BUG("%s says raw bytes behind \"%.*s\"", command, (int)n_before, text);
}

void imposture_try(const uint8_t *data, size_t size)
{
    if (size == 0)
        return;
    size_t command = data[0] % COMMANDS;
    const char *name = commands[command].words[0];
    char *printed = NULL;
    impostor_repeat(imposture.impostor, (unsigned)command, data + 1, size - 1);
    call_interrupted_by(waits_in_vain);
    struct called called = call_catching(command, &printed);
    call_interrupted_by(NULL);
    if (printed[0] != '\0')
        BUG("%s: libpq says %s", name, printed);
    free(printed);
    require_harmless(name, called.remarks);
    require_harmless(name, called.err.text);
    if (strstr(called.err.text, ": )") != NULL)
        BUG("%s gives no reason: %s", name, called.err.text);
    scratch_told(called);
}
