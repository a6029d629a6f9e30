#include "cli/collect/pool_twins.h"

#include "cli/shared/output.h"
#include "cli/shared/vote_budget.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "core/store/content/twins.h"

#include <math.h>
#include <stdlib.h>

struct changing {
    struct twin_counts counts;
    struct progress before, after;
    double vote_ms;
};

static const char *plural_of(int64_t n)
{
    return n == 1 ? "" : "s";
}

static void add_merged(const struct twin_counts *counts, struct buffer *text)
{
    buffer_add_format(text, "%-11s %lld %s the same title and text as another document\n", "documents",
                      (long long)counts->documents, counts->documents == 1 ? "has" : "have");
    buffer_add_format(text, "%-11s %lld in %lld pool%s merged into a candidate with the same text\n",
                      "candidates", (long long)counts->candidates, (long long)counts->pools,
                      plural_of(counts->pools));
}

static void add_split(const struct twin_counts *counts, struct buffer *text)
{
    buffer_add_format(text, "%-11s %lld in %lld pool%s %s separate again\n", "candidates",
                      (long long)counts->candidates, (long long)counts->pools, plural_of(counts->pools),
                      counts->candidates == 1 ? "is" : "are");
}

static const struct twins_change_row {
    bool (*change)(struct store *store, struct twin_counts *counts, struct err *err);
    void (*add_counts)(const struct twin_counts *counts, struct buffer *text);
} rows[] = {
    [TWINS_MERGE] = {store_merge_twins, add_merged},
    [TWINS_SPLIT] = {store_split_twins, add_split},
};

static void add_ballots(const struct changing *changing, struct buffer *text)
{
    const int64_t left = changing->after.ballots_left, more = left - changing->before.ballots_left;
    buffer_add_format(text, "%-11s %lld left, ", "ballots", (long long)left);
    if (more == 0)
        buffer_add_string(text, "as before");
    else
        buffer_add_format(text, "%lld %s than before", llabs(more), more > 0 ? "more" : "fewer");
    if (left > 0) {
        const struct ballot_time time = ballot_time_of(NAN, changing->vote_ms);
        buffer_add_string(text, "; ");
        vote_budget_add_time(&time, (double)left, text);
    }
    buffer_add_byte(text, '\n');
}

static bool change(struct store *store, const struct twins_change_row *row, struct changing *changing,
                   struct err *err)
{
    if (!store_begin(store, err))
        return false;
    if (store_get_progress(store, &changing->before, err) && row->change(store, &changing->counts, err) &&
        store_get_progress(store, &changing->after, err) &&
        store_read_vote_time(store, &changing->vote_ms, err) && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

bool pool_change_twins(struct store *store, enum twins_change how, struct world *world, struct err *err)
{
    struct changing changing = {0};
    struct buffer text = {0};
    if (!change(store, &rows[how], &changing, err))
        return false;
    world->is_saved = true;
    rows[how].add_counts(&changing.counts, &text);
    add_ballots(&changing, &text);
    output_text(&text, world);
    buffer_release(&text);
    return true;
}
