#define _GNU_SOURCE
#include "cbaselines.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// A connection that sends the next request as soon as it has the response.
struct client {
  int descriptor;
  size_t used;
  char buffer[1 << 18];
};

static void ask(struct client *client, const char *request, size_t length) {
  client->used = 0;
  if (send(client->descriptor, request, length, MSG_NOSIGNAL) != (ssize_t)length) abort();
}

// The length of the response at the start of the buffer if it is complete, else 0.
static size_t whole(struct client *client) {
  client->buffer[client->used] = 0;
  char *end = memmem(client->buffer, client->used, "\r\n\r\n", 4);
  if (end == NULL) return 0;
  char *field = strcasestr(client->buffer, "\r\nContent-Length:");
  if (field == NULL || field > end || strncmp(client->buffer, "HTTP/1.1 2", 10) != 0) {
    fprintf(stderr, "unexpected response: %.200s\n", client->buffer);
    abort();
  }
  size_t total = (size_t)(end + 4 - client->buffer) + strtoul(field + 17, NULL, 10);
  return client->used >= total ? total : 0;
}

size_t baseline_send(unsigned short port, const void *request, size_t length) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct client *client = calloc(1, sizeof *client);
  client->descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(client->descriptor, (struct sockaddr *)&address, sizeof address) != 0) abort();
  ask(client, request, length);
  while (whole(client) == 0) {
    ssize_t got =
        recv(client->descriptor, client->buffer + client->used, sizeof client->buffer - 1 - client->used, 0);
    if (got <= 0) abort();
    client->used += (size_t)got;
  }
  size_t used = client->used;
  close(client->descriptor);
  free(client);
  return used;
}

long baseline_load(unsigned short port, const void *request, size_t length, int connections, long requests) {
  return baseline_load_each(port, &request, &length, 1, connections, requests);
}

long baseline_load_each(
    unsigned short port, const void *const *kinds, const size_t *lengths, int kind_count, int connections,
    long requests) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct client *clients = calloc((size_t)connections, sizeof *clients);
  int poll = epoll_create1(0), on = 1;
  long answered = 0, asked = 0;
  for (int i = 0; i < connections; i++) {
    clients[i].descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(clients[i].descriptor, (struct sockaddr *)&address, sizeof address) != 0) abort();
    setsockopt(clients[i].descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &clients[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, clients[i].descriptor, &event);
    ask(&clients[i], kinds[i % kind_count], lengths[i % kind_count]);
    asked++;
  }
  while (answered < asked) {
    struct epoll_event events[64];
    int ready = epoll_wait(poll, events, 64, 5000);
    if (ready <= 0) abort();
    for (int i = 0; i < ready; i++) {
      struct client *client = events[i].data.ptr;
      ssize_t got =
          recv(client->descriptor, client->buffer + client->used, sizeof client->buffer - 1 - client->used, 0);
      if (got <= 0) abort();
      client->used += (size_t)got;
      if (whole(client) == 0) continue;
      answered++;
      if (asked < requests) {
        int kind = (int)(client - clients) % kind_count;
        ask(client, kinds[kind], lengths[kind]);
        asked++;
      }
    }
  }
  for (int i = 0; i < connections; i++) close(clients[i].descriptor);
  close(poll);
  free(clients);
  return answered;
}
