/*
 * Lines of RankLib and SVM-rank without features, which logging tools add: grade, question, and after '#' the docid and
 * the question's text. Questions are numbers there, by the order of import. Comments with the questions and an empty
 * line come first: the tools of Elasticsearch LTR read there what to search for.
 */
#include "export/judged.h"
#include "export/kinds/kinds.h"

static const struct export_format formats[] = {
    {.name = "ranklib",
     .help = "lines 'grade qid:N # docid question', for RankLib and the LTR plugins",
     .flaws = FLAW_SPACE,
     .has_whole_grades = true},
};

/* Adds the text on one line: control characters become blanks. */
static void add_on_one_line(struct bytes text, struct buffer *out)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        buffer_add_byte(out, byte < ' ' ? ' ' : text.data[i]);
    }
}

static bool add_header(void *context, struct exporter *exporter, const struct judged_question *question,
                       struct err *err)
{
    struct buffer *out = exporter_out(exporter);
    (void)context, (void)err;
    buffer_add_format(out, "# qid:%zu: ", question->number);
    add_on_one_line(question->text, out);
    buffer_add_byte(out, '\n');
    return true;
}

static bool add_judgments(void *context, struct exporter *exporter, const struct judged_question *question,
                          struct err *err)
{
    struct buffer *out = exporter_out(exporter);
    (void)context, (void)err;
    for (size_t i = 0; i < question->n_labels; i++) {
        buffer_add_format(out, "%.0f qid:%zu # ", question->labels[i].grade, question->number);
        buffer_add(out, question->labels[i].docid);
        buffer_add_byte(out, ' ');
        add_on_one_line(question->text, out);
        buffer_add_byte(out, '\n');
    }
    return true;
}

static bool write_ltr(struct exporter *exporter, struct err *err)
{
    struct judged_count count;
    if (!judged_visit(exporter, add_header, NULL, &count, err))
        return false;
    if (count.questions > 0)
        buffer_add_byte(exporter_out(exporter), '\n');
    if (!judged_visit(exporter, add_judgments, NULL, &count, err))
        return false;
    judged_summarise(exporter, &count);
    return true;
}

const struct export_kind ltr_export = {
    .name = "ltr",
    .help = "judgments for learning to rank",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS,
    .write = write_ltr,
};
