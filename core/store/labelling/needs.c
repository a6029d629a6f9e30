#include "core/store/labelling/needs.h"

#include "core/judge/deal.h"
#include "core/store/labelling/dockets.h"
#include "core/store/content/question_places.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

bool needs_read_settings(struct store *store, struct need_settings *settings, struct err *err)
{
    size_t order;
    int64_t sample, seed;
    bool can_be = setting_get_integer(store, SETTING_BALLOT_SIZE, &settings->ballot_size, err) &&
                  setting_get_integer(store, SETTING_IMPRESSIONS, &settings->impressions, err) &&
                  deal_rules_read(store, &settings->rules, err) &&
                  setting_get_choice(store, SETTING_ORDER, &order, err) &&
                  setting_get_sample(store, &sample, err) &&
                  setting_get_integer(store, SETTING_SEED, &seed, err);
    if (can_be)
        settings->rule = stop_rule_of(settings->rules.dealing);
    return can_be;
}

const char *needs_find_wrong(const struct kept_needs *kept, const struct need_settings *settings,
                             struct arena *arena)
{
    size_t pool_size = (size_t)kept->pool_size, ballot_size = (size_t)settings->ballot_size;
    int64_t slots = (int64_t)deal_slots(pool_size, ballot_size);
    int64_t target = deal_target(pool_size, ballot_size, settings->impressions);
    if (kept->slots == slots && kept->target == target)
        return NULL;
    return arena_format(arena,
                        "question %.*s: ballots with %lld slots and %lld impressions of each candidate are "
                        "kept, by the settings it needs %lld and %lld",
                        BYTES_FORMAT(kept->qid), (long long)kept->slots, (long long)kept->target,
                        (long long)slots, (long long)target);
}

const char *needs_find_wrong_left(const struct kept_needs *kept, const struct pool *pool, struct arena *arena)
{
    if (pool_ballots_left(pool) == kept->ballots_left)
        return NULL;
    return arena_format(arena, "question %.*s: %lld ballots left are kept, by the rule '%s' it needs %lld",
                        BYTES_FORMAT(kept->qid), (long long)kept->ballots_left, stop_rule_name(pool->rule),
                        (long long)pool_ballots_left(pool));
}

bool needs_find_misplaced(struct store *store, struct arena *arena, const char **wrong, struct err *err)
{
    struct misplaced_question *misplaced;
    size_t n;
    *wrong = NULL;
    if (!question_places_compare(store, arena, &misplaced, &n, err))
        return false;
    if (n > 0)
        *wrong =
            arena_format(arena,
                         "%zu question%s at another place in the order of dealing than the settings say: "
                         "the first is %.*s at %lld, not at %lld",
                         n, n == 1 ? " stands" : "s stand", BYTES_FORMAT(misplaced->qid),
                         (long long)misplaced->kept, (long long)misplaced->place);
    return true;
}
