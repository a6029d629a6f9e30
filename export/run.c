#include "export/run.h"

#include "core/base/number.h"

bool run_check_qid(struct bytes qid, struct err *err)
{
    return !bytes_starts_with(qid, "#") ||
           err_set(err, ERR_INPUT,
                   "question '%.*s': its lines in a run would be comments, because the id begins with #; "
                   "give the question another id",
                   BYTES_FORMAT(qid));
}

/* Blanks end a column, but a question that is named by its text has some. */
static void add_column(struct buffer *out, struct bytes id)
{
    for (size_t i = 0; i < id.size; i++) {
        if (byte_is_white(id.data[i]))
            buffer_add_format(out, "%%%02X", (unsigned)(unsigned char)id.data[i]);
        else
            buffer_add_byte(out, id.data[i]);
    }
}

void run_add_line(struct buffer *out, struct bytes qid, struct bytes docid, size_t rank, double score,
                  const char *tag)
{
    add_column(out, qid);
    buffer_add_string(out, " Q0 ");
    add_column(out, docid);
    buffer_add_format(out, " %zu ", rank);
    number_add_shortest(out, score);
    buffer_add_format(out, " %s\n", tag);
}
