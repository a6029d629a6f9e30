#include "live/findings.h"

#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/content/questions.h"

#include <math.h>
#include <stdlib.h>

enum {
    HOLES_QUESTIONS_MAX = 2000, /* questions with votes; they take about 0.1 s */
    SHARED_LEAST = 10, /* smallest number of ballots shared with others from which agreement can be judged */
    QUIET_MS = 24 * 60 * 60 * 1000,
    DAY_MS = 24 * 60 * 60 * 1000,
};

/* --- Holes -------------------------------------------------------------------------------------- */

/* Counts the holes of all runs together, each document once. */
static int64_t count_holes(const struct scoreboard *scores, struct bytes qid, const struct tally *pool,
                           size_t n_pool)
{
    struct map known = {0};
    int64_t holes = 0;
    for (size_t i = 0; i < n_pool; i++)
        map_put(&known, pool[i].docid, NULL);
    for (size_t run = 0; run < scoreboard_run_count(scores); run++) {
        struct ranked_question ranked = ranked_run_find(scoreboard_run(scores, run), qid);
        struct bytes docid;
        for (size_t i = 0; i < HOLES_DEPTH && ranked_question_next(&ranked, &docid); i++) {
            bool is_new;
            map_put(&known, docid, &is_new);
            holes += is_new;
        }
    }
    map_release(&known);
    return holes;
}

static bool add_question(struct store *store, const struct scoreboard *scores, const struct question_row *row,
                         struct run_holes *holes, struct err *err)
{
    struct arena arena = {0};
    struct tally *pool;
    size_t n_pool;
    bool read = store_list_pool(store, row->question_id, &arena, &pool, &n_pool, err);
    const int64_t documents = read ? count_holes(scores, row->qid, pool, n_pool) : 0;
    holes->documents += documents;
    holes->questions += documents > 0;
    arena_release(&arena);
    return read;
}

static size_t keep_voted(struct question_row *rows, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (rows[i].ballots_done > 0)
            rows[kept++] = rows[i];
    return kept;
}

bool findings_read_holes(struct store *store, const struct scoreboard *scores, struct run_holes *holes,
                         struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    *holes = (struct run_holes){0};
    if (scores == NULL || scoreboard_run_count(scores) == 0)
        return true;
    bool read = store_list_questions(store, &arena, &rows, &n, err);
    n = read ? keep_voted(rows, n) : 0;
    holes->are_known = read && n <= HOLES_QUESTIONS_MAX;
    for (size_t i = 0; read && holes->are_known && i < n; i++) {
        if (i % QUESTIONS_FORESEEN == 0)
            for (size_t k = i; k < n && k < i + QUESTIONS_FORESEEN; k++)
                store_prefetch_pool(store, rows[k].question_id);
        read = add_question(store, scores, &rows[i], holes, err);
    }
    arena_release(&arena);
    return read;
}

/* --- Findings ----------------------------------------------------------------------------------- */

static void add(struct lead_findings *findings, struct lead_finding finding)
{
    if (finding.annotator.size > 0 && findings->n == FINDINGS_OF_ANNOTATORS_MAX)
        findings->n_more++;
    else
        findings->items[findings->n++] = finding;
}

/* The middle one of the medians of all other annotators with timed votes; NAN if there are none. */
static double median_of_others(const struct annotators_agreement *annotators, size_t but)
{
    int64_t *medians = memory_get_zeroed(annotators->n + 1, sizeof *medians);
    size_t n = 0;
    for (size_t i = 0; i < annotators->n; i++)
        if (i != but && annotators->rows[i].pace.timed_votes > 0)
            medians[n++] = annotators->rows[i].median_ms;
    const double median = n > 0 ? (double)median_of(medians, n) : NAN;
    free(medians);
    return median;
}

static void add_haste(struct lead_findings *list, const struct annotators_agreement *annotators)
{
    for (size_t i = 0; i < annotators->n; i++) {
        const struct annotator_row *row = &annotators->rows[i];
        if (row->haste != HASTE_NONE && !row->is_set_aside)
            add(list, (struct lead_finding){.kind = FINDING_HASTE,
                                            .annotator = row->name,
                                            .count = row->pace.timed_votes,
                                            .value = (double)row->median_ms / 1000,
                                            .other = median_of_others(annotators, i) / 1000});
    }
}

static void add_slots(struct lead_findings *list, const struct annotators_agreement *annotators)
{
    for (size_t i = 0; i < annotators->n; i++) {
        const struct annotator_row *row = &annotators->rows[i];
        const int slot = slot_wins_preferred(&row->slots);
        const int64_t wins = slot_wins_of_all(&row->slots);
        if (slot_wins_are_biased(&row->slots))
            add(list, (struct lead_finding){.kind = FINDING_SLOT,
                                            .annotator = row->name,
                                            .count = slot,
                                            .of = wins,
                                            .value = share_or_nan(slot_wins_of(&row->slots, (size_t)slot - 1),
                                                                  wins)});
    }
}

/* One annotator may have harder questions; a ratio of two usually means more than that. */
static void add_nones(struct lead_findings *list, const struct annotators_agreement *annotators)
{
    int64_t none = 0, votes = 0;
    for (size_t i = 0; i < annotators->n; i++) {
        none += annotators->rows[i].none_votes;
        votes += annotators->rows[i].pace.votes;
    }
    for (size_t i = 0; i < annotators->n; i++) {
        const struct annotator_row *row = &annotators->rows[i];
        const int64_t other_none = none - row->none_votes, other_votes = votes - row->pace.votes;
        const double share = share_or_nan(row->none_votes, row->pace.votes);
        const double other = share_or_nan(other_none, other_votes);
        const double p = share_difference_p(row->none_votes, row->pace.votes, other_none, other_votes);
        if (p < BEYOND_CHANCE_P && share >= 2 * other)
            add(list, (struct lead_finding){.kind = FINDING_NONE,
                                            .annotator = row->name,
                                            .of = row->pace.votes,
                                            .value = share,
                                            .other = other});
    }
}

static void add_disagreeing(struct lead_findings *list, const struct annotators_agreement *annotators)
{
    for (size_t i = 0; i < annotators->n; i++) {
        const struct annotator_row *row = &annotators->rows[i];
        if (row->with_others.n_ballots >= SHARED_LEAST && row->with_others.alpha.value < ALPHA_WARNING)
            add(list, (struct lead_finding){.kind = FINDING_DISAGREES,
                                            .annotator = row->name,
                                            .count = (int64_t)row->with_others.n_ballots,
                                            .value = row->with_others.alpha.value});
    }
}

static bool is_contested(const struct shared_ballot *ballot)
{
    for (size_t i = 1; i < ballot->n_choices; i++)
        if (ballot->choices[i].chosen != ballot->choices[0].chosen)
            return true;
    return false;
}

static void add_contested(struct lead_findings *list, const struct shared_ballots *shared)
{
    int64_t contested = 0, all = 0;
    for (size_t i = 0; i < shared->n_ballots; i++) {
        all += shared->ballots[i].n_choices > 1;
        contested += is_contested(&shared->ballots[i]);
    }
    if (contested > 0)
        add(list, (struct lead_finding){.kind = FINDING_CONTESTED, .count = contested, .of = all});
}

static size_t count_voters(const struct annotators_agreement *annotators)
{
    size_t n = 0;
    for (size_t i = 0; i < annotators->n; i++)
        n += annotators->rows[i].pace.votes > 0;
    return n;
}

/* A single annotator shares ballots with nobody, whatever the settings are. */
static void add_unshared(struct lead_findings *list, const struct finding_facts *facts)
{
    const struct shared_ballots *shared = &facts->annotators->shared.shared;
    for (size_t i = 0; i < shared->n_ballots; i++)
        if (shared->ballots[i].n_choices > 1)
            return;
    if (facts->overlap.share <= 0 && count_voters(facts->annotators) > 1)
        add(list, (struct lead_finding){.kind = FINDING_UNSHARED, .count = facts->progress.ballots_done});
}

static void add_quiet(struct lead_findings *list, const struct finding_facts *facts)
{
    int64_t last_at = 0;
    for (size_t i = 0; i < facts->annotators->n; i++)
        if (facts->annotators->rows[i].pace.last_at > last_at)
            last_at = facts->annotators->rows[i].pace.last_at;
    if (last_at > 0 && facts->progress.ballots_left > 0 && facts->now - last_at >= QUIET_MS)
        add(list, (struct lead_finding){.kind = FINDING_QUIET,
                                        .count = (facts->now - last_at) / DAY_MS,
                                        .of = facts->progress.ballots_left});
}

void findings_make(const struct finding_facts *facts, struct lead_findings *findings)
{
    *findings = (struct lead_findings){.n = 0};
    add_haste(findings, facts->annotators);
    add_slots(findings, facts->annotators);
    add_nones(findings, facts->annotators);
    add_disagreeing(findings, facts->annotators);
    add_contested(findings, &facts->annotators->shared.shared);
    add_unshared(findings, facts);
    if (facts->holes.are_known && facts->holes.documents > 0)
        add(findings, (struct lead_finding){.kind = FINDING_HOLES,
                                            .count = facts->holes.documents,
                                            .of = facts->holes.questions});
    if (facts->lacking > 0)
        add(findings, (struct lead_finding){.kind = FINDING_NO_CANDIDATES, .count = facts->lacking});
    add_quiet(findings, facts);
}

/* --- Text --------------------------------------------------------------------------------------- */

static const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

static void add_haste_text(const struct lead_finding *finding, struct buffer *text)
{
    buffer_add_format(text, ": half of %lld votes took %.1f s or less", (long long)finding->count,
                      fmax(finding->value, 0.1));
    if (!isnan(finding->other))
        buffer_add_format(text, " (others: %.1f s)", finding->other);
    buffer_add_string(text, ", too fast to read a ballot");
}

void finding_add_text(const struct lead_finding *finding, struct buffer *text)
{
    unicode_add_visible(text, finding->annotator);
    const long long count = (long long)finding->count, of = (long long)finding->of;
    switch (finding->kind) {
    case FINDING_HASTE:
        add_haste_text(finding, text);
        break;
    case FINDING_SLOT:
        buffer_add_format(text,
                          ": chose document %lld in %.0f %% of %lld votes, more often than chance explains",
                          count, 100 * finding->value, of);
        break;
    case FINDING_NONE:
        buffer_add_format(text, ": chose none in %.0f %% of %lld votes (others: %.0f %%)",
                          100 * finding->value, of, 100 * finding->other);
        break;
    case FINDING_DISAGREES:
        buffer_add_format(text, ": agrees little with the others (alpha %.2f on %lld ballots)",
                          finding->value, count);
        break;
    case FINDING_CONTESTED:
        buffer_add_format(text, "%lld of %lld ballot%s with several answers: the answers differ", count, of,
                          plural(of));
        break;
    case FINDING_UNSHARED:
        buffer_add_string(text, "No ballot has answers of two annotators, so agreement is unknown");
        break;
    case FINDING_HOLES:
        buffer_add_format(text,
                          "Not in the pools, so nobody can vote on them: %lld document%s among the first %d "
                          "of the runs, in %lld question%s",
                          count, plural(count), HOLES_DEPTH, of, plural(of));
        break;
    case FINDING_NO_CANDIDATES:
        buffer_add_format(text, "%lld question%s without candidates: nobody can vote on them", count,
                          plural(count));
        break;
    case FINDING_QUIET:
        buffer_add_format(text, "Nobody has voted for %lld day%s, and ", count, plural(count));
        number_add_grouped(text, finding->of);
        buffer_add_format(text, " ballot%s left", of == 1 ? " is" : "s are");
        break;
    }
}
