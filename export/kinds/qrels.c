/*
 * Every format writes the judgments in the given order. Formats with columns quote nothing, because ids have no white
 * space. The others quote with export/forms/json.h and export/forms/csv.h.
 */
#include "export/kinds/qrels.h"

#include "core/base/number.h"
#include "core/metric/qrels.h"
#include "core/store/content/judgments.h"
#include "export/forms/csv.h"
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

static void add_columns(struct bytes qid, const char *after_qid, const struct judgment *judgment,
                        const char *after_docid, int precision, struct buffer *out)
{
    buffer_add(out, qid);
    buffer_add_string(out, after_qid);
    buffer_add(out, judgment->docid);
    buffer_add_format(out, "%s%.*f\n", after_docid, precision, judgment->grade);
}

/* trec_eval: qid, an iteration that is ignored, docid, grade. */
static void add_trec(struct bytes qid, const struct judgment *judgment, int precision, struct buffer *out)
{
    add_columns(qid, " 0 ", judgment, " ", precision, out);
}

static void add_beir(struct bytes qid, const struct judgment *judgment, int precision, struct buffer *out)
{
    add_columns(qid, "\t", judgment, "\t", precision, out);
}

static void add_csv(struct bytes qid, const struct judgment *judgment, int precision, struct buffer *out)
{
    csv_add_cell(qid, out);
    buffer_add_byte(out, ',');
    csv_add_cell(judgment->docid, out);
    buffer_add_format(out, ",%.*f\r\n", precision, judgment->grade);
}

/* {"qid": {"docid": grade}} for ranx and pytrec_eval, one question per line. */
static void add_json(struct bytes qid, const struct judgment *judgments, size_t n, int precision,
                     struct buffer *out)
{
    json_print_text(qid, out);
    buffer_add_string(out, ": {");
    for (size_t i = 0; i < n; i++) {
        buffer_add_string(out, i == 0 ? "" : ", ");
        json_print_text(judgments[i].docid, out);
        buffer_add_format(out, ": %.*f", precision, judgments[i].grade);
    }
    buffer_add_byte(out, '}');
}

static const struct export_format formats[] = {
    {.name = "trec",
     .help = "lines 'qid 0 docid grade', for trec_eval and ir_measures",
     .flaws = FLAW_SPACE | FLAW_COMMENT,
     .is_for_trec_eval = true},
    {.name = "beir",
     .help = "tab-separated with a header, for BEIR and MTEB",
     .flaws = FLAW_SPACE | FLAW_QUOTATION | FLAW_INVALID,
     .has_whole_grades = true},
    {.name = "json", .help = "{qid: {docid: grade}}, for ranx and pytrec_eval", .flaws = FLAW_INVALID},
    {.name = "csv", .help = "with the header qid,docid,grade", .is_for_spreadsheets = true},
};

/* Formats with a line for each judgment have a function; JSON has none. */
static const struct {
    const char *header;
    void (*add)(struct bytes qid, const struct judgment *judgment, int precision, struct buffer *out);
} line_formats[sizeof formats / sizeof *formats] = {
    {"", add_trec},
    {"query-id\tcorpus-id\tscore\n", add_beir},
    {"{\n", NULL},
    {"qid,docid,grade\r\n", add_csv},
};

void qrels_begin(size_t format, struct buffer *out)
{
    buffer_add_string(out, line_formats[format].header);
}

void qrels_add_question(size_t format, struct bytes qid, const struct judgment *judgments, size_t n,
                        int precision, bool is_first, struct buffer *out)
{
    if (line_formats[format].add == NULL) {
        buffer_add_string(out, is_first ? "" : ",\n");
        add_json(qid, judgments, n, precision, out);
        return;
    }
    for (size_t i = 0; i < n; i++)
        line_formats[format].add(qid, &judgments[i], precision, out);
}

void qrels_end(size_t format, struct buffer *out)
{
    buffer_add_string(out, line_formats[format].add == NULL ? "\n}\n" : "");
}

/* --- From the votes --------------------------------------------------------------------------- */

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    bool *is_first = context;
    (void)err;
    exporter_note_cell(exporter, question->qid);
    for (size_t i = 0; i < question->n_labels; i++)
        exporter_note_cell(exporter, question->labels[i].docid);
    qrels_add_question(exporter->options->format, question->qid, question->labels, question->n_labels,
                       exporter_precision(exporter), *is_first, exporter_out(exporter));
    *is_first = false;
    return true;
}

/* --- From a source of judgments --------------------------------------------------------------- */

static bool reads_back(double grade, int decimals)
{
    char text[512];
    double read;
    int size = snprintf(text, sizeof text, "%.*f", decimals, grade);
    return number_parse_real((struct bytes){.data = text, .size = (size_t)size}, &read) &&
           !(read < grade || read > grade);
}

/* Returns the smallest number of decimals from which every grade is read back exactly. */
static int count_decimals(const struct qrels *qrels)
{
    enum { DECIMALS_MAX = 17 };
    int decimals = 0;
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        for (size_t i = 0; i < question->n_judgments; i++) {
            while (decimals < DECIMALS_MAX && !reads_back(question->judgments[i].grade, decimals))
                decimals++;
        }
    }
    return decimals;
}

static bool add_judged(struct exporter *exporter, const struct qrels_question *question, int precision,
                       bool is_first, struct err *err)
{
    if (!exporter_check_id(exporter, "question", question->qid, err))
        return false;
    exporter_note_cell(exporter, question->qid);
    for (size_t i = 0; i < question->n_judgments; i++) {
        if (!exporter_check_id(exporter, "document", question->judgments[i].docid, err))
            return false;
        exporter_note_cell(exporter, question->judgments[i].docid);
    }
    qrels_add_question(exporter->options->format, question->qid, question->judgments, question->n_judgments,
                       precision, is_first, exporter_out(exporter));
    return exporter_pass(exporter, err);
}

static bool add_all_judged(struct exporter *exporter, const struct qrels *qrels, struct err *err)
{
    const int precision = count_decimals(qrels);
    size_t n = 0;
    qrels_begin(exporter->options->format, exporter_out(exporter));
    for (size_t i = 0; i < qrels->n_questions; i++) {
        if (!add_judged(exporter, &qrels->questions[i], precision, i == 0, err))
            return false;
        n += qrels->questions[i].n_judgments;
    }
    qrels_end(exporter->options->format, exporter_out(exporter));
    buffer_add_format(&exporter->summary, "%zu judgment%s on %zu question%s", n, n == 1 ? "" : "s",
                      qrels->n_questions, qrels->n_questions == 1 ? "" : "s");
    return true;
}

static bool write_judged(struct exporter *exporter, struct err *err)
{
    struct qrels qrels = {0};
    bool written = store_read_judgments(exporter->store, bytes_of(exporter->options->source), &qrels, err) &&
                   add_all_judged(exporter, &qrels, err);
    qrels_release(&qrels);
    return written;
}

static bool write_qrels(struct exporter *exporter, struct err *err)
{
    if (exporter->options->source != NULL)
        return write_judged(exporter, err);
    struct judged_count count;
    bool is_first = true;
    qrels_begin(exporter->options->format, exporter_out(exporter));
    if (!judged_visit(exporter, add_question, &is_first, &count, err))
        return false;
    qrels_end(exporter->options->format, exporter_out(exporter));
    judged_summarise(exporter, &count);
    return true;
}

const struct export_kind qrels_export = {
    .name = "qrels",
    .help = "graded judgments",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS | TAKES_JUDGMENTS,
    .write = write_qrels,
};
