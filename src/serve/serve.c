/* serve.c: HTTP, by libmicrohttpd.
 *
 * A thread for each connection: a report may take a second to make and a run is watched for hours,
 * and neither holds up anybody else. What a connection may cost is bounded: so many of them, so
 * many bytes of a request, so many seconds until it is there in full, however slowly it trickles
 * in. A request that comes from another site's page is refused, and where this only listens to its
 * own machine, so is one that calls it by a name that is not of this machine: a page can make a
 * name of its own lead here.
 */
#include "serve/serve.h"

#include <arpa/inet.h>
#include <math.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "serve/pages.h"
#include "util/clock.h"

enum { CONNECTIONS_MAX = 400, REQUEST_BYTES = 16384, STACK_BYTES = 1 << 20 };
enum { EVENT_BLOCK = 65536 };

static const double request_seconds = 20; // until a request is there, and until the next one is
static const double event_pause = 0.25;
static const double event_silence = 10;  // after so much of it a comment finds out who has left
static const double answer_seconds = 60; // for who asked to take what was made for him

/* A connection that is open. */
typedef struct Client {
    int socket;
    double deadline; // of clock_now(), for its next request
    struct Client *next, *before;
} Client;

typedef struct Server {
    const ServeSettings *settings;
    Pages *pages;
    bool local; // it listens to its own machine alone
    pthread_mutex_t lock;
    Client *clients;
} Server;

static void client_set_deadline(Server *server, Client *client, double seconds)
{
    pthread_mutex_lock(&server->lock);
    client->deadline = clock_now() + seconds;
    pthread_mutex_unlock(&server->lock);
}

/* The connections as they come and go. */
static void note_connection(void *context, struct MHD_Connection *connection, void **keep,
                            enum MHD_ConnectionNotificationCode code)
{
    Server *server = context;
    Client *client = *keep;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        client = *keep = calloc(1, sizeof *client);
        if (!client)
            return; // its first request is told so
        client->socket =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        client->deadline = clock_now() + request_seconds;
        pthread_mutex_lock(&server->lock);
        client->next = server->clients;
        if (client->next)
            client->next->before = client;
        server->clients = client;
        pthread_mutex_unlock(&server->lock);
    } else if (client) {
        pthread_mutex_lock(&server->lock);
        *(client->before ? &client->before->next : &server->clients) = client->next;
        if (client->next)
            client->next->before = client->before;
        pthread_mutex_unlock(&server->lock);
        free(client);
    }
}

static Client *client_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static void end_late_requests(Server *server)
{
    double now = clock_now();
    pthread_mutex_lock(&server->lock);
    for (Client *client = server->clients; client; client = client->next)
        if (now > client->deadline)
            shutdown(client->socket, SHUT_RDWR);
    pthread_mutex_unlock(&server->lock);
}

static bool is_stopped(const Server *server)
{
    return server->settings->stop && atomic_load(server->settings->stop);
}

/* Somebody who watches a run. */
typedef struct Watcher {
    Server *server;
    Client *client;
    int64_t run;
    uint64_t seen;
    double spoke_at;
    bool over;
    Text text;
    size_t at; // how much of it is sent
} Watcher;

static ssize_t send_events(void *context, uint64_t position, char *buffer, size_t size)
{
    Watcher *watcher = context;
    (void)position;
    client_set_deadline(watcher->server, watcher->client, answer_seconds);
    while (watcher->at == watcher->text.length) {
        text_clear(&watcher->text);
        watcher->at = 0;
        if (watcher->over || is_stopped(watcher->server))
            return MHD_CONTENT_READER_END_OF_STREAM;
        pages_event(watcher->server->pages, watcher->run, &watcher->seen, &watcher->text,
                    &watcher->over);
        if (watcher->text.length == 0 && clock_now() - watcher->spoke_at > event_silence)
            text_append(&watcher->text, ":\n\n");
        if (watcher->text.failed)
            return MHD_CONTENT_READER_END_WITH_ERROR;
        if (watcher->text.length == 0)
            nanosleep(&(struct timespec){.tv_nsec = (long)(event_pause * 1e9)}, NULL);
    }
    size_t left = watcher->text.length - watcher->at, count = left < size ? left : size;
    memcpy(buffer, watcher->text.bytes + watcher->at, count);
    watcher->at += count;
    watcher->spoke_at = clock_now();
    return (ssize_t)count;
}

static void watcher_destroy(void *context)
{
    Watcher *watcher = context;
    text_free(&watcher->text);
    free(watcher);
}

static struct MHD_Response *respond_with_events(Server *server, Client *client, int64_t run)
{
    Watcher *watcher = malloc(sizeof *watcher);
    if (!watcher)
        return NULL;
    *watcher = (Watcher){.server = server, .client = client, .run = run, .spoke_at = clock_now()};
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, EVENT_BLOCK, send_events, watcher, watcher_destroy);
    if (!response)
        watcher_destroy(watcher);
    return response;
}

static struct MHD_Response *respond(const Reply *reply)
{
    if (reply->fixed)
        return MHD_create_response_from_buffer(reply->fixed_length, (void *)reply->fixed,
                                               MHD_RESPMEM_PERSISTENT);
    return MHD_create_response_from_buffer(reply->text.length, reply->text.bytes,
                                           MHD_RESPMEM_MUST_COPY);
}

static bool starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* A name that can only mean this machine, whatever its port. */
static bool is_local_name(const Server *server, const char *host)
{
    const char *names[] = {"localhost", "127.0.0.1", "[::1]", server->settings->bind};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rest = host + strlen(names[i]);
        if (starts_with(host, names[i]) && (!*rest || *rest == ':'))
            return true;
    }
    return false;
}

/* What is wrong with who asks, and how; 0 if nothing is. */
static int refusal(const Server *server, struct MHD_Connection *connection, const char *method,
                   const char **why)
{
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    const char *origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin");
    const char *site = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Sec-Fetch-Site");
    const char *mode = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Sec-Fetch-Mode");
    if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD)) {
        *why = "Here is only something to GET.\n";
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    }
    if (server->local && !(host && is_local_name(server, host))) {
        *why = "This is served to its own machine alone, under the names of that.\n";
        return MHD_HTTP_MISDIRECTED_REQUEST;
    }
    bool foreign = origin && !(host && starts_with(origin, "http://") &&
                               !strcmp(origin + strlen("http://"), host));
    foreign |= site && !strcmp(site, "cross-site") && !(mode && !strcmp(mode, "navigate"));
    if (foreign) {
        *why = "Other sites get nothing here.\n";
        return MHD_HTTP_FORBIDDEN;
    }
    return 0;
}

/* Scripts, styles, the engine and the data all come from here; the reports' plots have their style
 * in themselves. */
#define POLICY                                                                                     \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src "       \
    "'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "          \
    "form-action 'none'; frame-ancestors 'none'"

static enum MHD_Result send_response(struct MHD_Connection *connection, int status,
                                     const char *type, struct MHD_Response *response)
{
    static const char *const headers[][2] = {{"Content-Security-Policy", POLICY},
                                             {"X-Content-Type-Options", "nosniff"},
                                             {"Referrer-Policy", "no-referrer"},
                                             {"Cross-Origin-Resource-Policy", "same-origin"},
                                             {"Cache-Control", "no-cache"}};
    bool good = response && MHD_add_response_header(response, "Content-Type", type) == MHD_YES;
    for (size_t i = 0; good && i < sizeof headers / sizeof *headers; i++)
        good = MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
    if (good && status == MHD_HTTP_METHOD_NOT_ALLOWED)
        good = MHD_add_response_header(response, "Allow", "GET, HEAD") == MHD_YES;
    enum MHD_Result result =
        good ? MHD_queue_response(connection, (unsigned)status, response) : MHD_NO;
    if (response)
        MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer_request(void *context, struct MHD_Connection *connection,
                                      const char *path, const char *method, const char *version,
                                      const char *body, size_t *body_length, void **keep)
{
    static int seen;
    Server *server = context;
    Client *client = client_of(connection);
    const char *why;
    (void)version;
    (void)body;
    int refused = refusal(server, connection, method, &why);
    if (!client)
        return MHD_NO;
    // Called once when the head is there and again when all is. A request with a body is answered
    // at once, and its connection ends with that.
    bool has_body = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length") ||
                    MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Transfer-Encoding");
    if (!*keep && !has_body && !refused) {
        *keep = &seen;
        return MHD_YES;
    }
    *body_length = 0;
    client_set_deadline(server, client, INFINITY);
    Address address = address_parse(path);
    if (!refused && address.kind == PAGE_EVENTS && !strcmp(method, MHD_HTTP_METHOD_GET))
        return send_response(connection, MHD_HTTP_OK, "text/event-stream",
                             respond_with_events(server, client, address.run));
    Reply reply = {.status = 0};
    if (refused)
        reply_say(&reply, refused, why);
    else
        pages_reply(server->pages, address, &reply);
    client_set_deadline(server, client, answer_seconds);
    enum MHD_Result result = send_response(connection, reply.status, reply.type, respond(&reply));
    text_free(&reply.text);
    return result;
}

static void note_answered(void *context, struct MHD_Connection *connection, void **keep,
                          enum MHD_RequestTerminationCode code)
{
    Server *server = context;
    Client *client = client_of(connection);
    (void)keep;
    (void)code;
    if (client)
        client_set_deadline(server, client, request_seconds);
}

/* An address has no escapes, so that nobody has to wonder what is behind one. */
static size_t leave_escapes(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context;
    (void)connection;
    return strlen(text);
}

static bool parse_bind(const ServeSettings *settings, struct sockaddr_storage *address,
                       socklen_t *size, bool *local, Error *error)
{
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    char quote[QUOTE_SIZE];
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, settings->bind, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)settings->port);
        *size = sizeof *four;
        *local = ntohl(four->sin_addr.s_addr) >> 24 == 127;
        return true;
    }
    if (inet_pton(AF_INET6, settings->bind, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)settings->port);
        *size = sizeof *six;
        *local = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
        return true;
    }
    return error_set(error, "an address to listen at is such as 127.0.0.1 or ::1, not %s",
                     error_quote(quote, settings->bind, strlen(settings->bind)));
}

/* A socket of our own, so that a port which is taken is told as what it is. */
static int listen_at(const ServeSettings *settings, const struct sockaddr_storage *address,
                     socklen_t size, Error *error)
{
    int yes = 1, listening = socket(address->ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening >= 0 && !setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) &&
        !bind(listening, (const struct sockaddr *)address, size) && !listen(listening, 64))
        return listening;
    error_set(error, "port %d of %s: %m", settings->port, settings->bind);
    if (listening >= 0)
        close(listening);
    return -1;
}

static void tell_address(const ServeSettings *settings, int listening)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char url[128];
    getsockname(listening, (struct sockaddr *)&address, &size);
    bool six = address.ss_family == AF_INET6; // both have the port at the same place
    snprintf(url, sizeof url, six ? "http://[%s]:%d/" : "http://%s:%d/", settings->bind,
             ntohs(((struct sockaddr_in *)&address)->sin_port));
    settings->opened(settings->context, url);
}

bool serve(const ServeSettings *settings, Error *error)
{
    Server server = {.settings = settings, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct sockaddr_storage address;
    socklen_t size = 0;
    if (!parse_bind(settings, &address, &size, &server.local, error))
        return false;
    int listening = listen_at(settings, &address, size, error);
    if (listening < 0)
        return false;
    struct MHD_Daemon *daemon = NULL;
    server.pages = pages_create(settings->database, settings->web, error);
    if (server.pages) {
        daemon = MHD_start_daemon(
            MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL,
            NULL, answer_request, &server, MHD_OPTION_LISTEN_SOCKET, listening,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES, MHD_OPTION_THREAD_STACK_SIZE,
            (size_t)STACK_BYTES, MHD_OPTION_NOTIFY_CONNECTION, note_connection, &server,
            MHD_OPTION_NOTIFY_COMPLETED, note_answered, &server, MHD_OPTION_UNESCAPE_CALLBACK,
            leave_escapes, NULL, MHD_OPTION_END);
        if (!daemon)
            error_set(error, "the server cannot be started");
    }
    if (daemon) {
        tell_address(settings, listening);
        while (!is_stopped(&server)) {
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
            end_late_requests(&server);
        }
        MHD_stop_daemon(daemon); // closes the socket
    } else {
        close(listening);
    }
    pages_destroy(server.pages);
    return daemon != NULL;
}
