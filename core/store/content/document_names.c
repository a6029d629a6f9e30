#include "core/store/content/document_names.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

struct document_names *document_names_open(int64_t newest, size_t room)
{
    struct document_names *names = memory_get_zeroed(1, sizeof *names);
    names->room = room;
    if ((uint64_t)newest < names->room / 2 / sizeof *names->places)
        names->n_places = (size_t)newest + 1;
    names->places = memory_get_zeroed(names->n_places + 1, sizeof *names->places);
    buffer_add_byte(&names->docids, 0); /* place 0 means none */
    return names;
}

void document_names_let_go(struct document_names **names)
{
    if (*names == NULL)
        return;
    free((*names)->places);
    buffer_release(&(*names)->docids);
    buffer_release(&(*names)->last);
    free(*names);
    *names = NULL;
}

bool document_names_hold(struct document_names *names, int64_t document_id, struct bytes docid)
{
    const uint16_t size = (uint16_t)docid.size;
    const size_t taken = names->n_places * sizeof *names->places + names->docids.size;
    if ((uint64_t)document_id >= names->n_places || size != docid.size)
        return true;
    if (taken + sizeof size + docid.size > names->room)
        return false;
    names->places[document_id] = (uint32_t)names->docids.size;
    buffer_add(&names->docids, (struct bytes){.data = (const char *)&size, .size = sizeof size});
    buffer_add(&names->docids, docid);
    return true;
}

struct bytes document_names_find(const struct document_names *names, int64_t document_id)
{
    uint16_t size;
    const size_t place = (uint64_t)document_id < names->n_places ? names->places[document_id] : 0;
    if (place == 0)
        return (struct bytes){0};
    const char *held = names->docids.data + place;
    memcpy(&size, held, sizeof size);
    return (struct bytes){.data = held + sizeof size, .size = size};
}
