// An origin with as little CPU time as possible, so that measurements show the proxy in front of it.
//
// Usage: origin [CERTIFICATE KEY PORTS]
// Serves plain HTTP/1.1 on one port and, given a certificate and its key in PEM, TLS on PORTS further ports. Prints the
// ports in one line, the plain one first, and runs until its standard input ends. `GET /N` is answered with N bytes.
// `CONNECT` is answered with 200 and otherwise ignored, because haproxy, which is no forward proxy, forwards `CONNECT`.
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20, SMALL = 64 << 10, HEAD = 4096 };

struct peer {
    int descriptor;
    int is_listener;
    SSL_CTX *context;  // of a listener: the TLS settings of its peers; NULL for plain HTTP
    SSL *tls;
    char input[HEAD];
    size_t input_length;
    char head[256];
    size_t head_length, head_sent;
    uint64_t body_length, body_sent;
    uint32_t interest;
};

static int epoll, body_file;
static char *body;

static void close_peer(struct peer *peer) {
    if (peer->tls) SSL_free(peer->tls);
    close(peer->descriptor);
    free(peer);
}

static void want(struct peer *peer, uint32_t events) {
    if (peer->interest == events) return;
    watch(epoll, EPOLL_CTL_MOD, peer->descriptor, events, peer);
    peer->interest = events;
}

// Sends part of the pending answer. Returns 1 if bytes were sent, 0 if the socket is full, -1 if the connection failed.
static int send_some(struct peer *peer) {
    ssize_t sent;
    if (peer->head_sent < peer->head_length) {
        // A small answer is sent with one call.
        size_t piece = peer->body_length <= SMALL ? peer->body_length : 0;
        static char answer[SMALL + 256];
        size_t head_left = peer->head_length - peer->head_sent;
        memcpy(answer, peer->head + peer->head_sent, head_left);
        memcpy(answer + head_left, body, piece);
        size_t length = head_left + piece;
        sent = peer->tls ? SSL_write(peer->tls, answer, (int)length)
                         : send(peer->descriptor, answer, length, MSG_NOSIGNAL | (peer->body_length > piece ? MSG_MORE : 0));
        if (sent > 0) {
            size_t of_head = (size_t)sent < head_left ? (size_t)sent : head_left;
            peer->head_sent += of_head;
            peer->body_sent += (size_t)sent - of_head;
        }
    } else {
        uint64_t left = peer->body_length - peer->body_sent;
        size_t offset = peer->body_sent % MEGABYTE;
        size_t length = left < MEGABYTE - offset ? left : MEGABYTE - offset;
        off_t position = (off_t)offset;
        if (peer->tls)
            sent = SSL_write(peer->tls, body + offset, (int)(length < 16384 ? length : 16384));
        else
            sent = sendfile(peer->descriptor, body_file, &position, length);
        if (sent > 0) peer->body_sent += (uint64_t)sent;
    }
    if (sent > 0) return 1;
    if (peer->tls) return SSL_get_error(peer->tls, (int)sent) == SSL_ERROR_WANT_WRITE ? 0 : -1;
    return errno == EAGAIN ? 0 : -1;
}

// Prepares the answer to the request at the beginning of the input and removes the request.
static void answer(struct peer *peer, size_t request_length) {
    peer->head_sent = peer->body_sent = peer->body_length = 0;
    if (memcmp(peer->input, "CONNECT ", 8) == 0) {
        peer->head_length = (size_t)sprintf(peer->head, "HTTP/1.1 200 OK\r\n\r\n");
    } else {
        char *path = strchr(peer->input, ' ') + 1;
        if (memcmp(path, "http://", 7) == 0) path = strchr(path + 7, '/');
        peer->body_length = strtoull(path + 1, NULL, 10);
        peer->head_length = (size_t)sprintf(
            peer->head, "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: %llu\r\n\r\n",
            (unsigned long long)peer->body_length);
    }
    peer->input_length -= request_length;
    memmove(peer->input, peer->input + request_length, peer->input_length);
}

static void serve(struct peer *peer) {
    if (peer->tls && !SSL_is_init_finished(peer->tls)) {
        int result = SSL_do_handshake(peer->tls);
        if (result != 1) {
            int error = SSL_get_error(peer->tls, result);
            if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) close_peer(peer);
            return;
        }
    }
    for (;;) {
        while (peer->head_sent < peer->head_length || peer->body_sent < peer->body_length) {
            int result = send_some(peer);
            if (result < 0) return close_peer(peer);
            if (result == 0) return want(peer, EPOLLOUT);
        }
        want(peer, EPOLLIN);
        peer->input[peer->input_length] = 0;
        char *end = strstr(peer->input, "\r\n\r\n");
        if (end) {
            answer(peer, (size_t)(end + 4 - peer->input));
            continue;
        }
        size_t room = HEAD - 1 - peer->input_length;
        ssize_t count = peer->tls ? SSL_read(peer->tls, peer->input + peer->input_length, (int)room)
                                  : recv(peer->descriptor, peer->input + peer->input_length, room, 0);
        if (count > 0) {
            peer->input_length += (size_t)count;
            continue;
        }
        int waits = peer->tls ? SSL_get_error(peer->tls, (int)count) == SSL_ERROR_WANT_READ
                              : count < 0 && errno == EAGAIN;
        if (!waits) close_peer(peer);
        return;
    }
}

static void accept_peers(struct peer *listener) {
    for (;;) {
        int descriptor = accept4(listener->descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) return;
        set_no_delay(descriptor);
        struct peer *peer = calloc(1, sizeof *peer);
        peer->descriptor = descriptor;
        if (listener->context) {
            peer->tls = SSL_new(listener->context);
            SSL_set_fd(peer->tls, descriptor);
            SSL_set_accept_state(peer->tls);
        }
        peer->interest = EPOLLIN;
        watch(epoll, EPOLL_CTL_ADD, descriptor, EPOLLIN, peer);
    }
}

static void listen_for(SSL_CTX *context) {
    uint16_t port;
    struct peer *listener = calloc(1, sizeof *listener);
    listener->is_listener = 1;
    listener->context = context;
    listener->descriptor = listen_anywhere(&port);
    watch(epoll, EPOLL_CTL_ADD, listener->descriptor, EPOLLIN, listener);
    printf("%u ", port);
}

int main(int count, char **arguments) {
    raise_descriptor_limit();
    signal(SIGPIPE, SIG_IGN);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    body_file = memfd_create("body", MFD_CLOEXEC);
    if (body_file < 0 || ftruncate(body_file, MEGABYTE)) fail("memfd");
    body = mmap(NULL, MEGABYTE, PROT_READ | PROT_WRITE, MAP_SHARED, body_file, 0);
    memset(body, 'x', MEGABYTE);
    listen_for(NULL);
    if (count == 4) {
        SSL_CTX *context = SSL_CTX_new(TLS_server_method());
        SSL_CTX_set_num_tickets(context, 0);
        if (SSL_CTX_use_certificate_chain_file(context, arguments[1]) != 1 ||
            SSL_CTX_use_PrivateKey_file(context, arguments[2], SSL_FILETYPE_PEM) != 1)
            fail(arguments[1]);
        for (int port = 0; port < atoi(arguments[3]); port++) listen_for(context);
    }
    printf("\n");
    fflush(stdout);
    watch(epoll, EPOLL_CTL_ADD, 0, EPOLLIN, NULL);
    for (;;) {
        struct epoll_event events[256];
        int ready = epoll_wait(epoll, events, 256, -1);
        for (int index = 0; index < ready; index++) {
            struct peer *peer = events[index].data.ptr;
            if (!peer) {
                char sign;
                if (read(0, &sign, 1) <= 0) return 0;
            } else if (peer->is_listener) {
                accept_peers(peer);
            } else {
                serve(peer);
            }
        }
    }
}
