// A load generator for proxies: opens connections, sends requests and counts.
//
// Usage: load MODE PROXY-PORT HOST PORT[,PORT...] [OPTION VALUE]...
//   connect   a new tunnel for each request
//   tls       a new tunnel with a TLS handshake for each request
//   http      plain HTTP, one connection for many requests
//   hold      --clients tunnels with one request each, which then stay idle until standard input ends
// With PROXY-PORT 0 requests go to the origin directly. Options and defaults: --clients 32, --seconds 3, --requests 0
// (no limit), --bytes 64 (in each answer), --hosts 0 (a number of names below HOST that replace HOST), --root FILE (a
// root in PEM; certificates are then verified), --rate 0 (tunnels a second that begin at fixed times, with at most
// --clients open; a time then counts from the fixed time, so that a slow answer delays no later one out of the count; 0
// for as many as the clients manage). Successive requests use the next port, and after the last port the next name.
// Prints one line of JSON: the numbers of requests, errors, seconds and bytes, and the median and 99th percentile of a
// request's time in microseconds.
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum mode { CONNECT, TLS, HTTP, HOLD };
enum stage { CONNECTING, ASKING_PROXY, HANDSHAKING, READING_HEAD, READING_BODY, HOLDING };

struct client {
    int descriptor;
    enum stage stage;
    SSL *tls;
    uint64_t began;
    char input[4096];
    size_t input_length;
    uint64_t body_left;
    uint16_t port;
    char host[256];
};

static struct {
    enum mode mode;
    uint16_t proxy;
    const char *host;
    uint16_t *ports;
    size_t port_count;
    int clients;
    double seconds;
    uint64_t requests, bytes, hosts;
    double rate;
    const char *root;
} plan = {.clients = 32, .seconds = 3, .bytes = 64};

static int epoll, open_clients, held;
static uint64_t started, deadline, begun, done, errors, received;
// With --rate: the clients without a connection, and their number.
static struct client **unused;
static size_t unused_count;
static uint64_t *times;
static size_t times_room;
static SSL_CTX *context;
static char sink[1 << 20];

static void note_time(uint64_t taken) {
    if (done == times_room) {
        times_room = times_room ? times_room * 2 : 65536;
        times = realloc(times, times_room * sizeof *times);
    }
    times[done++] = taken;
}

static int may_begin(void) {
    return nanoseconds() < deadline && (!plan.requests || begun < plan.requests);
}

static void send_all(struct client *client, const char *text, size_t length) {
    ssize_t sent = client->tls ? SSL_write(client->tls, text, (int)length)
                               : send(client->descriptor, text, length, MSG_NOSIGNAL);
    if (sent != (ssize_t)length) errors++;
}

static void ask_origin(struct client *client) {
    char text[1024];
    int length =
        plan.mode == HTTP && plan.proxy
            ? sprintf(text, "GET http://%s:%u/%llu HTTP/1.1\r\nHost: %s:%u\r\n\r\n", client->host, client->port,
                      (unsigned long long)plan.bytes, client->host, client->port)
            : sprintf(text, "GET /%llu HTTP/1.1\r\nHost: %s:%u\r\n\r\n", (unsigned long long)plan.bytes, client->host,
                      client->port);
    client->input_length = 0;
    client->stage = READING_HEAD;
    send_all(client, text, (size_t)length);
}

// The fixed time at which the next request begins.
static uint64_t next_beginning(void) {
    return started + (uint64_t)((double)begun * 1e9 / plan.rate);
}

static void begin_request(struct client *client) {
    client->began = plan.rate ? next_beginning() : nanoseconds();
    begun++;
}

static void open_connection(struct client *client) {
    memset(client, 0, sizeof *client);
    begin_request(client);
    client->port = plan.ports[(begun - 1) % plan.port_count];
    if (plan.hosts)
        snprintf(client->host, sizeof client->host, "h%llu.%s",
                 (unsigned long long)((begun - 1) / plan.port_count % plan.hosts), plan.host);
    else
        snprintf(client->host, sizeof client->host, "%s", plan.host);
    client->descriptor = connect_loopback(plan.proxy ? plan.proxy : client->port);
    client->stage = CONNECTING;
    watch(epoll, EPOLL_CTL_ADD, client->descriptor, EPOLLOUT, client);
    open_clients++;
}

static void close_connection(struct client *client) {
    if (client->tls) SSL_free(client->tls);
    close(client->descriptor);
    open_clients--;
    if (plan.rate) unused[unused_count++] = client;
    else if (plan.mode != HOLD && may_begin()) open_connection(client);
}

static void give_up(struct client *client) {
    errors++;
    close_connection(client);
}

static void shake_hands(struct client *client) {
    int result = SSL_do_handshake(client->tls);
    if (result == 1) return ask_origin(client);
    if (SSL_get_error(client->tls, result) != SSL_ERROR_WANT_READ) give_up(client);
}

static void begin_inside(struct client *client) {
    if (plan.mode != TLS) return ask_origin(client);
    client->tls = SSL_new(context);
    SSL_set_fd(client->tls, client->descriptor);
    SSL_set_tlsext_host_name(client->tls, client->host);
    if (plan.root) SSL_set1_host(client->tls, client->host);
    SSL_set_connect_state(client->tls);
    client->stage = HANDSHAKING;
    shake_hands(client);
}

static void connected(struct client *client) {
    watch(epoll, EPOLL_CTL_MOD, client->descriptor, EPOLLIN, client);
    if (!plan.proxy || plan.mode == HTTP) return begin_inside(client);
    char text[1024];
    int length = sprintf(text, "CONNECT %s:%u HTTP/1.1\r\nHost: %s:%u\r\n\r\n", client->host, client->port, client->host,
                         client->port);
    client->stage = ASKING_PROXY;
    send_all(client, text, (size_t)length);
}

// Reads into `input`. Returns the length of the head once it is complete, 0 before that, and -1 at the end of the
// connection or on a status other than 200.
static ssize_t read_head(struct client *client) {
    size_t room = sizeof client->input - 1 - client->input_length;
    char *start = client->input + client->input_length;
    ssize_t count = client->tls ? SSL_read(client->tls, start, (int)room) : recv(client->descriptor, start, room, 0);
    if (count <= 0) {
        int waits = client->tls ? SSL_get_error(client->tls, (int)count) == SSL_ERROR_WANT_READ
                                : count < 0 && errno == EAGAIN;
        return waits ? 0 : -1;
    }
    client->input_length += (size_t)count;
    client->input[client->input_length] = 0;
    char *end = strstr(client->input, "\r\n\r\n");
    if (!end) return 0;
    return strncmp(client->input + 8, " 200", 4) == 0 ? end + 4 - client->input : -1;
}

static void answered(struct client *client) {
    note_time(nanoseconds() - client->began);
    switch (plan.mode) {
    case CONNECT:
    case TLS:
        return close_connection(client);
    case HTTP:
        if (!may_begin()) return close_connection(client);
        begin_request(client);
        return ask_origin(client);
    case HOLD:
        client->stage = HOLDING;
        held++;
    }
}

static void read_body(struct client *client) {
    while (client->body_left) {
        // MSG_TRUNC discards the bytes in the kernel without a copy.
        ssize_t count = client->tls ? SSL_read(client->tls, sink, sizeof sink)
                                    : recv(client->descriptor, NULL, sizeof sink * 4, MSG_TRUNC);
        if (count <= 0) {
            int waits = client->tls ? SSL_get_error(client->tls, (int)count) == SSL_ERROR_WANT_READ
                                    : count < 0 && errno == EAGAIN;
            if (!waits) give_up(client);
            return;
        }
        client->body_left -= (uint64_t)count < client->body_left ? (uint64_t)count : client->body_left;
        received += (uint64_t)count;
        if (nanoseconds() > deadline && plan.bytes > sizeof sink) return close_connection(client);
    }
    answered(client);
}

static void proceed(struct client *client) {
    ssize_t length;
    switch (client->stage) {
    case CONNECTING:
        return connected(client);
    case ASKING_PROXY:
        length = read_head(client);
        if (length < 0) return give_up(client);
        if (length > 0) begin_inside(client);
        return;
    case HANDSHAKING:
        return shake_hands(client);
    case READING_HEAD: {
        length = read_head(client);
        if (length < 0) return give_up(client);
        if (length == 0) return;
        uint64_t early = client->input_length - (size_t)length;
        received += early;
        client->body_left = plan.bytes - (early < plan.bytes ? early : plan.bytes);
        client->stage = READING_BODY;
    }
        // falls through
    case READING_BODY:
        return read_body(client);
    case HOLDING:
        return give_up(client);
    }
}

static int by_size(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static void print_result(void) {
    double seconds = (double)(nanoseconds() - started) / 1e9;
    qsort(times, done, sizeof *times, by_size);
    double p50 = done ? (double)times[done / 2] / 1e3 : 0, p99 = done ? (double)times[done * 99 / 100] / 1e3 : 0;
    printf("{\"requests\": %llu, \"errors\": %llu, \"seconds\": %.3f, \"bytes\": %llu, \"p50\": %.1f, \"p99\": %.1f}\n",
           (unsigned long long)done, (unsigned long long)errors, seconds, (unsigned long long)received, p50, p99);
    fflush(stdout);
}

static void read_ports(const char *list) {
    plan.ports = calloc(strlen(list) / 2 + 1, sizeof *plan.ports);
    for (char *next = (char *)list; *next;) {
        plan.ports[plan.port_count++] = (uint16_t)strtoul(next, &next, 10);
        if (*next) next++;
    }
}

static void read_arguments(int count, char **arguments) {
    static const char *const names[] = {"connect", "tls", "http", "hold"};
    if (count < 5) fail("usage: load MODE PROXY-PORT HOST PORT[,PORT...] [OPTION VALUE]...");
    for (size_t mode = 0; mode < 4; mode++)
        if (strcmp(arguments[1], names[mode]) == 0) plan.mode = (enum mode)mode;
    plan.proxy = (uint16_t)atoi(arguments[2]);
    plan.host = arguments[3];
    read_ports(arguments[4]);
    for (int index = 5; index + 1 < count; index += 2) {
        const char *name = arguments[index], *value = arguments[index + 1];
        if (strcmp(name, "--clients") == 0) plan.clients = atoi(value);
        if (strcmp(name, "--seconds") == 0) plan.seconds = atof(value);
        if (strcmp(name, "--requests") == 0) plan.requests = strtoull(value, NULL, 10);
        if (strcmp(name, "--hosts") == 0) plan.hosts = strtoull(value, NULL, 10);
        if (strcmp(name, "--bytes") == 0) plan.bytes = strtoull(value, NULL, 10);
        if (strcmp(name, "--rate") == 0) plan.rate = atof(value);
        if (strcmp(name, "--root") == 0) plan.root = value;
    }
}

static void make_context(void) {
    context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    if (!plan.root) return;
    if (SSL_CTX_load_verify_locations(context, plan.root, NULL) != 1) fail(plan.root);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
}

// Waits for events at most until the time, and handles them.
static void handle_events(uint64_t until) {
    uint64_t now = nanoseconds(), wait = until > now ? until - now : 0;
    struct timespec timeout = {.tv_sec = (time_t)(wait / 1000000000u), .tv_nsec = (long)(wait % 1000000000u)};
    struct epoll_event events[256];
    int ready = epoll_pwait2(epoll, events, 256, &timeout, NULL);
    for (int index = 0; index < ready; index++) proceed(events[index].data.ptr);
}

// Opens connections at fixed times. If all clients are busy, the next one that is free makes up for it.
static void run_at_rate(struct client *clients) {
    unused = calloc((size_t)plan.clients, sizeof *unused);
    while (unused_count < (size_t)plan.clients) {
        unused[unused_count] = &clients[unused_count];
        unused_count++;
    }
    while (open_clients || may_begin()) {
        while (unused_count && may_begin() && nanoseconds() >= next_beginning()) open_connection(unused[--unused_count]);
        handle_events(unused_count && may_begin() ? next_beginning() : nanoseconds() + 1000000000u);
    }
}

static void run_at_full_speed(struct client *clients) {
    int opened = 0;
    while (open_clients > held || opened < plan.clients) {
        // Not all at once: no queue of connections is endless.
        while (opened < plan.clients && open_clients - held < 64 && (plan.mode == HOLD || may_begin()))
            open_connection(&clients[opened++]);
        if (plan.mode != HOLD && !may_begin()) opened = plan.clients;
        handle_events(nanoseconds() + 1000000000u);
    }
}

int main(int count, char **arguments) {
    read_arguments(count, arguments);
    raise_descriptor_limit();
    signal(SIGPIPE, SIG_IGN);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    make_context();
    started = nanoseconds();
    deadline = started + (uint64_t)(plan.seconds * 1e9);
    struct client *clients = calloc((size_t)plan.clients, sizeof *clients);
    if (plan.rate) run_at_rate(clients);
    else run_at_full_speed(clients);
    print_result();
    char sign;
    if (plan.mode == HOLD)
        while (read(0, &sign, 1) > 0) continue;
    return 0;
}
