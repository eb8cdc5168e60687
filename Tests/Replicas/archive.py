"""The history of every collection of the engine: triggers copy each row into tables of their own."""

import clients

TABLES = r"""
CREATE SCHEMA archive;
CREATE TABLE archive.lives (at bigserial, life bigint, owner text, collection text, version bigint);
CREATE TABLE archive.births (at bigserial, life bigint, token text);
CREATE TABLE archive.entries (at bigserial, life bigint, version bigint, items bigint, token text);
CREATE TABLE archive.deaths (at bigserial, life bigint);
CREATE TABLE archive.owners (at bigserial, owner text, collections bigint, items bigint, collection_limit bigint);
"""

# Each is the table, the event, and the row to keep. Requests and first items have marks that nothing else has.
TRIGGERS = [
    ("collections", "INSERT", "lives (life, owner, collection, version)", "NEW.collection, NEW.owner, NEW.id, NEW.version"),
    ("collections", "DELETE", "deaths (life)", "OLD.collection"),
    ("bases", "INSERT", "births (life, token)",
     "NEW.collection, substring(encode(NEW.bytes, 'escape') from 'birth~([a-z0-9-]+)~')"),
    ("entries", "INSERT", "entries (life, version, items, token)",
     "NEW.collection, NEW.version, NEW.items, substring(encode(NEW.bytes, 'escape') from '=([a-z0-9-]+)=')"),
    ("owners", "INSERT OR UPDATE", "owners (owner, collections, items, collection_limit)",
     "NEW.owner, NEW.collections, NEW.items, NEW.collection_limit"),
]


class EngineArchive:
    """Everything that was ever committed, for the checker."""

    hasRecreated = True

    def __init__(self, engine, schema="tessera"):
        self.engine, self.schema, self.seen = engine, schema, {}
        text = TABLES
        for number, (table, event, target, row) in enumerate(TRIGGERS):
            text += f"""
CREATE FUNCTION archive.keep_{number}() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO archive.{target} VALUES ({row}); RETURN NULL; END $$;
CREATE TRIGGER archive_{number} AFTER {event} ON {schema}.{table}
  FOR EACH ROW EXECUTE FUNCTION archive.keep_{number}();
"""
        engine.query(text)

    def position(self):
        """How much there is, and how many transactions are running."""
        return self.engine.rows(
            "SELECT (SELECT count(*) FROM archive.entries) entries, (SELECT count(*) FROM archive.lives) lives, "
            "(SELECT count(*) FROM archive.deaths) deaths, (SELECT count(*) FROM pg_stat_activity WHERE "
            "backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()) active")[0]

    def new(self, table):
        rows = self.engine.rows(f"SELECT * FROM archive.{table} WHERE at > {self.seen.get(table, 0)} ORDER BY at")
        if rows:
            self.seen[table] = rows[-1]["at"]
        return rows

    def versions(self):
        """Returns the newest version of each collection, by its id."""
        return {row["id"]: row["version"] for row in self.engine.rows(f"SELECT id, version FROM {self.schema}.collections")}

    def take(self):
        """Returns the rows that were archived since the last call."""
        births = {}
        for row in self.new("births"):
            births.setdefault(row["life"], row["token"])
        lives = [{
            "life": row["life"], "collection": row["collection"], "token": births.get(row["life"]), "version": row["version"],
        } for row in self.new("lives")]
        heads = {
            row["collection"]: {"version": row["version"], "items": row["items"]}
            for row in self.engine.rows(f"SELECT collection, version, items FROM {self.schema}.collections")}
        owned = {row["owner"]: row for row in self.engine.rows(f"""
            SELECT c.owner, o.collections, o.items, count(*) counted_collections, sum(c.items)::bigint counted_items
            FROM {self.schema}.collections c LEFT JOIN {self.schema}.owners o USING (owner)
            GROUP BY c.owner, o.collections, o.items""")}
        return {
            "lives": lives, "entries": self.new("entries"), "deaths": self.new("deaths"), "heads": heads,
            "owners": self.new("owners"), "owned": owned}


class HistoryArchive:
    """The lasting collections of one service, for a service without a shared engine."""

    hasRecreated = False

    def __init__(self, request, names):
        self.request, self.last, self.names = request, {}, names

    def versions(self):
        found = {}
        for name in self.names:
            status, body = self.request("GET", f"/v1/collections/{name}")
            assert status == 200, body
            found[name] = body["version"]
        return found

    def take(self):
        lives, entries, heads = [], [], {}
        for name in self.names:
            since = self.last.get(name)
            if since is None:
                lives.append({"life": name, "collection": name, "token": f"setup-{name}", "version": 1})
                since = 1
            status, body = self.request("GET", f"/v1/collections/{name}/history?since={since}&scope=all")
            assert status == 200, body
            for diff in body["diffs"]:
                entries.append({
                    "life": name, "version": diff["version"], "items": None, "token": clients.unmark(diff.get("requestId"))})
            status, body = self.request("GET", f"/v1/collections/{name}")
            assert status == 200, body
            heads[name] = {"version": body["version"], "items": None}
            self.last[name] = body["version"]
        return {"lives": lives, "entries": entries, "deaths": [], "heads": heads, "owners": [], "owned": {}}
