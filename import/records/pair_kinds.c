#include "import/records/pair_kinds.h"

#include "import/items/item_id.h"
#include "import/records/record_json.h"

/* The first line of an object of objects may look like two words, as in {"queries": { */
static bool is_pair(struct bytes content)
{
    return record_first_columns(content).count == 2 && !record_json_recognise(content);
}

static bool read_pair(const struct record_file *file, struct bytes line, record_sink *sink, void *context,
                      struct err *err)
{
    struct bytes rest = line;
    struct bytes more;
    struct record record = {.number = 1};
    if (!bytes_next_word(&rest, &record.qid))
        return true; /* a blank line */
    if (!bytes_next_word(&rest, &record.docid) || bytes_next_word(&rest, &more)) {
        err_set(err, ERR_INPUT, "this is not a qid and a docid like the lines before; write `qid docid`");
        return record_file_context(file, line.data, err);
    }
    if (!item_id_check_size(ITEM_QUESTION, record.qid, err) ||
        !item_id_check_size(ITEM_DOCUMENT, record.docid, err))
        return record_file_context(file, line.data, err);
    return sink(context, &record, line.data, err);
}

static bool read_pairs(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                       void *context, struct err *err)
{
    (void)kind;
    struct bytes rest = file->content;
    struct bytes line;
    bool worked = true;
    while (worked && bytes_next_line(&rest, &line))
        worked = read_pair(file, line, sink, context, err);
    return worked;
}

static const struct record_kind kinds[] = {
    {.name = "two columns", .example = "qid docid", .recognises = is_pair, .read = read_pairs},
};

const struct record_kind_table pair_kinds = {
    .what = "judgments",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};
