#include "import/tools/tools.h"

#include "import/tools/forms.h"

struct tool {
    const char *name;
    tool_recogniser *recognises;
    tool_adder *add;
    /* The recogniser may need the whole content: columns follow one another, and annotators may, too. */
    bool sees_all;
};

static const struct tool tools[] = {
    {"RankLib", ranklib_recognises, ranklib_add, false},
    {"RRE", rre_recognises, rre_add, false},
    {"OpenSearch", opensearch_recognises, opensearch_add, false},
    {"questions by document", question_lists_recognise, question_lists_add, false},
    {"comparisons", comparisons_recognise, comparisons_add, false},
    {"annotated tasks", tasks_recognise, tasks_add, false},
    {"clicks", clicks_recognise, clicks_add, true},
    {"grades by annotator", annotators_recognise, annotators_add, true},
    {"promptfoo", promptfoo_recognises, promptfoo_add, false},
    {"Elasticsearch's ranking evaluation", rank_eval_recognises, rank_eval_add, false},
    {"LangSmith", langsmith_recognises, langsmith_add, false},
    {"columns", columns_recognise, columns_add, true},
};

const struct tool *tool_of(struct bytes content)
{
    enum { LOOKED_AT = 16 << 10 };
    struct bytes beginning =
        bytes_without_mark(bytes_slice(content, 0, smaller_size(content.size, LOOKED_AT)));
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        if (tools[i].recognises(tools[i].sees_all ? bytes_without_mark(content) : beginning))
            return &tools[i];
    }
    return NULL;
}

const char *tool_name(const struct tool *tool)
{
    return tool->name;
}

bool tool_add_records(const struct tool *tool, struct bytes content, struct buffer *out, size_t *line,
                      struct err *err)
{
    return tool->add(bytes_without_mark(content), out, line, err);
}
