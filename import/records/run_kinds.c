/*
 * Three columns are a run of MS MARCO, whose third column is a rank, or, under another kind, a run with scores. Only
 * the numbers tell which, and the reader decides.
 */
#include "import/records/run_kinds.h"

#include "core/base/number.h"
#include "import/records/record_columns.h"
#include "import/records/record_fields.h"
#include "import/records/record_json.h"

static const struct record_layout trec_layout = {
    .what = "run",
    .columns = "qid Q0 docid rank score tag",
    .n_columns = 6,
    .more_columns = true,
    .docid = 2,
    .number = 4,
    .number_name = "score",
};

static const struct record_layout trec_ranks_layout = {
    .what = "run",
    .columns = "qid Q0 docid rank score tag",
    .n_columns = 6,
    .more_columns = true,
    .docid = 2,
    .number = 3,
    .number_name = "rank",
};

static const struct record_layout untagged_layout = {
    .what = "run without tags",
    .columns = "qid Q0 docid rank score",
    .n_columns = 5,
    .docid = 2,
    .number = 4,
    .number_name = "score",
};

static const struct record_layout untagged_ranks_layout = {
    .what = "run without tags",
    .columns = "qid Q0 docid rank score",
    .n_columns = 5,
    .docid = 2,
    .number = 3,
    .number_name = "rank",
};

static const struct record_layout three_column_layout = {
    .what = "run without ranks",
    .columns = "qid docid score",
    .n_columns = 3,
    .docid = 1,
    .number = 2,
    .number_name = "score",
};

static const struct record_layout ms_marco_layout = {
    .what = "run of MS MARCO",
    .columns = "qid docid rank",
    .n_columns = 3,
    .docid = 1,
    .number = 2,
    .number_name = "rank",
    .number_is_rank = true,
};

static const struct record_layout colbert_layout = {
    .what = "run of ColBERT",
    .columns = "qid docid rank score",
    .n_columns = 4,
    .docid = 1,
    .number = 3,
    .number_name = "score",
};

static const struct record_layout colbert_ranks_layout = {
    .what = "run of ColBERT",
    .columns = "qid docid rank score",
    .n_columns = 4,
    .docid = 1,
    .number = 2,
    .number_name = "rank",
};

const struct record_kind three_column_run = {.layout = &three_column_layout};

/* The ranks beside the scores. They are not used for scoring. */
static const struct record_kind trec_ranks = {.layout = &trec_ranks_layout};
static const struct record_kind untagged_ranks = {.layout = &untagged_ranks_layout};
static const struct record_kind colbert_ranks = {.layout = &colbert_ranks_layout};
static const struct record_kind table_ranks = {.number_name = "rank",
                                               .wanted = SHAPE_RANKS,
                                               .read = record_fields_read};

/* Returns whether the first line has five columns that can mean nothing else. */
static bool is_untagged(struct bytes content)
{
    struct record_columns columns = record_first_columns(content);
    double number;
    bool has_q0 =
        bytes_equal_ignoring_case(columns.at[1], bytes_of("Q0")) || bytes_equal(columns.at[1], bytes_of("0"));
    return columns.count == 5 && has_q0 && number_parse_real(columns.at[3], &number) &&
           number_parse_real(columns.at[4], &number);
}

/*
 * Examines the first lines of a question. Each has another document, the next rank, from 0 or 1 on, and a score that is
 * not higher. In qrels with four columns, the second column stays the same.
 */
bool run_is_of_colbert(struct bytes content)
{
    enum { LINES_MAX = 10 };
    struct record_reader ranks = record_reader_of(content, &colbert_ranks_layout);
    struct record_reader scores = record_reader_of(content, &colbert_layout);
    struct record rank, score, rank_before, score_before;
    size_t n_lines = 0;
    while (n_lines < LINES_MAX && record_next(&ranks, &rank) == RECORD_READ &&
           record_next(&scores, &score) == RECORD_READ) {
        if (n_lines > 0 && !bytes_equal(rank.qid, rank_before.qid))
            break;
        bool follows = n_lines == 0
                           ? rank.number == 0 || rank.number == 1
                           : rank.number == rank_before.number + 1 && score.number <= score_before.number &&
                                 !bytes_equal(rank.docid, rank_before.docid);
        if (!follows)
            return false;
        rank_before = rank;
        score_before = score;
        n_lines++;
    }
    return n_lines > 1;
}

/* A table with a header comes before the lines without one: as lines, its header would count as an entry. */
static const struct record_kind kinds[] = {
    {
        .label = "hits in JSON",
        .example = "{\"qid\": …, \"ids\": […], \"distances\": […]}",
        .number_name = "score",
        .recognises = record_columns_recognise,
        .read = record_columns_read,
    },
    {
        .name = "hits",
        .label = "hits in JSON",
        .example = "{\"qid\": …, \"hits\": [{\"_id\": …, \"_score\": …}]}",
        .number_name = "score",
        .wanted = SHAPE_RUN,
        .recognises = record_fields_recognise_json_hits,
        .read = record_fields_read,
    },
    {
        .name = "JSON",
        .label = "JSON run",
        .example = "{\"qid\": {\"docid\": score}}",
        .number_name = "score",
        .recognises = record_json_recognise,
        .read = record_json_read,
    },
    {
        .name = "a table with a header",
        .label = "run as a table",
        .example = "qid,docid,score",
        .number_name = "score",
        .wanted = SHAPE_RUN,
        .recognises = record_fields_recognise_table_of_hits,
        .read = record_fields_read,
        .ranks = &table_ranks,
    },
    {.label = "TREC run without tags",
     .layout = &untagged_layout,
     .recognises = is_untagged,
     .ranks = &untagged_ranks,
     .lacks_tag = true},
    {.name = "TREC", .label = "TREC run", .layout = &trec_layout, .ranks = &trec_ranks},
    {.name = "ColBERT",
     .label = "ColBERT run",
     .layout = &colbert_layout,
     .recognises = run_is_of_colbert,
     .ranks = &colbert_ranks},
    {.name = "MS MARCO",
     .label = "run of three columns",
     .layout = &ms_marco_layout,
     .as_scores = &three_column_run},
};

const struct record_kind_table run_kinds = {
    .what = "runs",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};
