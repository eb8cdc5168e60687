#include <sqlite3.h>

// Swift cannot call variadic C functions, nor methods through a table of pointers; each inline function here stands for
// one call of that kind, and does nothing more.

/// `sqlite3_db_config` is variadic: a connection that only looks leaves a write-ahead log as it finds it, even if it is
/// the last to close.
static inline int csqlite_leave_log_on_close(sqlite3 *connection)
{
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// `sqlite3_db_config` is variadic: only SQLite itself writes to the schema, with any content of the file.
static inline int csqlite_set_defensive(sqlite3 *connection)
{
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// The method is a pointer in a table: what the operating system said last of the write-ahead log, or 0. A commit does
/// not pass that on to `sqlite3_system_errno`.
static inline int csqlite_log_errno(sqlite3 *connection)
{
  sqlite3_file *log = 0;
  int number = 0;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK) return 0;
  if (log == 0 || log->pMethods == 0) return 0;
  return log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK ? number : 0;
}

/// The methods are pointers in a table: reads bytes of the database file, by SQLite's own descriptor. Closing another one
/// would end the locks that SQLite has on the file.
static inline int csqlite_read(sqlite3 *connection, void *bytes, int count, sqlite3_int64 offset)
{
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  return file == 0 || file->pMethods == 0 ? SQLITE_MISUSE : file->pMethods->xRead(file, bytes, count, offset);
}

/// As `csqlite_read`: writes bytes of the database file.
static inline int csqlite_write(sqlite3 *connection, const void *bytes, int count, sqlite3_int64 offset)
{
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  return file == 0 || file->pMethods == 0 ? SQLITE_MISUSE : file->pMethods->xWrite(file, bytes, count, offset);
}

/// As `csqlite_read`: has the disk store the bytes written to the database file.
static inline int csqlite_sync(sqlite3 *connection)
{
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  return file == 0 || file->pMethods == 0 ? SQLITE_MISUSE : file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}
