/*
 * Every format writes the questions and judgments in the order of the qrels. Those in columns quote
 * nothing: an id has no white space. Those that have to quote leave it to export/json.h and export/table.h.
 */
#include "export/qrels.h"

#include "export/json.h"
#include "export/table.h"

static void write_qrels_columns(const struct qrels *qrels, const char *after_qid, const char *after_docid,
                                int precision, struct buffer *out)
{
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        for (size_t i = 0; i < question->n_judgments; i++) {
            buffer_add(out, question->qid);
            buffer_add_string(out, after_qid);
            buffer_add(out, question->judgments[i].docid);
            buffer_add_format(out, "%s%.*f\n", after_docid, precision, question->judgments[i].grade);
        }
    }
}

/* trec_eval: qid, an iteration that nobody reads, docid, grade. */
static void write_qrels_trec(const struct qrels *qrels, int precision, struct buffer *out)
{
    write_qrels_columns(qrels, " 0 ", " ", precision, out);
}

/* BEIR's tab-separated qrels, with their header. */
static void write_qrels_beir(const struct qrels *qrels, int precision, struct buffer *out)
{
    buffer_add_string(out, "query-id\tcorpus-id\tscore\n");
    write_qrels_columns(qrels, "\t", "\t", precision, out);
}

/* {"qid": {"docid": grade}}, as ranx and pytrec_eval take it. */
static void write_qrels_json(const struct qrels *qrels, int precision, struct buffer *out)
{
    struct json *root = json_object();
    struct buffer key = {0}, number = {0};
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        buffer_clear(&key);
        buffer_add(&key, question->qid);
        struct json *grades = json_add_object(root, buffer_string(&key));
        for (size_t i = 0; i < question->n_judgments; i++) {
            buffer_clear(&key);
            buffer_clear(&number);
            buffer_add(&key, question->judgments[i].docid);
            buffer_add_format(&number, "%.*f", precision, question->judgments[i].grade);
            json_add_number(grades, buffer_string(&key), buffer_bytes(&number));
        }
    }
    json_print(root, JSON_INDENTED, out);
    buffer_add_byte(out, '\n');
    json_free(root);
    buffer_release(&key);
    buffer_release(&number);
}

static void write_qrels_csv(const struct qrels *qrels, int precision, struct buffer *out)
{
    struct table table = {0};
    table_add_column(&table, "qid", ALIGN_LEFT);
    table_add_column(&table, "docid", ALIGN_LEFT);
    table_add_column(&table, "grade", ALIGN_RIGHT);
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        for (size_t i = 0; i < question->n_judgments; i++) {
            table_add_text(&table, question->qid);
            table_add_text(&table, question->judgments[i].docid);
            table_add_real(&table, question->judgments[i].grade, precision);
        }
    }
    table_write(&table, TABLE_CSV, out);
    table_release(&table);
}

static const struct {
    const char *name;
    void (*write)(const struct qrels *qrels, int precision, struct buffer *out);
} formats[] = {
    {"trec", write_qrels_trec},
    {"beir", write_qrels_beir},
    {"json", write_qrels_json},
    {"csv", write_qrels_csv},
};

const struct words qrels_format_words = WORDS_OF_ROWS(formats, name);

void qrels_write(const struct qrels *qrels, size_t format, int precision, struct buffer *out)
{
    formats[format].write(qrels, precision, out);
}
