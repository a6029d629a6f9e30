/*
 * A server sorts the list by the votes that stand. Ballots in somebody's hands also count as work done, but are few. So
 * the question that comes first is in the first part of the list, unless many ballots are held: then more of the list
 * is read.
 */
#include "core/store/labelling/work.h"

#include "core/store/store_private.h"

/* How many questions the two statements list. Usually only the first ones are needed. */
enum { WORK_FIRST = 32, WORK_BEHIND = 500 };

/* Questions with work, as they are read: those with the fewest votes first. */
struct work_list {
    struct question_with_work *questions;
    size_t n;
    struct question_with_work last; /* the last one that was read */
    bool is_whole;                  /* all were read */
};

static struct query start_first(const struct labelling_step *step)
{
    struct query query = query_start(step->store->db, STATEMENT_QUESTION_WITH_WORK_FIRST);
    query_bind_integer(&query, 1, step->to.now);
    return query;
}

static struct query start_behind(const struct labelling_step *step, const struct question_with_work *last)
{
    struct query query = query_start(step->store->db, STATEMENT_QUESTION_WITH_WORK_BEHIND);
    query_bind_integer(&query, 1, step->to.now);
    query_bind_integer(&query, 2, last->ballots_done);
    query_bind_integer(&query, 3, last->place);
    return query;
}

/* Adds the questions of a query, which lists at most `limit`, to the list. */
static bool read_work(struct labelling_step *step, struct query query, int limit, struct err *err)
{
    struct work_list *list = step->work;
    int n = 0;
    for (; query_next(&query); n++) {
        list->last = read_question_with_work(&query);
        ARENA_PUSH(&step->arena, list->questions, list->n) = list->last;
    }
    list->is_whole = n < limit;
    return query_end(&query, err);
}

/* Reads the first part, once in a step. */
static bool read_first_work(struct labelling_step *step, struct err *err)
{
    if (step->work != NULL)
        return true;
    step->work = arena_get(&step->arena, sizeof *step->work);
    return read_work(step, start_first(step), WORK_FIRST, err);
}

static int64_t work_done(const struct question_with_work *question)
{
    return question->ballots_done + question->ballots_held;
}

/*
 * Returns the place of the question with the least work done, including held ballots; of equal ones the first. n: there
 * is none.
 */
static size_t find_least_done(const struct work_list *list)
{
    size_t least = 0;
    for (size_t i = 1; i < list->n; i++) {
        if (work_done(&list->questions[i]) < work_done(&list->questions[least]))
            least = i;
    }
    return least;
}

/* Returns the place of the nth question after this one with as little done; the list is circular. */
static size_t pass_as_little_done(const struct work_list *list, size_t place, uint64_t n)
{
    const int64_t done = work_done(&list->questions[place]);
    while (n > 0) {
        place = (place + 1) % list->n;
        n -= work_done(&list->questions[place]) == done;
    }
    return place;
}

/*
 * Returns how many of the questions with the least done the annotator passes: none, or after a conflict with others a
 * number that is drawn from a range, which doubles after each further conflict.
 */
static int64_t count_passed(const struct labelling_step *step)
{
    enum { PLACES_AT_FIRST = 8, DOUBLINGS_MAX = 2 };
    const unsigned met = step->store->n_met_others;
    if (met == 0)
        return 0;
    unsigned doublings = met <= DOUBLINGS_MAX ? met - 1 : DOUBLINGS_MAX;
    struct random_source random = random_from(step->dealer->uuid_seed, met);
    return (int64_t)random_below(&random, (uint64_t)PLACES_AT_FIRST << doublings);
}

/* Returns the place where the annotator begins: the first question with the least done that is not passed. */
static size_t find_start(const struct work_list *list, const struct labelling_step *step)
{
    const size_t least = find_least_done(list);
    return least == list->n ? least : pass_as_little_done(list, least, (uint64_t)count_passed(step));
}

/* Returns whether no question that was not read can have less done than this one. */
static bool is_least(const struct work_list *list, size_t place)
{
    return list->is_whole ||
           (place < list->n && work_done(&list->questions[place]) <= list->last.ballots_done);
}

static void remove_question(struct work_list *list, size_t place)
{
    for (size_t i = place + 1; i < list->n; i++)
        list->questions[i - 1] = list->questions[i];
    list->n--;
}

void work_prefetch(struct labelling_step *step)
{
    struct query query = start_first(step);
    query_prefetch(&query);
    step_prefetch_least(step, count_passed(step));
}

bool work_prefetch_first(struct labelling_step *step, struct err *err)
{
    if (!read_first_work(step, err) || !step_read_least(step, err))
        return false;
    const size_t start = find_start(step->work, step);
    if (start < step->work->n && is_least(step->work, start))
        step_prefetch(step, step->work->questions[start].question_id);
    return true;
}

bool work_take_first(struct labelling_step *step, int64_t *question_id, struct err *err)
{
    *question_id = 0;
    if (!read_first_work(step, err))
        return false;
    struct work_list *list = step->work;
    size_t start = find_start(list, step);
    while (!is_least(list, start)) {
        if (!read_work(step, start_behind(step, &list->last), WORK_BEHIND, err))
            return false;
        start = find_start(list, step);
    }
    if (start == list->n)
        return true;
    *question_id = list->questions[start].question_id;
    remove_question(list, start);
    return true;
}
