/*
 * Makes the manual: reads man/assay.1.in and writes its pages into a folder. It fills in lists from the same tables
 * that the program uses.
 *
 *     manual FOLDER <man/assay.1.in
 *
 * Lines of these forms are replaced:
 *
 *     .\" @page assay-json 5 the protocol of --json    begins a page; again, without a text, continues it
 *     .\" @commands                  all commands with their descriptions
 *     .\" @command import            begins the page of a command and puts an example at its end
 *     .\" @option documents depth    the heads of these options of the command; a description follows
 *     .\" @option format=json,csv    the same with words that the option takes
 *     .\" @options                   all options of the command not named so far, with their help
 *     .\" @setting guide             a setting with the help from its table; more may follow
 *     .\" @settings                  all settings not named so far
 *     .\" @config                    the options of the config file
 *     .\" @exports                   what can be exported, with the formats
 *     .\" @keys                      the keys of all screens
 *     .\" @measures                  all measures
 *
 * A name that is in no table, and a table that no line uses, are errors. So the manual is complete and never names
 * what does not exist. A reference to a section (.Sx) of another page becomes a reference to that page (.Xr).
 */
#include "cli/commands.h"
#include "core/base/version.h"
#include "core/base/unicode.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/settings.h"
#include "export/export.h"
#include "tui/keys/preferences.h"
#include "tui/screens/screens.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 32, COMMANDS_MAX = 64, PAGES_MAX = 64, SYNOPSIS_WORDS_MAX = 4 };

struct page {
    char name[32]; /* "assay-eval" */
    int section;   /* of the manual: 1 commands, 5 formats, 7 the rest */
    struct buffer text;
};

struct manual {
    struct page pages[PAGES_MAX]; /* in the order of their first lines */
    size_t n_pages;
    struct buffer *out;            /* the text of the page being written */
    const struct command *command; /* the command being described */
    bool has_option[OPTIONS_MAX];  /* options of this command that a line has named */
    bool has_command[COMMANDS_MAX];
    bool has_setting[SETTING_COUNT];
    bool has_commands, has_config, has_exports, has_keys, has_measures;
};

/* --- Text ----------------------------------------------------------------- */

/*
 * Removes the text up to the separator, and the separator, from `rest` and returns it. Without a separator, takes
 * all.
 */
static struct bytes take_up_to(char separator, struct bytes *rest)
{
    struct bytes before = *rest;
    if (!bytes_split(*rest, separator, &before, rest))
        *rest = (struct bytes){0};
    return before;
}

/* Appends a word with mdoc's special characters escaped. */
static void add_mdoc_text(struct bytes text, struct buffer *out)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\\')
            buffer_add_string(out, "\\e");
        else
            buffer_add_byte(out, text.data[i]);
    }
}

/* Breaks lines: mandoc wants at most 80 bytes, and counts eight for each character beyond ASCII. */
static void add_mdoc_lines(struct bytes text, struct buffer *out)
{
    enum { COLUMNS = 52 };
    size_t column = 0;
    struct bytes word;
    while (bytes_next_word(&text, &word)) {
        size_t width = unicode_columns(word);
        if (column > 0 && column + 1 + width > COLUMNS) {
            buffer_add_byte(out, '\n');
            column = 0;
        }
        if (column > 0)
            buffer_add_byte(out, ' ');
        else if (word.data[0] == '.' || word.data[0] == '\'')
            buffer_add_string(out, "\\&");
        add_mdoc_text(word, out);
        column += (column > 0 ? 1 : 0) + width;
    }
    buffer_add_byte(out, '\n');
}

/* Appends a sentence, or nothing if `content` is empty. */
static void add_mdoc_sentence(const char *beginning, const struct buffer *content, struct buffer *out)
{
    struct buffer sentence = {0};
    if (content->size == 0)
        return;
    buffer_add_format(&sentence, "%s%s.", beginning, buffer_string(content));
    add_mdoc_lines(buffer_bytes(&sentence), out);
    buffer_release(&sentence);
}

static void capitalise(struct buffer *text)
{
    if (text->size > 0)
        text->data[0] = (char)toupper((unsigned char)text->data[0]);
}

/* Appends "a | b | c". */
static void add_alternatives(const struct words *words, struct buffer *out)
{
    for (size_t i = 0; i < words_count(words); i++)
        buffer_add_format(out, "%s%s", i == 0 ? "" : " | ", words_at(words, i));
}

/* --- Commands ------------------------------------------------------------- */

/* The tables write placeholders in capitals; the manual writes them in small letters. */
static void add_placeholder(const char *name, size_t size, struct buffer *out)
{
    if (size == 2 && memcmp(name, "DB", 2) == 0) {
        buffer_add_string(out, "database");
        return;
    }
    for (size_t i = 0; i < size; i++)
        buffer_add_byte(out, (char)tolower((unsigned char)name[i]));
}

/* Appends "QRELS|DB RUN… [KEY]" as mdoc macros. */
static void add_operands(const char *operands, struct buffer *out)
{
    static const char more[] = "…";
    const char *at = operands;
    while (*at != '\0') {
        size_t size = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        bool is_alternative = at > operands && at[-1] == '|';
        if (size > 0) {
            buffer_add_string(out, is_alternative ? " " : " Ar ");
            add_placeholder(at, size, out);
        } else if ((size = strspn(at, "abcdefghijklmnopqrstuvwxyz")) > 0) {
            buffer_add_format(out, " Cm %.*s", (int)size, at);
        } else if (strncmp(at, more, strlen(more)) == 0) {
            size = strlen(more);
            buffer_add_string(out, " ...");
        } else {
            size = 1;
            buffer_add_string(out, *at == '[' ? " Oo" : *at == ']' ? " Oc" : *at == '|' ? " |" : "");
        }
        at += size;
    }
}

/* Appends "Fl m , Fl -measures Ar list". `between` is ", Fl" in a head and "|" in a synopsis. */
static void add_option(const struct option *option, const char *between, struct buffer *out)
{
    buffer_add_string(out, "Fl ");
    if (option->letter != 0)
        buffer_add_format(out, "%c %s ", option->letter, between);
    buffer_add_format(out, "-%s", option->name);
    if (option->argument == NULL)
        return;
    if (option->words != NULL && words_count(option->words) <= SYNOPSIS_WORDS_MAX) {
        buffer_add_string(out, " Cm ");
        add_alternatives(option->words, out);
    } else {
        buffer_add_string(out, " Ar ");
        add_placeholder(option->argument, strlen(option->argument), out);
    }
}

static struct page *find_page(struct manual *manual, struct bytes name, int section)
{
    for (size_t i = 0; i < manual->n_pages; i++)
        if (manual->pages[i].section == section && bytes_equal(name, bytes_of(manual->pages[i].name)))
            return &manual->pages[i];
    return NULL;
}

/* Ends the page of a command with its example. */
static void end_command(struct manual *manual)
{
    if (manual->command != NULL)
        buffer_add_format(manual->out, ".Sh EXAMPLES\n.Dl %s\n.Sh SEE ALSO\n.Xr assay 1\n",
                          manual->command->example);
    manual->command = NULL;
}

static bool begin_page(struct manual *manual, struct bytes name, int section, struct bytes summary,
                       struct err *err)
{
    if (manual->n_pages == PAGES_MAX || name.size >= sizeof manual->pages->name)
        return err_set(err, ERR_INPUT, "there is no room for a page '%.*s'", BYTES_FORMAT(name));
    struct page *page = &manual->pages[manual->n_pages++];
    struct buffer title = {0};
    snprintf(page->name, sizeof page->name, "%.*s", BYTES_FORMAT(name));
    page->section = section;
    manual->out = &page->text;
    for (size_t i = 0; i < name.size; i++)
        buffer_add_byte(&title, (char)toupper((unsigned char)name.data[i]));
    buffer_add_format(manual->out, ".Dd " ASSAY_DATE "\n.Dt %s %d\n.Os\n.Sh NAME\n.Nm %s\n.Nd %.*s\n",
                      buffer_string(&title), section, page->name, BYTES_FORMAT(summary));
    buffer_release(&title);
    return true;
}

/* `words`: "assay-json 5 the protocol of --json", or the name and section of an existing page. */
static bool add_page(struct manual *manual, struct bytes words, struct err *err)
{
    struct bytes name = take_up_to(' ', &words);
    struct bytes section = take_up_to(' ', &words);
    end_command(manual);
    if (section.size != 1 || strchr("157", section.data[0]) == NULL)
        return err_set(err, ERR_INPUT, "a page has a section, 1, 5 or 7, as in: @page assay-json 5");
    const int number = section.data[0] - '0';
    struct page *page = find_page(manual, name, number);
    if (page == NULL && words.size > 0)
        return begin_page(manual, name, number, words, err);
    if (page == NULL || words.size > 0)
        return err_set(err, ERR_INPUT, "page %.*s %d is %s", BYTES_FORMAT(name), number,
                       page == NULL ? "not there yet: say what it is about" : "there already");
    manual->out = &page->text;
    return true;
}

/* All commands, by group. */
static bool add_commands(struct manual *manual, struct bytes nothing, struct err *err)
{
    const char *group = "";
    (void)nothing, (void)err;
    manual->has_commands = true;
    for (size_t i = 0; i < n_command_rows; i++) {
        const struct command *command = command_rows[i];
        if (strcmp(command->group, group) != 0)
            buffer_add_format(manual->out, "%s.Ss %s\n.Bl -tag -width \"annotators\" -compact\n",
                              i == 0 ? "" : ".El\n", command->group);
        group = command->group;
        buffer_add_format(manual->out, ".It Cm %s\n%s\n", command->name, command->summary);
    }
    buffer_add_string(manual->out, ".El\n");
    return true;
}

static void add_synopsis(const struct command *command, struct buffer *out)
{
    buffer_add_format(out, ".Sh SYNOPSIS\n.Nm assay\n.Cm %s", command->name);
    add_operands(command->operands, out);
    for (size_t i = 0; i < command->n_options; i++) {
        buffer_add_string(out, "\n.Op ");
        add_option(&command->options[i], "|", out);
    }
    buffer_add_string(out, "\n.Sh DESCRIPTION\n");
}

static bool add_command(struct manual *manual, struct bytes name, struct err *err)
{
    end_command(manual);
    for (size_t i = 0; i < n_command_rows; i++) {
        const struct command *command = command_rows[i];
        if (!bytes_equal(name, bytes_of(command->name)))
            continue;
        struct buffer page = {0}, summary = {0};
        buffer_add_format(&page, "assay-%s", command->name);
        buffer_add_string(&summary, command->summary);
        summary.data[0] = (char)tolower((unsigned char)summary.data[0]);
        bool worked = begin_page(manual, buffer_bytes(&page), 1, buffer_bytes(&summary), err);
        buffer_release(&page);
        buffer_release(&summary);
        manual->command = command;
        manual->has_command[i] = true;
        memset(manual->has_option, 0, sizeof manual->has_option);
        if (worked)
            add_synopsis(command, manual->out);
        return worked;
    }
    return err_set(err, ERR_INPUT, "there is no command '%.*s'", BYTES_FORMAT(name));
}

/* `words`, separated by commas: each must be one that the option takes. */
static bool add_option_words(const struct option *option, struct bytes words, struct buffer *out,
                             struct err *err)
{
    buffer_add_format(out, "Fl -%s Cm", option->name);
    for (const char *separator = ""; words.size > 0; separator = " |") {
        struct bytes word = take_up_to(',', &words);
        size_t place;
        if (option->words == NULL || !words_find(option->words, word, &place))
            return err_set(err, ERR_INPUT, "--%s does not take '%.*s'", option->name, BYTES_FORMAT(word));
        buffer_add_format(out, "%s %s", separator, words_at(option->words, place));
    }
    return true;
}

static bool add_option_named(struct manual *manual, struct bytes word, struct err *err)
{
    struct bytes words = word;
    struct bytes name = take_up_to('=', &words);
    for (size_t i = 0; manual->command != NULL && i < manual->command->n_options; i++) {
        const struct option *option = &manual->command->options[i];
        if (!bytes_equal(name, bytes_of(option->name)))
            continue;
        manual->has_option[i] = true;
        if (name.size < word.size)
            return add_option_words(option, words, manual->out, err);
        add_option(option, ", Fl", manual->out);
        return true;
    }
    return err_set(err, ERR_INPUT, "there is no option --%.*s", BYTES_FORMAT(name));
}

static bool add_options_named(struct manual *manual, struct bytes names, struct err *err)
{
    buffer_add_string(manual->out, ".It ");
    for (const char *separator = ""; names.size > 0; separator = " , ") {
        struct bytes name = take_up_to(' ', &names);
        buffer_add_string(manual->out, separator);
        if (!add_option_named(manual, name, err))
            return false;
    }
    buffer_add_byte(manual->out, '\n');
    return true;
}

static bool add_other_options(struct manual *manual, struct bytes nothing, struct err *err)
{
    (void)nothing;
    if (manual->command == NULL)
        return err_set(err, ERR_INPUT, "there is no command above whose options these could be");
    for (size_t i = 0; i < manual->command->n_options; i++) {
        struct buffer help = {0};
        if (manual->has_option[i])
            continue;
        buffer_add_string(manual->out, ".It ");
        add_option(&manual->command->options[i], ", Fl", manual->out);
        buffer_add_byte(manual->out, '\n');
        option_add_help(&manual->command->options[i], &help);
        capitalise(&help);
        add_mdoc_sentence("", &help, manual->out);
        buffer_release(&help);
    }
    return true;
}

/* --- Exports -------------------------------------------------------------- */

/* Appends a list item: a name with its description. */
static void add_described(const char *name, const char *help, struct buffer *out)
{
    struct buffer sentence = {0};
    buffer_add_string(&sentence, help);
    buffer_add_format(out, ".It Cm %s\n", name);
    capitalise(&sentence);
    add_mdoc_sentence("", &sentence, out);
    buffer_release(&sentence);
}

static bool add_exports(struct manual *manual, struct bytes nothing, struct err *err)
{
    (void)nothing, (void)err;
    manual->has_exports = true;
    for (size_t i = 0; i < n_export_kinds; i++) {
        const struct export_kind *kind = export_kinds[i];
        add_described(kind->name, kind->help, manual->out);
        buffer_add_string(manual->out, ".Bl -tag -width Ds -compact\n");
        for (size_t j = 0; j < kind->n_formats; j++)
            add_described(kind->formats[j].name, kind->formats[j].help, manual->out);
        buffer_add_string(manual->out, ".El\n");
    }
    return true;
}

/* --- Settings, and the options of the config file ------------------------- */

/* Appends the setting. A default of several words is left out, because it is too long. */
static bool add_setting(struct manual *manual, struct bytes key, struct err *err)
{
    enum setting setting;
    struct buffer help = {0};
    if (!setting_find(key, &setting, err))
        return false;
    const struct setting_row *row = &setting_rows[setting];
    manual->has_setting[setting] = true;
    buffer_add_format(manual->out, ".It Cm %s\n", row->key);
    buffer_add_format(&help, "%s: ", row->help);
    setting_add_takes(setting, &help);
    if (strchr(row->initial, ' ') == NULL)
        buffer_add_format(&help, "; %s at first", row->initial);
    capitalise(&help);
    add_mdoc_sentence("", &help, manual->out);
    buffer_release(&help);
    return true;
}

static bool add_other_settings(struct manual *manual, struct bytes nothing, struct err *err)
{
    (void)nothing;
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (!manual->has_setting[i] && !add_setting(manual, bytes_of(setting_rows[i].key), err))
            return false;
    return true;
}

static bool add_config(struct manual *manual, struct bytes nothing, struct err *err)
{
    (void)nothing, (void)err;
    manual->has_config = true;
    for (size_t i = 0; i < PREFERENCE_COUNT; i++) {
        buffer_add_format(manual->out, ".It Cm %s No = Cm ", preference_rows[i].key);
        add_alternatives(preference_rows[i].values, manual->out);
        buffer_add_format(manual->out, "\n%s\n", preference_rows[i].help);
    }
    return true;
}

/* --- Keys ----------------------------------------------------------------- */

static void add_key(char32_t code, struct buffer *out)
{
    static const struct {
        enum named_key name;
        const char *mdoc;
    } arrows[] = {{NAMED_UP, "\\(ua"}, {NAMED_DOWN, "\\(da"}, {NAMED_LEFT, "\\(<-"}, {NAMED_RIGHT, "\\(->"}};
    buffer_add_string(out, " \\&"); /* so that "." and "," do not count as punctuation */
    struct key key = {.code = code};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (arrows[i].name == (code & ~(char32_t)KEY_MODIFIERS)) {
            key_add_modifiers(key, out);
            buffer_add_string(out, arrows[i].mdoc);
            return;
        }
    }
    key_add_label(key, out);
}

static bool add_keys(struct manual *manual, struct bytes nothing, struct err *err)
{
    const struct key_table *table;
    (void)nothing, (void)err;
    manual->has_keys = true;
    for (size_t i = 0; (table = screens_key_table(i)) != NULL; i++) {
        buffer_add_format(manual->out, ".Ss %s\n.Bl -tag -width \"PgUp PgDn Space\"\n", table->title);
        for (size_t j = 0; j < table->n_rows; j++) {
            const struct key_row *row = &table->rows[j];
            buffer_add_string(manual->out, ".It Ic");
            for (size_t nth = 0; nth < KEY_ROW_KEYS_MAX && row->keys[nth] != 0; nth++)
                add_key(row->keys[nth], manual->out);
            buffer_add_format(manual->out, " Pq Cm %s.%s\n%s\n", table->id, row->id, row->help);
        }
        buffer_add_string(manual->out, ".El\n");
    }
    return true;
}

/* --- Measures ------------------------------------------------------------- */

static bool add_measures(struct manual *manual, struct bytes nothing, struct err *err)
{
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    (void)nothing, (void)err;
    manual->has_measures = true;
    for (size_t i = 0; i < count; i++) {
        struct buffer help = {0}, aliases = {0}, parameters = {0}, differs = {0};
        buffer_add_string(&help, rows[i].help);
        buffer_add_string(&differs, rows[i].differs != NULL ? rows[i].differs : "");
        measure_add_aliases(&rows[i], &aliases);
        measure_add_parameters(&rows[i], &parameters);
        buffer_add_string(manual->out, ".It ");
        measure_add_forms(&rows[i], " , ", manual->out);
        buffer_add_byte(manual->out, '\n');
        add_mdoc_sentence("", &help, manual->out);
        add_mdoc_sentence("Also ", &aliases, manual->out);
        add_mdoc_sentence("Takes ", &parameters, manual->out);
        add_mdoc_sentence("Elsewhere: ", &differs, manual->out);
        buffer_release(&help);
        buffer_release(&aliases);
        buffer_release(&parameters);
        buffer_release(&differs);
    }
    return true;
}

/* --- The template --------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*fill)(struct manual *manual, struct bytes words, struct err *err);
} fillings[] = {
    {"page", add_page},
    {"commands", add_commands},
    {"command", add_command},
    {"option", add_options_named},
    {"options", add_other_options},
    {"setting", add_setting},
    {"settings", add_other_settings},
    {"config", add_config},
    {"exports", add_exports},
    {"keys", add_keys},
    {"measures", add_measures},
};

/* `request`: for example "option documents depth". */
static bool fill_in(struct manual *manual, struct bytes request, struct err *err)
{
    struct bytes name = take_up_to(' ', &request);
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings; i++)
        if (bytes_equal(name, bytes_of(fillings[i].name)))
            return fillings[i].fill(manual, request, err);
    return err_set(err, ERR_INPUT, "there is nothing called '%.*s' to fill in", BYTES_FORMAT(name));
}

/* The page of a command is named after the command, but its text is about the program. */
static bool is_name_alone(struct bytes line)
{
    return bytes_equal(line, bytes_of(".Nm\n"));
}

static bool fill_lines(struct manual *manual, FILE *template, struct err *err)
{
    static const char mark[] = ".\\\" @";
    char *line = NULL;
    size_t capacity = 0;
    ssize_t read;
    bool worked = true;
    for (size_t number = 1; worked && (read = getline(&line, &capacity, template)) > 0; number++) {
        struct bytes bytes = {line, (size_t)read};
        if (bytes_starts_with(bytes, mark)) {
            struct bytes request = bytes_from(bytes, strlen(mark));
            request.size -= bytes_ends_with(request, "\n");
            worked = fill_in(manual, request, err);
        } else if (bytes_starts_with(bytes, ".") && strstr(line, " Sx ") != NULL) {
            worked = err_set(err, ERR_INPUT, "a reference to a section, .Sx, has a line of its own");
        } else if (manual->out == NULL) {
            worked = err_set(err, ERR_INPUT, "it stands in no page; begin with @page or @command");
        } else {
            buffer_add(manual->out, is_name_alone(bytes) ? bytes_of(".Nm assay\n") : bytes);
        }
        worked = worked || err_context(err, "line %zu", number);
    }
    end_command(manual);
    free(line);
    return worked;
}

/* Fails if a table was not used by any line. */
static bool check_complete(const struct manual *manual, struct err *err)
{
    for (size_t i = 0; i < n_command_rows; i++)
        if (!manual->has_command[i])
            return err_set(err, ERR_INPUT, "there is no line @command %s", command_rows[i]->name);
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (!manual->has_setting[i])
            return err_set(err, ERR_INPUT, "there is no line @setting %s", setting_rows[i].key);
    return (manual->has_commands && manual->has_config && manual->has_exports && manual->has_keys &&
            manual->has_measures) ||
           err_set(err, ERR_INPUT,
                   "there has to be a line @commands, @config, @exports, @keys and @measures");
}

/* --- References, and the files ---------------------------------------------- */

static bool has_section(const struct page *page, struct bytes title)
{
    struct bytes rest = buffer_bytes(&page->text), line;
    while (rest.size > 0) {
        line = take_up_to('\n', &rest);
        if ((bytes_starts_with(line, ".Sh ") || bytes_starts_with(line, ".Ss ")) &&
            bytes_equal(bytes_from(line, 4), title))
            return true;
    }
    return false;
}

/* Resolves words such as "What was read before ," or "Differences ;": a title, followed by punctuation. */
static bool add_reference(const struct manual *manual, const struct page *page, struct bytes words, FILE *out,
                          struct err *err)
{
    struct bytes title = words, behind = {0};
    if (words.size > 2 && strchr(".,;:", words.data[words.size - 1]) != NULL &&
        words.data[words.size - 2] == ' ') {
        title.size -= 2;
        behind = bytes_from(words, words.size - 2);
    }
    if (has_section(page, title)) {
        fprintf(out, ".Sx %.*s\n", BYTES_FORMAT(words));
        return true;
    }
    for (size_t i = 0; i < manual->n_pages; i++) {
        if (!has_section(&manual->pages[i], title))
            continue;
        fprintf(out, ".Xr %s %d%.*s\n", manual->pages[i].name, manual->pages[i].section,
                BYTES_FORMAT(behind));
        return true;
    }
    return err_set(err, ERR_INPUT, "%s: no page has a section '%.*s'", page->name, BYTES_FORMAT(title));
}

static bool write_page(const struct manual *manual, const struct page *page, const char *folder,
                       struct err *err)
{
    struct buffer path = {0};
    buffer_add_format(&path, "%s/%s.%d", folder, page->name, page->section);
    FILE *out = fopen(buffer_string(&path), "w");
    if (out == NULL) {
        err_set(err, ERR_INPUT, "%s: %s", buffer_string(&path), strerror(errno));
        buffer_release(&path);
        return false;
    }
    struct bytes rest = buffer_bytes(&page->text);
    bool worked = true;
    while (worked && rest.size > 0) {
        struct bytes line = take_up_to('\n', &rest);
        if (bytes_starts_with(line, ".Sx "))
            worked = add_reference(manual, page, bytes_from(line, 4), out, err);
        else
            fprintf(out, "%.*s\n", BYTES_FORMAT(line));
    }
    if (fclose(out) != 0 && worked)
        worked = err_set(err, ERR_INPUT, "%s: %s", buffer_string(&path), strerror(errno));
    buffer_release(&path);
    return worked;
}

int main(int n, char **words)
{
    static struct manual manual;
    struct err err;
    if (n != 2) {
        fputs("usage: manual FOLDER <man/assay.1.in\n", stderr);
        return EXIT_FAILURE;
    }
    bool made = fill_lines(&manual, stdin, &err) && check_complete(&manual, &err);
    for (size_t i = 0; made && i < manual.n_pages; i++)
        made = write_page(&manual, &manual.pages[i], words[1], &err);
    if (!made)
        fprintf(stderr, "assay: the manual: %s\n", err.text);
    for (size_t i = 0; i < manual.n_pages; i++)
        buffer_release(&manual.pages[i].text);
    return made ? EXIT_SUCCESS : EXIT_FAILURE;
}
