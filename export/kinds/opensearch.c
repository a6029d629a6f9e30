/*
 * The body of a request PUT _plugins/_search_relevance/judgments, which imports judgments. Its ratings are texts with
 * decimals.
 */
#include "core/base/unicode.h"
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

#include <string.h>

static const struct export_format formats[] = {
    {.name = "json",
     .help = "the body of PUT _plugins/_search_relevance/judgments",
     .flaws = FLAW_INVALID,
     .is_keyed_by_text = true},
};

static void add_rating(struct json *ratings, const struct judgment *judgment, int precision)
{
    struct buffer rating = {0};
    struct json *object = json_add_object(ratings, NULL);
    buffer_add_format(&rating, "%.*f", precision > 0 ? precision : 1, judgment->grade);
    json_add_text(object, "docId", judgment->docid);
    json_add_text(object, "rating", buffer_bytes(&rating));
    buffer_release(&rating);
}

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    bool *is_begun = context;
    (void)err;
    struct json *query = json_object();
    json_add_text(query, "query", question->text);
    struct json *ratings = json_add_array(query, "ratings");
    for (size_t i = 0; i < question->n_labels; i++)
        add_rating(ratings, &question->labels[i], exporter_precision(exporter));
    buffer_add_string(exporter_out(exporter), *is_begun ? ",\n" : "\n");
    json_print(query, JSON_LINE, exporter_out(exporter));
    json_free(query);
    *is_begun = true;
    return true;
}

/* OpenSearch's rule, which counts UTF-16 units as Java does. */
static bool check_name(const char *name, struct err *err)
{
    enum { LENGTH_MAX = 50 };
    struct bytes text = bytes_of(name);
    size_t length = 0;
    char32_t code;
    for (size_t i = 0; i<text.size; i += unicode_decode(text, i, &code), length += code> 0xffff ? 2 : 1)
        ;
    return (length > 0 && length <= LENGTH_MAX && strpbrk(name, "\"\\<>") == NULL) ||
           err_set(err, ERR_USAGE,
                   "OpenSearch does not accept judgments with the name '%s'; give a name of 1 to %d "
                   "characters without \", \\, < and > with --name",
                   name, LENGTH_MAX);
}

static bool write_opensearch(struct exporter *exporter, struct err *err)
{
    struct judged_count count;
    if (!check_name(exporter->options->name, err))
        return false;
    bool is_begun = false;
    struct buffer *out = exporter_out(exporter);
    buffer_add_string(out, "{\"name\": ");
    json_print_text(bytes_of(exporter->options->name), out);
    buffer_add_string(out, ", \"description\": \"Judgments made with assay\", \"type\": \"IMPORT_JUDGMENT\", "
                           "\"judgmentRatings\": [");
    if (!judged_visit(exporter, add_question, &is_begun, &count, err))
        return false;
    buffer_add_string(out, "\n]}\n");
    judged_summarise(exporter, &count);
    return true;
}

const struct export_kind opensearch_export = {
    .name = "opensearch",
    .help = "judgments for OpenSearch's Search Relevance Workbench",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS | TAKES_NAME,
    .write = write_opensearch,
};
