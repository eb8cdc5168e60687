#include "cbaselines.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { workers = 2, room = 4096 };

// A ring of suspended connections, which the workers take from.
struct pooled_server {
  struct MHD_Daemon *daemon;
  struct MHD_Response *response;
  pthread_t threads[workers];
  pthread_mutex_t lock;
  pthread_cond_t arrived;
  struct MHD_Connection *waiting[room];
  size_t first, count;
  int is_over;
};

// The state of a request: its body arrives, it is with the workers, or back from them.
struct pooled_request {
  int is_handed;
};

static enum MHD_Result respond(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  (void)url, (void)method, (void)version, (void)data;
  struct pooled_server *server = cls;
  if (*state == NULL) {
    *state = calloc(1, sizeof(struct pooled_request));
    return MHD_YES;
  }
  if (*size != 0) {
    *size = 0;
    return MHD_YES;
  }
  struct pooled_request *request = *state;
  if (request->is_handed) return MHD_queue_response(connection, 200, server->response);
  request->is_handed = 1;
  MHD_suspend_connection(connection);
  pthread_mutex_lock(&server->lock);
  if (server->count == room) abort();
  server->waiting[(server->first + server->count++) % room] = connection;
  pthread_mutex_unlock(&server->lock);
  pthread_cond_signal(&server->arrived);
  return MHD_YES;
}

static void completed(void *cls, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code) {
  (void)cls, (void)connection, (void)code;
  free(*state);
  *state = NULL;
}

static void *work(void *cls) {
  struct pooled_server *server = cls;
  pthread_mutex_lock(&server->lock);
  while (1) {
    while (server->count == 0 && !server->is_over) pthread_cond_wait(&server->arrived, &server->lock);
    if (server->is_over) break;
    struct MHD_Connection *connection = server->waiting[server->first];
    server->first = (server->first + 1) % room;
    server->count--;
    pthread_mutex_unlock(&server->lock);
    MHD_resume_connection(connection);
    pthread_mutex_lock(&server->lock);
  }
  pthread_mutex_unlock(&server->lock);
  return NULL;
}

void *baseline_pooled_start(const void *body, size_t length, unsigned short *port) {
  struct pooled_server *server = calloc(1, sizeof *server);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  pthread_mutex_init(&server->lock, NULL);
  pthread_cond_init(&server->arrived, NULL);
  server->response = MHD_create_response_from_buffer(length, (void *)body, MHD_RESPMEM_MUST_COPY);
  MHD_add_response_header(server->response, "Content-Type", "application/json");
  server->daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, respond, server,
      MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_NOTIFY_COMPLETED, completed, server, MHD_OPTION_END);
  if (server->daemon == NULL) abort();
  *port = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  for (int i = 0; i < workers; i++) pthread_create(&server->threads[i], NULL, work, server);
  return server;
}

void baseline_pooled_stop(void *handle) {
  struct pooled_server *server = handle;
  pthread_mutex_lock(&server->lock);
  server->is_over = 1;
  pthread_mutex_unlock(&server->lock);
  pthread_cond_broadcast(&server->arrived);
  for (int i = 0; i < workers; i++) pthread_join(server->threads[i], NULL);
  MHD_stop_daemon(server->daemon);
  MHD_destroy_response(server->response);
  free(server);
}
