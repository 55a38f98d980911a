// `config/fleet/postgresql.sql`, compiled into the program.
#ifndef ATSPROXY_STORE_SCHEMA_H
#define ATSPROXY_STORE_SCHEMA_H

#include <stddef.h>

extern const size_t store_schema_length;
const unsigned char *_Nonnull store_schema_address(void);

#endif
