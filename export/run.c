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

void run_add_line(struct buffer *out, struct bytes qid, struct bytes docid, size_t rank, double score,
                  const char *tag)
{
    buffer_add(out, qid);
    buffer_add_string(out, " Q0 ");
    buffer_add(out, docid);
    buffer_add_format(out, " %zu ", rank);
    number_add_shortest(out, score);
    buffer_add_format(out, " %s\n", tag);
}
