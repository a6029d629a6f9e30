#include "import/field_names.h"

const char *const document_id_names[] = {
    "docid", "corpusid", "documentid", "passageid", "docno", "pid", "productid", "doc", "document", NULL,
};
const char *const question_id_names[] = {"qid",         "queryid", "questionid", "topicid",
                                         "narrativeid", "topic",   NULL};
const char *const grade_names[] = {
    "grade",  "score",     "relevance", "rel",        "label",   "judgment", "judgement",
    "rating", "relevancy", "relevant",  "isrelevant", "verdict", NULL,
};
const char *const score_names[] = {"score", "similarity", "document score", NULL};
const char *const distance_names[] = {"distance", "dist", NULL};
const char *const vector_names[] = {"vector", "embedding", "values", NULL};
const char *const document_container_names[] = {"corpus", "documents", "docs", "passages", NULL};
const char *const question_container_names[] = {"queries", "questions", "topics", NULL};
const char *const rank_names[] = {"rank",        "position", "doc position", "document position",
                                  "result rank", "hit rank", "doc rank",     "document rank",
                                  NULL};

const char *const sure_grade_names[] = {"grade",    "relevance", "rel",      "label",
                                        "judgment", "rating",    "relevant", NULL};
const char *const click_names[] = {"clicks", "click count", "clicked", "num clicks", "n clicks", NULL};
const char *const impression_names[] = {"impressions",     "impression count", "views", "shown",
                                        "num impressions", "n impressions",    NULL};
const char *const hit_id_names[] = {"id",       "_id",  "object id", "point id", "node id",
                                    "chunk id", "uuid", "source id", "key",      NULL};
const char *const bare_id_names[] = {"id", "_id", NULL};
const char *const place_names[] = {"source", "file",     "file name", "file path",
                                   "path",   "page url", "url",       NULL};
const char *const query_text_names[] = {"question",   "query",     "query text", "question text",
                                        "user input", "narrative", "input",      NULL};
const char *const aside_names[] = {"lang",        "language", "locale",      "split",       "dataset",
                                   "source",      "domain",   "author",      "page",        "page no",
                                   "page number", "chunk",    "chunk index", "chunk no",    "chunk number",
                                   "section",     "line",     "start",       "end",         "offset",
                                   "start index", "index",    "tokens",      "token count", "timestamp",
                                   "length",      "version",  NULL};
const char *const comment_names[] = {"comment",   "comments",  "remark", "remarks", "explanation",
                                     "rationale", "reasoning", "reason", NULL};
const char *const prose_names[] = {"text", "content", "contents", "body", "answer", "passage", "title", NULL};

static bool is_between_words(char c)
{
    return c == '-' || c == '_' || c == ' ' || c == '?';
}

/* Takes the next significant letter of a name from `at` on, in small. Returns false at the end. */
static bool next_letter(struct bytes name, size_t *at, char *letter)
{
    while (*at < name.size && is_between_words(name.data[*at]))
        ++*at;
    if (*at == name.size)
        return false;
    *letter = byte_in_small(name.data[(*at)++]);
    return true;
}

bool field_is_called(struct bytes field, const char *name)
{
    const struct bytes called = bytes_of(name);
    size_t at_field = 0, at_name = 0;
    char of_field, of_name;
    while (next_letter(field, &at_field, &of_field)) {
        if (!next_letter(called, &at_name, &of_name) || of_field != of_name)
            return false;
    }
    return !next_letter(called, &at_name, &of_name);
}

const char *field_find_name(struct bytes field, const char *const *names)
{
    while (*names != NULL && !field_is_called(field, *names))
        names++;
    return *names;
}
