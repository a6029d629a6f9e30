/*
 * Lines of RankLib, LETOR and SVM-rank: `2 qid:1 1:0.3 2:0 # d1`. The document stands behind '#', as a word of its own, or as LETOR
 * writes it, `#docid = GX000-00-0000000 inc = 1`. Comments above, `# qid:1: the question`, say what each question is.
 */
#include "import/tools/forms.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "import/tools/record_writer.h"

/* "qid:1" */
static bool take_qid(struct bytes word, struct bytes *qid)
{
    static const char mark[] = "qid:";
    *qid = bytes_from(word, smaller_size(word.size, sizeof mark - 1));
    return bytes_starts_with(word, mark) && qid->size > 0;
}

/* The grade, the qid, and what stands behind '#'. */
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

static struct bytes find_document(struct bytes comment)
{
    struct bytes word, rest = comment;
    if (!bytes_next_word(&rest, &word))
        return (struct bytes){0};
    if (bytes_equal_ignoring_case(word, bytes_of("docid"))) {
        (void)(bytes_next_word(&rest, &word) && bytes_next_word(&rest, &word)); /* = */
    }
    return word;
}

struct question_names {
    struct map qids;
    struct bytes *texts;
    size_t n;
};

/* "# qid:1: the question" */
static void note_question(struct question_names *names, struct bytes line, struct arena *arena)
{
    struct bytes rest = bytes_trim(bytes_from(line, 1)), qid, text;
    bool is_new;
    if (!bytes_starts_with(rest, "qid:") || !bytes_split(bytes_from(rest, 4), ':', &qid, &text) ||
        bytes_trim(text).size == 0)
        return;
    map_put(&names->qids, bytes_trim(qid), &is_new);
    if (is_new)
        ARENA_PUSH(arena, names->texts, names->n) = bytes_trim(text);
}

static bool add_line(struct record_writer *writer, const struct question_names *names, struct bytes line,
                     struct err *err)
{
    struct bytes grade, qid, comment;
    if (!split_line(line, &grade, &qid, &comment))
        return err_set(err, ERR_INPUT,
                       "not a grade and a qid, as the lines before; make it 'grade qid:N … # docid'");
    struct bytes document = find_document(comment);
    if (document.size == 0)
        return err_set(
            err, ERR_INPUT,
            "no document behind '#', so nobody knows what was graded; add it: 'grade qid:N … # docid'");
    int64_t number = map_find(&names->qids, qid);
    record_writer_add(writer, line.data,
                      record_writer_text(writer, number != MAP_ABSENT ? names->texts[number] : qid),
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
