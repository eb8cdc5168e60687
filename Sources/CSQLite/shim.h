#include <sqlite3.h>

// Swift cannot call variadic C functions; each inline function here gives one of SQLite's a fixed list of arguments,
// and nothing more.

/// `sqlite3_db_config` is variadic: a connection that only looks leaves a write-ahead log as it finds it, even if it is
/// the last to close.
static inline int csqlite_leave_log_on_close(sqlite3 *connection)
{
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// `sqlite3_db_config` is variadic: nothing but SQLite itself writes to the schema, whatever the file holds.
static inline int csqlite_set_defensive(sqlite3 *connection)
{
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
