// What the origin and the load generator share: non-blocking sockets on epoll, and time.
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <sys/types.h>

// Ends the program with that message and the text of `errno`.
void fail(const char *message) __attribute__((noreturn));

// Monotonic time in nanoseconds.
uint64_t nanoseconds(void);

// A non-blocking socket that listens on 127.0.0.1, at a port that the system chooses.
int listen_anywhere(uint16_t *port);

// A non-blocking socket whose connection to 127.0.0.1 has begun.
int connect_loopback(uint16_t port);

void set_no_delay(int descriptor);
void raise_descriptor_limit(void);

// Adds or changes an interest; `change` is EPOLL_CTL_ADD or EPOLL_CTL_MOD.
void watch(int epoll, int change, int descriptor, uint32_t events, void *context);

#endif
