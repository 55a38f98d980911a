// The files of the console's page from `page`, compiled into the program, so that it can run from any folder.
#ifndef ATSPROXY_CONSOLE_PAGE_H
#define ATSPROXY_CONSOLE_PAGE_H

#include <stddef.h>

typedef struct {
    // The path of the file in `page`.
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t length;
} console_page_file;

// The number of files.
extern const size_t console_page_count;

// A file by its index, which must be less than the number of files.
console_page_file console_page_file_at(size_t index);

#endif
