/*
 * Pace, position bias and self-consistency are counts that grow with the votes. The figures for an annotator are
 * computed from the counts at the end. They are NAN if there are too few votes.
 *
 * Repeats are found by sorting. Each vote for a document is one decision against every other document of its
 * ballot. Sorted by the two documents and then by time, the decisions on the same pair are neighbours.
 */
#include "core/judge/annotator.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>

static int compare_values(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

int64_t median_of(int64_t *values, size_t n)
{
    if (n == 0)
        return 0;
    qsort(values, n, sizeof *values, compare_values);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double share_or_nan(int64_t part, int64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : NAN;
}

/* --- Pace ------------------------------------------------------------------------------------ */

static void add_time(struct pace *pace, int64_t cast_at, int64_t elapsed_ms)
{
    int64_t gap = cast_at - pace->before_at;
    bool is_at_work =
        pace->timed_votes > 0 && gap >= 0 && gap <= PACE_PAUSE_MS; /* < 0: the clock was set back */
    int64_t share = is_at_work ? gap : elapsed_ms < PACE_PAUSE_MS ? elapsed_ms : PACE_PAUSE_MS;
    pace->active_ms += share;
    pace->before_at = cast_at;
    pace->timed_votes++;
}

void pace_add(struct pace *pace, int64_t cast_at, int64_t elapsed_ms)
{
    if (elapsed_ms > 0)
        add_time(pace, cast_at, elapsed_ms);
    if (pace->votes == 0 || cast_at < pace->first_at)
        pace->first_at = cast_at;
    if (pace->votes == 0 || cast_at > pace->last_at)
        pace->last_at = cast_at;
    pace->votes++;
}

double pace_per_hour(const struct pace *pace)
{
    const double hour_ms = 3600 * 1000;
    const bool is_known = pace->timed_votes >= PACE_VOTES_MIN && pace->active_ms >= PACE_ACTIVE_MIN_MS;
    return is_known ? (double)pace->timed_votes * hour_ms / (double)pace->active_ms : NAN;
}

enum haste haste_of(int64_t median_ms, int64_t timed_votes, int64_t all_median_ms)
{
    if (timed_votes < HASTE_VOTES_MIN)
        return HASTE_NONE;
    if (median_ms < QUICK_VOTE_MS)
        return HASTE_QUICK;
    return (double)median_ms < FAST_SHARE * (double)all_median_ms ? HASTE_FAST : HASTE_NONE;
}

double vote_time_of(int64_t *times_ms, size_t n)
{
    if (n < PACE_VOTES_MIN)
        return NAN;
    for (size_t i = 0; i < n; i++)
        times_ms[i] = times_ms[i] < PACE_PAUSE_MS ? times_ms[i] : PACE_PAUSE_MS;
    return (double)median_of(times_ms, n);
}

/* --- Position bias --------------------------------------------------------------------------- */

void slot_wins_add(struct slot_wins *slots, size_t n_slots, int position)
{
    BUG_UNLESS(n_slots >= 1 && n_slots <= BALLOT_SIZE_MAX && position >= VOTE_NONE &&
               position <= (int)n_slots);
    if (position != VOTE_NONE)
        slots->wins[n_slots][position - 1]++;
}

/* 26.4.4 and 26.4.5 are sums that gain one term with every two further degrees of freedom. */
double chi_square_tail(double x, int degrees)
{
    BUG_UNLESS(degrees >= 1 && x >= 0);
    bool is_odd = degrees % 2 == 1;
    double tail = is_odd ? erfc(sqrt(x / 2)) : exp(-x / 2);
    double term = is_odd ? exp(-x / 2) * sqrt(2 * x / acos(-1)) : exp(-x / 2) * x / 2;
    for (int next = is_odd ? 3 : 4; next <= degrees; next += 2) {
        tail += term;
        term *= x / next;
    }
    return tail;
}

/* Adds the part of the ballots of `n_slots` slots to X². Returns false if they are too few. */
static bool add_deviation(const int64_t *wins, int n_slots, double *chi_square)
{
    double sum = 0, all = 0;
    for (int i = 0; i < n_slots; i++)
        all += (double)wins[i];
    double expected = all / n_slots;
    if (expected < CHI_SQUARE_EXPECTED_MIN)
        return false;
    for (int i = 0; i < n_slots; i++)
        sum += ((double)wins[i] - expected) * ((double)wins[i] - expected) / expected;
    *chi_square += sum;
    return true;
}

double slot_wins_p(const struct slot_wins *slots)
{
    double chi_square = 0;
    int degrees = 0;
    for (int n_slots = 2; n_slots <= BALLOT_SIZE_MAX; n_slots++) {
        if (add_deviation(slots->wins[n_slots], n_slots, &chi_square))
            degrees += n_slots - 1;
    }
    return degrees > 0 ? chi_square_tail(chi_square, degrees) : NAN;
}

int64_t slot_wins_of(const struct slot_wins *slots, size_t slot)
{
    int64_t wins = 0;
    for (size_t n_slots = 1; n_slots <= BALLOT_SIZE_MAX; n_slots++)
        wins += slots->wins[n_slots][slot];
    return wins;
}

int64_t slot_wins_of_all(const struct slot_wins *slots)
{
    int64_t wins = 0;
    for (size_t slot = 0; slot < BALLOT_SIZE_MAX; slot++)
        wins += slot_wins_of(slots, slot);
    return wins;
}

/* Returns by how much more often a slot was chosen than expected by chance. */
static double excess_of_slot(const struct slot_wins *slots, size_t slot)
{
    double excess = 0;
    for (size_t n_slots = slot + 1; n_slots <= BALLOT_SIZE_MAX; n_slots++) {
        int64_t wins = 0;
        for (size_t i = 0; i < n_slots; i++)
            wins += slots->wins[n_slots][i];
        excess += (double)slots->wins[n_slots][slot] - (double)wins / (double)n_slots;
    }
    return excess;
}

int slot_wins_preferred(const struct slot_wins *slots)
{
    size_t preferred = 0;
    for (size_t slot = 1; slot < BALLOT_SIZE_MAX; slot++)
        if (excess_of_slot(slots, slot) > excess_of_slot(slots, preferred))
            preferred = slot;
    return (int)preferred + 1;
}

bool slot_wins_are_biased(const struct slot_wins *slots)
{
    return slot_wins_p(slots) < BEYOND_CHANCE_P; /* false for NAN */
}

/* --- Shares -------------------------------------------------------------------------------------- */

double share_difference_p(int64_t part, int64_t whole, int64_t other_part, int64_t other_whole)
{
    const double cells[2][2] = {{(double)part, (double)(whole - part)},
                                {(double)other_part, (double)(other_whole - other_part)}};
    const double rows[2] = {(double)whole, (double)other_whole}, all = rows[0] + rows[1];
    double chi_square = 0;
    for (int row = 0; row < 2; row++) {
        for (int column = 0; column < 2; column++) {
            double expected = rows[row] * (cells[0][column] + cells[1][column]) / all;
            if (!(expected >= CHI_SQUARE_EXPECTED_MIN))
                return NAN;
            chi_square += (cells[row][column] - expected) * (cells[row][column] - expected) / expected;
        }
    }
    return chi_square_tail(chi_square, 1);
}

/* --- Self-consistency ------------------------------------------------------------------------ */

/* One document was chosen, and the other one on the same ballot was not. */
struct decision {
    int64_t lesser, greater; /* document ids */
    size_t nth;              /* in the order of votes */
    bool lesser_won;
};

static int compare_decisions(const void *left, const void *right)
{
    const struct decision *a = left, *b = right;
    if (a->lesser != b->lesser)
        return a->lesser < b->lesser ? -1 : 1;
    if (a->greater != b->greater)
        return a->greater < b->greater ? -1 : 1;
    return (a->nth > b->nth) - (a->nth < b->nth);
}

static size_t list_decisions(const struct choice *choices, size_t n, struct decision *decisions)
{
    size_t count = 0;
    for (size_t nth = 0; nth < n; nth++) {
        if (choices[nth].position == VOTE_NONE)
            continue;
        int64_t winner = choices[nth].document_ids[choices[nth].position - 1];
        for (size_t i = 0; i < choices[nth].n_slots; i++) {
            int64_t other = choices[nth].document_ids[i];
            if (other != winner && choice_tied(&choices[nth]) != (int)i + 1)
                decisions[count++] = (struct decision){.lesser = winner < other ? winner : other,
                                                       .greater = winner < other ? other : winner,
                                                       .nth = nth,
                                                       .lesser_won = winner < other};
        }
    }
    return count;
}

void repeats_add(struct repeats *repeats, const struct choice *choices, size_t n)
{
    struct decision *decisions = memory_get_zeroed(n * (BALLOT_SIZE_MAX - 1), sizeof *decisions);
    size_t count = list_decisions(choices, n, decisions);
    qsort(decisions, count, sizeof *decisions, compare_decisions);
    for (size_t i = 1; i < count; i++) {
        const struct decision *before = &decisions[i - 1], *here = &decisions[i];
        if (before->lesser != here->lesser || before->greater != here->greater)
            continue;
        repeats->all++;
        repeats->agreeing += before->lesser_won == here->lesser_won;
    }
    free(decisions);
}

double repeats_share(const struct repeats *repeats)
{
    return repeats->all < REPEATS_SAID_MIN ? NAN : share_or_nan(repeats->agreeing, repeats->all);
}
