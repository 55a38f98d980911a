// Functions that the origin, the relay and the load generator share: non-blocking sockets on epoll, and time.
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <sys/types.h>

// Prints the message with the text of `errno` and exits with 1.
void fail(const char *message) __attribute__((noreturn));

// Monotonic time in nanoseconds.
uint64_t nanoseconds(void);

// A non-blocking socket that listens on 127.0.0.1, at a port chosen by the system.
int listen_anywhere(uint16_t *port);

// A non-blocking socket that is connecting to 127.0.0.1.
int connect_loopback(uint16_t port);

void set_no_delay(int descriptor);
void raise_descriptor_limit(void);

// Adds or changes an interest; `change` is EPOLL_CTL_ADD or EPOLL_CTL_MOD.
void watch(int epoll, int change, int descriptor, uint32_t events, void *context);

#endif
