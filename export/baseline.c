#include "export/baseline.h"

#include "export/forms/json.h"

static void add_line(struct json *line, struct buffer *out)
{
    json_print(line, JSON_LINE, out);
    json_free(line);
    buffer_add_byte(out, '\n');
}

static void add_heading(const struct baseline *baseline, struct buffer *out)
{
    struct json *line = json_object();
    char digest[DIGEST_HEX_SIZE];
    baseline_digest(baseline, digest);
    json_add_text(line, "assay", bytes_of("baseline"));
    json_add_integer(line, "version", 2);
    json_add_text(line, "run", baseline->run);
    json_add_text(line, "run_md5", bytes_of(baseline->run_digest));
    json_add_text(line, "labels_md5", bytes_of(baseline->labels));
    json_add_text(line, "ties", bytes_of(words_at(&ties_words, baseline->ties)));
    if (baseline->scores != SCORE_FLOAT64) /* a missing "scores" means the default, as in older files */
        json_add_text(line, "scores", bytes_of(words_at(&score_type_words, baseline->scores)));
    json_add_text(line, "questions", bytes_of(words_at(&questions_words, baseline->scope)));
    if (baseline->rules.size > 0)
        json_add_text(line, "documents", baseline->rules);
    struct json *measures = json_add_array(line, "measures");
    for (size_t m = 0; m < baseline->n_measures; m++)
        json_add_text(measures, NULL, baseline->measures[m]);
    json_add_integer(line, "question_count", (int64_t)baseline->n_questions);
    json_add_text(line, "md5", bytes_of(digest));
    add_line(line, out);
}

static void add_question(const struct baseline *baseline, const struct baseline_question *question,
                         struct buffer *out)
{
    struct json *line = json_object();
    json_add_text(line, "qid", question->qid);
    json_add_text(line, "labels_md5", bytes_of(question->labels));
    struct json *values = json_add_object(line, "values");
    for (size_t m = 0; m < baseline->n_measures; m++)
        json_add_real(values, baseline->measures[m].data, question->values[m]);
    add_line(line, out);
}

void baseline_write(const struct baseline *baseline, struct buffer *out)
{
    add_heading(baseline, out);
    for (size_t i = 0; i < baseline->n_questions; i++)
        add_question(baseline, &baseline->questions[i], out);
}
