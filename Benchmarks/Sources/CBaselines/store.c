#include "cbaselines.h"
#include <sqlite3.h>
#include <stdlib.h>

struct store {
  sqlite3 *connection;
  sqlite3_stmt *append;
  long version;
};

void *baseline_store_open(const char *path)
{
  struct store *store = calloc(1, sizeof *store);
  const char *setup =
      "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
      "CREATE TABLE entries (collection INTEGER NOT NULL, version INTEGER NOT NULL, items INTEGER NOT NULL,"
      " bytes BLOB NOT NULL, PRIMARY KEY (collection, version)) STRICT, WITHOUT ROWID";
  if (sqlite3_open_v2(
          path, &store->connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)
          != SQLITE_OK
      || sqlite3_exec(store->connection, setup, NULL, NULL, NULL) != SQLITE_OK
      || sqlite3_prepare_v2(
             store->connection, "INSERT INTO entries VALUES (?, ?, 100, ?)", -1, &store->append, NULL)
          != SQLITE_OK) {
    baseline_store_close(store);
    return NULL;
  }
  return store;
}

long baseline_store_append(void *opened, long collections, long rows, long group, size_t length)
{
  struct store *store = opened;
  void *bytes = calloc(1, length);
  long stored = 0;
  while (stored < rows) {
    sqlite3_exec(store->connection, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (long row = 0; row < group; row++) {
      store->version++;
      // A single collection has consecutive numbers, so that its rows are adjacent.
      sqlite3_bind_int64(store->append, 1, collections == 1 ? 0 : 1 + store->version % collections);
      sqlite3_bind_int64(store->append, 2, store->version);
      sqlite3_bind_blob64(store->append, 3, bytes, length, SQLITE_STATIC);
      sqlite3_step(store->append);
      sqlite3_reset(store->append);
    }
    if (sqlite3_exec(store->connection, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
      break;
    }
    stored += group;
  }
  free(bytes);
  return stored;
}

void baseline_store_close(void *opened)
{
  struct store *store = opened;
  sqlite3_finalize(store->append);
  sqlite3_close(store->connection);
  free(store);
}
