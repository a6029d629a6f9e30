#include "tui/screen_annotators.h"
#include "tui/screen_candidate.h"
#include "tui/screen_candidates.h"
#include "tui/screen_finished.h"
#include "tui/screen_guide.h"
#include "tui/screen_help.h"
#include "tui/screen_label.h"
#include "tui/screen_open_run.h"
#include "tui/screen_questions.h"
#include "tui/screen_ranking.h"
#include "tui/screen_run.h"
#include "tui/screen_scores.h"
#include "tui/screen_settings.h"

#include "core/base/bug.h"

const struct screen *const screens[SCREEN_COUNT] = {
    // clang-format off
    [SCREEN_LABEL] = &screen_label,
    [SCREEN_FINISHED] = &screen_finished,
    [SCREEN_GUIDE] = &screen_guide,
    [SCREEN_HELP] = &screen_help,
    [SCREEN_SCORES] = &screen_scores,
    [SCREEN_RUN] = &screen_run,
    [SCREEN_RANKING] = &screen_ranking,
    [SCREEN_OPEN_RUN] = &screen_open_run,
    [SCREEN_QUESTIONS] = &screen_questions,
    [SCREEN_CANDIDATES] = &screen_candidates,
    [SCREEN_CANDIDATE] = &screen_candidate,
    [SCREEN_ANNOTATORS] = &screen_annotators,
    [SCREEN_SETTINGS] = &screen_settings,
    // clang-format on
};

enum { TABLES_MAX = 64 };

/* The tables found so far; each counts once. */
struct table_set {
    const struct key_table *tables[TABLES_MAX];
    size_t n;
};

static void add_table(struct table_set *set, const struct key_table *table)
{
    for (size_t i = 0; i < set->n; i++)
        if (set->tables[i] == table)
            return;
    BUG_UNLESS(set->n < TABLES_MAX);
    set->tables[set->n++] = table;
}

const struct key_table *screens_key_table(size_t i)
{
    struct table_set set = {0};
    for (size_t screen = 0; screen < SCREEN_COUNT; screen++)
        for (size_t j = 0; screens[screen]->tables[j] != NULL; j++)
            for (const struct key_table *table = screens[screen]->tables[j]; table != NULL;
                 table = table->also)
                add_table(&set, table);
    return i < set.n ? set.tables[i] : NULL;
}
