/*
 * Passages of documents that votes quote, one per line, with the grade of the document. Votes on the same passage are
 * counted; overlapping passages stay separate. Passages that are no longer in the text are left out, with a remark.
 */
#include "core/store/votes/votes.h"
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

#include <stdlib.h>

static const struct export_format formats[] = {
    {.name = "jsonl",
     .help = "JSON lines with the text and its byte offsets, start and end",
     .flaws = FLAW_INVALID},
    {.name = "trec",
     .help = "lines 'qid docid offset length grade' in bytes of the text, as in TREC Genomics",
     .flaws = FLAW_SPACE | FLAW_COMMENT},
};

/* A passage of a document, and the number of votes that quote it. */
struct passage_line {
    struct bytes qid;
    const struct quotation_row *row;
    int64_t votes;
    double grade;
};

struct passage_export {
    size_t passages, votes, questions;
    size_t elsewhere; /* votes whose evidence is no longer in the text */
};

static void add_json(const struct passage_line *passage, int precision, struct buffer *out)
{
    struct json *line = json_object();
    struct buffer grade = {0};
    const struct quotation *quotation = &passage->row->quotation;
    buffer_add_format(&grade, "%.*f", precision, passage->grade);
    json_add_text(line, "question", passage->qid);
    json_add_text(line, "document", passage->row->docid);
    json_add_integer(line, "start", quotation->start);
    json_add_integer(line, "end", quotation->start + (int64_t)quotation->text.size);
    json_add_text(line, "text", quotation->text);
    json_add_integer(line, "votes", passage->votes);
    json_add_number(line, "grade", buffer_bytes(&grade));
    json_print(line, JSON_LINE, out);
    buffer_add_byte(out, '\n');
    buffer_release(&grade);
    json_free(line);
}

static void add_trec(const struct passage_line *passage, int precision, struct buffer *out)
{
    const struct quotation *quotation = &passage->row->quotation;
    buffer_add(out, passage->qid);
    buffer_add_byte(out, ' ');
    buffer_add(out, passage->row->docid);
    buffer_add_format(out, " %lld %zu %.*f\n", (long long)quotation->start, quotation->text.size, precision,
                      passage->grade);
}

static void (*const line_formats[sizeof formats / sizeof *formats])(const struct passage_line *passage,
                                                                    int precision,
                                                                    struct buffer *out) = {add_json,
                                                                                           add_trec};

/* Sorts passages that are no longer in the text last. */
static int compare_rows(const void *left, const void *right)
{
    const struct quotation_row *a = left, *b = right;
    int order = (int)b->stands - (int)a->stands;
    order = order != 0 ? order : bytes_compare(a->docid, b->docid);
    if (order == 0)
        order = (a->quotation.start > b->quotation.start) - (a->quotation.start < b->quotation.start);
    return order != 0 ? order : bytes_compare(a->quotation.text, b->quotation.text);
}

static void sort_rows(struct quotation_row *rows, size_t n)
{
    if (n > 0)
        qsort(rows, n, sizeof *rows, compare_rows);
}

/* Returns NULL when the document has no grade, or is no longer in the collection. */
static const struct judgment *find_label(const struct judged_question *question, struct bytes docid)
{
    for (size_t i = 0; i < question->n_labels; i++) {
        if (bytes_equal(question->labels[i].docid, docid))
            return &question->labels[i];
    }
    return NULL;
}

/* Adds the passages that are in their texts, by document and place. */
static void add_passages(struct passage_export *export, struct exporter *exporter,
                         const struct judged_question *question, const struct quotation_row *rows, size_t n)
{
    for (size_t i = 0, same; i < n; i += same) {
        const struct judgment *label = find_label(question, rows[i].docid);
        same = 1;
        while (i + same < n && compare_rows(&rows[i], &rows[i + same]) == 0)
            same++;
        if (label == NULL)
            continue;
        const struct passage_line passage = {question->qid, &rows[i], (int64_t)same, label->grade};
        line_formats[exporter->options->format](&passage, exporter_precision(exporter),
                                                exporter_out(exporter));
        export->passages++;
    }
}

/* A passage belongs to all documents with the same text. */
static size_t add_twins(const struct judged_question *question, struct quotation_row **rows, size_t n)
{
    struct quotation_row *with_twins = NULL;
    size_t n_with_twins = 0;
    for (size_t i = 0; i < n; i++) {
        struct bytes *docids;
        const size_t n_same = judged_list_same(question, (*rows)[i].docid, &docids);
        for (size_t same = 0; same < n_same; same++)
            ARENA_PUSH(question->arena, with_twins, n_with_twins) =
                (struct quotation_row){docids[same], (*rows)[i].quotation, true};
    }
    *rows = with_twins;
    return n_with_twins;
}

/* Counts the votes with passages, except those on documents without a label. */
static size_t count_votes(const struct judged_question *question, const struct quotation_row *rows, size_t n)
{
    size_t votes = 0;
    for (size_t i = 0; i < n; i++)
        votes += find_label(question, rows[i].docid) != NULL;
    return votes;
}

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    struct passage_export *export = context;
    struct quotation_row *rows;
    size_t n, standing = 0, before = export->passages;
    if (!store_list_quotations(exporter->store, question->question_id, question->arena, &rows, &n, err))
        return false;
    sort_rows(rows, n);
    while (standing < n && rows[standing].stands)
        standing++;
    export->elsewhere += n - standing;
    export->votes += count_votes(question, rows, standing);
    if (question->has_twins) {
        standing = add_twins(question, &rows, standing);
        sort_rows(rows, standing);
    }
    add_passages(export, exporter, question, rows, standing);
    export->questions += export->passages > before;
    return true;
}

static const struct judged_prefetches prefetches = {.prefetch = store_prefetch_quotations};

static bool write_passages(struct exporter *exporter, struct err *err)
{
    struct passage_export export = {0};
    struct judged_count count;
    if (!judged_visit_prefetching(exporter, &prefetches, add_question, &export, &count, err))
        return false;
    buffer_add_format(&exporter->summary, "%zu passage%s of %zu vote%s on %zu of %zu question%s",
                      export.passages, export.passages == 1 ? "" : "s", export.votes,
                      export.votes == 1 ? "" : "s", export.questions, count.of, count.of == 1 ? "" : "s");
    if (export.elsewhere > 0)
        exporter_remark(exporter,
                        "left out: the evidence of %zu vote%s, because the texts no longer contain it",
                        export.elsewhere, export.elsewhere == 1 ? "" : "s");
    return true;
}

const struct export_kind passages_export = {
    .name = "passages",
    .help = "passages that annotators marked as evidence of their votes",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS,
    .write = write_passages,
};
