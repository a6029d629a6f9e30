/*
 * The impostor knows only a part of the protocol (https://www.postgresql.org/docs/current/protocol.html): the length of
 * a message, the end of a request, the end of its answer, and the parts of messages that contain rows.
 */
#include "tests/support/support.h"

#include "tests/support/impostor.h"

#include "core/base/memory.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { HEAD_SIZE = 5, LENGTH_SIZE = 4, FOLDER_SIZE = 90, WAITING_MAX = 16 };
enum { CHANGES_MAX = 8, REPEATED_MAX = 8 * 1024 * 1024 };
/* How long the client may be silent. After a changed answer the client may wait for more and never ask again. */
enum { SILENCE_MS = 60 * 1000, SILENCE_AFTER_CHANGES_MS = 30 };
enum { CANCEL_REQUEST = 80877102 };

/* What the server sent up to the point where it waited for the next request. */
struct answer {
    struct bytes messages;
    size_t n_before, n_tables_before; /* messages and row descriptions in earlier answers */
    bool is_welcome;                  /* the answer to a new connection */
};

struct conversation {
    struct answer *answers;
    size_t n, capacity, n_messages, n_tables;
};

struct change {
    size_t message;
    uint8_t kind;
    size_t place;
    uint8_t value;
};

struct impostor {
    pthread_t thread;
    const char *url; /* of the real server */
    struct arena arena;
    char folder[FOLDER_SIZE]; /* the client connects to a socket in it */
    struct sockaddr_un target;
    int listener;
    struct conversation conversations[IMPOSTOR_CONVERSATIONS];
    struct buffer request, said; /* the last request, and what is sent next */

    pthread_mutex_t lock; /* for the members below */
    struct conversation *conversation;
    bool remembers;
    size_t next; /* index of the answer to be repeated next */
    struct change changes[CHANGES_MAX];
    size_t n_changes;
    bool has_hung_up;
};

/* --- Messages -------------------------------------------------------------------------------------- */

static uint32_t number_at(const char *bytes, size_t size)
{
    uint32_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

static void put_number(char *bytes, size_t size, uint32_t number)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(number >> 8 * (size - 1 - i));
}

/* Returns the size of the message at `at`, without its header. */
static size_t body_size(struct bytes messages, size_t at)
{
    return number_at(messages.data + at + 1, LENGTH_SIZE) - LENGTH_SIZE;
}

/* Counts the messages of this kind; '\0': all messages. */
static size_t count_messages(struct bytes messages, char kind)
{
    size_t n = 0;
    for (size_t at = 0; at < messages.size; at += HEAD_SIZE + body_size(messages, at))
        n += kind == '\0' || messages.data[at] == kind;
    return n;
}

static bool read_all(int from, struct buffer *into, size_t size)
{
    char bytes[4096];
    while (size > 0) {
        ssize_t got = recv(from, bytes, size < sizeof bytes ? size : sizeof bytes, 0);
        if (got <= 0)
            return false;
        buffer_add(into, (struct bytes){.data = bytes, .size = (size_t)got});
        size -= (size_t)got;
    }
    return true;
}

static bool send_all(int to, struct bytes bytes)
{
    while (bytes.size > 0) {
        ssize_t sent = send(to, bytes.data, bytes.size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes = bytes_from(bytes, (size_t)sent);
    }
    return true;
}

/*
 * Reads and appends one message. Sets *kind. The first message of a connection has no kind, so its header is shorter.
 */
static bool read_message(int from, struct buffer *into, bool is_first, char *kind)
{
    size_t begin = into->size, head = is_first ? LENGTH_SIZE : HEAD_SIZE;
    if (!read_all(from, into, head))
        return false;
    *kind = is_first ? '\0' : buffer_bytes(into).data[begin];
    uint32_t length = number_at(buffer_bytes(into).data + begin + head - LENGTH_SIZE, LENGTH_SIZE);
    return length >= LENGTH_SIZE && read_all(from, into, length - LENGTH_SIZE);
}

/*
 * Waits until the client sends something or hangs up. Returns false at the timeout. Other connections that arrive in
 * the meantime are closed: after a second assay opens another one to ask what it waits for, or to cancel that.
 */
static bool await(int client, int listener, int silence_ms)
{
    struct pollfd ends[] = {{.fd = client, .events = POLLIN}, {.fd = listener, .events = POLLIN}};
    bool has_come = poll(ends, 2, silence_ms) > 0;
    while (has_come && ends[0].revents == 0) {
        int other = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        close(other);
        has_come = other >= 0 && poll(ends, 2, silence_ms) > 0;
    }
    return has_come;
}

/*
 * Reads all messages up to the one after which the client listens: Sync, Query, CopyDone, CopyFail, or the first one.
 */
static bool read_request(const struct impostor *impostor, int from, struct buffer *request, bool is_first,
                         int silence_ms)
{
    char kind = '\0';
    buffer_clear(request);
    do {
        if (!await(from, impostor->listener, silence_ms) || !read_message(from, request, is_first, &kind))
            return false;
    } while (!is_first && strchr("SQcf", kind) == NULL);
    return true;
}

/*
 * Reads all messages up to the one after which the server listens: ReadyForQuery or CopyInResponse. The first answer
 * may also end with an error.
 */
static bool read_answer(int from, struct buffer *answer)
{
    char kind = '\0';
    buffer_clear(answer);
    while (kind != 'Z' && kind != 'G') {
        if (!read_message(from, answer, false, &kind))
            return answer->size > 0;
    }
    return true;
}

/* --- Changes --------------------------------------------------------------------------------------- */

static const char hostile[] = "\x1b]52;c;UFdO\x07\x1b[31m\r\n\xe2\x80\xae\x9b"
                              "2J\xff";

/* Values of columns. NULL stands for SQL's NULL. */
static const struct bytes values[] = {
    {NULL, 0},
    {"", 0},
    {"\x01", 1},
    {"\0\x02", 2},
    {"\xff\xff\xff\xff", 4},
    {"\0\0\0\0\0\0\0\0", 8},
    {"\0\0\0\0\0\0\0\x02", 8},
    {"\0\0\0\0\0\0\0\x09", 8},
    {"\xff\xff\xff\xff\xff\xff\xff\xff", 8},
    {"\x7f\xff\xff\xff\xff\xff\xff\xff", 8},
    {"\x7f\xf8\0\0\0\0\0\0", 8},
    {"\0\0\x01\0\0\0\0\0", 8},
    {"12", 2},
    {"{\"a\":", 5},
    {"adaptive", 8},
    {hostile, sizeof hostile - 1},
};

/* Types by their numbers in pg_type.dat, lengths of messages, SQLSTATEs, and command tags. */
static const uint32_t types[] = {16, 17, 20, 21, 23, 25, 700, 701, 1700, 2249, 0};
static const uint32_t lengths[] = {0, 3, 4, 5, 0x100, 0x10000, 0x7fffffff, 0xffffffff};
static const char *const states[] = {"40001", "40P01", "23505", "23514", "42501", "42P01", "53100", "53300",
                                     "55P03", "57014", "57P01", "25006", "08006", "AS001", "XX000", hostile};
static const char *const tags[] = {"",           "COMMIT",    "ROLLBACK",
                                   "INSERT 0 0", "UPDATE -1", "SELECT 99999999999999999999",
                                   hostile};

#define ONE_OF(list, number) ((list)[(number) % (sizeof(list) / sizeof *(list))])

static void add_message(struct buffer *out, char kind, struct bytes body)
{
    char head[HEAD_SIZE] = {kind};
    put_number(head + 1, LENGTH_SIZE, (uint32_t)(body.size + LENGTH_SIZE));
    buffer_add(out, (struct bytes){.data = head, .size = sizeof head});
    buffer_add(out, body);
}

/* Appends a notice or an error whose text would steer a terminal. */
static void add_words(struct buffer *out, char kind, const char *state)
{
    struct buffer body = {0};
    const char *const fields[][2] = {
        {"S", hostile}, {"V", "ERROR"}, {"C", state}, {"M", hostile}, {"n", "answer_uuid_key"}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        buffer_add_string(&body, fields[i][0]);
        buffer_add_string(&body, fields[i][1]);
        buffer_add_byte(&body, '\0');
    }
    buffer_add_byte(&body, '\0');
    add_message(out, kind, buffer_bytes(&body));
    buffer_release(&body);
}

enum { BEHIND_NAME = 18, TYPE_BEHIND_NAME = 6, FORM_BEHIND_NAME = 16 };

/* Returns the size of a column in a row ('D') or in a row description ('T'). */
static size_t column_size(char kind, struct bytes rest)
{
    if (kind == 'T')
        return strnlen(rest.data, rest.size) + 1 + BEHIND_NAME;
    uint32_t size = rest.size >= LENGTH_SIZE ? number_at(rest.data, LENGTH_SIZE) : 0;
    return LENGTH_SIZE + (size == UINT32_MAX ? 0 : size);
}

static size_t count_columns(char kind, struct bytes body)
{
    return (kind == 'D' || kind == 'T') && body.size >= 2 ? number_at(body.data, 2) : 0;
}

/* Finds one of the columns, chosen by `place`. Returns false if the message has no columns or is not complete. */
static bool find_column(char kind, struct bytes body, size_t place, size_t *at, size_t *size)
{
    size_t n = count_columns(kind, body);
    *at = 2;
    for (size_t i = 0; i < n && *at < body.size; i++) {
        *size = column_size(kind, bytes_from(body, *at));
        if (i == place % n)
            return *at + *size <= body.size;
        *at += *size;
    }
    return false;
}

static void add_number(struct buffer *out, size_t size, uint32_t number)
{
    char bytes[LENGTH_SIZE];
    put_number(bytes, size, number);
    buffer_add(out, (struct bytes){.data = bytes, .size = size});
}

static void add_value(struct buffer *out, struct bytes value)
{
    add_number(out, LENGTH_SIZE, value.data == NULL ? UINT32_MAX : (uint32_t)value.size);
    buffer_add(out, value);
}

/* Appends a message with rows that has `n_more` columns more (or fewer), with `instead` in the place of one column. */
static void add_columns(struct buffer *out, char kind, struct bytes body, int n_more, struct bytes before,
                        struct bytes instead, struct bytes behind)
{
    struct buffer changed = {0};
    add_number(&changed, 2, (uint32_t)((int)count_columns(kind, body) + n_more));
    buffer_add(&changed, before);
    buffer_add(&changed, instead);
    buffer_add(&changed, behind);
    add_message(out, kind, buffer_bytes(&changed));
    buffer_release(&changed);
}

/* Values, each with a type that fits. */
static const struct {
    uint32_t type;
    struct bytes value;
} columns[] = {
    {20, {"\0\0\0\x40\0\0\0\0", 8}}, /* more than can exist of anything */
    {16, {"\x01", 1}},
    {21, {"\xff\xff", 2}},
    {23, {"\0\0\0\x09", 4}},
    {20, {"\xff\xff\xff\xff\xff\xff\xff\xff", 8}},
    {700, {"\x7f\xc0\0\0", 4}},
    {701, {"\xff\xf0\0\0\0\0\0\0", 8}},
    {17, {"", 0}},
    {17, {hostile, sizeof hostile - 1}},
    {25, {"12", 2}},
    {20, {NULL, 0}},
};

/* Appends a column that is not part of the statement: its description ('T') or its value ('D'). */
static void add_column(struct buffer *out, char kind, uint8_t which)
{
    if (kind == 'D') {
        add_value(out, ONE_OF(columns, which).value);
        return;
    }
    buffer_add_string(out, "more");
    buffer_add_byte(out, '\0');
    add_number(out, 4, 0); /* not a column of a table */
    add_number(out, 2, 0);
    add_number(out, 4, ONE_OF(columns, which).type);
    add_number(out, 2, 8); /* the size of the type, which nobody reads */
    add_number(out, 4, UINT32_MAX);
    add_number(out, 2, 1); /* binary */
}

static bool is_of_rows(const struct change *change)
{
    enum impostor_change kind = change->kind % CHANGE_KINDS;
    return kind >= REPLACE_COLUMN && kind <= LEAVE_OUT_COLUMN;
}

/* Changes one column of the message. A message without that column stays as it was. */
static void change_column(struct buffer *out, char kind, struct bytes body, const struct change *change)
{
    size_t at, size;
    struct buffer column = {0};
    if (!find_column(kind, body, change->place, &at, &size)) {
        add_message(out, kind, body);
        return;
    }
    struct bytes before = bytes_slice(body, 2, at), behind = bytes_from(body, at + size);
    switch ((enum impostor_change)(change->kind % CHANGE_KINDS)) {
    case ADD_COLUMN:
        add_column(&column, kind, change->value);
        add_columns(out, kind, body, 1, before, buffer_bytes(&column), bytes_from(body, at));
        break;
    case LEAVE_OUT_COLUMN:
        add_columns(out, kind, body, -1, before, (struct bytes){0}, behind);
        break;
    case REPLACE_COLUMN:
        add_column(&column, kind, change->value);
        add_columns(out, kind, body, 0, before, buffer_bytes(&column), behind);
        break;
    default:
        add_value(&column, ONE_OF(values, change->value));
        add_columns(out, kind, body, 0, before, buffer_bytes(&column), behind);
    }
    buffer_release(&column);
}

/* Changes the description of a column in place. */
static void describe(char *bytes, struct bytes body, const struct change *change)
{
    size_t at, size;
    if (!find_column('T', body, change->place, &at, &size))
        return;
    at += size - BEHIND_NAME;
    if (change->kind % CHANGE_KINDS == CHANGE_TYPE)
        put_number(bytes + at + TYPE_BEHIND_NAME, LENGTH_SIZE, ONE_OF(types, change->value));
    else
        put_number(bytes + at + FORM_BEHIND_NAME, 2, change->value);
}

/* Changes the last message, which starts at `begin`. */
static void apply(struct buffer *out, size_t begin, const struct change *change)
{
    struct buffer copy = {0};
    buffer_add(&copy, bytes_from(buffer_bytes(out), begin + HEAD_SIZE));
    struct bytes body = buffer_bytes(&copy);
    char kind = out->data[begin], *bytes = out->data + begin + HEAD_SIZE;
    size_t size = out->size - begin;
    switch ((enum impostor_change)(change->kind % CHANGE_KINDS)) {
    case CHANGE_BYTE:
        if (body.size > 0)
            bytes[change->place % body.size] = (char)change->value;
        break;
    case CHANGE_VALUE:
        if (kind != 'D')
            break;
        /* fall through */
    case REPLACE_COLUMN:
    case ADD_COLUMN:
    case LEAVE_OUT_COLUMN:
        out->size = begin;
        change_column(out, kind, body, change);
        break;
    case CHANGE_TYPE:
    case CHANGE_FORM:
        if (kind == 'T')
            describe(bytes, body, change);
        break;
    case CHANGE_COLUMNS:
        if (body.size >= 2)
            put_number(bytes, 2, change->value);
        break;
    case CHANGE_COMMAND:
        out->size = begin;
        add_message(out, 'C',
                    (struct bytes){ONE_OF(tags, change->value), strlen(ONE_OF(tags, change->value)) + 1});
        break;
    case ADD_REMARK:
        add_words(out, 'N', "01000");
        break;
    case BECOME_ERROR:
        out->size = begin;
        /* fall through */
    case ADD_ERROR:
        add_words(out, 'E', ONE_OF(states, change->value));
        break;
    case REPEAT:
        for (size_t i = 0; i < change->place && out->size - begin + size <= REPEATED_MAX; i++)
            add_message(out, kind, body);
        break;
    case CHANGE_KIND:
        out->data[begin] = (char)change->value;
        break;
    case LIE:
        put_number(out->data + begin + 1, LENGTH_SIZE, ONE_OF(lengths, change->value));
        break;
    case LEAVE_OUT:
        out->size = begin;
        break;
    case HANG_UP:
        out->size = begin + change->place % size;
        break;
    case CHANGE_KINDS:
        break;
    }
    buffer_release(&copy);
}

/* Returns whether the change applies to this message. `table`: the number of row descriptions up to it. */
static bool is_meant(const struct conversation *conversation, const struct change *change, char kind,
                     size_t number, size_t table)
{
    if (is_of_rows(change))
        return (kind == 'T' || kind == 'D') && change->message % conversation->n_tables + 1 == table;
    return change->message % conversation->n_messages == number;
}

/* Writes the changed answer to `out`. Returns whether the connection continues after it. */
static bool change_answer(const struct impostor *impostor, const struct answer *answer, struct buffer *out)
{
    bool goes_on = true;
    size_t number = answer->n_before, table = answer->n_tables_before;
    buffer_clear(out);
    for (size_t at = 0, size; goes_on && at < answer->messages.size; at += size, number++) {
        size_t begin = out->size;
        char kind = answer->messages.data[at];
        size = HEAD_SIZE + body_size(answer->messages, at);
        table += kind == 'T';
        buffer_add(out, bytes_slice(answer->messages, at, at + size));
        for (size_t i = 0; i < impostor->n_changes; i++) {
            const struct change *change = &impostor->changes[i];
            if (out->size < begin + HEAD_SIZE ||
                !is_meant(impostor->conversation, change, kind, number, table))
                continue;
            apply(out, begin, change);
            goes_on = goes_on && change->kind % CHANGE_KINDS < CHANGE_KIND;
        }
    }
    return goes_on;
}

/* --- A connection ---------------------------------------------------------------------------------- */

static void keep_answer(struct impostor *impostor, struct conversation *conversation, struct bytes said,
                        bool is_welcome)
{
    VECTOR_PUSH(conversation->answers, conversation->n, conversation->capacity) = (struct answer){
        .messages = arena_copy(&impostor->arena, said),
        .n_before = conversation->n_messages,
        .n_tables_before = conversation->n_tables,
        .is_welcome = is_welcome,
    };
    conversation->n_messages += count_messages(said, '\0');
    conversation->n_tables += count_messages(said, 'T');
}

static bool is_of_cancelling(const struct buffer *request)
{
    return request->size >= 2 * LENGTH_SIZE &&
           number_at(request->data + LENGTH_SIZE, LENGTH_SIZE) == CANCEL_REQUEST;
}

static void pass_on(struct impostor *impostor, struct conversation *conversation, int client)
{
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool goes_on = connect(server, (const struct sockaddr *)&impostor->target, sizeof impostor->target) == 0;
    for (bool is_first = true; goes_on; is_first = false) {
        goes_on = read_request(impostor, client, &impostor->request, is_first, SILENCE_MS) &&
                  !is_of_cancelling(&impostor->request) &&
                  send_all(server, buffer_bytes(&impostor->request)) && read_answer(server, &impostor->said);
        if (!goes_on)
            break;
        keep_answer(impostor, conversation, buffer_bytes(&impostor->said), is_first);
        goes_on = send_all(client, buffer_bytes(&impostor->said));
    }
    close(server);
}

/* A client that connects again gets the next welcome and then the following answers. NULL: all answers were sent. */
static const struct answer *next_answer(struct impostor *impostor, bool is_first)
{
    const struct conversation *conversation = impostor->conversation;
    size_t next = impostor->next;
    while (is_first && next < conversation->n && !conversation->answers[next].is_welcome)
        next++;
    if (next < conversation->n)
        impostor->next = next + 1;
    return next < conversation->n            ? &conversation->answers[next]
           : is_first && conversation->n > 0 ? conversation->answers
                                             : NULL;
}

static bool repeat_answer(struct impostor *impostor, int client, bool is_first)
{
    pthread_mutex_lock(&impostor->lock);
    const struct answer *answer = next_answer(impostor, is_first);
    bool goes_on = answer != NULL && change_answer(impostor, answer, &impostor->said);
    if (!goes_on)
        impostor->has_hung_up = true;
    pthread_mutex_unlock(&impostor->lock);
    return (answer == NULL || send_all(client, buffer_bytes(&impostor->said))) && goes_on;
}

static void serve(struct impostor *impostor, int client)
{
    pthread_mutex_lock(&impostor->lock);
    struct conversation *conversation = impostor->conversation;
    bool remembers = impostor->remembers;
    int silence_ms = impostor->n_changes == 0 ? SILENCE_MS : SILENCE_AFTER_CHANGES_MS;
    pthread_mutex_unlock(&impostor->lock);
    if (remembers) {
        pass_on(impostor, conversation, client);
        return;
    }
    bool is_first = true;
    while (read_request(impostor, client, &impostor->request, is_first, silence_ms) &&
           !is_of_cancelling(&impostor->request) && repeat_answer(impostor, client, is_first))
        is_first = false;
}

static void *serve_all(void *opaque)
{
    struct impostor *impostor = opaque;
    int client;
    while ((client = accept4(impostor->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        serve(impostor, client);
        close(client);
    }
    return NULL;
}

/* --- The impostor ---------------------------------------------------------------------------------- */

static const char host_part[] = "host=";

static struct bytes host_of(const char *url)
{
    const char *host = strstr(url, host_part) + strlen(host_part);
    return (struct bytes){.data = host, .size = strcspn(host, "&")};
}

static struct sockaddr_un socket_in(struct bytes folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int size =
        snprintf(address.sun_path, sizeof address.sun_path, "%.*s/.s.PGSQL.5432", BYTES_FORMAT(folder));
    assert_true(size > 0 && (size_t)size < sizeof address.sun_path);
    return address;
}

struct impostor *impostor_open(const char *url)
{
    struct impostor *impostor = memory_get_zeroed(1, sizeof *impostor);
    const char *above = getenv("TMPDIR");
    impostor->url = arena_format(&impostor->arena, "%s", url);
    impostor->target = socket_in(host_of(url));
    int size = snprintf(impostor->folder, sizeof impostor->folder, "%s/impostor-XXXXXX",
                        above != NULL ? above : "/tmp");
    assert_true(size > 0 && (size_t)size < sizeof impostor->folder);
    assert_non_null(mkdtemp(impostor->folder));
    struct sockaddr_un address = socket_in(bytes_of(impostor->folder));
    impostor->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(impostor->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(impostor->listener, WAITING_MAX), 0);
    assert_int_equal(pthread_mutex_init(&impostor->lock, NULL), 0);
    assert_int_equal(pthread_create(&impostor->thread, NULL, serve_all, impostor), 0);
    return impostor;
}

void impostor_close(struct impostor *impostor)
{
    shutdown(impostor->listener, SHUT_RDWR);
    pthread_join(impostor->thread, NULL);
    close(impostor->listener);
    unlink(socket_in(bytes_of(impostor->folder)).sun_path);
    rmdir(impostor->folder);
    for (size_t i = 0; i < IMPOSTOR_CONVERSATIONS; i++)
        free(impostor->conversations[i].answers);
    buffer_release(&impostor->request);
    buffer_release(&impostor->said);
    pthread_mutex_destroy(&impostor->lock);
    arena_release(&impostor->arena);
    free(impostor);
}

const char *impostor_url(struct arena *arena, const struct impostor *impostor)
{
    struct bytes host = host_of(impostor->url);
    return arena_format(arena, "%.*s%s%s", (int)(host.data - impostor->url), impostor->url, impostor->folder,
                        host.data + host.size);
}

static void begin(struct impostor *impostor, unsigned conversation, bool remembers)
{
    impostor->conversation = &impostor->conversations[conversation % IMPOSTOR_CONVERSATIONS];
    impostor->remembers = remembers;
    impostor->next = 0;
    impostor->n_changes = 0;
    impostor->has_hung_up = false;
}

void impostor_remember(struct impostor *impostor, unsigned conversation)
{
    pthread_mutex_lock(&impostor->lock);
    begin(impostor, conversation, true);
    pthread_mutex_unlock(&impostor->lock);
}

static struct change change_of(const uint8_t bytes[IMPOSTOR_CHANGE])
{
    return (struct change){
        .message = (size_t)bytes[0] << 8 | bytes[1],
        .kind = bytes[2],
        .place = (size_t)bytes[3] << 8 | bytes[4],
        .value = bytes[5],
    };
}

void impostor_repeat(struct impostor *impostor, unsigned conversation, const uint8_t *data, size_t size)
{
    pthread_mutex_lock(&impostor->lock);
    begin(impostor, conversation, false);
    for (; size >= IMPOSTOR_CHANGE && impostor->n_changes < CHANGES_MAX;
         data += IMPOSTOR_CHANGE, size -= IMPOSTOR_CHANGE)
        impostor->changes[impostor->n_changes++] = change_of(data);
    pthread_mutex_unlock(&impostor->lock);
}

size_t impostor_count_tables(struct impostor *impostor, unsigned conversation)
{
    pthread_mutex_lock(&impostor->lock);
    size_t n_tables = impostor->conversations[conversation % IMPOSTOR_CONVERSATIONS].n_tables;
    pthread_mutex_unlock(&impostor->lock);
    return n_tables;
}

bool impostor_has_hung_up(struct impostor *impostor)
{
    pthread_mutex_lock(&impostor->lock);
    bool has_hung_up = impostor->has_hung_up;
    pthread_mutex_unlock(&impostor->lock);
    return has_hung_up;
}
