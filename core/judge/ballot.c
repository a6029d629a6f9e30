#include "core/judge/ballot.h"

int choice_take_slot(struct choice *choice, int64_t document_id)
{
    for (size_t i = 0; i < choice->n_slots; i++) {
        if (choice->document_ids[i] == document_id)
            return (int)i + 1;
    }
    if (choice->n_slots == BALLOT_SIZE_MAX)
        return 0;
    choice->document_ids[choice->n_slots++] = document_id;
    return (int)choice->n_slots;
}

void choice_take_second(struct choice *choice, int64_t second, int64_t slot, int place)
{
    if (second == SECOND_NONE)
        choice->second = SECOND_NONE;
    else if (second == slot)
        choice->second = place;
    else if (second_tied(second) == slot)
        choice->second = SECOND_TIED + place;
}

int second_tied(int64_t second)
{
    return second > SECOND_TIED ? (int)second - SECOND_TIED : 0;
}

int choice_tied(const struct choice *choice)
{
    const int tied = second_tied(choice->second);
    return choice->position > VOTE_NONE && tied != choice->position ? tied : 0;
}

bool choice_is_whole(const struct choice *choice)
{
    const int most = (int)choice->n_slots;
    return choice->position >= VOTE_NONE && choice->position <= most &&
           choice->second <= SECOND_TIED + most &&
           (second_tied(choice->second) > 0 || choice->second <= most);
}

double choice_wins(const struct choice *choice, int position)
{
    const int tied = choice_tied(choice);
    if (position != choice->position && position != tied)
        return 0;
    return tied > 0 ? 0.5 : 1;
}

bool choice_of_rest(const struct choice *choice, struct choice *rest)
{
    *rest = (struct choice){.position = VOTE_NONE};
    if (choice->second == SECOND_ABSENT || choice->position <= VOTE_NONE ||
        choice->second == choice->position || second_tied(choice->second) > 0)
        return false;
    for (size_t i = 0; i < choice->n_slots; i++) {
        const int position = (int)i + 1;
        if (position == choice->position)
            continue;
        rest->document_ids[rest->n_slots++] = choice->document_ids[i];
        if (position == choice->second)
            rest->position = (int)rest->n_slots;
    }
    return rest->n_slots > 0;
}

bool answer_is_given(const struct answer *answer)
{
    return answer->position != VOTE_ABSENT || answer->skip != SKIP_ABSENT;
}

bool answer_is_vote(const struct answer *answer)
{
    return answer->position != VOTE_ABSENT;
}

bool answer_is_for(const struct answer *answer, int position)
{
    return position > VOTE_NONE && (position == answer->position || position == second_tied(answer->second));
}

struct answer answer_of_tie(int one, int other)
{
    return (struct answer){.position = one < other ? one : other,
                           .second = SECOND_TIED + (one < other ? other : one)};
}

bool answer_is_accepted(const struct answer *answer, struct err *err)
{
    if (answer->evidence.text.size > 0 && answer->position <= VOTE_NONE)
        return err_set(err, ERR_INPUT, "evidence must be in the document that the vote is for");
    if (answer->reason.size > REASON_SIZE_MAX || (answer->reason.size > 0 && !answer_is_vote(answer)))
        return err_set(err, ERR_INPUT, "a reason goes with a vote, and has %d bytes at most",
                       REASON_SIZE_MAX);
    if (answer->second != SECOND_ABSENT &&
        (answer->position <= VOTE_NONE || answer->second == answer->position ||
         answer->second < SECOND_NONE || answer->second > SECOND_TIED + BALLOT_SIZE_MAX))
        return err_set(err, ERR_INPUT, "a second choice is another document than the one voted for, or none");
    if (second_tied(answer->second) > 0 && second_tied(answer->second) <= answer->position)
        return err_set(err, ERR_INPUT, "a tie is a vote for the first of two documents of the ballot");
    return note_is_accepted(answer->note, err) && quotation_is_accepted(&answer->evidence, err);
}

bool note_is_accepted(struct bytes note, struct err *err)
{
    return note.size <= NOTE_SIZE_MAX ||
           err_set(err, ERR_INPUT, "a note can have at most %d bytes, but this note has %zu; shorten it",
                   NOTE_SIZE_MAX, note.size);
}

void shown_fields_add(const struct shown_fields *fields, struct buffer *out)
{
    for (size_t i = 0; i < fields->n; i++) {
        const struct shown_field *field = &fields->fields[i];
        size_t begin = out->size;
        buffer_add_string(out, i > 0 ? " · " : "");
        buffer_add(out, field->name);
        buffer_add_string(out, ": ");
        buffer_add(out, field->value);
        for (size_t at = begin; at < out->size; at++) {
            if (out->data[at] == '\n' || out->data[at] == '\r')
                out->data[at] = ' ';
        }
    }
}

static bool fields_equal(const struct shown_fields *fields, const struct shown_fields *others)
{
    bool equal = fields->n == others->n;
    for (size_t i = 0; equal && i < fields->n; i++)
        equal = bytes_equal(fields->fields[i].name, others->fields[i].name) &&
                bytes_equal(fields->fields[i].value, others->fields[i].value);
    return equal;
}

bool ballot_shows_the_same(const struct ballot *ballot, const struct ballot *other)
{
    bool same = ballot->question_id == other->question_id && bytes_equal(ballot->question, other->question) &&
                fields_equal(&ballot->question_fields, &other->question_fields) &&
                ballot->n_slots == other->n_slots;
    for (size_t i = 0; same && i < ballot->n_slots; i++) {
        const struct ballot_document *one = &ballot->documents[i], *two = &other->documents[i];
        same = one->candidate_id == two->candidate_id && bytes_equal(one->title, two->title) &&
               bytes_equal(one->text, two->text) && fields_equal(&one->fields, &two->fields);
    }
    return same;
}

bool act_goes_back(const struct act *act)
{
    return act->kind == ACT_UNDO || act->kind == ACT_REOPEN || act->kind == ACT_LEAVE;
}

struct quotation evidence_mark_for(const struct evidence_mark *mark, int position)
{
    bool has_any = position > VOTE_NONE && position == mark->position;
    return has_any ? mark->evidence : (struct quotation){.text = bytes_of("")};
}

bool evidence_mark_is_equal(const struct evidence_mark *a, const struct evidence_mark *b)
{
    return a->position == b->position && a->evidence.start == b->evidence.start &&
           bytes_equal(a->evidence.text, b->evidence.text);
}

struct evidence_mark ballot_standing_mark(const struct ballot *ballot, const struct evidence_mark *mark)
{
    bool stands = mark->position > VOTE_NONE && mark->position <= (int)ballot->n_slots &&
                  mark->evidence.text.size > 0 &&
                  quotation_stands_in(&mark->evidence, ballot->documents[mark->position - 1].text);
    return stands ? *mark : (struct evidence_mark){0};
}

struct evidence_mark ballot_withdrawn_mark(const struct ballot *ballot)
{
    struct evidence_mark mark = {ballot->withdrawn.position, ballot->withdrawn.evidence};
    return ballot_standing_mark(ballot, &mark);
}
