#include "core/judge/addition.h"

#include "core/base/bug.h"

static const char *const kinds[] = {
    [ADDITION_NOTE] = "note",
    [ADDITION_EVIDENCE] = "evidence",
    [ADDITION_REASON] = "reason",
    [ADDITION_SECOND] = "second",
};

const struct words addition_words = WORDS_OF(kinds);

bool addition_of(const struct answer *answer, enum addition_kind kind, struct addition *addition)
{
    *addition = (struct addition){.kind = kind};
    switch (kind) {
    case ADDITION_NOTE:
        addition->said = answer->note;
        break;
    case ADDITION_EVIDENCE:
        addition->said = answer->evidence.text;
        addition->number = answer->evidence.start;
        break;
    case ADDITION_REASON:
        addition->said = answer->reason;
        break;
    case ADDITION_SECOND:
        addition->said = bytes_of("");
        addition->number = answer->second;
        return answer->second != SECOND_ABSENT;
    case ADDITION_KIND_COUNT:
        BUG("no kind");
    }
    return addition->said.size > 0;
}

bool addition_is_equal(const struct addition *a, const struct addition *b)
{
    return a->kind == b->kind && a->number == b->number && bytes_equal(a->said, b->said);
}

/* Makes the answer look as if it had been given with the addition. */
static void put_into(struct answer *answer, const struct addition *addition)
{
    switch (addition->kind) {
    case ADDITION_NOTE:
        answer->note = addition->said;
        return;
    case ADDITION_EVIDENCE:
        answer->evidence = (struct quotation){addition->number, addition->said};
        return;
    case ADDITION_REASON:
        answer->reason = addition->said;
        return;
    case ADDITION_SECOND:
        answer->second = (int)addition->number;
        return;
    case ADDITION_KIND_COUNT:
        break;
    }
    BUG("addition %d", (int)addition->kind);
}

bool addition_is_accepted(const struct addition *addition, int position, struct err *err)
{
    struct answer answer = {.position = position};
    put_into(&answer, addition);
    return answer_is_accepted(&answer, err);
}
