/*
 * How far each annotator can be trusted: one table, with findings beyond chance in words. Fast votes, votes for none
 * and wrong answers are compared with those of all others together, slots with equal shares, agreement with agreement
 * by chance.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/left_out.h"
#include "cli/shared/output.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/votes/annotators.h"
#include "core/store/upkeep/forgetting.h"

#include <math.h>

struct annotators_call {
    struct text_list left_out;
    size_t format;
    const char *rename;
    bool blanks_notes;
};

static const struct option options[] = {
    OPTION_ROW_WITHOUT(struct annotators_call, left_out),
    OPTION_ROW_FORMAT(struct annotators_call),
    TEXT_OPTION("rename", "OLD=NEW", struct annotators_call, rename,
                .help = "give an annotator a new name everywhere, for instance to remove a real name"),
    FLAG_OPTION("blank-notes", struct annotators_call, blanks_notes,
                .help = "with --rename: delete the annotator's notes, too"),
};

/* Fewer ballots tell nothing about agreement. */
enum { AGREEMENT_BALLOTS_MIN = 10 };

/* A count for an annotator: a part of a whole. */
struct share {
    int64_t part, whole;
};

static struct share fast_share(const struct annotator_row *row)
{
    return (struct share){row->fast_votes, row->pace.timed_votes};
}

static struct share none_share(const struct annotator_row *row)
{
    return (struct share){row->none_votes, row->pace.votes};
}

static struct share wrong_share(const struct annotator_row *row)
{
    const int64_t all = (int64_t)row->with_gold.n_ballots;
    const int64_t right = all > 0 ? llround(row->with_gold.raw.value * (double)all) : 0;
    return (struct share){all - right, all};
}

struct annotators_report {
    const struct annotator_row *rows;
    size_t n;
    bool has_glances; /* an annotator kept or dropped candidates */
};

/*
 * Returns the probability that an annotator's share exceeds that of all others by chance; 1 when it does not exceed it.
 */
static double p_of_more(const struct annotators_report *report, size_t annotator,
                        struct share (*share_of)(const struct annotator_row *row))
{
    const struct share own = share_of(&report->rows[annotator]);
    struct share others = {0};
    for (size_t i = 0; i < report->n; i++) {
        const struct share share = share_of(&report->rows[i]);
        others.part += i == annotator ? 0 : share.part;
        others.whole += i == annotator ? 0 : share.whole;
    }
    const double p = share_difference_p(own.part, own.whole, others.part, others.whole);
    const bool is_more = own.part * others.whole > others.part * own.whole;
    return isnan(p) || is_more ? p : 1;
}

/* --- Findings beyond chance ------------------------------------------------------------------- */

static bool is_fast(const struct annotators_report *report, size_t annotator)
{
    return p_of_more(report, annotator, fast_share) < BEYOND_CHANCE_P;
}

static bool is_quick(const struct annotators_report *report, size_t annotator)
{
    return report->rows[annotator].haste == HASTE_QUICK;
}

static bool has_too_many_none(const struct annotators_report *report, size_t annotator)
{
    return p_of_more(report, annotator, none_share) < BEYOND_CHANCE_P;
}

static bool is_wrong(const struct annotators_report *report, size_t annotator)
{
    return p_of_more(report, annotator, wrong_share) < BEYOND_CHANCE_P;
}

static bool prefers_a_slot(const struct annotators_report *report, size_t annotator)
{
    return slot_wins_are_biased(&report->rows[annotator].slots);
}

static bool is_poor(const struct choice_agreement *agreement)
{
    return agreement->n_ballots >= AGREEMENT_BALLOTS_MIN && agreement->alpha.value < ALPHA_WARNING;
}

static bool contradicts_self(const struct annotators_report *report, size_t annotator)
{
    return is_poor(&report->rows[annotator].with_self);
}

static bool contradicts_others(const struct annotators_report *report, size_t annotator)
{
    return is_poor(&report->rows[annotator].with_others);
}

static const struct finding {
    const char *word;
    const char *help;
    bool (*holds)(const struct annotators_report *report, size_t annotator);
} findings[] = {
    {"quick", "half of the votes took less than 0.8 s, too short to read a ballot", is_quick},
    {"fast", "more votes than the others in less than a third of the median time of all", is_fast},
    {"slot", "chooses one place on the ballot more often than chance explains", prefers_a_slot},
    {"none", "chooses none more often than the others", has_too_many_none},
    {"self", "contradicts own votes on repeats: alpha below 0.45", contradicts_self},
    {"gold", "wrong on gold ballots more often than the others", is_wrong},
    {"others", "contradicts others on shared ballots: alpha below 0.45", contradicts_others},
};

static void add_findings(const struct annotators_report *report, size_t annotator, struct table *table)
{
    struct buffer words = {0};
    for (size_t i = 0; i < sizeof findings / sizeof *findings; i++) {
        if (findings[i].holds(report, annotator))
            buffer_add_format(&words, "%s%s", words.size > 0 ? ", " : "", findings[i].word);
    }
    table_add_text(table, buffer_bytes(&words));
    buffer_release(&words);
}

/* --- The table ----------------------------------------------------------------------------------- */

enum { P_PRECISION = 4, ALPHA_PRECISION = 2 };

static void add_share(struct table *table, struct share share)
{
    table_add_real(table, 100 * share_or_nan(share.part, share.whole), 0);
}

/* Adds the number of ballots, the share of equal answers, and alpha. */
static void add_agreement(struct table *table, const struct choice_agreement *agreement, bool has_alpha)
{
    table_add_integer(table, (int64_t)agreement->n_ballots);
    table_add_real(table, 100 * agreement->raw.value, 0);
    if (has_alpha)
        table_add_real(table, agreement->alpha.value, ALPHA_PRECISION);
}

static void add_columns(struct table *table, bool is_for_people, bool has_glances)
{
    static const char *const of_glances[] = {"kept", "dropped", "shown", "wrong"};
    static const struct {
        const char *name;
        bool is_for_programs_only;
    } numbers[] = {{"votes", false},   {"quick", false},     {"fast %", false},   {"fast p", true},
                   {"none %", false},  {"none p", true},     {"slot p", true},    {"again", false},
                   {"alike %", false}, {"self alpha", true}, {"gold", false},     {"right %", false},
                   {"wrong p", true},  {"shared", false},    {"agrees %", false}, {"alpha", false},
                   {"lapses %", true}, {"threshold", true}};
    table_add_column(table, "annotator", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!is_for_people || !numbers[i].is_for_programs_only)
            table_add_column(table, numbers[i].name, ALIGN_RIGHT);
    }
    for (size_t i = 0; has_glances && i < sizeof of_glances / sizeof *of_glances; i++)
        table_add_column(table, of_glances[i], ALIGN_RIGHT);
    table_add_column(table, "beyond chance", ALIGN_LEFT);
}

static void add_row(const struct annotators_report *report, size_t annotator, struct table *table,
                    bool is_for_people)
{
    const struct annotator_row *row = &report->rows[annotator];
    table_add_text(table, row->name);
    table_add_integer(table, row->pace.votes);
    table_add_real(table, row->pace.timed_votes > 0 ? (double)row->quick_votes : NAN, 0);
    add_share(table, fast_share(row));
    if (!is_for_people)
        table_add_real(table, p_of_more(report, annotator, fast_share), P_PRECISION);
    add_share(table, none_share(row));
    if (!is_for_people) {
        table_add_real(table, p_of_more(report, annotator, none_share), P_PRECISION);
        table_add_real(table, slot_wins_p(&row->slots), P_PRECISION);
    }
    add_agreement(table, &row->with_self, !is_for_people);
    add_agreement(table, &row->with_gold, false);
    if (!is_for_people)
        table_add_real(table, p_of_more(report, annotator, wrong_share), P_PRECISION);
    add_agreement(table, &row->with_others, true);
    if (!is_for_people) {
        table_add_real(table, row->has_reliability ? 100 * row->reliability.lapses : NAN, 0);
        table_add_real(table, row->has_reliability ? row->reliability.threshold : NAN, ALPHA_PRECISION);
    }
    if (report->has_glances) {
        const struct glances_told *glances = &row->glances;
        table_add_integer(table, glances->kept);
        table_add_integer(table, glances->dropped);
        table_add_integer(table, glances->dropped_shown);
        table_add_integer(table, glances->dropped_chosen);
    }
    add_findings(report, annotator, table);
}

static bool have_glances(const struct annotator_row *rows, size_t n)
{
    size_t i = 0;
    while (i < n && rows[i].glances.kept + rows[i].glances.dropped == 0)
        i++;
    return i < n;
}

static void print_table(const struct annotators_report *report, size_t format, struct world *world)
{
    const bool is_for_people = table_format_is_for_people((enum table_format)format);
    struct table table = {0};
    add_columns(&table, is_for_people, report->has_glances);
    for (size_t i = 0; i < report->n; i++)
        add_row(report, i, &table, is_for_people);
    output_table(&table, format, world);
    table_release(&table);
}

/* --- The command --------------------------------------------------------------------------------- */

/* The log gets only the new name. */
static bool rename_annotator(const struct annotators_call *call, const char *path, struct world *world,
                             struct err *err)
{
    struct arena arena = {0};
    struct store *store = NULL;
    struct bytes journal = {0};
    struct renaming_of_annotator renaming = {.blank_notes_at = call->blanks_notes
                                                                   ? world->clock.now(world->clock.context)
                                                                   : 0,
                                             .salt = world->random_seed()};
    if (!bytes_split(bytes_of(call->rename), '=', &renaming.old, &renaming.new))
        return err_set(err, ERR_USAGE, "--rename %s: write OLD=NEW, two names with = between them",
                       call->rename);
    world->call = arena_format(&arena, "annotators %s --rename …=%.*s%s", path, BYTES_FORMAT(renaming.new),
                               call->blanks_notes ? " --blank-notes" : "");
    bool done = database_open(&store, path, STORE_EXISTING, world, err) &&
                store_rename_annotator(store, &renaming, err) &&
                setting_get(store, SETTING_JOURNAL, &arena, &journal, err);
    if (done && journal.size > 0)
        output_remark(world, "the journal %.*s still has the old name", BYTES_FORMAT(journal));
    if (done)
        output_remark(world, "%s: '%.*s' is now '%.*s'; all votes are kept, %s", path,
                      BYTES_FORMAT(renaming.old), BYTES_FORMAT(renaming.new),
                      call->blanks_notes ? "and the notes are deleted" : "and so are the notes");
    store_close(store);
    world->call = NULL;
    world->is_saved = done;
    arena_release(&arena);
    return done;
}

static bool run_annotators(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct annotators_call *call = arguments->filled;
    if (call->rename != NULL)
        return rename_annotator(call, arguments->operands[0], world, err);
    if (call->blanks_notes)
        return err_set(err, ERR_USAGE, "--blank-notes needs --rename OLD=NEW");
    struct annotators_agreement agreement;
    struct arena arena = {0};
    struct store *store = NULL;
    if (!database_open(&store, arguments->operands[0], STORE_READING, world, err))
        return false;
    bool done =
        left_out_apply(&call->left_out, store, err) && store_read_agreement(store, &arena, &agreement, err);
    if (done && agreement.n == 0)
        done = err_set(err, ERR_INPUT, "%s: nobody has voted yet; vote with `assay label %s`",
                       arguments->operands[0], arguments->operands[0]);
    if (done) {
        const struct annotators_report report = {agreement.rows, agreement.n,
                                                 have_glances(agreement.rows, agreement.n)};
        print_table(&report, call->format, world);
        left_out_remark(&call->left_out, arguments->operands[0], world);
        done = left_out_remark_set_aside(store, world, err);
    }
    arena_release(&arena);
    store_close(store);
    return done;
}

static void add_findings_help(struct buffer *out)
{
    buffer_add_string(out, "Findings beyond chance (p < 0.01 unless stated otherwise):\n");
    for (size_t i = 0; i < sizeof findings / sizeof *findings; i++)
        buffer_add_format(out, "  %-7s %s\n", findings[i].word, findings[i].help);
}

const struct command annotators_command = {
    .name = "annotators",
    .group = "Trust",
    .summary = "Show how far each annotator can be trusted",
    .example = "assay annotators labels.db",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    OPTIONS_FILL(struct annotators_call),
    .add_details = add_findings_help,
    .details =
        "`assay set DB repeats 0.05` asks some ballots twice, `assay set DB gold NAME` mixes in ballots\n"
        "with a known answer, and `assay set DB overlap 0.1` gives some ballots to two annotators. None\n"
        "of these changes a label. --without does: it leaves out an annotator's votes.\n",
    .run = run_annotators,
};
