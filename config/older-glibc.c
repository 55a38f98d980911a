// Functions that glibc has only since version 2.35 or 2.36, for a program that is to run with glibc 2.34 as well.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *bytes, size_t count) {
    unsigned char *next = bytes;
    while (count > 0) {
        // Longer requests are refused.
        size_t part = count < 256 ? count : 256;
        if (getentropy(next, part) != 0) abort();
        next += part;
        count -= part;
    }
}

uint32_t arc4random(void) {
    uint32_t number;
    arc4random_buf(&number, sizeof number);
    return number;
}

// `hypot` and `hypotf` are old, but have a new version since 2.35, in which errors do not reach SVID handlers.
double hypot(double x, double y) { return (double)hypotl(x, y); }

float hypotf(float x, float y) { return (float)hypotl(x, y); }
