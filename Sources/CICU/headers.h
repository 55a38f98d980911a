// ICU's processing of international names.
#include <unicode/uidna.h>
