// The files of the console's page from `page`, and the guides, compiled into the program, so that it can run from any
// folder.
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

// The number of guides of `docs`, which the console shows without a network.
extern const size_t console_guide_count;

// A guide by its index, which must be less than the number of guides. Its name is that of its file, without `.md`.
console_page_file console_guide_at(size_t index);

#endif
