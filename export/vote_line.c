#include "export/vote_line.h"

#include "core/base/bug.h"
#include "core/base/random.h"
#include "export/forms/json.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

static void add_time(struct json *line, const char *key, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm day;
    struct buffer text = {0};
    BUG_UNLESS(ms >= 0 && ms <= ANSWER_TIME_MAX && gmtime_r(&seconds, &day) != NULL);
    buffer_add_format(&text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", day.tm_year + 1900, day.tm_mon + 1,
                      day.tm_mday, day.tm_hour, day.tm_min, day.tm_sec, (int)(ms % 1000));
    json_add_text(line, key, buffer_bytes(&text));
    buffer_release(&text);
}

static void add_outcome(struct json *line, const struct answer_row *answer)
{
    if (answer->skip.size > 0)
        json_add_text(line, "skip", answer->skip);
    else if (answer->position == VOTE_NONE)
        json_add_null(line, "chosen");
    else
        json_add_text(line, "chosen", answer->docids[answer->position - 1]);
}

void vote_line_add_evidence(const struct quotation *evidence, struct json *line)
{
    if (evidence->text.size == 0)
        return;
    struct json *object = json_add_object(line, "evidence");
    json_add_integer(object, "start", evidence->start);
    json_add_text(object, "text", evidence->text);
}

void vote_line_add(const struct answer_row *answer, struct buffer *out)
{
    struct json *line = json_object();
    json_add_text(line, "uuid", answer->uuid);
    json_add_text(line, "question", answer->qid);
    struct json *shown = json_add_array(line, "shown");
    for (size_t i = 0; i < answer->n_slots; i++)
        json_add_text(shown, NULL, answer->docids[i]);
    add_outcome(line, answer);
    json_add_text(line, "annotator", answer->annotator);
    add_time(line, "time", answer->given_at);
    if (answer->is_timed)
        json_add_integer(line, "elapsed_ms", answer->elapsed_ms);
    if (answer->note.size > 0)
        json_add_text(line, "note", answer->note);
    vote_line_add_evidence(&answer->evidence, line);
    if (answer->reason.size > 0)
        json_add_text(line, "reason", answer->reason);
    if (answer->second == SECOND_NONE)
        json_add_null(line, "second");
    else if (answer->second > 0 && answer->second <= (int64_t)answer->n_slots)
        json_add_text(line, "second", answer->docids[answer->second - 1]);
    const int tied = second_tied(answer->second);
    if (tied > 0 && tied <= (int)answer->n_slots)
        json_add_text(line, "tie", answer->docids[tied - 1]);
    if (answer->control.size > 0)
        json_add_text(line, "control", answer->control);
    if (answer->is_withdrawn) {
        add_time(line, "withdrawn", answer->withdrawn_at);
        json_add_text(line, "withdrawn_by", answer->withdrawn_by);
    }
    json_print(line, JSON_LINE, out);
    buffer_add_byte(out, '\n');
    json_free(line);
}

static const char beginning[] = "{\"uuid\":\"";

/*
 * Returns the position of the first of the keys that occurs, or the end. No text of a line can contain a key, because
 * quotation marks are escaped in texts.
 */
static size_t find_first(struct bytes line, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *found = memmem(line.data, line.size, keys[i], strlen(keys[i]));
        if (found != NULL)
            return (size_t)(found - line.data);
    }
    return line.size;
}

/* Returns the members in the order of vote_line_add. */
static struct bytes find_beside(struct bytes line)
{
    static const char *const beside[] = {",\"note\":\"", ",\"evidence\":{", ",\"reason\":\"",
                                         ",\"second\":", ",\"tie\":\""};
    static const char *const behind[] = {",\"control\":\"", ",\"withdrawn\":\""};
    const struct bytes rest = bytes_from(line, find_first(line, beside, sizeof beside / sizeof *beside));
    return bytes_slice(rest, 0, find_first(rest, behind, sizeof behind / sizeof *behind));
}

bool vote_line_read(struct bytes line, struct bytes *uuid, struct vote_line_state *state)
{
    static const char *const withdrawn = ",\"withdrawn\":\"";
    struct bytes rest;
    if (!bytes_starts_with(line, beginning) || !bytes_ends_with(line, "}") ||
        !bytes_split(bytes_from(line, sizeof beginning - 1), '"', uuid, &rest))
        return false;
    *state = (struct vote_line_state){.is_withdrawn = find_first(rest, &withdrawn, 1) < rest.size,
                                      .beside = find_beside(rest)};
    return true;
}

bool vote_line_begins(struct bytes part, struct bytes *uuid)
{
    static const char form[] = "{\"uuid\":\"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx\",\"question\":\"";
    const size_t begin = sizeof beginning - 1, end = begin + UUID_SIZE - 1;
    *uuid =
        part.size > end ? (struct bytes){.data = part.data + begin, .size = end - begin} : (struct bytes){0};
    for (size_t i = 0; i < part.size && i < sizeof form - 1; i++) {
        if (form[i] == 'x' ? !isxdigit((unsigned char)part.data[i]) : part.data[i] != form[i])
            return false;
    }
    return true;
}
