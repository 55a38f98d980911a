// What libFuzzer offers to custom mutators (compiler-rt, FuzzerInterface.h).
#include <stddef.h>
#include <stdint.h>

// Changes the bytes at random; returns how many there are then, at most `limit`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t count, size_t limit);
