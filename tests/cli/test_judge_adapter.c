/*
 * The example of a judge, examples/judge-openai.sh, with a server on this machine that knows only as much HTTP as
 * necessary. The requests are checked, too: the key is only in its header, and there are no ids.
 */
#include "tests/support/support.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- The server ------------------------------------------------------------------------------ */

struct stub {
    int listener;
    int port;
    const char *status;
    const char *content;    /* the answer of the model, as escaped in JSON */
    struct buffer requests; /* all requests */
    pthread_t thread;
};

static size_t body_size(const char *head)
{
    const char *length = strcasestr(head, "\ncontent-length:");
    return length == NULL ? 0 : strtoul(length + strlen("\ncontent-length:"), NULL, 10);
}

static void read_stub_request(int connection, struct buffer *request)
{
    char block[4096];
    for (;;) {
        const char *head = buffer_string(request);
        const char *body = strstr(head, "\r\n\r\n");
        if (body != NULL && strlen(body + 4) >= body_size(head))
            return;
        ssize_t size = read(connection, block, sizeof block);
        if (size <= 0)
            return;
        buffer_add(request, (struct bytes){.data = block, .size = (size_t)size});
    }
}

/* Serves requests until the listener is shut down. */
static void *serve(void *context)
{
    struct stub *stub = context;
    for (int connection; (connection = accept(stub->listener, NULL, NULL)) >= 0;) {
        struct buffer request = {0};
        char body[512], reply[1024];
        read_stub_request(connection, &request);
        buffer_add(&stub->requests, buffer_bytes(&request));
        buffer_release(&request);
        snprintf(
            body, sizeof body,
            "{\"id\": \"x1\", \"choices\": [{\"message\": {\"role\": \"assistant\", \"content\": \"%s\"}}]}",
            stub->content);
        int size = snprintf(reply, sizeof reply,
                            "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
                            "Connection: close\r\n\r\n%s",
                            stub->status, strlen(body), body);
        assert_int_equal(write(connection, reply, (size_t)size), size);
        close(connection);
    }
    return NULL;
}

static void stub_start(struct stub *stub, const char *status, const char *content)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    *stub = (struct stub){.status = status, .content = content};
    stub->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(stub->listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(stub->listener, 8), 0);
    assert_int_equal(getsockname(stub->listener, (struct sockaddr *)&address, &size), 0);
    stub->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&stub->thread, NULL, serve, stub), 0);
}

static void stub_stop(struct stub *stub)
{
    shutdown(stub->listener, SHUT_RDWR);
    pthread_join(stub->thread, NULL);
    close(stub->listener);
}

/* --- Judging --------------------------------------------------------------------------------- */

/* Appends standard output and standard error to `said`. Returns the exit status. */
static int run_shell(const char *command, struct buffer *said)
{
    char block[4096];
    struct buffer line = {0};
    buffer_add_format(&line, "{ %s; } 2>&1", command);
    FILE *pipe = popen(buffer_string(&line), "r");
    buffer_release(&line);
    assert_non_null(pipe);
    for (size_t size; (size = fread(block, 1, sizeof block, pipe)) > 0;)
        buffer_add(said, (struct bytes){.data = block, .size = size});
    return WEXITSTATUS(pclose(pipe));
}

/* Makes a database of one question with a pool of three. Skips the test if there is no curl. */
static const char *make_database(struct arena *arena)
{
    struct buffer said = {0};
    const char *path = support_file(arena, "adapter.db", bytes_of(""));
    const char *documents = support_file(
        arena, "documents.tsv",
        bytes_of("secret-1\tPress the \"grey\" buttons.\nsecret-2\tA back\\slash\nsecret-3\tthree\n"));
    const char *questions =
        support_file(arena, "questions.tsv", bytes_of("secret-q\tHow does it come off?\n"));
    const char *run = support_file(
        arena, "bm25.run",
        bytes_of("secret-q Q0 secret-1 1 3 x\nsecret-q Q0 secret-2 2 2 x\nsecret-q Q0 secret-3 3 1 x\n"));
    unlink(path);
    assert_int_equal(run_shell(arena_format(arena,
                                            "\"$ASSAY\" import '%s' --documents '%s' --questions '%s' "
                                            "--candidates '%s'",
                                            path, documents, questions, run),
                               &said),
                     0);
    if (run_shell("command -v curl", &said) != 0)
        skip_because("there is no curl");
    buffer_release(&said);
    return path;
}

static int judge(struct arena *arena, const char *database, const struct stub *stub, struct buffer *said)
{
    const char *adapter = support_shell_word(arena, support_source(arena, "examples/judge-openai.sh"));
    return run_shell(
        arena_format(arena,
                     "NO_PROXY=127.0.0.1 OPENAI_API_KEY=key-of-nobody \"$ASSAY\" judge '%s' gpt \"sh %s tiny "
                     "http://127.0.0.1:%d/v1\" --repeats 0; status=$?; \"$ASSAY\" judge '%s' "
                     "--format tsv; exit $status",
                     database, adapter, stub->port, database),
        said);
}

static void the_slot_named_by_the_model_is_its_vote(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct buffer said = {0};
    struct stub stub;
    const char *database = make_database(&arena);
    stub_start(&stub, "200 OK", "Slot 2");
    int status = judge(&arena, database, &stub, &said);
    stub_stop(&stub);
    assert_int_equal(status, 0);
    assert_non_null(strstr(buffer_string(&said), "gpt: 1 ballot answered, 0 left"));
    assert_non_null(strstr(buffer_string(&said), "gpt\t1\t1\t0\t0\t"));
    assert_non_null(strstr(buffer_string(&stub.requests), "POST /v1/chat/completions"));
    assert_non_null(strstr(buffer_string(&stub.requests), "\"model\":\"tiny\""));
    buffer_release(&stub.requests);
    buffer_release(&said);
    arena_release(&arena);
}

static void the_model_gets_no_ids_and_the_key_is_sent_only_in_the_header(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct buffer said = {0};
    struct stub stub;
    const char *database = make_database(&arena);
    stub_start(&stub, "200 OK", "0");
    judge(&arena, database, &stub, &said);
    stub_stop(&stub);
    const char *request = buffer_string(&stub.requests);
    const char *key = strstr(request, "key-of-nobody");
    assert_non_null(strstr(request, "Press the \\\\\\\"grey\\\\\\\" buttons."));
    assert_non_null(strstr(request, "A back\\\\\\\\slash"));
    assert_null(strstr(request, "secret-"));
    assert_non_null(strstr(request, "Authorization: Bearer key-of-nobody"));
    assert_null(strstr(key + 1, "key-of-nobody"));
    assert_null(strstr(buffer_string(&said), "key-of-nobody"));
    buffer_release(&stub.requests);
    buffer_release(&said);
    arena_release(&arena);
}

static void an_answer_without_a_slot_counts_as_no_preference(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct buffer said = {0};
    struct stub stub;
    const char *database = make_database(&arena);
    stub_start(&stub, "200 OK", "I would rather not.");
    int status = judge(&arena, database, &stub, &said);
    stub_stop(&stub);
    assert_int_equal(status, 0);
    assert_non_null(strstr(buffer_string(&said), "gpt\t1\t0\t\t1\t"));
    buffer_release(&stub.requests);
    buffer_release(&said);
    arena_release(&arena);
}

static void a_refusing_server_ends_the_run_and_the_key_is_not_printed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct buffer said = {0};
    struct stub stub;
    const char *database = make_database(&arena);
    stub_start(&stub, "401 Unauthorized", "");
    int status = judge(&arena, database, &stub, &said);
    stub_stop(&stub);
    assert_int_equal(status, 1);
    assert_non_null(strstr(buffer_string(&said), "401"));
    assert_non_null(
        strstr(buffer_string(&said), "assay: gpt: the program ended before it answered, with exit status 1"));
    assert_null(strstr(buffer_string(&said), "key-of-nobody"));
    buffer_release(&stub.requests);
    buffer_release(&said);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slot_named_by_the_model_is_its_vote),
        cmocka_unit_test(the_model_gets_no_ids_and_the_key_is_sent_only_in_the_header),
        cmocka_unit_test(an_answer_without_a_slot_counts_as_no_preference),
        cmocka_unit_test(a_refusing_server_ends_the_run_and_the_key_is_not_printed),
    };
    return cmocka_run_group_tests_name("judge adapter", tests, NULL, NULL);
}
