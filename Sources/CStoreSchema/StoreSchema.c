#include "StoreSchema.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char store_schema[] = {
#embed "../../config/fleet/postgresql.sql"
};
const size_t store_schema_length = sizeof store_schema;

const unsigned char *store_schema_address(void) {
    return store_schema;
}
