// crypt(3) of libxcrypt, which supports bcrypt. Linux has it; macOS needs that of Homebrew, because its own knows no bcrypt.
#include <crypt.h>
#include <stdlib.h>
#include <string.h>

/// The hash of a phrase with the given setting, in memory that the caller frees; null if the setting is not supported.
static inline char *crypt_copy(const char *phrase, const char *setting) {
    struct crypt_data *data = calloc(1, sizeof *data);
    if (data == NULL) return NULL;
    char *hash = crypt_r(phrase, setting, data);
    char *copy = hash == NULL || hash[0] == '*' ? NULL : strdup(hash);
    free(data);
    return copy;
}
