// libFuzzer's function for custom mutators (compiler-rt, FuzzerInterface.h).
#include <stddef.h>
#include <stdint.h>

// Changes the bytes at random; returns their new count, at most `limit`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t count, size_t limit);
