// zlib's inflate, deflate and CRC-32. `ZLIB_CONST` makes input pointers constant.
#define ZLIB_CONST
#include <zlib.h>

// A function for a macro that Swift does not import.
static inline int inflate_raw_start(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

// Starts the decompression of gzip members (RFC 1952).
static inline int inflate_gzip_start(z_stream *stream) {
    return inflateInit2(stream, MAX_WBITS + 16);
}

// Starts the compression of a gzip member. 15 bits of window and memory level 8 are zlib's defaults.
static inline int deflate_gzip_start(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
}
