#include "tui/screens/page_screen.h"

struct effect page_screen_update(void *model, struct action action)
{
    struct page *page = model;
    struct effect effect;
    return page_update(page, action, &effect) ? effect : effect_common(action);
}

bool page_screen_offers(const void *model, struct action action)
{
    const struct page *page = model;
    return page_offers(page, action);
}
