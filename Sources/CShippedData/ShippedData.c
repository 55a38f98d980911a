#include "ShippedData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char apple_roots[] = {
#embed "../../config/data/apple-roots.pem"
};
const size_t shipped_apple_roots_length = sizeof apple_roots;

const unsigned char *shipped_apple_roots_address(void) {
    return apple_roots;
}

static const unsigned char apple_root_stores[] = {
#embed "../../config/data/apple-root-stores.json"
};
const size_t shipped_apple_root_stores_length = sizeof apple_root_stores;

const unsigned char *shipped_apple_root_stores_address(void) {
    return apple_root_stores;
}

static const unsigned char apple_ct_log_list[] = {
#embed "../../config/data/apple-ct-log-list.json"
};
const size_t shipped_apple_ct_log_list_length = sizeof apple_ct_log_list;

const unsigned char *shipped_apple_ct_log_list_address(void) {
    return apple_ct_log_list;
}

static const unsigned char public_suffix_list[] = {
#embed "../../config/data/public_suffix_list.dat"
};
const size_t shipped_public_suffix_list_length = sizeof public_suffix_list;

const unsigned char *shipped_public_suffix_list_address(void) {
    return public_suffix_list;
}

static const unsigned char errors[] = {
#embed "../../config/data/errors.txt"
};
const size_t shipped_errors_length = sizeof errors;

const unsigned char *shipped_errors_address(void) {
    return errors;
}
