#include "ConsolePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A new file of the page needs an array here and a row in the table.
static const unsigned char index_html[] = {
#embed "page/index.html"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const console_page_file files[] = {
    FILE_OF("index.html", index_html),
};

const size_t console_page_count = sizeof files / sizeof files[0];

console_page_file console_page_file_at(size_t index) {
    return files[index];
}
