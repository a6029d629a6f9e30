/* Work by several threads: each task is done once, whatever happens. */
#include "tests/support/support.h"

#include "core/base/workforce.h"

#include <pthread.h>
#include <stdatomic.h>

enum { N_TASKS = 1000 };

static bool never(void)
{
    return false;
}

static bool always(void)
{
    return true;
}

static void count_task(void *context, size_t task)
{
    atomic_int *done = context;
    done[task]++;
}

static void assert_each_task_is_done_once(size_t n_threads)
{
    const struct workforce workforce = {.n_threads = n_threads, .interrupted = never};
    atomic_int done[N_TASKS] = {0};
    assert_true(workforce_do(&workforce, N_TASKS, count_task, done));
    for (size_t i = 0; i < N_TASKS; i++)
        assert_int_equal(done[i], 1);
}

static void each_task_is_done_once(void **state)
{
    (void)state;
    assert_each_task_is_done_once(1);
    assert_each_task_is_done_once(4);
    assert_each_task_is_done_once(N_TASKS + 1);
}

static void no_task_is_no_work(void **state)
{
    (void)state;
    const struct workforce workforce = {.n_threads = 4, .interrupted = never};
    assert_true(workforce_do(&workforce, 0, count_task, NULL));
}

static void an_interrupted_workforce_stops(void **state)
{
    (void)state;
    const struct workforce workforce = {.n_threads = 4, .interrupted = always};
    atomic_int done[N_TASKS] = {0};
    assert_false(workforce_do(&workforce, N_TASKS, count_task, done));
    for (size_t i = 0; i < N_TASKS; i++)
        assert_int_equal(done[i], 0);
}

/* What the caller does meanwhile, and which thread did it. */
struct beside {
    atomic_int done[N_TASKS];
    int own;
    pthread_t by;
};

static void do_own(void *context)
{
    struct beside *beside = context;
    beside->own++;
    beside->by = pthread_self();
}

static void count_beside(void *context, size_t task)
{
    struct beside *beside = context;
    beside->done[task]++;
}

static void assert_the_caller_does_its_own(size_t n_threads, size_t n_tasks, bool (*interrupted)(void))
{
    const struct workforce workforce = {.n_threads = n_threads, .interrupted = interrupted};
    struct beside beside = {0};
    const bool are_done = workforce_do_beside(&workforce, do_own, n_tasks, count_beside, &beside);
    assert_int_equal(are_done, n_tasks == 0 || !interrupted());
    assert_int_equal(beside.own, 1);
    assert_true(pthread_equal(beside.by, pthread_self()));
    for (size_t i = 0; i < N_TASKS; i++)
        assert_int_equal(beside.done[i], are_done && i < n_tasks);
}

static void the_caller_alone_does_its_own(void **state)
{
    (void)state;
    for (size_t n_threads = 0; n_threads <= 4; n_threads++) {
        assert_the_caller_does_its_own(n_threads, 0, never);
        assert_the_caller_does_its_own(n_threads, 1, never);
        assert_the_caller_does_its_own(n_threads, N_TASKS, never);
        assert_the_caller_does_its_own(n_threads, N_TASKS, always);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_task_is_done_once),
        cmocka_unit_test(no_task_is_no_work),
        cmocka_unit_test(an_interrupted_workforce_stops),
        cmocka_unit_test(the_caller_alone_does_its_own),
    };
    return cmocka_run_group_tests_name("workforce", tests, NULL, NULL);
}
