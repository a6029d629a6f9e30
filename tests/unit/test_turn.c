/*
 * Turns of writers of one file. Nothing here sleeps: a waiter reports through the function that asks it whether to go
 * on.
 */
#include "tests/support/support.h"

#include "core/base/turn.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAITERS = 3 };

struct queue {
    const char *path;
    pthread_mutex_t mutex;
    int order[WAITERS]; /* in the order of their turns */
    int served;
};

struct waiter {
    struct queue *queue;
    int number;
    sem_t waits; /* this waiter has been in the queue for a while */
};

static int open_file(const char *path)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    assert_true(file >= 0);
    return file;
}

static bool say_it_waits(void *context, int ms)
{
    (void)ms;
    struct waiter *waiter = context;
    sem_post(&waiter->waits);
    return true;
}

static bool give_up(void *context, int ms)
{
    (void)context, (void)ms;
    return false;
}

static void *wait_in_queue(void *argument)
{
    struct waiter *waiter = argument;
    struct queue *queue = waiter->queue;
    int file = open_file(queue->path);
    if (turn_take(file, say_it_waits, waiter)) {
        pthread_mutex_lock(&queue->mutex);
        queue->order[queue->served++] = waiter->number;
        pthread_mutex_unlock(&queue->mutex);
        turn_give_back(file);
    }
    close(file);
    return NULL;
}

static void turns_are_given_in_the_order_of_arrival(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct queue queue = {.path = support_file(&arena, "queue", bytes_of("")),
                          .mutex = PTHREAD_MUTEX_INITIALIZER};
    struct waiter waiters[WAITERS];
    pthread_t threads[WAITERS];
    int file = open_file(queue.path);
    assert_true(turn_take(file, give_up, NULL));
    for (int i = 0; i < WAITERS; i++) {
        waiters[i] = (struct waiter){.queue = &queue, .number = i};
        sem_init(&waiters[i].waits, 0, 0);
        assert_int_equal(pthread_create(&threads[i], NULL, wait_in_queue, &waiters[i]), 0);
        sem_wait(&waiters[i].waits);
    }
    turn_give_back(file);
    for (int i = 0; i < WAITERS; i++) {
        pthread_join(threads[i], NULL);
        sem_destroy(&waiters[i].waits);
    }
    assert_int_equal(queue.served, WAITERS);
    for (int i = 0; i < WAITERS; i++)
        assert_int_equal(queue.order[i], i);
    close(file);
    arena_release(&arena);
}

static bool go_on(void *context, int ms)
{
    (void)context, (void)ms;
    return true;
}

/* This also holds if the waiter has not woken up yet. */
static void the_last_holder_of_a_turn_comes_after_those_that_wait(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct queue queue = {.path = support_file(&arena, "again", bytes_of("")),
                          .mutex = PTHREAD_MUTEX_INITIALIZER};
    int file = open_file(queue.path);
    for (int i = 0; i < WAITERS; i++) {
        struct waiter waiter = {.queue = &queue, .number = i};
        pthread_t thread;
        sem_init(&waiter.waits, 0, 0);
        assert_true(turn_take(file, go_on, NULL));
        assert_int_equal(pthread_create(&thread, NULL, wait_in_queue, &waiter), 0);
        sem_wait(&waiter.waits);
        turn_give_back(file);
        assert_true(turn_take(file, go_on, NULL));
        pthread_mutex_lock(&queue.mutex);
        int served = queue.served;
        pthread_mutex_unlock(&queue.mutex);
        turn_give_back(file);
        pthread_join(thread, NULL);
        sem_destroy(&waiter.waits);
        assert_int_equal(served, i + 1);
    }
    close(file);
    arena_release(&arena);
}

static void a_waiter_that_gives_up_does_not_block_others(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = support_file(&arena, "given-up", bytes_of(""));
    int first = open_file(path), second = open_file(path), third = open_file(path);
    assert_true(turn_take(first, give_up, NULL));
    assert_false(turn_take(second, give_up, NULL));
    turn_give_back(first);
    assert_true(turn_take(third, give_up, NULL));
    close(first), close(second), close(third);
    arena_release(&arena);
}

static void a_turn_ends_with_its_program(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *path = support_file(&arena, "died", bytes_of(""));
    pid_t child = fork();
    if (child == 0) {
        bool taken = turn_take(open_file(path), give_up, NULL);
        raise(taken ? SIGKILL : SIGTERM);
    }
    int status, file = open_file(path);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WTERMSIG(status), SIGKILL);
    assert_true(turn_take(file, give_up, NULL));
    close(file);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_given_in_the_order_of_arrival),
        cmocka_unit_test(the_last_holder_of_a_turn_comes_after_those_that_wait),
        cmocka_unit_test(a_waiter_that_gives_up_does_not_block_others),
        cmocka_unit_test(a_turn_ends_with_its_program),
    };
    return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
