// The smallest possible proxy, as a baseline: it parses no request, decides nothing and logs nothing.
//
// Usage: relay PORT ORIGIN-PORT THREADS [plain] [spliced]
// Takes the first bytes of each client for a CONNECT to the origin, answers 200 and relays bytes in both directions. With
// `plain` it answers nothing, and the first bytes are for the origin. With `spliced` each client has a thread that moves
// the bytes in the kernel, for large answers; without it, bytes are copied, and a full socket closes the connection.
// Nearly all of the relay's cost is the system's. The difference between a proxy and the relay is the proxy's own work.
#define _GNU_SOURCE
#include "bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 64, READ = 256 << 10, PIPE = 1 << 20 };

// One end of a tunnel. The end of a client has no peer before the client's first bytes.
struct end {
    int descriptor, has_finished, is_closed;
    struct end *peer, *next_closed;
};

static uint16_t port, origin;
static int is_plain, is_spliced;

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

static void wait_for(int descriptor, short events) {
    struct pollfd wanted = {.fd = descriptor, .events = events};
    if (poll(&wanted, 1, -1) < 0) fail("poll");
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

// Answers the first bytes of a client, or sends them to the origin. A failure is found out by the next read.
static void take_first_bytes(int client, int server, const char *bytes, size_t count) {
    static const char answer[] = "HTTP/1.1 200 Connection established\r\n\r\n";
    (void)!(is_plain ? send(server, bytes, count, MSG_NOSIGNAL) : send(client, answer, sizeof answer - 1, MSG_NOSIGNAL));
}

static void open_tunnel(int epoll, struct end *client, const char *bytes, size_t count) {
    int descriptor = connect_loopback(origin);
    if (is_plain) wait_for(descriptor, POLLOUT);
    struct end *server = new_end(epoll, descriptor);
    client->peer = server;
    server->peer = client;
    take_first_bytes(client->descriptor, descriptor, bytes, count);
}

static void read_end(int epoll, struct end *end, char *buffer, struct end **closed) {
    ssize_t count = recv(end->descriptor, buffer, READ, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (!end->peer) {
        if (count > 0) open_tunnel(epoll, end, buffer, (size_t)count); else close_end(end, closed);
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

// Moves what one end has sent to the other end. Returns 0 at the end of the connection.
static int splice_some(int from, int to, const int pipe_ends[2]) {
    ssize_t count = splice(from, NULL, pipe_ends[1], NULL, PIPE, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
    if (count < 0) return errno == EAGAIN;
    for (ssize_t left = count; left > 0;) {
        ssize_t moved = splice(pipe_ends[0], NULL, to, NULL, (size_t)left, SPLICE_F_MOVE);
        if (moved < 0 && errno == EAGAIN) wait_for(to, POLLOUT);
        else if (moved <= 0) return 0;
        else left -= moved;
    }
    return count > 0;
}

static void *serve_spliced(void *argument) {
    int client = (int)(intptr_t)argument, pipe_ends[2];
    char first[4096];
    wait_for(client, POLLIN);
    ssize_t count = recv(client, first, sizeof first, 0);
    int server = connect_loopback(origin);
    wait_for(server, POLLOUT);
    if (pipe2(pipe_ends, O_CLOEXEC)) fail("pipe");
    fcntl(pipe_ends[0], F_SETPIPE_SZ, PIPE);
    if (count > 0) take_first_bytes(client, server, first, (size_t)count);
    struct pollfd ends[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    int is_open = count > 0;
    while (is_open && poll(ends, 2, -1) > 0) {
        if (ends[0].revents) is_open = splice_some(client, server, pipe_ends);
        if (ends[1].revents && is_open) is_open = splice_some(server, client, pipe_ends);
    }
    close(client);
    close(server);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    return NULL;
}

static void accept_spliced(void) {
    int listener = listen_beside_others();
    for (;;) {
        wait_for(listener, POLLIN);
        int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        pthread_t started;
        if (descriptor < 0) continue;
        if (pthread_create(&started, NULL, serve_spliced, (void *)(intptr_t)descriptor)) fail("pthread_create");
        pthread_detach(started);
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
    if (count < 4) return 64;
    for (int index = 4; index < count; index++) {
        if (strcmp(arguments[index], "plain") == 0) is_plain = 1;
        if (strcmp(arguments[index], "spliced") == 0) is_spliced = 1;
    }
    port = (uint16_t)atoi(arguments[1]);
    origin = (uint16_t)atoi(arguments[2]);
    raise_descriptor_limit();
    signal(SIGPIPE, SIG_IGN);
    if (is_spliced) accept_spliced();
    for (int thread = 1; thread < atoi(arguments[3]); thread++) {
        pthread_t started;
        if (pthread_create(&started, NULL, run, NULL)) fail("pthread_create");
    }
    run(NULL);
}
