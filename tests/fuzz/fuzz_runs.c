/* The readers of all kinds of runs: any bytes give a valid run or one clean line of error. */
#include "core/base/bug.h"
#include "import/runs/run.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_run(const struct run *run)
{
    struct bytes qid, docid;
    BUG_UNLESS(run->n_questions > 0 && !run_find_duplicate(run, &qid, &docid));
    for (size_t q = 0; q < run->n_questions; q++) {
        const struct run_question *question = &run->questions[q];
        BUG_UNLESS(question->qid.size > 0 && question->n_entries > 0);
        for (size_t i = 0; i < question->n_entries; i++)
            BUG_UNLESS(question->entries[i].docid.size > 0 && isfinite(question->entries[i].score));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes content = {.data = (const char *)data, .size = size};
    struct run run = {0};
    struct err err = {0};
    if (run_read(content, "x", &run, &err))
        check_run(&run);
    else
        BUG_UNLESS((err.code == ERR_INPUT || err.code == ERR_EMPTY || err.code == ERR_REPEATED) &&
                   err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    run_release(&run);
    return 0;
}
