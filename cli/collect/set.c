/*
 * Without a key, all settings are listed; with a key, its value is printed; with a value, it is changed.
 * core/store/settings.h defines the settings and their values. On a server, the command also sets rights
 * (core/store/rights.h).
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "core/base/unicode.h"
#include "core/judge/deal_request.h"
#include "core/store/rights.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "live/journal.h"
#include "live/setting_value.h"

struct set_call {
    struct text_list annotators, leads, revoked; /* roles on a server */
    bool lists_rights;
    size_t format;
};

static const struct option options[] = {
    TEXTS_OPTION("grant-annotator", "NAME", struct set_call, annotators,
                 .help = "on a server: let NAME label"),
    TEXTS_OPTION("grant-lead", "NAME", struct set_call, leads,
                 .help = "on a server: let NAME do everything but grant rights"),
    TEXTS_OPTION("revoke", "NAME", struct set_call, revoked,
                 .help = "take the rights of NAME away; the answers stay"),
    FLAG_OPTION("rights", struct set_call, lists_rights, .help = "list the rights that were granted"),
    OPTION_ROW_FORMAT(struct set_call),
};

static void add_row(struct table *table, enum setting setting, struct bytes value, struct bytes takes)
{
    table_add_text(table, bytes_of(setting_rows[setting].key));
    table_add_text(table, value);
    table_add_text(table, takes);
    table_add_text(table, bytes_of(setting_rows[setting].help));
}

/* Adds the lines for people. A guide may be wider than any terminal, so each value is on its own line. */
static void add_lines(struct buffer *text, enum setting setting, struct bytes value, struct bytes takes)
{
    struct buffer line = {0};
    buffer_add_one_line(&line, value);
    buffer_add_format(text, "%-11s  ", setting_rows[setting].key);
    unicode_add_visible(text, buffer_bytes(&line));
    buffer_release(&line);
    buffer_add_format(text, "\n%13s%s: %.*s\n", "", setting_rows[setting].help, BYTES_FORMAT(takes));
}

static void add_setting(struct table *table, struct buffer *text, enum setting setting, struct bytes value)
{
    struct buffer takes = {0};
    setting_add_takes(setting, &takes);
    add_row(table, setting, value, buffer_bytes(&takes));
    add_lines(text, setting, value, buffer_bytes(&takes));
    buffer_release(&takes);
}

static bool print_all(struct store *store, size_t format, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct table table = {0};
    struct buffer text = {0};
    bool worked = true;
    table_add_column(&table, "setting", ALIGN_LEFT);
    table_add_column(&table, "value", ALIGN_LEFT);
    table_add_column(&table, "takes", ALIGN_LEFT);
    table_add_column(&table, "meaning", ALIGN_LEFT);
    for (size_t i = 0; worked && i < SETTING_COUNT; i++) {
        struct bytes value = {0};
        worked = setting_get(store, (enum setting)i, &arena, &value, err);
        add_setting(&table, &text, (enum setting)i, value);
    }
    if (worked && format == TABLE_PEOPLE)
        output_text(&text, world);
    else if (worked)
        output_table(&table, format, world);
    buffer_release(&text);
    table_release(&table);
    arena_release(&arena);
    return worked;
}

static bool print_one(struct store *store, enum setting setting, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct bytes value;
    bool worked = setting_get(store, setting, &arena, &value, err);
    if (worked) {
        fwrite(value.data, 1, value.size, world->out);
        fputc('\n', world->out);
    }
    arena_release(&arena);
    return worked;
}

/*
 * The journal gets all present answers before it becomes the setting. So an error appears now, and not while annotators
 * work.
 */
static bool change(struct store *store, enum setting setting, struct bytes value, struct err *err)
{
    return (setting != SETTING_JOURNAL || journal_begin(store, value, err)) &&
           setting_put(store, setting, value, err);
}

static bool change_to(struct store *store, enum setting setting, const char *given, struct err *err)
{
    struct arena arena = {0};
    struct bytes value;
    bool changed = setting_value_read(setting, bytes_of(given), &arena, &value, err) &&
                   change(store, setting, value, err);
    arena_release(&arena);
    return changed;
}

/* Prints a remark when screening is on but the way of dealing knows no screening. */
static bool remark_screening(struct store *store, struct world *world, struct err *err)
{
    size_t is_on, dealing;
    if (!setting_get_choice(store, SETTING_SCREENING, &is_on, err) ||
        !setting_get_choice(store, SETTING_DEALING, &dealing, err))
        return false;
    if (is_on != 0 && dealing != DEALING_ADAPTIVE)
        output_remark(world, "screening needs adaptive dealing; set `dealing adaptive`, too");
    return true;
}

/* Prints what labels that rely on the order of the runs favour, or what is missing so that they do. */
static bool remark_prior(struct store *store, struct world *world, struct err *err)
{
    enum estimator estimator;
    size_t is_learned;
    if (!setting_get_choice(store, SETTING_PRIOR, &is_learned, err) ||
        !setting_get_estimator(store, &estimator, err))
        return false;
    if (is_learned != 0 && estimator != ESTIMATOR_LUCE)
        output_remark(world, "`prior learned` needs Luce's model; set `estimator luce`, too");
    else if (is_learned != 0)
        output_remark(world, "labels now rely on the order of the runs, too; while votes are few, they "
                             "favour the runs that filled the pools");
    return true;
}

/*
 * Prints a remark when the same votes now give other labels, and so other grades and scores. With `auto`, the way of
 * dealing has an effect, too.
 */
static bool change_and_remark(struct store *store, enum setting setting, const char *given,
                              struct world *world, struct err *err)
{
    enum estimator before, after;
    struct progress progress;
    if (!setting_get_estimator(store, &before, err) || !store_get_progress(store, &progress, err) ||
        !change_to(store, setting, given, err) || !setting_get_estimator(store, &after, err))
        return false;
    world->is_saved = true;
    if (after != before && progress.ballots_done > 0)
        output_remark(world,
                      "relevance, labels and scores are now estimated by '%s', no longer by '%s'; see the "
                      "setting estimator",
                      words_at(&estimator_words, after), words_at(&estimator_words, before));
    return (setting != SETTING_SCREENING || remark_screening(store, world, err)) &&
           (setting != SETTING_PRIOR || remark_prior(store, world, err));
}

static bool show_or_change(struct store *store, const struct arguments *arguments, struct world *world,
                           struct err *err)
{
    const struct set_call *call = arguments->filled;
    enum setting setting;
    if (arguments->n_operands == 1)
        return print_all(store, call->format, world, err);
    if (!setting_find(bytes_of(arguments->operands[1]), &setting, err))
        return false;
    if (arguments->n_operands == 2)
        return print_one(store, setting, world, err);
    return change_and_remark(store, setting, arguments->operands[2], world, err);
}

/* --- Rights -------------------------------------------------------------------------------------- */

static size_t add_changes(const struct text_list *roles, enum rights rights, struct rights_change *changes)
{
    for (size_t i = 0; i < roles->n; i++)
        changes[i] = (struct rights_change){roles->items[i], rights};
    return roles->n;
}

/* Rights are revoked first, so that a role that is both revoked and granted has what was granted. */
static bool change_rights(struct store *store, const struct set_call *call, struct arena *arena,
                          struct err *err)
{
    const size_t n = call->revoked.n + call->annotators.n + call->leads.n;
    struct rights_change *changes = arena_get_array(arena, n, sizeof *changes);
    size_t added = add_changes(&call->revoked, RIGHTS_NONE, changes);
    added += add_changes(&call->annotators, RIGHTS_ANNOTATOR, changes + added);
    added += add_changes(&call->leads, RIGHTS_LEAD, changes + added);
    return added == 0 || store_change_rights(store, changes, added, err);
}

static void print_rights(const struct granted *rows, size_t n, size_t format, struct world *world)
{
    struct table table = {0};
    table_add_column(&table, "name", ALIGN_LEFT);
    table_add_column(&table, "rights", ALIGN_LEFT);
    for (size_t i = 0; i < n; i++) {
        table_add_text(&table, rows[i].name);
        table_add_text(&table, bytes_of(rows[i].is_lead ? "lead" : "annotator"));
    }
    output_table(&table, format, world);
    table_release(&table);
}

static bool changes_rights(const struct set_call *call)
{
    return call->annotators.n + call->leads.n + call->revoked.n > 0;
}

static bool change_and_list_rights(struct store *store, const struct arguments *arguments,
                                   struct world *world, struct err *err)
{
    const struct set_call *call = arguments->filled;
    struct arena arena = {0};
    struct granted *rows;
    size_t n;
    bool done = change_rights(store, call, &arena, err) && store_list_rights(store, &arena, &rows, &n, err);
    world->is_saved = done && changes_rights(call);
    if (done)
        print_rights(rows, n, call->format, world);
    arena_release(&arena);
    return done;
}

static bool run_set(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct set_call *call = arguments->filled;
    const bool is_of_rights = changes_rights(call) || call->lists_rights;
    struct store *store = NULL;
    if (is_of_rights && arguments->n_operands > 1)
        return err_set(err, ERR_USAGE, "rights are not a setting: leave out '%s'", arguments->operands[1]);
    enum store_mode mode = arguments->n_operands == 3 || is_of_rights ? STORE_EXISTING : STORE_READING;
    if (!database_open(&store, arguments->operands[0], mode, world, err))
        return false;
    bool done = (is_of_rights ? change_and_list_rights : show_or_change)(store, arguments, world, err);
    store_close(store);
    return done;
}

const struct command set_command = {
    .name = "set",
    .group = "Collect",
    .summary = "Show or change settings, and rights on a server",
    .example = "assay set labels.db dealing adaptive",
    .operands = "DB [KEY [VALUE]]",
    .least_operands = 1,
    .most_operands = 3,
    OPTIONS_FILL(struct set_call),
    .is_logged = true,
    .run = run_set,
};
