/*
 * A page like the guide's. It does not show the documents, but quotes the evidence.
 */
#include "tui/screens/practice.h"

#include "tui/screens/guide.h"

static void add_choice(const char *who, const struct ballot *ballot, int position, struct buffer *text)
{
    buffer_add_format(text, "%s chose ", who);
    if (position <= VOTE_NONE) {
        buffer_add_string(text, "none of them");
        return;
    }
    struct bytes title = ballot->documents[position - 1].title;
    buffer_add_format(text, "document %d", position);
    if (title.size > 0)
        buffer_add_format(text, ", “%.*s”", BYTES_FORMAT(title));
}

/* Appends the result of practice as lines. */
static void practice_add(const struct practised *practised, struct buffer *text)
{
    const struct ballot *ballot = &practised->practice->ballot;
    const struct answer *lead = &practised->practice->answer;
    buffer_add(text, ballot->question);
    buffer_add_string(text, "\n\n");
    if (practised->position == VOTE_ABSENT)
        buffer_add_string(text, "You skipped it");
    else
        add_choice("You", ballot, practised->position, text);
    buffer_add_string(text, ".\n");
    add_choice(practised->position == lead->position ? "The lead also" : "The lead", ballot, lead->position,
               text);
    if (lead->reason.size > 0)
        buffer_add_format(text, ", because: %.*s", BYTES_FORMAT(lead->reason));
    buffer_add_string(text, ".\n\n");
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
