#include <microhttpd.h>
#include <stdint.h>

// Swift cannot call variadic C functions; each inline function here gives one
// of libmicrohttpd's a fixed list of arguments, and nothing more.

/// What a daemon is started with: the options that differ from one to another.
struct CMHDOptions {
  /// A socket that is bound and listening already; the daemon does not own it until it is started.
  int listen_socket;
  /// Whether the listening socket is an IPv6 one: libmicrohttpd wants to be told.
  int ipv6;
  /// Event threads; 1 leaves the pool option out, since the library refuses a pool of one.
  unsigned int threads;
  unsigned int connection_limit;
  unsigned int per_ip_connection_limit;
  unsigned int idle_timeout_seconds;
  size_t connection_memory;
  size_t memory_increment;
};

/// `MHD_start_daemon` is variadic: its options travel as an option array.
static inline struct MHD_Daemon *cmhd_start_daemon(
    const struct CMHDOptions *options, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection,
    void *(*target)(void *cls, const char *uri, struct MHD_Connection *connection), void *cls)
{
  struct MHD_OptionItem pool[] = {
      {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END,
       (intptr_t)options->threads, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  unsigned int flags =
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
  if (options->ipv6) {
    flags |= MHD_USE_IPv6;
  }
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, cls,
      MHD_OPTION_LISTEN_SOCKET, options->listen_socket,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->per_ip_connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, options->memory_increment,
      MHD_OPTION_STRICT_FOR_CLIENT, (int)1,
      MHD_OPTION_NOTIFY_COMPLETED, completed, cls,
      MHD_OPTION_NOTIFY_CONNECTION, connection, cls,
      MHD_OPTION_URI_LOG_CALLBACK, target, cls,
      MHD_OPTION_ARRAY, pool,
      MHD_OPTION_END);
}

/// `MHD_get_connection_info` is variadic: the socket a connection reads from, or -1.
static inline int cmhd_connection_socket(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// `MHD_get_connection_info` is variadic: what the connection callback stored beside a connection.
static inline void *cmhd_connection_context(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// `MHD_get_connection_info` is variadic: the peer's address, or NULL.
static inline const struct sockaddr *cmhd_connection_peer(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}
