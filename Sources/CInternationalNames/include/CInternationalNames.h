// The mapping of international names. No type of ICU stands here: Foundation brings another ICU along, and Swift would not
// know the types of the two apart.
#include <stdint.h>

/// Writes a name in UTF-8 with A-labels, after UTS #46, and returns its length; -1 where the name is none, or where it does
/// not fit.
int32_t international_name_to_ascii(const char *name, int32_t length, char *ascii, int32_t capacity);
