/*
 * Lines of RankLib, LETOR and SVM-rank: `2 qid:1 1:0.3 2:0 # d1`. The document follows '#': as a word of its own; as
 * LETOR writes it, `#docid = GX000-00-0000000 inc = 1`; or as `# qid:q1 docid:d1`, with the id of the question.
 * Comments before the lines name the questions: `# qid:1: the question` by number, `# qid:q1` for the lines that
 * follow.
 */
#include "import/tools/forms.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "import/tools/record_writer.h"

/* Takes the qid of "qid:1". */
static bool take_qid(struct bytes word, struct bytes *qid)
{
    static const char mark[] = "qid:";
    *qid = bytes_from(word, smaller_size(word.size, sizeof mark - 1));
    return bytes_starts_with(word, mark) && qid->size > 0;
}

/* Splits a line into the grade, the qid, and what follows '#'. */
static bool split_line(struct bytes line, struct bytes *grade, struct bytes *qid, struct bytes *comment)
{
    struct bytes features, word;
    double number;
    if (!bytes_split(line, '#', &features, comment)) {
        features = line;
        *comment = (struct bytes){0};
    }
    return bytes_next_word(&features, grade) && number_parse_real(*grade, &number) &&
           bytes_next_word(&features, &word) && take_qid(word, qid);
}

bool ranklib_recognises(struct bytes content)
{
    struct bytes line, grade, qid, comment;
    while (bytes_next_line(&content, &line)) {
        line = bytes_trim(line);
        if (line.size > 0 && line.data[0] != '#')
            return split_line(line, &grade, &qid, &comment);
    }
    return false;
}

/*
 * Takes the document of a word "docid:d1", of "docid" followed by "= d1" in `rest`, and the like. Returns false for
 * other words.
 */
static bool take_named(struct bytes word, struct bytes *rest, struct bytes *document)
{
    static const char *const names[] = {"docid", "doc_id", "doc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t size = smaller_size(word.size, bytes_of(names[i]).size);
        *document = bytes_from(word, size);
        bool is_named = bytes_equal_ignoring_case(bytes_slice(word, 0, size), bytes_of(names[i])) &&
                        (document->size == 0 || document->data[0] == ':' || document->data[0] == '=');
        struct bytes behind = *rest, mark;
        const bool is_word = document->size == 0;
        if (!is_named || (is_word && !(bytes_next_word(&behind, &mark) && bytes_equal(mark, bytes_of("=")))))
            continue;
        *rest = is_word ? behind : *rest;
        *document = bytes_from(*document, is_word ? 0 : 1);
        return document->size > 0 || bytes_next_word(rest, document);
    }
    return false;
}

/* Finds the document in the comment after '#', and the question's id, if there is one, in either order. */
static struct bytes find_document(struct bytes comment, struct bytes *qid)
{
    struct bytes word, document, found;
    *qid = (struct bytes){0};
    if (!bytes_next_word(&comment, &word))
        return (struct bytes){0};
    const bool is_first = take_qid(word, &found);
    if (is_first)
        *qid = found;
    if (is_first && !bytes_next_word(&comment, &word))
        return (struct bytes){0};
    if (!take_named(word, &comment, &document))
        document = word;
    if (!is_first && bytes_next_word(&comment, &word) && take_qid(word, &found))
        *qid = found;
    return document;
}

/* Names of questions, by their numbers. */
struct question_names {
    struct map qids;
    struct bytes *texts;
    size_t n;
    struct bytes next; /* id of the question for the following lines; empty: no comment names it */
};

static void name_question(struct question_names *names, struct bytes qid, struct bytes text,
                          struct arena *arena)
{
    bool is_new;
    map_put(&names->qids, qid, &is_new);
    if (is_new)
        ARENA_PUSH(arena, names->texts, names->n) = text;
}

/* Reads "# qid:1: the question" and "# qid:q1". */
static void note_question(struct question_names *names, struct bytes line, struct arena *arena)
{
    struct bytes rest = bytes_trim(bytes_from(line, 1)), qid, text;
    if (!take_qid(rest, &qid))
        return;
    if (bytes_split(qid, ':', &qid, &text) && bytes_trim(text).size > 0)
        name_question(names, bytes_trim(qid), bytes_trim(text), arena);
    else if (bytes_next_word(&rest, &text) && rest.size == 0)
        names->next = bytes_trim(qid);
}

static bool add_line(struct record_writer *writer, struct question_names *names, struct bytes line,
                     struct err *err)
{
    struct bytes grade, qid, comment, own;
    if (!split_line(line, &grade, &qid, &comment))
        return err_set(
            err, ERR_INPUT,
            "this line has no grade and qid like the lines before; write it like 'grade qid:N … # docid'");
    struct bytes document = find_document(comment, &own);
    if (document.size == 0)
        return err_set(err, ERR_INPUT,
                       "there is no document after '#', so the graded document is unknown; add it: 'grade "
                       "qid:N … # docid'");
    if (names->next.size > 0)
        name_question(names, qid, names->next, &writer->arena);
    names->next = (struct bytes){0};
    int64_t number = map_find(&names->qids, qid);
    const struct bytes question = own.size > 0 ? own : number != MAP_ABSENT ? names->texts[number] : qid;
    record_writer_add(writer, line.data, record_writer_text(writer, question),
                      record_writer_text(writer, document), "grade", grade);
    return true;
}

bool ranklib_add(struct bytes content, struct buffer *out, size_t *line_number, struct err *err)
{
    struct record_writer writer;
    struct question_names names = {0};
    struct bytes rest = content, line;
    bool worked = true;
    record_writer_begin(&writer, content, out);
    while (worked && bytes_next_line(&rest, &line)) {
        line = bytes_trim(line);
        if (bytes_starts_with(line, "#"))
            note_question(&names, line, &writer.arena);
        else if (line.size > 0)
            worked = add_line(&writer, &names, line, err);
        if (!worked)
            *line_number = record_writer_line(&writer, line.data);
    }
    map_release(&names.qids);
    record_writer_end(&writer);
    return worked;
}
