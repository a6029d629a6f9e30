/*
 * The documents that answer each question, without grades. For LlamaIndex, the whole corpus is included. Questions
 * without a relevant document are left out, because its evaluator fails on them.
 */
#include "core/store/content/documents.h"
#include "export/forms/csv.h"
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

static const struct export_format formats[] = {
    {.name = "csv",
     .help = "with the header question,document: the question's text and a relevant docid",
     .is_keyed_by_text = true,
     .is_for_spreadsheets = true},
    {.name = "llamaindex",
     .help = "{queries, corpus, relevant_docs, mode}, for LlamaIndex's EmbeddingQAFinetuneDataset",
     .flaws = FLAW_INVALID},
};

enum { FORMAT_CSV };

struct ground_truth {
    struct exporter *exporter;
    size_t relevant, questions, without;
    bool is_begun; /* an item has been written, so the next one needs a comma */
};

static size_t count_relevant(const struct exporter *exporter, const struct judged_question *question)
{
    size_t n = 0;
    for (size_t i = 0; i < question->n_labels; i++)
        n += exporter_is_positive(exporter, question->labels[i].grade);
    return n;
}

static void count_question(struct ground_truth *truth, const struct judged_question *question)
{
    size_t n = count_relevant(truth->exporter, question);
    truth->relevant += n;
    truth->questions += n > 0;
    truth->without += n == 0;
}

/* --- CSV ------------------------------------------------------------------ */

static bool add_rows(void *context, struct exporter *exporter, const struct judged_question *question,
                     struct err *err)
{
    struct buffer *out = exporter_out(exporter);
    (void)err;
    count_question(context, question);
    for (size_t i = 0; i < question->n_labels; i++) {
        if (!exporter_is_positive(exporter, question->labels[i].grade))
            continue;
        exporter_note_cell(exporter, question->text);
        exporter_note_cell(exporter, question->labels[i].docid);
        csv_add_cell(question->text, out);
        buffer_add_byte(out, ',');
        csv_add_cell(question->labels[i].docid, out);
        buffer_add_string(out, "\r\n");
    }
    return true;
}

/* --- LlamaIndex ----------------------------------------------------------- */

/* Adds a key of the current object, on a separate line. */
static void add_key(struct ground_truth *truth, struct bytes key)
{
    struct buffer *out = exporter_out(truth->exporter);
    buffer_add_string(out, truth->is_begun ? ",\n" : "\n");
    json_print_text(key, out);
    buffer_add_string(out, ": ");
    truth->is_begun = true;
}

static void begin_object(struct ground_truth *truth, const char *before)
{
    buffer_add_string(exporter_out(truth->exporter), before);
    truth->is_begun = false;
}

static bool add_query(void *context, struct exporter *exporter, const struct judged_question *question,
                      struct err *err)
{
    (void)err;
    count_question(context, question);
    if (count_relevant(exporter, question) > 0) {
        add_key(context, question->qid);
        json_print_text(question->text, exporter_out(exporter));
    }
    return true;
}

static bool add_document(void *context, const struct item *item, struct err *err)
{
    struct ground_truth *truth = context;
    struct buffer text = {0};
    if (!exporter_check_id(truth->exporter, "document", item->id, err))
        return false;
    judged_join_document(item->title, item->text, &text);
    add_key(truth, item->id);
    json_print_text(buffer_bytes(&text), exporter_out(truth->exporter));
    buffer_release(&text);
    return exporter_pass(truth->exporter, err);
}

static bool add_relevant(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    (void)err;
    if (count_relevant(exporter, question) == 0)
        return true;
    struct json *docids = json_array();
    for (size_t i = 0; i < question->n_labels; i++) {
        if (exporter_is_positive(exporter, question->labels[i].grade))
            json_add_text(docids, NULL, question->labels[i].docid);
    }
    add_key(context, question->qid);
    json_print(docids, JSON_LINE, exporter_out(exporter));
    json_free(docids);
    return true;
}

static bool write_llamaindex(struct ground_truth *truth, struct judged_count *count, struct err *err)
{
    struct exporter *exporter = truth->exporter;
    begin_object(truth, "{\"queries\": {");
    if (!judged_visit(exporter, add_query, truth, count, err))
        return false;
    begin_object(truth, "\n},\n\"corpus\": {");
    if (!store_visit_documents(exporter->store, add_document, truth, err))
        return false;
    begin_object(truth, "\n},\n\"relevant_docs\": {");
    if (!judged_visit(exporter, add_relevant, truth, count, err))
        return false;
    buffer_add_string(exporter_out(exporter), "\n},\n\"mode\": \"text\"}\n");
    return true;
}

/* --- The export ----------------------------------------------------------- */

static bool write_csv(struct ground_truth *truth, struct judged_count *count, struct err *err)
{
    buffer_add_string(exporter_out(truth->exporter), "question,document\r\n");
    return judged_visit(truth->exporter, add_rows, truth, count, err);
}

static bool write_ground_truth(struct exporter *exporter, struct err *err)
{
    struct ground_truth truth = {.exporter = exporter};
    struct judged_count count;
    bool written = exporter->options->format == FORMAT_CSV ? write_csv(&truth, &count, err)
                                                           : write_llamaindex(&truth, &count, err);
    if (!written)
        return false;
    buffer_add_format(&exporter->summary, "%zu relevant document%s of %zu of %zu question%s", truth.relevant,
                      truth.relevant == 1 ? "" : "s", truth.questions, count.of, count.of == 1 ? "" : "s");
    if (truth.without > 0)
        exporter_remark(exporter, "questions with a vote, but without a relevant document, left out: %zu",
                        truth.without);
    return true;
}

const struct export_kind ground_truth_export = {
    .name = "ground-truth",
    .help = "relevant documents of each question, without grades",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS | TAKES_POSITIVE,
    .write = write_ground_truth,
};
