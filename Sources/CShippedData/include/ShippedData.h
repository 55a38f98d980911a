// Data files from `config/data`, compiled into the program, so that it can run from any folder.
#ifndef ATSPROXY_SHIPPED_DATA_H
#define ATSPROXY_SHIPPED_DATA_H

#include <stddef.h>

extern const size_t shipped_apple_roots_length;
const unsigned char *_Nonnull shipped_apple_roots_address(void);

extern const size_t shipped_apple_root_stores_length;
const unsigned char *_Nonnull shipped_apple_root_stores_address(void);

extern const size_t shipped_apple_ct_log_list_length;
const unsigned char *_Nonnull shipped_apple_ct_log_list_address(void);

extern const size_t shipped_public_suffix_list_length;
const unsigned char *_Nonnull shipped_public_suffix_list_address(void);

extern const size_t shipped_errors_length;
const unsigned char *_Nonnull shipped_errors_address(void);

#endif
