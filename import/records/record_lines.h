/*
 * Reads many lines at once without parsing their numbers. A scorer of runs takes the lines of one question; mostly it
 * needs only to know that no number is above the one before. Readers of whole files take lines of any questions.
 *
 * Scoring a run parses as few numbers as possible. Most lines are in the order of their scores, and comparing texts
 * shows that. Then only documents with equal scores are sorted (import/runs/line_ranking.h). An unusual line or number,
 * or another order, takes the path of the general reader. Each fast path has such a path that accepts everything, and
 * the tests compare the two.
 *
 * In work done for every line, storing a struct and loading it again costs as much as parsing. Measure with `make
 * bench` and perf before and after a change here.
 */
#pragma once

#include "import/records/record_line.h"

enum { RECORD_LINES_AT_ONCE = 256 }; /* at most, by record_lines_take_any */

/* {0} has no lines and is safe to release. The lines are in the order of the file. */
struct record_lines {
    struct bytes *qids; /* set by record_lines_take_any */
    struct bytes *docids;
    struct bytes *numbers;
    /* Set by record_lines_take_any: bytes_hash of the docids; by record_lines_take: free for the caller. */
    uint64_t *hashes;
    /* Set by record_lines_take: a mask with the bit whose index is the number of digits before the point, or 0. */
    uint32_t *wholes;
    size_t n;
    size_t capacity;
    const char *end; /* of the bytes that have been read */
    /* Set by record_lines_take: no number is above the one of the line before. Ranks are compared in reverse. */
    bool descend;
};

void record_lines_release(struct record_lines *lines);

/*
 * Takes all following lines with this qid, in place of the earlier lines. Returns false when one of them is not a
 * record, or a rank does not rise; the reader is then somewhere after that line.
 */
MUST_CHECK bool record_lines_take(struct record_lines *lines, struct record_reader *reader, struct bytes qid);

/*
 * Takes the following lines, of any questions, at most RECORD_LINES_AT_ONCE. Stops at a line that is not a record,
 * which remains the next one. Returns false when there is none to take. The numbers may be invalid.
 */
MUST_CHECK bool record_lines_take_any(struct record_lines *lines, struct record_reader *reader);

/*
 * Returns whether the lines i and i + 1 of record_lines_take have different numbers. Two different texts of at most
 * `certain` digits count as different numbers. False means maybe.
 */
bool record_lines_differ(const struct record_lines *lines, size_t i, size_t certain);
