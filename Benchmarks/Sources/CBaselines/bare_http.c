#include "cbaselines.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

struct bare_server {
  struct MHD_Daemon *daemon;
  struct MHD_Response *response;
};

static enum MHD_Result respond(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  (void)url, (void)method, (void)version, (void)data;
  static int seen;
  if (*state == NULL) {
    *state = &seen;
    return MHD_YES;
  }
  if (*size != 0) {
    *size = 0;
    return MHD_YES;
  }
  return MHD_queue_response(connection, 200, ((struct bare_server *)cls)->response);
}

void *baseline_server_start(const void *body, size_t length, unsigned short *port) {
  struct bare_server *server = calloc(1, sizeof *server);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  server->response = MHD_create_response_from_buffer(length, (void *)body, MHD_RESPMEM_MUST_COPY);
  MHD_add_response_header(server->response, "Content-Type", "application/json");
  server->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, respond, server,
                                    MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_END);
  if (server->daemon == NULL) abort();
  *port = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  return server;
}

void baseline_server_stop(void *handle) {
  struct bare_server *server = handle;
  MHD_stop_daemon(server->daemon);
  MHD_destroy_response(server->response);
  free(server);
}
