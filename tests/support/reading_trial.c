#include "tests/support/reading_trial.h"

#include "core/match/shingles.h"
#include "core/session/session.h"
#include "core/store/store.h"
#include "import/import.h"
#include "import/qrels.h"
#include "tests/support/sample.h"
#include "tui/screens/label/label.h"

enum { POOL_DEPTH = 10, VOTE_MS = 20000 };

static const struct rectangle area = {.rows = 36, .columns = 120};

static bool import_collection(struct store *store, struct arena *arena, const char *folder, struct err *err)
{
    const char *documents = arena_format(arena, "%s/documents.jsonl", folder);
    const char *questions = arena_format(arena, "%s/questions.jsonl", folder);
    const char *const runs[] = {arena_format(arena, "%s/plain.run", folder),
                                arena_format(arena, "%s/titles.run", folder)};
    struct import_request request = {.documents = &documents,
                                     .n_documents = 1,
                                     .questions = &questions,
                                     .n_questions = 1,
                                     .candidates = runs,
                                     .n_candidates = sizeof runs / sizeof *runs,
                                     .depth = POOL_DEPTH};
    struct import_summary summary;
    return import_files(store, &request, arena, &summary, err);
}

/* Returns the position of the document with the best grade, the first of equals, or VOTE_NONE if none is relevant. */
static int answer_by(const struct qrels *qrels, const struct ballot *ballot)
{
    const struct qrels_question *question = qrels_find(qrels, ballot->qid);
    double best = 0;
    int position = VOTE_NONE;
    for (size_t i = 0; question != NULL && i < ballot->n_slots; i++) {
        const struct judgment *judgment = qrels_question_find(question, ballot->documents[i].docid);
        if (judgment != NULL && judgment->grade > best) {
            best = judgment->grade;
            position = (int)i + 1;
        }
    }
    return position;
}

/* Counts runs of letters and digits; punctuation and table borders do not count. */
static size_t count_words(struct bytes text)
{
    struct bytes word;
    size_t words = 0;
    while (text_next_word(&text, &word))
        words++;
    return words;
}

static void count_ballot(struct reading_trial *trial, struct label_model *model)
{
    const struct ballot *ballot = model->ballot;
    bool all_read = true;
    trial->ballots++;
    for (size_t i = 0; i < ballot->n_slots; i++) {
        const struct ballot_document *document = &ballot->documents[i];
        size_t title = count_words(document->title);
        size_t words = title + count_words(text_view_unfolded(&model->boxes[i].text, SIZE_MAX));
        size_t shown = title + count_words(text_view_text(&model->boxes[i].text));
        trial->documents++;
        trial->documents_read += document->was_read;
        trial->words += words;
        trial->words_new += document->was_read ? 0 : words;
        trial->words_shown += shown;
        trial->words_shown_new += document->was_read ? 0 : shown;
        all_read = all_read && document->was_read;
    }
    trial->ballots_read += all_read;
}

/* Scrolls each box to its beginning and from there to its end, as somebody does who reads all that is shown. */
static void read_all(struct label_model *model)
{
    static const struct action to_beginning = {.name = ACTION_ENDS, .nth = 0},
                               page_down = {.name = ACTION_PAGE, .nth = 1};
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        text_view_scroll(&model->boxes[i].text, to_beginning);
        do
            screen_label.arrange(model, area);
        while (text_view_scroll(&model->boxes[i].text, page_down));
    }
}

static bool show(struct label_model *model, struct store *store, struct session *session,
                 const struct preferences *preferences, struct err *err)
{
    static const struct reason_list no_reasons;
    struct desk desk = {.store = store,
                        .ballot = session_ballot(session),
                        .progress = session_progress(session),
                        .language = "english",
                        .is_blind = true,
                        .reasons = &no_reasons,
                        .preferences = preferences};
    if (!screen_label.fill(model, &desk, NULL, err))
        return false;
    screen_label.arrange(model, area);
    return true;
}

static bool label(struct store *store, const struct qrels *qrels, const struct preferences *preferences,
                  size_t ballots_max, struct reading_trial *trial, struct err *err)
{
    struct test_clock time = {.now = 1000000, .step = 1000};
    struct session *session = NULL;
    struct label_model model = {0};
    const struct session_options options = {.store = store,
                                            .annotator = bytes_of("expert"),
                                            .seed = 1,
                                            .clock = test_clock_make(&time)};
    bool worked = session_open(&session, &options, err);
    while (worked && session_ballot(session) != NULL && trial->ballots < ballots_max) {
        worked = show(&model, store, session, preferences, err);
        if (worked) {
            count_ballot(trial, &model);
            read_all(&model);
        }
        struct answer answer = {.position = answer_by(qrels, session_ballot(session)), .elapsed_ms = VOTE_MS};
        worked = worked && session_answer(session, &answer, err);
    }
    screen_label.release(&model);
    struct err unused;
    return session_close(session, worked ? err : &unused) && worked;
}

bool reading_trial_run(const char *folder, const char *database, const struct preferences *preferences,
                       size_t ballots_max, struct reading_trial *trial, struct err *err)
{
    struct arena arena = {0};
    struct qrels qrels = {0};
    struct store *store = sample_store(database, 0, 0);
    *trial = (struct reading_trial){0};
    bool worked = import_qrels(arena_format(&arena, "%s/judgments.qrels", folder), &qrels, NULL, err) &&
                  import_collection(store, &arena, folder, err) &&
                  label(store, &qrels, preferences, ballots_max, trial, err);
    store_close(store);
    qrels_release(&qrels);
    arena_release(&arena);
    return worked;
}
