/*
 * A page like the guide's with the question, its documents and, after a key, an explanation by the three criteria.
 */
#include "tui/screens/examples.h"

#include "tui/screens/screens.h"

enum examples_action { EXAMPLES_CHOOSE = ACTION_OWN, EXAMPLES_NONE, EXAMPLES_NEXT };

// clang-format off
static const struct key_row rows[] = {
    {.id = "choose", .keys = {'1', '2'}, .places = 2, .action = EXAMPLES_CHOOSE,
     .bar = {2, 1, "best"}, .help = "Choose this document"},
    {.id = "none", .keys = {'0'}, .action = EXAMPLES_NONE,
     .bar = {1, 2, "none"}, .help = "Choose none of them"},
    {.id = "next", .keys = {NAMED_ENTER}, .action = EXAMPLES_NEXT,
     .bar = {1, 3, "next"}, .help = "Go to the next example, or back after the last one"},
    {.id = "back", .keys = {NAMED_ESCAPE, 'q'}, .action = ACTION_BACK,
     .bar = {1, 4, "back"}, .help = "Go back to the guide"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {2, 5, "scroll"}, .help = "Scroll by a line"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN, ' '}, .places = 2, .action = ACTION_PAGE,
     .help = "Scroll by a page"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = ACTION_WHEEL,
     .help = "Scroll by some lines"},
};
// clang-format on

static const struct key_table table = {.id = "examples",
                                       .title = "Three examples",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows};

static const struct key_table *const tables[] = {&table, NULL};

static const struct key_table *keys(const void *model)
{
    (void)model;
    return &table;
}

/* Each example has a question, two documents, the better answer, and the reason. */
static const struct example {
    const char *question;
    const char *titles[2];
    const char *texts[2];
    int best;
    const char *why;
} examples[] = {
    {.question = "How often is the filter of the pump P300 changed?",
     .titles = {"Pump P310: care", "Pump P300: care"},
     .texts = {"The filter is changed every 24 hours, with gloves, by the ward. Write the date on it.",
               "Clean the case once a week. The filter is changed every 72 hours."},
     .best = 2,
     .why = "**Correctness comes first.** Document 1 is written better, but it is about another model: its "
            "24 hours are wrong for the P300."},
    {.question = "Who is called when a key card is lost?",
     .titles = {"Living in the house", "Lost key card"},
     .texts =
         {"Welcome. The house was built in 1962 and has four floors. Bicycles stand in the shed, and the "
          "gate is "
          "closed at ten in the evening. Guests sign the book at the door. If a key card is lost, call the "
          "caretaker, extension 12. Waste is collected on Tuesdays.",
          "Call the caretaker, extension 12, day and night."},
     .best = 2,
     .why = "**Then information density.** Both documents are correct. Document 2 has less to read."},
    {.question = "How is the kettle descaled?",
     .titles = {"Descaling", "Care of the kettle"},
     .texts =
         {"Fill it with water and 20 g of citric acid, boil it, wait for 15 minutes, and rinse it twice.",
          "Boil citric acid in it now and then."},
     .best = 1,
     .why = "**Then level of detail.** Both documents are correct and short. Document 1 tells you all you "
            "need: how much, how long, and to rinse the kettle."},
};

enum { N_EXAMPLES = sizeof examples / sizeof *examples };

/* --- The text ------------------------------------------------------------- */

static void add_example(const struct example *example, struct buffer *text)
{
    buffer_add_format(text, "## %s\n", example->question);
    for (size_t i = 0; i < 2; i++)
        buffer_add_format(text, "\n**%zu  %s**\n\n%s\n", i + 1, example->titles[i], example->texts[i]);
}

static void add_answer(const struct examples_model *model, const struct example *example, struct buffer *text)
{
    buffer_add_string(text, "\n---\n\n");
    if (model->position == VOTE_NONE)
        buffer_add_format(text, "You chose none; document %d answers the question.", example->best);
    else if (model->position == example->best)
        buffer_add_format(text, "Document %d: that is right.", example->best);
    else
        buffer_add_format(text, "You chose document %d; document %d answers the question better.",
                          model->position, example->best);
    buffer_add_format(text, "\n\n%s\n", example->why);
    if (model->number + 1 == N_EXAMPLES)
        buffer_add_format(text, "\n%s Choose none only if no document answers the question.\n",
                          labelling_on_equals(model->takes_ties));
}

static void show(struct examples_model *model)
{
    struct buffer text = {0};
    const struct example *example = &examples[model->number];
    add_example(example, &text);
    if (model->is_answered)
        add_answer(model, example, &text);
    guide_show(&model->guide, buffer_bytes(&text), MARKUP_MARKDOWN);
    buffer_release(&text);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct examples_model *model = void_model;
    (void)location, (void)err;
    model->takes_ties = desk->takes_ties;
    model->number = 0;
    model->is_answered = false;
    show(model);
    return true;
}

/* --- The screen ----------------------------------------------------------- */

/* In a low window, scrolls to the explanation of the answer. */
static void arrange(void *void_model, struct rectangle area)
{
    struct examples_model *model = void_model;
    guide_arrange(&model->guide, area);
    if (model->is_new_answer)
        page_reveal(&model->guide.page, model->guide.page.canvas.rows - 1);
    model->is_new_answer = false;
}

static struct effect choose(struct examples_model *model, int position)
{
    model->is_answered = model->is_new_answer = true;
    model->position = position;
    show(model);
    return no_effect;
}

static struct effect go_on(struct examples_model *model)
{
    if (!model->is_answered)
        return effect_remark("press 1, 2, or 0 for none");
    if (model->number + 1 == N_EXAMPLES)
        return (struct effect){.kind = EFFECT_CLOSE};
    model->number++;
    model->is_answered = false;
    show(model);
    return no_effect;
}

static struct effect update(void *void_model, struct action action)
{
    struct examples_model *model = void_model;
    struct effect effect;
    switch (action.name) {
    case EXAMPLES_CHOOSE:
        return choose(model, action.nth + 1);
    case EXAMPLES_NONE:
        return choose(model, VOTE_NONE);
    case EXAMPLES_NEXT:
        return go_on(model);
    default:
        return page_update(&model->guide.page, action, &effect) ? effect : effect_common(action);
    }
}

static void hint(const void *void_model, struct buffer *text)
{
    const struct examples_model *model = void_model;
    buffer_add_string(text, model->is_answered ? KEY_OF("next") " continues; nothing here is stored"
                                               : "Which document answers the question best?");
}

static bool offers(const void *void_model, struct action action)
{
    const struct examples_model *model = void_model;
    if (action.name == EXAMPLES_NEXT)
        return model->is_answered;
    return page_offers(&model->guide.page, action);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct examples_model *model = void_model;
    struct buffer title = {0};
    buffer_add_format(&title, "Example %zu of %d", model->number + 1, (int)N_EXAMPLES);
    page_draw(&model->guide.page, buffer_string(&title), surface);
    buffer_release(&title);
}

const struct screen screen_examples = {
    .model_size = sizeof(struct examples_model),
    .fill = fill,
    .tables = tables,
    .keys = keys,
    .offers = offers,
    .update = update,
    .arrange = arrange,
    .draw = draw,
    .hint = hint,
    .release = guide_release,
};
