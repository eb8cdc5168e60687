#include "cbaselines.h"
#include <endian.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The statements with which a group of changes is stored, sent with libpq alone: one round trip for each group.

enum { statement_count = 4, parameter_count = 6 };

struct database {
  PGconn *connection;
  long collections;
  // The newest version of each collection.
  long *versions;
  long mark;
};

static const char *statements[statement_count] = {
    "SELECT collection, version FROM bare.collections WHERE collection = ANY ($1::bigint[])"
    " ORDER BY collection FOR NO KEY UPDATE",
    "UPDATE bare.collections c SET version = g.after, items = g.items, delta = g.items - c.items, mark = g.mark"
    " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])"
    " AS g (collection, before, after, items, mark)"
    " WHERE c.collection = g.collection AND c.version = g.before RETURNING c.collection",
    "INSERT INTO bare.entries (collection, version, items, writer, bytes)"
    " SELECT e.collection, e.version, e.items, e.writer, e.bytes"
    " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[])"
    " AS e (collection, version, items, writer, bytes, mark)"
    " JOIN bare.collections c ON c.collection = e.collection AND c.mark = e.mark",
    "INSERT INTO bare.owners AS o (owner, collections, items)"
    " SELECT c.owner, 0, sum(c.delta)::bigint FROM unnest($1::bigint[], $2::bigint[]) AS g (collection, mark)"
    " JOIN bare.collections c ON c.collection = g.collection AND c.mark = g.mark"
    " WHERE c.delta <> 0 GROUP BY c.owner ORDER BY c.owner"
    " ON CONFLICT (owner) DO UPDATE SET items = o.items + excluded.items",
};
static const char *names[statement_count] = {"lock_heads", "set_heads", "insert_entries", "count_items"};
static const int parameters[statement_count] = {1, 5, 6, 2};

static bool succeeds(PGconn *connection, const char *sql)
{
  PGresult *result = PQexec(connection, sql);
  ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
    fprintf(stderr, "%s", PQerrorMessage(connection));
  }
  PQclear(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

void *baseline_postgres_open(const char *url, long collections)
{
  struct database *database = calloc(1, sizeof *database);
  database->connection = PQconnectdb(url);
  database->collections = collections;
  database->versions = calloc(collections, sizeof *database->versions);
  char fill[256];
  snprintf(
      fill, sizeof fill, "INSERT INTO bare.collections SELECT n, '', n::text, 0, 0, 0, 100, 0, 0 FROM generate_series(0, %ld) n",
      collections - 1);
  const char *setup[] = {
      "SET client_min_messages = warning",
      "SET plan_cache_mode = force_generic_plan",
      "SET enable_seqscan = off",
      "DROP SCHEMA IF EXISTS bare CASCADE",
      "CREATE SCHEMA bare",
      "CREATE TABLE bare.collections (collection bigint PRIMARY KEY, owner text COLLATE \"C\" NOT NULL,"
      " id text COLLATE \"C\" NOT NULL, version bigint NOT NULL, base bigint NOT NULL, previous bigint NOT NULL,"
      " items bigint NOT NULL, delta bigint NOT NULL, mark bigint NOT NULL, UNIQUE (owner, id)) WITH (fillfactor = 60)",
      "CREATE TABLE bare.entries (collection bigint NOT NULL, version bigint NOT NULL, items bigint NOT NULL,"
      " writer bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (collection, version)) WITH (toast_tuple_target = 8160)",
      "ALTER TABLE bare.entries ALTER COLUMN bytes SET STORAGE MAIN",
      "CREATE TABLE bare.owners (owner text COLLATE \"C\" PRIMARY KEY, collections bigint NOT NULL,"
      " items bigint NOT NULL) WITH (fillfactor = 60)",
      fill,
  };
  for (size_t step = 0; step < sizeof setup / sizeof *setup; step++) {
    if (!succeeds(database->connection, setup[step])) {
      baseline_postgres_close(database);
      return NULL;
    }
  }
  for (int statement = 0; statement < statement_count; statement++) {
    PQclear(PQprepare(database->connection, names[statement], statements[statement], 0, NULL));
  }
  PQenterPipelineMode(database->connection);
  return database;
}

// The binary form of a one-dimensional array: bigint (20) or bytea (17).
struct array {
  char *bytes;
  size_t length;
};

static struct array make_array(uint32_t type, long count, size_t width)
{
  struct array array = {malloc(20 + count * (4 + width)), 20};
  uint32_t head[5] = {htobe32(1), 0, htobe32(type), htobe32(count), htobe32(1)};
  memcpy(array.bytes, head, sizeof head);
  return array;
}

static void add(struct array *array, const void *value, size_t width)
{
  uint32_t length = htobe32(width);
  memcpy(array->bytes + array->length, &length, sizeof length);
  memcpy(array->bytes + array->length + sizeof length, value, width);
  array->length += sizeof length + width;
}

static void add_number(struct array *array, long number)
{
  uint64_t value = htobe64(number);
  add(array, &value, sizeof value);
}

static void send(PGconn *connection, int statement, const struct array *values)
{
  const char *bytes[parameter_count];
  int lengths[parameter_count], formats[parameter_count];
  for (int index = 0; index < parameters[statement]; index++) {
    bytes[index] = values[index].bytes;
    lengths[index] = values[index].length;
    formats[index] = 1;
  }
  PQsendQueryPrepared(connection, names[statement], parameters[statement], bytes, lengths, formats, 1);
}

// Reads the results of a round trip; returns the number of rows that the second statement has returned.
static long read_results(PGconn *connection)
{
  long made = -1;
  for (int query = 0;; query++) {
    PGresult *result;
    while ((result = PQgetResult(connection))) {
      ExecStatusType status = PQresultStatus(result);
      if (query == 2) {
        made = PQntuples(result);
      }
      PQclear(result);
      if (status == PGRES_PIPELINE_SYNC) {
        return made;
      }
      if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s", PQerrorMessage(connection));
        return -1;
      }
    }
  }
}

static bool append_group(struct database *database, long group, const void *bytes, size_t length)
{
  long chains = group < database->collections ? group : database->collections;
  struct array heads[5], entries[6];
  for (int column = 0; column < 5; column++) {
    heads[column] = make_array(20, chains, 8);
  }
  for (int column = 0; column < 6; column++) {
    entries[column] = make_array(column == 4 ? 17 : 20, group, column == 4 ? length : 8);
  }
  for (long chain = 0; chain < chains; chain++) {
    long count = group / chains, before = database->versions[chain];
    database->mark++;
    long head[5] = {chain, before, before + count, 100, database->mark};
    for (int column = 0; column < 5; column++) {
      add_number(&heads[column], head[column]);
    }
    for (long row = 1; row <= count; row++) {
      long entry[4] = {chain, before + row, 100, database->mark};
      for (int column = 0; column < 4; column++) {
        add_number(&entries[column], entry[column]);
      }
      add(&entries[4], bytes, length);
      add_number(&entries[5], database->mark);
    }
    database->versions[chain] = before + count;
  }
  PGconn *connection = database->connection;
  struct array count[2] = {heads[0], heads[4]};
  PQsendQueryParams(connection, "BEGIN", 0, NULL, NULL, NULL, NULL, 1);
  send(connection, 0, heads);
  send(connection, 1, heads);
  send(connection, 2, entries);
  send(connection, 3, count);
  PQsendQueryParams(connection, "COMMIT", 0, NULL, NULL, NULL, NULL, 1);
  PQpipelineSync(connection);
  long made = read_results(connection);
  for (int column = 0; column < 5; column++) {
    free(heads[column].bytes);
  }
  for (int column = 0; column < 6; column++) {
    free(entries[column].bytes);
  }
  return made == chains;
}

long baseline_postgres_append(void *opened, long rows, long group, size_t length)
{
  struct database *database = opened;
  void *bytes = calloc(1, length);
  long stored = 0;
  while (stored < rows && append_group(database, group, bytes, length)) {
    stored += group;
  }
  free(bytes);
  return stored;
}

void baseline_postgres_close(void *opened)
{
  struct database *database = opened;
  PQfinish(database->connection);
  free(database->versions);
  free(database);
}
