#include "tests/support/support.h"

#include "tests/support/wire.h"

#include "core/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 512, CHUNK_SIZE = 64 * 1024, HEAD_SIZE = 5, FOLDER_SIZE = 90 };

/* Bytes on their way. */
struct chunk {
    struct chunk *next;
    double due_ms;
    size_t size, sent;
    char bytes[];
};

/* One direction of a connection. */
struct lane {
    int from, to;
    struct chunk *first, **last;
    bool has_ended; /* no more input will come */
};

struct connection {
    struct lane requests, answers;
    bool is_waiting; /* the program has sent something and received nothing since */
    bool is_lost;    /* the program receives nothing more */
    bool is_beside;  /* opened while another one was open, to ask what that one waits for or to cancel it */
    /* The part of the server's message that was read: one byte for its kind, four for the length of the rest. */
    unsigned char head[HEAD_SIZE];
    size_t n_head, n_left;
};

struct wire {
    pthread_t thread;
    double delay_ms;
    const char *url; /* of the real server */
    struct arena arena;
    char folder[FOLDER_SIZE]; /* the program connects to a socket in it */
    struct sockaddr_un target;
    int listener, end[2];
    struct connection *connections[MOST_CONNECTIONS];
    size_t n_connections;

    pthread_mutex_t lock; /* for the members below */
    unsigned n_trips;
    unsigned n_until_break; /* 0: no break is planned */
    enum wire_loss loss;
    bool has_broken;
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* --- A connection -------------------------------------------------------------------------------- */

static void lane_release(struct lane *lane)
{
    close(lane->from);
    while (lane->first != NULL) {
        struct chunk *chunk = lane->first;
        lane->first = chunk->next;
        free(chunk);
    }
}

static void lane_add(struct lane *lane, const char *bytes, size_t size, double due_ms)
{
    struct chunk *chunk = memory_get(sizeof *chunk + size);
    *chunk = (struct chunk){.due_ms = due_ms, .size = size};
    memcpy(chunk->bytes, bytes, size);
    *lane->last = chunk;
    lane->last = &chunk->next;
}

/* Passes on the bytes that are due, as far as the other end accepts them. Returns false if the other end is gone. */
static bool lane_deliver(struct lane *lane, double now, bool *has_delivered)
{
    while (lane->first != NULL && lane->first->due_ms <= now) {
        struct chunk *chunk = lane->first;
        ssize_t sent = send(lane->to, chunk->bytes + chunk->sent, chunk->size - chunk->sent, MSG_NOSIGNAL);
        if (sent < 0)
            return errno == EAGAIN || errno == EINTR;
        *has_delivered = true;
        chunk->sent += (size_t)sent;
        if (chunk->sent < chunk->size)
            continue;
        lane->first = chunk->next;
        if (lane->first == NULL)
            lane->last = &lane->first;
        free(chunk);
    }
    return lane->first != NULL || !lane->has_ended;
}

/*
 * Returns whether the server says in these bytes that it has finished the request (ReadyForQuery) or waits for rows
 * (CopyInResponse).
 */
static bool ends_answer(struct connection *connection, const char *bytes, size_t size)
{
    bool ends = false;
    for (size_t i = 0; i < size;) {
        if (connection->n_head < HEAD_SIZE) {
            connection->head[connection->n_head++] = (unsigned char)bytes[i++];
            const unsigned char *head = connection->head;
            if (connection->n_head == HEAD_SIZE) /* the length includes its own four bytes */
                connection->n_left =
                    ((size_t)head[1] << 24 | (size_t)head[2] << 16 | (size_t)head[3] << 8 | head[4]) - 4;
        }
        size_t n = connection->n_left < size - i ? connection->n_left : size - i;
        i += n;
        connection->n_left -= n;
        if (connection->n_head == HEAD_SIZE && connection->n_left == 0) {
            ends = ends || connection->head[0] == 'Z' || connection->head[0] == 'G';
            connection->n_head = 0;
        }
    }
    return ends;
}

/* Begins a trip. Returns false if its request must be lost. */
static bool begin_trip(struct wire *wire, struct connection *connection)
{
    bool goes_on = true;
    connection->is_waiting = true;
    if (connection->is_beside)
        return true;
    pthread_mutex_lock(&wire->lock);
    wire->n_trips++;
    if (wire->n_until_break > 0 && --wire->n_until_break == 0) {
        connection->is_lost = wire->loss == WIRE_ANSWER;
        goes_on = wire->loss != WIRE_REQUEST;
        wire->has_broken = true;
    }
    pthread_mutex_unlock(&wire->lock);
    return goes_on;
}

/* Reads what one end has sent. Returns false if the connection ends here. */
static bool take_in(struct wire *wire, struct connection *connection, struct lane *lane)
{
    static _Thread_local char bytes[CHUNK_SIZE];
    ssize_t got = recv(lane->from, bytes, sizeof bytes, 0);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    if (got == 0) {
        lane->has_ended = true;
        return lane->first != NULL;
    }
    bool asks = lane == &connection->requests;
    if (asks && !connection->is_waiting && !begin_trip(wire, connection))
        return false;
    bool ends = !asks && ends_answer(connection, bytes, (size_t)got);
    if (!asks && connection->is_lost)
        return !ends;
    lane_add(lane, bytes, (size_t)got, now_ms() + wire->delay_ms);
    return true;
}

static bool carry(struct wire *wire, struct connection *connection, const struct pollfd ends[2])
{
    bool is_asked = false, is_told = false;
    if ((ends[0].revents & (POLLIN | POLLHUP | POLLERR)) && !take_in(wire, connection, &connection->requests))
        return false;
    if ((ends[1].revents & (POLLIN | POLLHUP | POLLERR)) && !take_in(wire, connection, &connection->answers))
        return false;
    double now = now_ms();
    bool goes_on = lane_deliver(&connection->requests, now, &is_asked) &&
                   lane_deliver(&connection->answers, now, &is_told);
    if (is_told)
        connection->is_waiting = false;
    return goes_on;
}

/* --- All connections ----------------------------------------------------------------------------- */

/* Returns whether the program has not closed its end, even if bytes of it have not been read yet. */
static bool is_open(const struct connection *connection)
{
    struct pollfd end = {.fd = connection->requests.from, .events = POLLRDHUP};
    return poll(&end, 1, 0) == 0;
}

static bool has_open(const struct wire *wire)
{
    bool has = false;
    for (size_t i = 0; i < wire->n_connections; i++)
        has = has || (!wire->connections[i]->is_beside && is_open(wire->connections[i]));
    return has;
}

static struct connection *connect_through(struct wire *wire)
{
    int client = accept4(wire->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || server < 0 || wire->n_connections == MOST_CONNECTIONS ||
        connect(server, (struct sockaddr *)&wire->target, sizeof wire->target) != 0) {
        close(client);
        close(server);
        return NULL;
    }
    fcntl(server, F_SETFL, O_NONBLOCK);
    struct connection *connection = memory_get_zeroed(1, sizeof *connection);
    connection->is_beside = has_open(wire);
    connection->requests = (struct lane){.from = client, .to = server, .last = &connection->requests.first};
    connection->answers = (struct lane){.from = server, .to = client, .last = &connection->answers.first};
    return connection;
}

static void connection_free(struct connection *connection)
{
    lane_release(&connection->requests);
    lane_release(&connection->answers);
    free(connection);
}

/* Returns the events to wait for at one end: new input, or room for overdue output. */
static struct pollfd look_at(const struct lane *in, const struct lane *out, double now, double *next_due)
{
    short events = in->has_ended ? 0 : POLLIN;
    if (out->first != NULL && out->first->due_ms <= now)
        events |= POLLOUT;
    else if (out->first != NULL)
        *next_due = fmin(*next_due, out->first->due_ms);
    /* An end that has closed would be reported again and again. */
    return (struct pollfd){.fd = events == 0 ? -1 : in->from, .events = events};
}

static void *carry_all(void *opaque)
{
    struct wire *wire = opaque;
    static _Thread_local struct pollfd ends[2 + 2 * MOST_CONNECTIONS];
    for (;;) {
        double now = now_ms(), next_due = now + 1e6;
        ends[0] = (struct pollfd){.fd = wire->end[0], .events = POLLIN};
        ends[1] = (struct pollfd){.fd = wire->listener, .events = POLLIN};
        for (size_t i = 0; i < wire->n_connections; i++) {
            const struct connection *connection = wire->connections[i];
            ends[2 + 2 * i] = look_at(&connection->requests, &connection->answers, now, &next_due);
            ends[3 + 2 * i] = look_at(&connection->answers, &connection->requests, now, &next_due);
        }
        poll(ends, 2 + 2 * wire->n_connections, (int)ceil(next_due - now));
        if (ends[0].revents != 0)
            return NULL;
        size_t n_left = 0, n = wire->n_connections;
        for (size_t i = 0; i < n; i++) {
            if (carry(wire, wire->connections[i], ends + 2 + 2 * i))
                wire->connections[n_left++] = wire->connections[i];
            else
                connection_free(wire->connections[i]);
        }
        wire->n_connections = n_left;
        struct connection *made = ends[1].revents != 0 ? connect_through(wire) : NULL;
        if (made != NULL)
            wire->connections[wire->n_connections++] = made;
    }
}

/* --- The wire ------------------------------------------------------------------------------------ */

static const char host_part[] = "host=";

/* Returns the folder of the server's socket from its URL. */
static struct bytes host_of(const char *url)
{
    const char *host = strstr(url, host_part);
    assert_non_null(host);
    host += strlen(host_part);
    return (struct bytes){.data = host, .size = strcspn(host, "&")};
}

static struct sockaddr_un socket_in(struct bytes folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int size = snprintf(address.sun_path, sizeof address.sun_path, "%.*s/.s.PGSQL.5432", (int)folder.size,
                        folder.data);
    assert_true(size > 0 && (size_t)size < sizeof address.sun_path);
    return address;
}

struct wire *wire_open(const char *url, unsigned delay_ms)
{
    static unsigned n_opened;
    struct wire *wire = memory_get_zeroed(1, sizeof *wire);
    const char *above = getenv("TMPDIR");
    wire->delay_ms = delay_ms;
    wire->url = arena_format(&wire->arena, "%s", url);
    wire->target = socket_in(host_of(url));
    int size = snprintf(wire->folder, sizeof wire->folder, "%s/wire-%ld-%u", above != NULL ? above : "/tmp",
                        (long)getpid(), ++n_opened);
    assert_true(size > 0 && (size_t)size < sizeof wire->folder);
    assert_int_equal(mkdir(wire->folder, 0755), 0);
    struct sockaddr_un address = socket_in(bytes_of(wire->folder));
    wire->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(wire->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(wire->listener, MOST_CONNECTIONS), 0);
    assert_int_equal(pipe2(wire->end, O_CLOEXEC), 0);
    assert_int_equal(pthread_mutex_init(&wire->lock, NULL), 0);
    assert_int_equal(pthread_create(&wire->thread, NULL, carry_all, wire), 0);
    return wire;
}

void wire_close(struct wire *wire)
{
    if (wire == NULL)
        return;
    close(wire->end[1]);
    pthread_join(wire->thread, NULL);
    for (size_t i = 0; i < wire->n_connections; i++)
        connection_free(wire->connections[i]);
    close(wire->end[0]);
    close(wire->listener);
    unlink(socket_in(bytes_of(wire->folder)).sun_path);
    rmdir(wire->folder);
    pthread_mutex_destroy(&wire->lock);
    arena_release(&wire->arena);
    free(wire);
}

const char *wire_url(struct arena *arena, const struct wire *wire)
{
    struct bytes host = host_of(wire->url);
    return arena_format(arena, "%.*s%s%s", (int)(host.data - wire->url), wire->url, wire->folder,
                        host.data + host.size);
}

unsigned wire_count_trips(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    unsigned n_trips = wire->n_trips;
    wire->n_trips = 0;
    pthread_mutex_unlock(&wire->lock);
    return n_trips;
}

void wire_break(struct wire *wire, unsigned nth, enum wire_loss loss)
{
    pthread_mutex_lock(&wire->lock);
    wire->n_until_break = nth;
    wire->loss = loss;
    wire->has_broken = false;
    pthread_mutex_unlock(&wire->lock);
}

bool wire_has_broken(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool has_broken = wire->has_broken;
    pthread_mutex_unlock(&wire->lock);
    return has_broken;
}
