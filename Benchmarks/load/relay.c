// The smallest possible proxy for CONNECT, as a baseline: it parses no request, decides nothing and logs nothing.
//
// Usage: relay PORT ORIGIN-PORT THREADS
// Takes the first bytes of each client for a CONNECT to the origin, answers 200 and relays bytes in both directions.
// Nearly all of the relay's cost is the system's. The difference between a proxy and the relay is the proxy's own work.
#define _GNU_SOURCE
#include "bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 64, READ = 256 << 10 };

// One end of a tunnel. The end of a client has no peer before the client's first bytes.
struct end {
    int descriptor, has_finished, is_closed;
    struct end *peer, *next_closed;
};

static uint16_t port, origin;

static int listen_beside_others(void) {
    int one = 1, descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, sizeof one);
    set_no_delay(descriptor);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) || listen(descriptor, 4096)) fail("cannot listen");
    return descriptor;
}

static struct end *new_end(int epoll, int descriptor) {
    struct end *end = calloc(1, sizeof *end);
    if (!end) fail("calloc");
    end->descriptor = descriptor;
    watch(epoll, EPOLL_CTL_ADD, descriptor, EPOLLIN, end);
    return end;
}

static void accept_some(int epoll, int listener) {
    for (int batch = 0; batch < EVENTS; batch++) {
        int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) return;
        new_end(epoll, descriptor);
    }
}

// Closes the descriptor. The memory is freed after the current batch of events, which may still point to it.
static void close_end(struct end *end, struct end **closed) {
    close(end->descriptor);
    end->is_closed = 1;
    end->next_closed = *closed;
    *closed = end;
}

static void close_both(struct end *end, struct end **closed) {
    close_end(end->peer, closed);
    close_end(end, closed);
}

static void open_tunnel(int epoll, struct end *client) {
    static const char answer[] = "HTTP/1.1 200 Connection established\r\n\r\n";
    struct end *server = new_end(epoll, connect_loopback(origin));
    client->peer = server;
    server->peer = client;
    // If the client has closed the connection, the next read finds this out.
    (void)!send(client->descriptor, answer, sizeof answer - 1, MSG_NOSIGNAL);
}

static void read_end(int epoll, struct end *end, char *buffer, struct end **closed) {
    ssize_t count = recv(end->descriptor, buffer, READ, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (!end->peer) {
        if (count > 0) open_tunnel(epoll, end); else close_end(end, closed);
    } else if (count > 0) {
        // Small messages fit into a socket's buffer. Larger ones are not supported.
        if (send(end->peer->descriptor, buffer, (size_t)count, MSG_NOSIGNAL) != count) close_both(end, closed);
    } else if (end->peer->has_finished) {
        close_both(end, closed);
    } else {
        end->has_finished = 1;
        shutdown(end->peer->descriptor, SHUT_WR);
        epoll_ctl(epoll, EPOLL_CTL_DEL, end->descriptor, NULL);
    }
}

static void *run(void *unused) {
    (void)unused;
    int epoll = epoll_create1(EPOLL_CLOEXEC), listener = listen_beside_others();
    char *buffer = malloc(READ);
    if (epoll < 0 || !buffer) fail("epoll");
    watch(epoll, EPOLL_CTL_ADD, listener, EPOLLIN, NULL);
    for (;;) {
        struct epoll_event events[EVENTS];
        struct end *closed = NULL;
        int count = epoll_wait(epoll, events, EVENTS, -1);
        for (int index = 0; index < count; index++) {
            struct end *end = events[index].data.ptr;
            if (!end) accept_some(epoll, listener);
            else if (!end->is_closed) read_end(epoll, end, buffer, &closed);
        }
        while (closed) {
            struct end *next = closed->next_closed;
            free(closed);
            closed = next;
        }
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    port = (uint16_t)atoi(arguments[1]);
    origin = (uint16_t)atoi(arguments[2]);
    raise_descriptor_limit();
    for (int thread = 1; thread < atoi(arguments[3]); thread++) {
        pthread_t started;
        if (pthread_create(&started, NULL, run, NULL)) fail("pthread_create");
    }
    run(NULL);
}
