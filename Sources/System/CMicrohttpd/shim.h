#include <microhttpd.h>
#include <stdint.h>

// Swift cannot call variadic C functions; each inline function here gives one of libmicrohttpd's a fixed list of
// arguments, and nothing more. Nor can it see macros that cast; each constant here is one of those.

/// `MHD_SIZE_UNKNOWN`: the body ends when its content reader says so.
static const uint64_t cmhd_size_unknown = MHD_SIZE_UNKNOWN;
/// `MHD_CONTENT_READER_END_OF_STREAM`: a content reader has come to the end of the body.
static const ssize_t cmhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
/// `MHD_CONTENT_READER_END_WITH_ERROR`: the connection is to be closed in the middle of the body.
static const ssize_t cmhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

/// The options with which a daemon is started, as far as they differ from one to another.
struct CMHDOptions {
  unsigned int connection_limit;
  unsigned int idle_timeout_seconds;
  size_t connection_memory;
  size_t memory_increment;
};

/// `MHD_start_daemon` is variadic. The daemon has no thread and accepts no connections: its owner runs it, and adds them.
static inline struct MHD_Daemon *cmhd_start_daemon(
    const struct CMHDOptions *options, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *(*target)(void *cls, const char *uri, struct MHD_Connection *connection), void *cls)
{
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, cls,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, options->memory_increment,
      MHD_OPTION_STRICT_FOR_CLIENT, (int)1,
      MHD_OPTION_NOTIFY_COMPLETED, completed, cls,
      MHD_OPTION_NOTIFY_CONNECTION, connection, cls,
      MHD_OPTION_URI_LOG_CALLBACK, target, cls,
      MHD_OPTION_END);
}

/// `MHD_set_response_options` is variadic: no chunks, and the connection closes behind the response.
static inline enum MHD_Result cmhd_close_behind(struct MHD_Response *response)
{
  return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/// `MHD_set_connection_option` is variadic: gives a connection an idle timeout of its own.
static inline enum MHD_Result cmhd_set_timeout(struct MHD_Connection *connection, unsigned int seconds)
{
  return MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/// `MHD_get_daemon_info` is variadic: the descriptor that can be read when there is something to run the daemon for.
static inline int cmhd_epoll_descriptor(struct MHD_Daemon *daemon)
{
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// `MHD_get_connection_info` is variadic. Returns the pointer that the connection callback stored beside a connection.
static inline void *cmhd_connection_context(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}
