#include "import/baseline.h"

#include "import/files/file.h"
#include "import/text/json_fields.h"

#include <string.h>

static const char beginning[] = "{\"assay\":\"baseline\"";

bool baseline_recognise(const char *path, bool *is_baseline, struct err *err)
{
    char first[sizeof beginning - 1];
    size_t size;
    *is_baseline = false;
    if (!file_peek(path, first, sizeof first, &size, err))
        return false;
    *is_baseline = size == sizeof first && memcmp(first, beginning, size) == 0;
    return true;
}

/* Takes a text. Returns false when it is missing. */
static bool take_text(const struct json_fields *line, const char *key, struct bytes *text)
{
    if (json_fields_kind(line, key) != JSON_FIELD_TEXT)
        return false;
    *text = json_fields_text(line, key);
    return true;
}

static bool take_digest(const struct json_fields *line, const char *key, char hex[DIGEST_HEX_SIZE])
{
    struct bytes text;
    if (!take_text(line, key, &text) || text.size != DIGEST_HEX_SIZE - 1)
        return false;
    memcpy(hex, text.data, text.size);
    hex[text.size] = '\0';
    return true;
}

static bool take_word(const struct json_fields *line, const char *key, const struct words *words,
                      size_t *place)
{
    struct bytes text;
    return take_text(line, key, &text) && words_find(words, text, place);
}

/* `room` is the size of the line, because each measure takes more than a byte of it. */
static bool take_measures(const struct json_fields *line, size_t room, struct baseline *out)
{
    out->measures = arena_get_array(&out->arena, room, sizeof *out->measures);
    if (!json_fields_texts(line, "measures", out->measures, room, &out->n_measures))
        return false;
    for (size_t m = 0; m < out->n_measures; m++)
        out->measures[m] = arena_copy(&out->arena, out->measures[m]);
    return out->n_measures > 0;
}

/* The heading's facts about the whole file. */
struct whole {
    double n_questions;
    char digest[DIGEST_HEX_SIZE];
};

static bool take_whole(const struct json_fields *line, struct whole *whole)
{
    if (json_fields_kind(line, "question_count") != JSON_FIELD_NUMBER)
        return false;
    whole->n_questions = json_fields_number(line, "question_count");
    return take_digest(line, "md5", whole->digest);
}

static bool take_heading(const struct json_fields *line, size_t room, struct baseline *out,
                         struct whole *whole)
{
    size_t ties, scope;
    size_t scores = SCORE_FLOAT64; /* the default when the heading does not name them */
    if (json_fields_kind(line, "version") != JSON_FIELD_NUMBER || json_fields_number(line, "version") != 2 ||
        !take_text(line, "run", &out->run) || !take_digest(line, "run_md5", out->run_digest) ||
        !take_digest(line, "labels_md5", out->labels) || !take_word(line, "ties", &ties_words, &ties) ||
        (json_fields_kind(line, "scores") != JSON_FIELD_ABSENT &&
         !take_word(line, "scores", &score_type_words, &scores)) ||
        (json_fields_kind(line, "documents") != JSON_FIELD_ABSENT &&
         !take_text(line, "documents", &out->rules)) ||
        !take_word(line, "questions", &questions_words, &scope) || !take_measures(line, room, out) ||
        !take_whole(line, whole))
        return false;
    out->run = arena_copy(&out->arena, out->run);
    out->rules = arena_copy(&out->arena, out->rules);
    out->ties = (enum ties)ties;
    out->scores = (enum score_type)scores;
    out->scope = (enum questions)scope;
    return true;
}

static bool take_question(const struct json_fields *line, struct baseline *out)
{
    const struct json_fields *values = json_fields_object(line, "values");
    double *copy = arena_get_array(&out->arena, out->n_measures, sizeof *copy);
    struct baseline_question question = {.values = copy};
    if (!take_text(line, "qid", &question.qid) || !take_digest(line, "labels_md5", question.labels) ||
        values == NULL)
        return false;
    for (size_t m = 0; m < out->n_measures; m++) {
        if (json_fields_kind(values, out->measures[m].data) != JSON_FIELD_NUMBER)
            return false;
        copy[m] = json_fields_number(values, out->measures[m].data);
    }
    question.qid = arena_copy(&out->arena, question.qid);
    if (out->n_questions > 0 && bytes_compare(out->questions[out->n_questions - 1].qid, question.qid) >= 0)
        return false;
    ARENA_PUSH(&out->arena, out->questions, out->n_questions) = question;
    return true;
}

static bool read_line(struct bytes text, size_t number, struct baseline *out, struct whole *whole,
                      struct err *err)
{
    struct json_fields *line;
    if (!json_fields_parse(&line, text, "{\"qid\": …}", err))
        return false;
    bool taken = number == 1 ? take_heading(line, text.size, out, whole) : take_question(line, out);
    json_fields_free(line);
    return taken ||
           err_set(err, ERR_INPUT, "this line is not from `assay gate --save`; save the baseline again");
}

/* Detects missing lines: the remaining lines are valid by themselves. */
static bool check_whole(const char *path, const struct baseline *baseline, const struct whole *whole,
                        struct err *err)
{
    char digest[DIGEST_HEX_SIZE];
    if ((double)baseline->n_questions != whole->n_questions)
        return err_set(
            err, ERR_INPUT,
            "%s: it holds %zu of the %.0f questions that were saved; save it again with `assay gate --save`",
            path, baseline->n_questions, whole->n_questions);
    baseline_digest(baseline, digest);
    return strcmp(digest, whole->digest) == 0 ||
           err_set(err, ERR_INPUT,
                   "%s: it was changed after it was saved; save it again with `assay gate --save`", path);
}

static bool read_lines(const char *path, struct bytes rest, struct baseline *out, struct err *err)
{
    struct whole whole = {0};
    struct bytes line;
    for (size_t number = 1; bytes_next_line(&rest, &line); number++) {
        if (!read_line(line, number, out, &whole, err))
            return err_context(err, "%s:%zu", path, number);
    }
    if (out->n_questions == 0)
        return err_set(err, ERR_INPUT, "%s: it has no question; save the baseline again", path);
    return check_whole(path, out, &whole, err);
}

bool baseline_read(const char *path, struct baseline *out, struct err *err)
{
    struct file file;
    *out = (struct baseline){0};
    if (!file_open(&file, path, err))
        return false;
    bool read = read_lines(path, file.bytes, out, err);
    file_close(&file);
    if (!read)
        baseline_release(out);
    return read;
}
