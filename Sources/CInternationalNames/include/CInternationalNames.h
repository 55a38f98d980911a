// The mapping of international names. The header has no ICU types, because Foundation brings its own ICU, whose types
// Swift could not tell from these.
#include <stdint.h>

/// Writes a UTF-8 name with A-labels, following UTS #46, and returns the length; -1 if the name is not valid or does
/// not fit.
int32_t international_name_to_ascii(const char *name, int32_t length, char *ascii, int32_t capacity);
