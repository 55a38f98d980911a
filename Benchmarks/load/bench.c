#define _GNU_SOURCE
#include "bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

void fail(const char *message) {
    fprintf(stderr, "%s: %s\n", message, strerror(errno));
    exit(1);
}

uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static struct sockaddr_in loopback(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int listen_anywhere(uint16_t *port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, length) || listen(descriptor, 4096) ||
        getsockname(descriptor, (struct sockaddr *)&address, &length))
        fail("cannot listen");
    *port = ntohs(address.sin_port);
    return descriptor;
}

int connect_loopback(uint16_t port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket");
    set_no_delay(descriptor);
    struct sockaddr_in address = loopback(port);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) && errno != EINPROGRESS) fail("connect");
    return descriptor;
}

void set_no_delay(int descriptor) {
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) fail("getrlimit");
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

void watch(int epoll, int change, int descriptor, uint32_t events, void *context) {
    struct epoll_event event = {.events = events, .data.ptr = context};
    if (epoll_ctl(epoll, change, descriptor, &event)) fail("epoll_ctl");
}
