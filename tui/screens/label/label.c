/*
 * The ballot is the session's: the model points to it, and label_show is called after everything that may
 * have moved its texts, also when it is still the same one. What the reader has done stays as long as it
 * means something: the place, the focus and the zoom while the ballot is the same, the needle while the
 * question is. A note is its ballot's, which has it again when it comes back: whatever changes it asks for it to
 * be kept.
 *
 * The screen is in one of a few modes, and each has its own table of keys. What an action does is a row of
 * `handlers`. No answer is given here: an effect says which one is meant, and the app gives it.
 */
#include "tui/screens/label/label.h"

#include "core/store/content/documents.h"
#include "core/store/settings.h"
#include "tui/keys/going.h"
#include "tui/screens/label/changes.h"
#include "tui/screens/label/displayed.h"
#include "tui/screens/label/draw.h"
#include "tui/screens/label/shape.h"
#include "tui/screens/label/find.h"
#include "tui/screens/label/marking.h"
#include "tui/screens/label/reading.h"
#include "core/markup/markup_guess.h"
#include "tui/text/shortening.h"

#include <string.h>

enum { GLIMPSE_ROWS = 2 }; /* of a longer text: so few show that there is one */

/* --- Keys ----------------------------------------------------------------- */

// clang-format off
static const struct key_row choosing_rows[] = {
    {.id = "vote", .keys = {'1', '2', '3'}, .places = 3, .action = LABEL_VOTE,
     .bar = {3, 1, "best"}, .help = "Vote: this document is the most relevant one"},
    {.id = "none", .keys = {'0'}, .action = LABEL_NONE,
     .bar = {1, 2, "none"}, .help = "Vote: none of the documents answers the question"},
    {.id = "skip", .keys = {'s'}, .action = LABEL_SKIP,
     .bar = {1, 4, "skip"}, .help = "Skip the comparison, without a vote: for later, or for good"},
    {.id = "undo", .keys = {'u'}, .action = LABEL_UNDO,
     .bar = {1, 6, "undo"}, .help = "Take your last answer back; again for the one before it"},
    {.id = "redo", .keys = {'r'}, .action = LABEL_REDO,
     .bar = {0, 0, "redo"}, .help = "Give the answer that you took back once more"},
    {.id = "note", .keys = {'e'}, .action = LABEL_NOTE,
     .bar = {1, 9, "note"}, .help = "Write a note that is kept beside your answer to this ballot"},
    {.id = "evidence", .keys = {'v'}, .action = LABEL_MARK,
     .bar = {1, 8, "why"}, .help = "Mark the sentences that decided: before the vote, or right after it"},
    {.id = "next", .keys = {NAMED_TAB, NAMED_RIGHT}, .action = LABEL_FOCUS_NEXT,
     .bar = {0, 0, "next document"}, .help = "Go to the next document, or to a question that is cut"},
    {.id = "previous", .keys = {NAMED_BACKTAB, NAMED_LEFT}, .action = LABEL_FOCUS_PREVIOUS,
     .bar = {0, 0, "document before"}, .help = "Go to the document before"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {0, 0, "scroll"}, .help = "Scroll the focused document by a line"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN, KEY_CONTROL | 'u', KEY_CONTROL | 'd', KEY_CONTROL | 'b', KEY_CONTROL | 'f', ' '}, .places = 2,
     .action = ACTION_PAGE, .bar = {0, 0, "scroll by a page"}, .help = "Scroll it by a page"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = ACTION_ENDS,
     .bar = {0, 0, "beginning, end"}, .help = "Go to its beginning or end"},
    {.id = "find", .keys = {'/'}, .action = LABEL_FIND,
     .bar = {1, 7, "find"}, .help = "Find a word or phrase in the documents"},
    {.id = "match-next", .keys = {'n', '>', '.'}, .action = LABEL_MATCH_NEXT,
     .bar = {1, 10, "next"}, .help = "Go to the next place where it was found; without a find, to the next difference"},
    {.id = "match-previous", .keys = {'N', '<', ','}, .action = LABEL_MATCH_PREVIOUS,
     .bar = {0, 0, "before"}, .help = "Go to the place or the difference before"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {0, 0, "back"}, .help = "Leave the zoom; take the marks of a find away, then the focus"},
    {.id = "passage", .keys = {'p'}, .action = LABEL_PASSAGE,
     .bar = {1, 12, "passage"}, .help = "Go to the next passage in which the question's rare words meet"},
    {.id = "differences", .keys = {'d'}, .action = LABEL_DIFFERENCES,
     .bar = {0, 0, "differences"}, .help = "Mark where documents differ, or don't; long ones hide what they share"},
    {.id = "lock", .keys = {'='}, .action = LABEL_LOCK,
     .bar = {0, 0, "scroll together"}, .help = "Scroll documents that are nearly the same together, or each for itself"},
    {.id = "whole", .keys = {'f'}, .action = LABEL_WHOLE,
     .bar = {1, 13, "hidden text"}, .help = "Show hidden text: what was read before, what documents share; and back"},
    {.id = "zoom", .keys = {'z'}, .action = LABEL_ZOOM,
     .bar = {1, 11, "zoom"}, .help = "Show it on the whole screen, and back"},
    {.id = "open", .keys = {NAMED_ENTER}, .action = LABEL_OPEN,
     .help = "Same as zoom, when a document has the focus"},
    {.id = "layout", .keys = {'l'}, .action = LABEL_LAYOUT,
     .bar = {0, 0, "layout"}, .help = "Change how documents stand: beside or below each other; remembered"},
    {.id = "terms", .keys = {'t'}, .action = LABEL_WORDS,
     .bar = {0, 0, "mark question's words"}, .help = "Mark the question's words in the documents, or don't"},
    {.id = "source", .keys = {'x'}, .action = LABEL_SOURCE,
     .bar = {0, 0, "source"}, .help = "Show the source of this ballot's documents in Markdown or HTML, and back"},
    {.id = "copy", .keys = {'y'}, .action = LABEL_COPY,
     .bar = {0, 0, "copy text"}, .help = "Copy the focused document's text to the clipboard"},
    {.id = "mouse", .keys = {'M'}, .action = ACTION_MOUSE,
     .bar = {0, 0, "mouse off or on"},
     .help = "Mouse off, to select text with it, or on; remembered"},
    {.id = "click", .keys = {NAMED_CLICK}, .action = LABEL_CLICK,
     .help = "Focus what is under the pointer; on a number: vote for it"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = LABEL_WHEEL,
     .help = "Scroll the document under the pointer"},
    {.id = "candidates", .keys = {'c'}, .action = ACTION_CANDIDATES,
     .bar = {1, 16, "candidates"}, .help = "Show the candidates of this question and what the votes say of them"},
    {.id = "quit", .keys = {'q'}, .action = ACTION_QUIT,
     .bar = {1, 5, "quit"}, .help = "Quit, or leave the zoom; every answer is saved, and you go on where you were"},
};

static const struct key_row *const vote_row = &choosing_rows[0];

static const struct key_row *find_row(int action)
{
    const struct key_row *row = choosing_rows;
    while (row->action != action)
        row++;
    return row;
}

static const struct key_row skipping_rows[] = {
    {.id = "later", .keys = {'l'}, .action = LABEL_SKIP_LATER,
     .bar = {1, 1, "ask me later"}, .brief = "later", .help = "Ask this comparison again later"},
    {.id = "cannot-tell", .keys = {'c'}, .action = LABEL_SKIP_CANNOT_TELL,
     .bar = {1, 2, "I can't tell, don't ask again"}, .brief = "can't tell", .help = "Don't ask me this comparison again: I can't tell"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 3, "don't skip"}, .brief = "back", .help = "Go back to the comparison"},
};

static const struct key_row finding_rows[] = {
    {.id = "keep", .keys = {NAMED_ENTER}, .action = LABEL_FIND_KEEP,
     .bar = {1, 1, "keep the marks"}, .help = "Keep the marks and go on"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .help = "Take the marks away and go back to where you were"},
};

static const struct key_row noting_rows[] = {
    {.id = "keep", .keys = {NAMED_ENTER}, .action = LABEL_NOTE_KEEP,
     .bar = {1, 1, "keep the note"}, .help = "Keep the note; without any text there is none"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .help = "Leave the note as it was"},
};

static const struct key_row marking_rows[] = {
    {.id = "sentence", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = LABEL_MARK_SENTENCE,
     .bar = {2, 3, "sentence"}, .brief = "move", .help = "Choose the sentence before, or the next one"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = LABEL_MARK_ENDS,
     .help = "Choose the first sentence, or the last one"},
    {.id = "wider", .keys = {'+', '='}, .action = LABEL_MARK_WIDER,
     .bar = {1, 4, "wider"}, .brief = "more", .help = "Take the next sentence, too"},
    {.id = "narrower", .keys = {'-'}, .action = LABEL_MARK_NARROWER,
     .bar = {1, 6, "narrower"}, .help = "Take one sentence less"},
    {.id = "next", .keys = {NAMED_TAB, NAMED_RIGHT}, .action = LABEL_MARK_NEXT,
     .bar = {1, 5, "next document"}, .help = "Choose in the next document"},
    {.id = "previous", .keys = {NAMED_BACKTAB, NAMED_LEFT}, .action = LABEL_MARK_PREVIOUS,
     .help = "Choose in the document before"},
    {.id = "keep", .keys = {NAMED_ENTER}, .action = LABEL_MARK_KEEP,
     .bar = {1, 1, "keep"}, .help = "Keep the mark; then vote"},
    {.id = "remove", .keys = {'v', NAMED_BACKSPACE, NAMED_DELETE}, .action = LABEL_MARK_REMOVE,
     .bar = {1, 7, "no mark"}, .help = "Mark nothing in this ballot"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .brief = "back", .help = "Leave the mark as it was"},
};
// clang-format on

static const struct key_table choosing_table = {.id = "label",
                                                .title = "The ballot",
                                                .keeps_places = true,
                                                .rows = choosing_rows,
                                                .n_rows = sizeof choosing_rows / sizeof *choosing_rows,
                                                .also = &reason_table};
static const struct key_table skipping_table = {.id = "skip",
                                                .title = "After s, the skip",
                                                .rows = skipping_rows,
                                                .n_rows = sizeof skipping_rows / sizeof *skipping_rows};
static const struct key_table finding_table = {.id = "find",
                                               .title = "After /, the find",
                                               .takes_text = true,
                                               .rows = finding_rows,
                                               .n_rows = sizeof finding_rows / sizeof *finding_rows,
                                               .also = &line_edit_table};

static const struct key_table noting_table = {.id = "note",
                                              .title = "After e, the note",
                                              .takes_text = true,
                                              .rows = noting_rows,
                                              .n_rows = sizeof noting_rows / sizeof *noting_rows,
                                              .also = &line_edit_table};

static const struct key_table marking_table = {.id = "mark",
                                               .title = "After v, the evidence",
                                               .rows = marking_rows,
                                               .n_rows = sizeof marking_rows / sizeof *marking_rows};

static const struct key_table *const tables[] = {&choosing_table, &skipping_table, &finding_table,
                                                 &noting_table,   &marking_table,  NULL};

static const struct key_table *keys(const void *void_model)
{
    static const struct key_table *const by_mode[] = {
        [LABEL_CHOOSING] = &choosing_table, [LABEL_SKIPPING] = &skipping_table,
        [LABEL_FINDING] = &finding_table,   [LABEL_NOTING] = &noting_table,
        [LABEL_MARKING] = &marking_table,
    };
    const struct label_model *model = void_model;
    return by_mode[model->mode];
}

/* --- The model ------------------------------------------------------------ */

static void release(void *void_model)
{
    struct label_model *model = void_model;
    text_view_release(&model->question);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        document_box_release(&model->boxes[i]);
    buffer_release(&model->question_fields);
    line_edit_release(&model->needle);
    buffer_release(&model->note);
    line_edit_release(&model->draft);
    question_words_release(&model->words);
    label_reading_release(model);
    label_displayed_release(model);
    label_marking_release(model);
}

/* Shows each document that is marked up as it shall be shown now. */
static void render_texts(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        model->markups[i] = markup_of(model->format, model->ballot->documents[i].text);
        text_view_render(&model->boxes[i].text, model->shows_source ? MARKUP_NONE : model->markups[i]);
    }
}

static bool has_markup(const struct label_model *model)
{
    bool has = false;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        has = has || model->markups[i] != MARKUP_NONE;
    return has;
}

static void set_texts(struct label_model *model, const struct ballot *ballot)
{
    text_view_set(&model->question, ballot->question);
    buffer_clear(&model->question_fields);
    shown_fields_add(&ballot->question_fields, &model->question_fields);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        static const struct ballot_document no_document = {0};
        int position = (int)i + 1;
        document_box_set(&model->boxes[i], position, ballot->withdrawn.position == position,
                         i < ballot->n_slots ? &ballot->documents[i] : &no_document);
        document_box_set_origin(&model->boxes[i],
                                model->shows_origins && i < ballot->n_slots ? &ballot->documents[i] : NULL);
    }
    render_texts(model);
}

static void set_text(struct buffer *buffer, struct bytes text)
{
    buffer_clear(buffer);
    buffer_add(buffer, text);
}

void label_show(struct label_model *model, const struct ballot *ballot, int64_t questions,
                const struct scoreboard *scores)
{
    bool is_same = model->ballot != NULL && model->ballot_id == ballot->ballot_id;
    bool is_same_question = model->ballot != NULL && model->question_id == ballot->question_id;
    struct label_place place = label_place(model);
    if (!is_same) {
        set_text(&model->note, ballot->note);
        model->goes_on = is_same_question;
    }
    model->ballot = ballot;
    model->ballot_id = ballot->ballot_id;
    model->question_id = ballot->question_id;
    model->questions = questions;
    model->scores = scores;
    model->mode = LABEL_CHOOSING;
    model->shows_source = model->shows_source && is_same;
    set_texts(model, ballot);
    if (!is_same_question || model->words.language != model->language)
        question_words_set(&model->words, ballot->question, model->language);
    if (!is_same)
        label_marking_take(model);
    label_marking_show(model);
    if (!is_same) {
        label_displayed_begin(model);
        label_reading_begin(model);
        memset(model->was_shown, 0, sizeof model->was_shown);
        model->is_zoomed = false;
        place = (struct label_place){0};
    }
    label_go_to_place(model, &place);
    if (!is_same)
        line_edit_set(&model->needle, (struct bytes){0}); /* a find unfolds all that it looks through */
    label_find_mark(model);
}

static bool is_question_focused(const struct label_model *model)
{
    return model->focus >= model->ballot->n_slots;
}

static struct text_view *focused_view(struct label_model *model)
{
    return is_question_focused(model) ? &model->question : &model->boxes[model->focus].text;
}

/* The question takes part in the round of Tab only when it has more than is seen. */
static size_t focus_count(const struct label_model *model)
{
    bool reads_question = text_view_is_cut(&model->question) || is_question_focused(model);
    return model->ballot->n_slots + (reads_question ? 1 : 0);
}

/* --- Actions -------------------------------------------------------------- */

/*
 * The note's bytes are there, even when there are none: a redo is then to be without the note that it had. So are those of
 * the evidence, which goes with a vote for its document alone.
 */
static struct effect effect_of_act(const struct label_model *model, struct act act)
{
    int position = act.kind == ACT_REDO ? model->ballot->withdrawn.position : act.answer.position;
    act.answer.evidence = label_marking_evidence(model, position);
    act.answer.note = (struct bytes){buffer_string(&model->note), model->note.size};
    struct effect effect = no_effect;
    if (position != VOTE_ABSENT && model->evidence.position != 0 && model->evidence.position != position)
        effect = effect_remark("the mark in document %d is not kept", model->evidence.position);
    effect.kind = EFFECT_ACT;
    effect.act = act;
    return effect;
}

/* A digit that is no document's is told which are; any other key that has no use is told where keys stand. */
static struct effect tell_unbound(struct label_model *model, struct action action)
{
    static const char *const counts[] = {"no document", "one document", "two documents", "three documents"};
    bool is_digit = action.key.code >= '0' && action.key.code <= '9';
    size_t n = model->ballot->n_slots;
    if (model->mode != LABEL_CHOOSING)
        return effect_remark("that key does nothing here" YIELDING_WHOLLY("; those below do"));
    if (!is_digit)
        return effect_common(action);
    return effect_remark("%c: there %s %s here" YIELDING_WHOLLY(
                             "; " KEY_OF("vote") " is for the first, " KEY_OF("none") " for none of them"),
                         (char)action.key.code, n == 1 ? "is" : "are", counts[n]);
}

static struct effect give_reason(struct label_model *model, struct action action)
{
    if (!model->has_reasons)
        return tell_unbound(model, action);
    return (struct effect){.kind = EFFECT_GIVE_REASON, .reason = (size_t)action.nth};
}

static struct effect vote(struct label_model *model, struct action action)
{
    int position = action.nth + 1;
    if ((size_t)position > model->ballot->n_slots)
        return tell_unbound(model, action);
    return effect_of_act(model, (struct act){.kind = ACT_ANSWER, .answer = {.position = position}});
}

static struct effect vote_none(struct label_model *model)
{
    return effect_of_act(model, (struct act){.kind = ACT_ANSWER, .answer = {.position = VOTE_NONE}});
}

static struct effect begin_skip(struct label_model *model)
{
    model->mode = LABEL_SKIPPING;
    return no_effect;
}

static struct effect skip_later(struct label_model *model)
{
    model->mode = LABEL_CHOOSING;
    return effect_of_act(model, (struct act){.kind = ACT_ANSWER,
                                             .answer = {.position = VOTE_ABSENT, .skip = SKIP_LATER}});
}

static struct effect skip_cannot_tell(struct label_model *model)
{
    model->mode = LABEL_CHOOSING;
    return effect_of_act(model, (struct act){.kind = ACT_ANSWER,
                                             .answer = {.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL}});
}

static struct effect undo(struct label_model *model)
{
    return effect_of_act(model, (struct act){.kind = ACT_UNDO});
}

static struct effect redo(struct label_model *model)
{
    if (!answer_is_given(&model->ballot->withdrawn))
        return effect_remark("there is no answer to give again" YIELDING_WHOLLY(" on this ballot"));
    return effect_of_act(model, (struct act){.kind = ACT_REDO});
}

static struct effect move_focus(struct label_model *model, size_t steps)
{
    if (focus_count(model) == 1)
        return effect_remark("this ballot has one document");
    model->focus = (model->focus + steps) % focus_count(model);
    return no_effect;
}

static struct effect focus_next(struct label_model *model)
{
    return move_focus(model, 1);
}

static struct effect focus_previous(struct label_model *model)
{
    return move_focus(model, focus_count(model) - 1);
}

/* Who looks for more of a document may not know that some of it is folded. */
static struct effect remark_end(const struct label_model *model, bool is_beginning)
{
    const char *more = model->reading.folded[model->focus].count > 0
                           ? " · " KEY_OF("whole") " shows what is hidden"
                       : is_beginning ? ""
                                      : " · " KEY_OF("next") " next";
    return effect_of_window(
        effect_remark("document %zu %s here%s", model->focus + 1, is_beginning ? "begins" : "ends", more));
}

/* The first document that has more where the key goes to gets the focus. */
static bool scroll_any(struct label_model *model, struct action action)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        if (label_shows(model, i) && text_view_scroll(&model->boxes[i].text, action)) {
            model->focus = i;
            return true;
        }
    return false;
}

/* Until a document stands out none of them is meant more than another. */
static struct effect scroll(struct label_model *model, struct action action)
{
    const bool any = !model->shows_focus;
    model->shows_focus = true;
    if (text_view_scroll(focused_view(model), action) || (any && scroll_any(model, action))) {
        if (!is_question_focused(model))
            label_changes_follow(model, model->focus);
        return no_effect;
    }
    if (model->focus == model->ballot->n_slots)
        return effect_at_end(action.nth);
    return remark_end(model, action.nth == 0);
}

static struct effect zoom(struct label_model *model)
{
    label_reading_zoom(model, !model->is_zoomed);
    return no_effect;
}

/* Enter is pressed twice, or for want of another idea: nothing happens that was not asked for. */
static struct effect open_focused(struct label_model *model)
{
    if (model->shows_focus || model->is_zoomed)
        return zoom(model);
    return effect_remark("a number votes; " KEY_OF("next") " goes to a document");
}

static const char *const shape_names[LABEL_SHAPE_COUNT] = {
    [LABEL_COLUMNS] = "all beside each other",
    [LABEL_TWO] = "two beside each other, one below",
    [LABEL_STACKED] = "one below the other",
    [LABEL_TABS] = "one at a time",
};

/* The choice of this shape; "auto" where that comes to it too, since it also suits other windows. */
static enum layout_choice choice_of(const struct label_model *model, enum label_shape shape)
{
    static const enum layout_choice choices[LABEL_SHAPE_COUNT] = {[LABEL_COLUMNS] = LAYOUT_COLUMNS,
                                                                  [LABEL_TWO] = LAYOUT_TWO,
                                                                  [LABEL_STACKED] = LAYOUT_STACKED,
                                                                  [LABEL_TABS] = LAYOUT_TABS};
    return label_shape(model, LAYOUT_AUTO) == shape ? LAYOUT_AUTO : choices[shape];
}

/* Goes round those shapes that this ballot can have in this window. */
static struct effect change_layout(struct label_model *model)
{
    enum label_shape now = label_shape(model, model->layout);
    for (unsigned steps = 1; steps < LABEL_SHAPE_COUNT; steps++) {
        enum label_shape shape = (now + steps) % LABEL_SHAPE_COUNT;
        enum layout_choice choice = choice_of(model, shape);
        if (label_shape(model, choice) != shape)
            continue;
        model->layout = choice;
        struct effect effect = effect_of_window(
            effect_remark("%s%s", shape_names[shape], choice == LAYOUT_AUTO ? " (auto)" : ""));
        effect.kind = EFFECT_KEEP_PREFERENCE;
        effect.preference.name = PREFERENCE_LAYOUT;
        effect.preference.value = (int)choice;
        return effect;
    }
    return effect_of_window(effect_remark("there is room for this layout only"));
}

static struct effect begin_find(struct label_model *model)
{
    label_find_begin(model);
    model->mode = LABEL_FINDING;
    return no_effect;
}

static struct effect effect_of_note(const struct buffer *note)
{
    return (struct effect){.kind = EFFECT_KEEP_NOTE, .note = buffer_bytes(note)};
}

/* False: it is nothing of the line that is typed, or none is. */
static bool edit_line(struct label_model *model, struct action action, struct effect *effect)
{
    bool has_changed = false;
    *effect = no_effect;
    if (model->mode == LABEL_FINDING)
        return label_find_edit(model, action);
    if (model->mode != LABEL_NOTING || !line_edit_update(&model->draft, action, NOTE_SIZE_MAX, &has_changed))
        return false;
    if (has_changed)
        *effect = effect_of_note(&model->draft.text);
    return true;
}

/* `is_round`: the search went past the last one, or the first. */
static struct effect remark_matches(const struct label_model *model, bool is_round)
{
    const char *needle = buffer_string(&model->needle.text);
    if (label_find_count(model) == 0)
        return effect_remark("“%s” is in none of the documents", needle);
    return effect_remark("“%s”: %zu of %zu%s · " KEY_OF("match-next") " next · " KEY_OF("back") " clears",
                         needle, label_find_number(model), label_find_count(model),
                         is_round ? YIELDING(", round from the other end") : "");
}

static struct effect keep_find(struct label_model *model)
{
    model->mode = LABEL_CHOOSING;
    line_edit_keep(&model->needle);
    return label_find_is_on(model) || label_find_last(model) ? remark_matches(model, false) : no_effect;
}

static struct effect step_match(struct label_model *model, int direction)
{
    const bool is_on = label_find_is_on(model);
    const size_t before = label_find_number(model);
    if (!is_on && label_changes_step(model, direction))
        return no_effect;
    if (is_on)
        label_find_step(model, direction);
    else if (!label_find_last(model))
        return effect_remark("nothing to go to: no near twins, and no search yet (" KEY_OF("find") ")");
    const size_t now = label_find_number(model);
    return remark_matches(model, is_on && before > 0 && (direction > 0 ? now < before : now > before));
}

static struct effect match_next(struct label_model *model)
{
    return step_match(model, 1);
}

static struct effect match_previous(struct label_model *model)
{
    return step_match(model, -1);
}

static struct effect copy_focused(struct label_model *model)
{
    bool of_question = is_question_focused(model);
    struct bytes text = of_question ? model->ballot->question : model->ballot->documents[model->focus].text;
    if (text.size == 0)
        return effect_remark("there is no text to copy");
    return (struct effect){.kind = EFFECT_COPY, .copy = text};
}

static struct effect begin_note(struct label_model *model)
{
    line_edit_set(&model->draft, buffer_bytes(&model->note));
    model->mode = LABEL_NOTING;
    return no_effect;
}

static struct effect keep_note(struct label_model *model)
{
    bool had_note = model->note.size > 0;
    model->mode = LABEL_CHOOSING;
    set_text(&model->note, buffer_bytes(&model->draft.text));
    line_edit_keep(&model->draft);
    struct effect effect =
        effect_remark("%s", model->note.size == 0 ? had_note ? "the note is gone" : ""
                            : model->is_practice
                                ? "in practice no note is kept"
                                : "Note kept." YIELDING_WHOLLY(" It is saved with your vote."));
    effect.kind = EFFECT_KEEP_NOTE;
    effect.note = buffer_bytes(&model->note);
    return effect;
}

static struct effect begin_marking(struct label_model *model)
{
    model->mode = LABEL_MARKING;
    if (label_marking_begin(model))
        return no_effect;
    model->mode = LABEL_CHOOSING;
    return effect_remark("this document has no text to mark");
}

static struct effect choose_sentence(struct label_model *model, struct action action)
{
    return label_marking_step(model, action.nth == 0 ? -1 : 1) ? no_effect : effect_at_end(action.nth);
}

static struct effect choose_end(struct label_model *model, struct action action)
{
    return label_marking_go_to_end(model, action.nth == 0 ? -1 : 1) ? no_effect : effect_at_end(action.nth);
}

/* So many documents further on, and round. */
static struct effect mark_in_another(struct label_model *model, size_t documents)
{
    return label_marking_go(model, documents) ? no_effect
                                              : effect_remark("no other document has a text to mark");
}

static struct effect mark_in_next(struct label_model *model)
{
    return mark_in_another(model, 1);
}

static struct effect mark_in_previous(struct label_model *model)
{
    return mark_in_another(model, model->ballot->n_slots - 1);
}

static struct effect widen_mark(struct label_model *model, int by)
{
    const char *why_not = label_marking_widen(model, by);
    return why_not == NULL ? no_effect : effect_remark("%s", why_not);
}

static struct effect mark_wider(struct label_model *model)
{
    return widen_mark(model, 1);
}

static struct effect mark_narrower(struct label_model *model)
{
    return widen_mark(model, -1);
}

static struct effect effect_of_mark(const struct label_model *model, struct effect said)
{
    int position = model->evidence.position;
    said.kind = EFFECT_KEEP_MARK;
    said.mark = (struct evidence_mark){position, label_marking_evidence(model, position)};
    return said;
}

static struct effect keep_mark(struct label_model *model)
{
    const int before = model->evidence.position;
    label_marking_keep(model);
    const int position = model->evidence.position;
    if (position == 0)
        return effect_of_mark(model, effect_remark("this is nothing that can be marked"));
    if (before != 0 && before != position)
        return effect_of_mark(model, effect_remark("marked in document %d, and no longer in document %d",
                                                   position, before));
    return effect_of_mark(model,
                          effect_remark("marked" YIELDING_WHOLLY(": it goes with a vote") " for document %d",
                                        position));
}

static struct effect remove_mark(struct label_model *model)
{
    bool was_marked = model->evidence.position != 0;
    label_marking_remove(model);
    return effect_of_mark(model, effect_remark("%s", was_marked ? "the mark is gone" : "nothing is marked"));
}

/* What can have the focus and is shown in this cell: a document, n_slots for the question; more: nothing. */
static size_t under_pointer(const struct label_model *model, struct key key)
{
    size_t n = model->ballot->n_slots;
    for (size_t i = 0; i < n; i++) {
        if (label_shows(model, i) && document_box_has_cell(&model->boxes[i], key.row, key.column))
            return i;
    }
    struct rectangle area = model->question_area;
    bool in_question = key.row >= area.row && key.row < area.row + area.rows;
    return in_question && text_view_is_cut(&model->question) ? n : n + 1;
}

static struct effect click_under_pointer(struct label_model *model, struct action action)
{
    size_t found = under_pointer(model, action.key);
    size_t n = model->ballot->n_slots;
    const int number =
        found < n ? document_box_number_at(&model->boxes[found], action.key.row, action.key.column) : 0;
    if (number == (int)found + 1)
        return effect_of_act(model, (struct act){.kind = ACT_ANSWER, .answer = {.position = number}});
    if (found <= n) {
        model->focus = number > 0 ? (size_t)number - 1 : found;
        model->shows_focus = true;
    }
    return no_effect;
}

static struct effect scroll_under_pointer(struct label_model *model, struct action action)
{
    size_t found = under_pointer(model, action.key);
    size_t n = model->ballot->n_slots;
    struct text_view *view = found < n ? &model->boxes[found].text : &model->question;
    if (found <= n)
        text_view_scroll(view, (struct action){.name = ACTION_WHEEL, .nth = action.nth});
    if (found < n)
        label_changes_follow(model, found);
    return no_effect;
}

static struct effect switch_source(struct label_model *model)
{
    model->shows_source = !model->shows_source;
    render_texts(model);
    if (!has_markup(model))
        return effect_remark(model->shows_source
                                 ? YIELDING_WHOLLY("the source, but ") "none of these is Markdown or HTML"
                                 : YIELDING_WHOLLY("rendered, but ") "none of these is Markdown or HTML");
    return effect_remark(model->shows_source ? "the source · " KEY_OF("source") " renders it"
                                             : "rendered · " KEY_OF("source") " shows the source");
}

static struct effect switch_words(struct label_model *model)
{
    model->hides_words = !model->hides_words;
    return effect_remark(model->hides_words ? "no longer marked · " KEY_OF("terms") " marks them again"
                                            : "the question's words are marked");
}

/* A find shows all of the documents as they are. True: there was one, and it is over. */
static bool end_find(struct label_model *model)
{
    const bool is_on = label_find_is_on(model);
    if (is_on)
        label_find_forget(model, false);
    return is_on;
}

static struct effect switch_whole(struct label_model *model)
{
    if (!model->reading.has_folds)
        return effect_remark("nothing is hidden here");
    if (model->is_zoomed)
        return effect_remark("the zoom shows all of the document");
    label_reading_show_whole(model, !end_find(model) && !model->reading.shows_whole);
    return effect_remark(
        model->reading.shows_whole
            ? "everything is shown · " KEY_OF("whole") " hides it again"
            : "hidden" YIELDING_WHOLLY(": what you have read, and what they share") " · " KEY_OF(
                  "whole") " shows it");
}

static struct effect switch_differences(struct label_model *model)
{
    bool compares = end_find(model) || !model->reading.is_comparing;
    if (model->ballot->n_slots < 2)
        return effect_remark("this ballot has one document");
    if (!label_reading_can_compare(model))
        return effect_remark("too long to be compared: more than %d KiB", COMPARED_TEXT_MAX / 1024);
    if (!label_reading_compare(model, compares))
        return effect_remark("these documents share no passage" YIELDING_WHOLLY(": no differences to mark"));
    return effect_remark(compares ? "differences are marked" YIELDING_WHOLLY(
                                        " · " KEY_OF("differences") " shows the full texts without marks")
                                  : "full texts · " KEY_OF("differences") " marks the differences");
}

static struct effect next_passage(struct label_model *model)
{
    size_t number, n;
    label_reading_next_passage(model, &number, &n);
    if (n == 0)
        return effect_remark("no word of the question is in this one");
    label_changes_follow(model, model->focus < model->ballot->n_slots ? model->focus : 0);
    return effect_remark("passage %zu of %zu" YIELDING_WHOLLY(": the question's words"), number, n);
}

static struct effect switch_lock(struct label_model *model)
{
    if (model->reading.changes.n == 0)
        return effect_remark("no two documents here are nearly the same");
    model->reading.is_unlocked = !model->reading.is_unlocked;
    return effect_remark(model->reading.is_unlocked
                             ? "each document scrolls for itself · " KEY_OF("lock") " together"
                             : "they scroll together · " KEY_OF("lock") " each for itself");
}

/* As it was; what was typed is not lost. */
static struct effect leave_note(struct label_model *model)
{
    bool has_typed = model->draft.text.size > 0 &&
                     !bytes_equal(buffer_bytes(&model->draft.text), buffer_bytes(&model->note));
    model->mode = LABEL_CHOOSING;
    line_edit_keep(&model->draft);
    struct effect effect =
        effect_remark("%s", !has_typed ? ""
                            : model->note.size > 0
                                ? "the note is as it was · " KEY_OF("note") ", Up: what you typed"
                                : "no note is kept · " KEY_OF("note") ", Up: what you typed");
    effect.kind = EFFECT_KEEP_NOTE;
    effect.note = buffer_bytes(&model->note);
    return effect;
}

/* Esc leaves the innermost thing: what is asked for, then the zoom, then the marks, then the document that stands out. */
static struct effect leave_innermost(struct label_model *model, struct action action)
{
    if (model->mode == LABEL_FINDING) {
        label_find_forget(model, true);
        model->mode = LABEL_CHOOSING;
    } else if (model->mode == LABEL_NOTING) {
        return leave_note(model);
    } else if (model->mode == LABEL_MARKING) {
        label_marking_cancel(model);
    } else if (model->mode != LABEL_CHOOSING) {
        model->mode = LABEL_CHOOSING;
    } else if (model->is_zoomed) {
        label_reading_zoom(model, false);
    } else if (model->needle.text.size > 0) {
        label_find_forget(model, false);
    } else if (model->shows_focus) {
        model->shows_focus = false;
    } else if (answer_is_given(&model->ballot->withdrawn)) {
        return effect_remark(KEY_OF("back") " does nothing here; " KEY_OF("redo") " restores your answer");
    } else {
        return effect_common((struct action){.name = ACTION_UNBOUND, .key = action.key});
    }
    return no_effect;
}

/* A document on the whole screen looks like a page, and `q` leaves pages. */
static struct effect leave(struct label_model *model, struct action action)
{
    if (!model->is_zoomed)
        return effect_common(action);
    label_reading_zoom(model, false);
    return no_effect;
}

/* What an action does; some need to know which key it was. */
static const struct {
    struct effect (*act)(struct label_model *model);
    struct effect (*act_by_key)(struct label_model *model, struct action action);
    bool is_for_focus;
} handlers[LABEL_ACTION_COUNT] = {
    [ACTION_UNBOUND] = {.act_by_key = tell_unbound},
    [ACTION_LINE] = {.act_by_key = scroll},
    [ACTION_PAGE] = {.act_by_key = scroll},
    [ACTION_ENDS] = {.act_by_key = scroll},
    [ACTION_BACK] = {.act_by_key = leave_innermost},
    [ACTION_QUIT] = {.act_by_key = leave},
    [ACTION_REASON] = {.act_by_key = give_reason},
    [LABEL_VOTE] = {.act_by_key = vote},
    [LABEL_NONE] = {.act = vote_none},
    [LABEL_SKIP] = {.act = begin_skip},
    [LABEL_SKIP_LATER] = {.act = skip_later},
    [LABEL_SKIP_CANNOT_TELL] = {.act = skip_cannot_tell},
    [LABEL_UNDO] = {.act = undo},
    [LABEL_REDO] = {.act = redo},
    [LABEL_FOCUS_NEXT] = {.act = focus_next, .is_for_focus = true},
    [LABEL_FOCUS_PREVIOUS] = {.act = focus_previous, .is_for_focus = true},
    [LABEL_ZOOM] = {.act = zoom, .is_for_focus = true},
    [LABEL_OPEN] = {.act = open_focused},
    [LABEL_FIND] = {.act = begin_find},
    [LABEL_FIND_KEEP] = {.act = keep_find},
    [LABEL_MATCH_NEXT] = {.act = match_next},
    [LABEL_MATCH_PREVIOUS] = {.act = match_previous},
    [LABEL_COPY] = {.act = copy_focused, .is_for_focus = true},
    [LABEL_CLICK] = {.act_by_key = click_under_pointer},
    [LABEL_WHEEL] = {.act_by_key = scroll_under_pointer},
    [LABEL_NOTE] = {.act = begin_note},
    [LABEL_NOTE_KEEP] = {.act = keep_note},
    [LABEL_MARK] = {.act = begin_marking, .is_for_focus = true},
    [LABEL_MARK_SENTENCE] = {.act_by_key = choose_sentence},
    [LABEL_MARK_ENDS] = {.act_by_key = choose_end},
    [LABEL_MARK_NEXT] = {.act = mark_in_next},
    [LABEL_MARK_PREVIOUS] = {.act = mark_in_previous},
    [LABEL_MARK_WIDER] = {.act = mark_wider},
    [LABEL_MARK_NARROWER] = {.act = mark_narrower},
    [LABEL_MARK_KEEP] = {.act = keep_mark},
    [LABEL_MARK_REMOVE] = {.act = remove_mark},
    [LABEL_LAYOUT] = {.act = change_layout},
    [LABEL_SOURCE] = {.act = switch_source},
    [LABEL_WORDS] = {.act = switch_words},
    [LABEL_WHOLE] = {.act = switch_whole},
    [LABEL_DIFFERENCES] = {.act = switch_differences},
    [LABEL_PASSAGE] = {.act = next_passage, .is_for_focus = true},
    [LABEL_LOCK] = {.act = switch_lock},
};

static bool only_moves(const void *void_model, struct action action)
{
    const struct label_model *model = void_model;
    switch (action.name) {
    case ACTION_BACK:
    case ACTION_QUIT:
        return model->mode == LABEL_CHOOSING && model->is_zoomed;
    case ACTION_LINE:
    case ACTION_PAGE:
    case ACTION_ENDS:
    case LABEL_WHEEL:
    case LABEL_FOCUS_NEXT:
    case LABEL_FOCUS_PREVIOUS:
    case LABEL_ZOOM:
    case LABEL_WHOLE:
    case LABEL_PASSAGE:
    case LABEL_MATCH_NEXT:
    case LABEL_MATCH_PREVIOUS:
        return true;
    default:
        return false;
    }
}

static struct effect update(void *void_model, struct action action)
{
    struct label_model *model = void_model;
    struct effect effect;
    if (edit_line(model, action, &effect))
        return effect;
    model->shows_focus |= handlers[action.name].is_for_focus;
    effect = handlers[action.name].act != NULL          ? handlers[action.name].act(model)
             : handlers[action.name].act_by_key != NULL ? handlers[action.name].act_by_key(model, action)
                                                        : effect_common(action);
    return effect;
}

static bool is_focused_cut(const struct label_model *model)
{
    return text_view_is_cut(is_question_focused(model) ? &model->question : &model->boxes[model->focus].text);
}

static bool offers(const void *void_model, struct action action)
{
    const struct label_model *model = void_model;
    switch (action.name) {
    case LABEL_VOTE:
        return (size_t)action.nth < model->ballot->n_slots;
    case LABEL_REDO:
        return answer_is_given(&model->ballot->withdrawn);
    case LABEL_FOCUS_NEXT:
        return focus_count(model) > 1;
    case LABEL_MATCH_NEXT:
        return label_find_count(model) > 0 || model->reading.changes.n > 0;
    case LABEL_ZOOM:
    case ACTION_QUIT:
        return !model->is_zoomed;
    case ACTION_BACK:
        return model->mode != LABEL_CHOOSING || model->is_zoomed;
    case LABEL_SOURCE:
        return has_markup(model);
    case LABEL_WHOLE:
        return model->reading.has_folds;
    case LABEL_DIFFERENCES:
        return model->reading.is_comparing;
    case LABEL_PASSAGE:
        return is_focused_cut(model);
    case ACTION_LINE:
        return is_focused_cut(model);
    default:
        return true;
    }
}

/* Of the documents as they are arranged. */
static void note_shown(struct label_model *model)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        const struct text_view *text = &model->boxes[i].text;
        const bool is_much = text->rows > GLIMPSE_ROWS || !text_view_is_cut(text);
        if (label_shows(model, i) && (i == model->focus || is_much))
            model->was_shown[i] = true;
    }
}

static void arrange(void *void_model, struct rectangle area)
{
    struct label_model *model = void_model;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        document_box_mark_words(&model->boxes[i], model->hides_words ? NULL : &model->words);
    label_arrange(model, area);
    if (label_reading_fold(model))
        label_arrange(model, area);
    label_reading_open(model);
    label_marking_follow(model);
    note_shown(model);
    label_displayed_note(model);
}

static void draw(const void *model, struct surface *surface)
{
    label_draw(model, surface);
}

static void share_header(void *void_model, int columns)
{
    struct label_model *model = void_model;
    model->progress_columns = columns;
}

static size_t add_find_prompt(const struct label_model *model, struct buffer *text)
{
    buffer_add_string(text, "Find");
    if (model->needle.text.size > 0)
        buffer_add_format(text, " (%zu of %zu)", label_find_number(model), label_find_count(model));
    return line_edit_prompt(&model->needle, ": ", text);
}

static bool prompt(const void *void_model, struct buffer *text, size_t *cursor)
{
    const struct label_model *model = void_model;
    *cursor = NO_CURSOR;
    if (model->mode == LABEL_SKIPPING)
        buffer_add_string(text, "Skip this comparison:");
    if (model->mode == LABEL_MARKING)
        buffer_add_format(text, "Which sentence decided? (document %zu)", model->focus + 1);
    if (model->mode == LABEL_FINDING)
        *cursor = add_find_prompt(model, text);
    if (model->mode == LABEL_NOTING)
        *cursor = line_edit_prompt(&model->draft, "Note on this ballot: ", text);
    return text->size > 0;
}

/* "2 and 3 not read yet": in a small window, where a document may be a title and a line. */
static void add_hint(const void *void_model, struct buffer *text)
{
    const struct label_model *model = void_model;
    const char *between = "";
    for (size_t i = 0; i < model->ballot->n_slots; i++) {
        if (model->was_shown[i] || model->ballot->documents[i].was_read)
            continue;
        buffer_add_format(text, "%s%zu", between, i + 1);
        between = " and ";
    }
    if (text->size > 0)
        buffer_add_string(text, " not read yet" YIELDING_WHOLLY(" · " KEY_OF("next") " goes there"));
    else if (model->is_zoomed)
        buffer_add_string(text, KEY_OF("back") " shows all documents again");
}

/* How rare the question's words are, its pool tells. Where that fails they are as rare as each other: it steers nothing
 * but where texts open. */
static void weigh_words(struct label_model *model, const struct desk *desk)
{
    struct arena arena = {0};
    struct bytes texts[POOL_TEXTS_MAX];
    size_t n;
    if (store_read_pool_texts(desk->store, desk->ballot->question_id, &arena, texts, &n, err_ignored()))
        question_words_weigh(&model->words, texts, n);
    arena_release(&arena);
}

/* The boxes, and the lines that say what is hidden, name those that are in force. */
static void name_keys(struct label_model *model, const struct keymap *keymap)
{
    struct buffer label = {0};
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        buffer_clear(&label);
        keymap_add_label(keymap, vote_row, i, &label);
        document_box_set_key(&model->boxes[i], buffer_bytes(&label));
    }
    buffer_release(&label);
    buffer_clear(&model->reading.whole_key);
    keymap_add_label(keymap, find_row(LABEL_WHOLE), 0, &model->reading.whole_key);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location, (void)err;
    struct label_model *model = void_model;
    model->layout = (enum layout_choice)desk->preferences->values[PREFERENCE_LAYOUT];
    model->shows_origins = !desk->is_blind;
    model->format = desk->format;
    model->language = desk->language;
    model->has_reasons = desk->reasons->n > 0;
    model->is_practice = desk->practice_number > 0;
    model->reading.read_before = (enum shown_text)desk->preferences->values[PREFERENCE_READ_BEFORE];
    model->reading.differences_choice =
        (enum differences_choice)desk->preferences->values[PREFERENCE_DIFFERENCES];
    model->reading.opening = (enum opening)desk->preferences->values[PREFERENCE_OPENING];
    label_show(model, desk->ballot, desk->progress.questions, desk->scores);
    name_keys(model, &desk->preferences->keymap);
    if (!model->words.is_weighed)
        weigh_words(model, desk);
    return true;
}

const struct screen screen_label = {
    .model_size = sizeof(struct label_model),
    .fill = fill,
    .tables = tables,
    .keys = keys,
    .offers = offers,
    .only_moves = only_moves,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .share_header = share_header,
    .prompt = prompt,
    .hint = add_hint,
    .release = release,
};
