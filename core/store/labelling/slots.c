/* The slots of a ballot, as they are read. A file of its own: all that deal read them, and some of those ask each other. */
#include "core/store/store_private.h"

void query_add_slot(struct query *query, struct slot_set *set, int64_t document_id)
{
    query_require(query, slot_set_add(set, document_id), "a ballot has too many slots");
}
