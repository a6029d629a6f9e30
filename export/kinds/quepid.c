#include "export/forms/csv.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

static const struct export_format formats[] = {
    {.name = "csv",
     .help = "with the header query,docid,rating, for Quepid's import of ratings",
     .flaws = FLAW_SPACE | FLAW_INVALID,
     .is_keyed_by_text = true,
     .is_for_spreadsheets = true},
};

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    struct buffer *out = exporter_out(exporter);
    (void)context, (void)err;
    for (size_t i = 0; i < question->n_labels; i++) {
        exporter_note_cell(exporter, question->text);
        exporter_note_cell(exporter, question->labels[i].docid);
        csv_add_cell(question->text, out);
        buffer_add_byte(out, ',');
        csv_add_cell(question->labels[i].docid, out);
        buffer_add_format(out, ",%.*f\r\n", exporter_precision(exporter), question->labels[i].grade);
    }
    return true;
}

static bool write_quepid(struct exporter *exporter, struct err *err)
{
    struct judged_count count;
    buffer_add_string(exporter_out(exporter), "query,docid,rating\r\n");
    if (!judged_visit(exporter, add_question, NULL, &count, err))
        return false;
    judged_summarise(exporter, &count);
    return true;
}

const struct export_kind quepid_export = {
    .name = "quepid",
    .help = "ratings for Quepid",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS,
    .write = write_quepid,
};
