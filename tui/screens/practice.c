/*
 * A page like the guide's. It does not show the documents, but quotes the evidence.
 */
#include "tui/screens/practice.h"

#include "tui/screens/guide.h"

static void add_document(const struct ballot *ballot, int position, struct buffer *text)
{
    struct bytes title = ballot->documents[position - 1].title;
    buffer_add_format(text, "document %d", position);
    if (title.size > 0)
        buffer_add_format(text, ", “%.*s”", BYTES_FORMAT(title));
}

static void add_choice(const char *who, const struct ballot *ballot, const struct answer *answer,
                       struct buffer *text)
{
    buffer_add_format(text, "%s chose ", who);
    if (answer->position <= VOTE_NONE) {
        buffer_add_string(text, "none of them");
        return;
    }
    add_document(ballot, answer->position, text);
    if (second_tied(answer->second) == 0)
        return;
    buffer_add_string(text, ", and ");
    add_document(ballot, second_tied(answer->second), text);
    buffer_add_string(text, ", as equally good");
}

/* A vote for one of two that are tied is right; the same holds for a tie with the right document. */
static void add_comparison(const struct answer *own, const struct answer *lead, struct buffer *text)
{
    if (second_tied(own->second) == second_tied(lead->second))
        return;
    if (second_tied(own->second) == 0 && answer_is_for(lead, own->position))
        buffer_add_string(text, " Your choice is one of the two.");
    else if (second_tied(lead->second) == 0 && answer_is_for(own, lead->position))
        buffer_add_string(text, " It is one of your two.");
}

/* Appends the result of practice as lines. */
static void practice_add(const struct practised *practised, struct buffer *text)
{
    const struct ballot *ballot = &practised->practice->ballot;
    const struct answer *lead = &practised->practice->answer;
    buffer_add(text, ballot->question);
    buffer_add_string(text, "\n\n");
    const struct answer *own = &practised->answer;
    if (own->position == VOTE_ABSENT)
        buffer_add_string(text, "You skipped it");
    else
        add_choice("You", ballot, own, text);
    buffer_add_string(text, ".\n");
    const bool is_same =
        own->position == lead->position && second_tied(own->second) == second_tied(lead->second);
    add_choice(is_same ? "The lead also" : "The lead", ballot, lead, text);
    if (lead->reason.size > 0)
        buffer_add_format(text, ", because: %.*s", BYTES_FORMAT(lead->reason));
    buffer_add_byte(text, '.');
    add_comparison(own, lead, text);
    buffer_add_string(text, "\n\n");
    buffer_add(text, lead->note);
    buffer_add_byte(text, '\n');
    if (lead->evidence.text.size == 0)
        return;
    buffer_add_string(text, "\nEvidence: “");
    buffer_add_one_line(text, lead->evidence.text);
    buffer_add_string(text, "”\n");
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct guide_model *model = void_model;
    page_draw(&model->page, "Practice", surface);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    (void)location, (void)err;
    struct buffer text = {0};
    practice_add(&desk->practised, &text);
    guide_show(void_model, buffer_bytes(&text), MARKUP_NONE);
    buffer_release(&text);
    return true;
}

const struct screen screen_practice = {
    .model_size = sizeof(struct guide_model),
    .fill = fill,
    .tables = page_tables,
    .keys = page_keys,
    .offers = page_screen_offers,
    .update = page_screen_update,
    .arrange = guide_arrange,
    .draw = draw,
    .release = guide_release,
};
