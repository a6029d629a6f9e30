/*
 * The body of a _rank_eval request. The query to evaluate comes from the user. The query in the export searches all
 * fields and is meant to be replaced.
 */
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

static const struct export_format formats[] = {
    {.name = "json",
     .help = "the body of POST INDEX/_rank_eval; needs --index",
     .flaws = FLAW_INVALID,
     .has_whole_grades = true},
};

static void add_query(struct json *request, struct bytes text)
{
    struct json *body = json_add_object(request, "request");
    struct json *query = json_add_object(body, "query");
    struct json *match = json_add_object(query, "multi_match");
    json_add_text(match, "query", text);
}

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    bool *is_begun = context;
    (void)err;
    struct json *request = json_object();
    json_add_text(request, "id", question->qid);
    add_query(request, question->text);
    struct json *ratings = json_add_array(request, "ratings");
    for (size_t i = 0; i < question->n_labels; i++) {
        struct json *rating = json_add_object(ratings, NULL);
        json_add_text(rating, "_index", bytes_of(exporter->options->index));
        json_add_text(rating, "_id", question->labels[i].docid);
        json_add_integer(rating, "rating", (int64_t)question->labels[i].grade);
    }
    buffer_add_string(exporter_out(exporter), *is_begun ? ",\n" : "\n");
    json_print(request, JSON_LINE, exporter_out(exporter));
    json_free(request);
    *is_begun = true;
    return true;
}

static bool write_elasticsearch(struct exporter *exporter, struct err *err)
{
    struct judged_count count;
    bool is_begun = false;
    if (exporter->options->index == NULL)
        return err_set(err, ERR_USAGE, "elasticsearch needs --index NAME: the index that has the documents");
    buffer_add_string(exporter_out(exporter), "{\"requests\": [");
    if (!judged_visit(exporter, add_question, &is_begun, &count, err))
        return false;
    buffer_add_string(exporter_out(exporter),
                      "\n], \"metric\": {\"dcg\": {\"k\": 10, \"normalize\": true}}}\n");
    judged_summarise(exporter, &count);
    return true;
}

const struct export_kind elasticsearch_export = {
    .name = "elasticsearch",
    .help = "rated requests for Elasticsearch's ranking evaluation",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS | TAKES_INDEX,
    .write = write_elasticsearch,
};
