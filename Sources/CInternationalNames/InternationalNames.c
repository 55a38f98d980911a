#include "CInternationalNames.h"

#include <unicode/uidna.h>

int32_t international_name_to_ascii(const char *name, int32_t length, char *ascii, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    uint32_t options =
        UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII;
    UIDNA *processing = uidna_openUTS46(options, &status);
    // Does nothing if `status` is already a failure.
    int32_t count = uidna_nameToASCII_UTF8(processing, name, length, ascii, capacity, &info, &status);
    uidna_close(processing);
    return U_FAILURE(status) || info.errors != 0 || count > capacity ? -1 : count;
}
