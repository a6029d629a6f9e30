/*
 * Many lines at once, their numbers not read yet: those of a question for who scores a run, where mostly nothing has to
 * be known of a number but that it is not above the one before; of any questions for who reads all there are.
 *
 * Scoring a run reads no number that it need not: most lines stand in the order of their scores, and the text says
 * so; then only documents with equal scores are sorted (import/runs/line_ranking.h). Whatever is no plain line or
 * number, or stands in another order, goes the way that all readers go: each quick way has one that takes
 * everything, and the tests compare the two. In what is done for each line, a struct that is put down and picked
 * up again costs as much as parsing. Measure with `make bench` and perf before and after a change here.
 */
#ifndef ASSAY_IMPORT_RECORDS_RECORD_LINES_H
#define ASSAY_IMPORT_RECORDS_RECORD_LINES_H

#include "import/records/record_line.h"

enum { RECORD_LINES_AT_ONCE = 256 }; /* of record_lines_take_any, at most */

/* {0} has no lines and is safe to release. They are in the order of the file. */
struct record_lines {
    struct bytes *qids; /* of record_lines_take_any */
    struct bytes *docids;
    struct bytes *numbers;
    uint64_t *hashes; /* bytes_hash of the docids; of record_lines_take_any: room for the caller's */
    /* Of record_lines_take: the bit whose number is that of the digits before a point, or 0. */
    uint32_t *wholes;
    size_t n;
    size_t capacity;
    const char *end; /* of the bytes that were read */
    /* Of record_lines_take: no number, or rank upside down, is above the one of the line before. */
    bool descend;
};

void record_lines_release(struct record_lines *lines);

/*
 * Takes all lines that follow with this qid, and forgets those that were there before. False: one of them is no record, or a
 * rank that does not rise, and the reader stands anywhere behind it.
 */
bool record_lines_take(struct record_lines *lines, struct record_reader *reader, struct bytes qid)
    __attribute__((warn_unused_result));

/*
 * Takes the lines that follow, of whatever questions: RECORD_LINES_AT_ONCE at most, and none from one on that is no record, which
 * is the next one then. False: there is none to take. The numbers may be none.
 */
bool record_lines_take_any(struct record_lines *lines, struct record_reader *reader)
    __attribute__((warn_unused_result));

/*
 * Whether the lines i and i + 1 of record_lines_take have different numbers, where a number of up to `certain` digits is
 * another one than all others of so many; false: maybe.
 */
bool record_lines_differ(const struct record_lines *lines, size_t i, size_t certain);

#endif
