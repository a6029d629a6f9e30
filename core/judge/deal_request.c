#include "core/judge/deal_request.h"

#include "core/base/bug.h"

#include <string.h>

static const char *const aim_names[] = {
    [AIM_TOP] = "top",
    [AIM_ALL] = "all",
};

const struct words aim_words = WORDS_OF(aim_names);

bool slot_set_add(struct slot_set *set, int64_t document_id)
{
    size_t place = slot_set_size(set);
    for (size_t i = 0; i < place; i++) {
        if (set->document_ids[i] == document_id)
            return true;
    }
    if (place == BALLOT_SIZE_MAX)
        return false;
    for (; place > 0 && set->document_ids[place - 1] > document_id; place--)
        set->document_ids[place] = set->document_ids[place - 1];
    set->document_ids[place] = document_id;
    return true;
}

struct slot_set slot_set_of(const int64_t *document_ids, size_t n)
{
    BUG_UNLESS(n >= 1 && n <= BALLOT_SIZE_MAX);
    struct slot_set set = {{0}};
    for (size_t i = 0; i < n; i++)
        slot_set_add(&set, document_ids[i]);
    return set;
}

size_t slot_set_size(const struct slot_set *set)
{
    size_t n = 0;
    while (n < BALLOT_SIZE_MAX && set->document_ids[n] != 0)
        n++;
    return n;
}

bool slot_set_equal(const struct slot_set *a, const struct slot_set *b)
{
    return memcmp(a->document_ids, b->document_ids, sizeof a->document_ids) == 0;
}

bool deal_is_taken(const struct deal_request *request, const struct slot_set *set)
{
    for (size_t i = 0; i < request->n_taken; i++) {
        if (slot_set_equal(&request->taken[i], set))
            return true;
    }
    return false;
}

bool deal_next_combination(size_t *picks, size_t k, size_t n)
{
    for (size_t i = k; i-- > 0;) {
        if (picks[i] < n - k + i) {
            picks[i]++;
            for (size_t j = i + 1; j < k; j++)
                picks[j] = picks[j - 1] + 1;
            return true;
        }
    }
    return false;
}
