// zlib's inflate and CRC-32. `ZLIB_CONST` makes input pointers constant.
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
