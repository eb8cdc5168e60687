"""Every kind of violation is found in a made-up history of replicas, and a sound history has none."""

import copy
import unittest

import chains
from test_history import attempt, LOST, KEPT

REFUSED = {"start": 3, "end": 4, "status": 412, "code": "version_mismatch"}
AWAY = {"start": 3, "end": 4, "status": 503, "code": "store_unavailable"}
MISSING = {"start": 3, "end": 4, "status": 404, "code": "collection_not_found"}


def request(token, kind="insert", attempts=None, key=None, collection="c", **arguments):
    if kind == "insert":
        arguments.setdefault("at", 1)
        arguments.setdefault("ids", [token])
    client, _, number = token.rpartition("-")
    return {
        "client": client, "number": number, "token": token, "collection": collection, "kind": kind, "key": key,
        "arguments": arguments, "attempts": attempts or [attempt()],
    }


def create(token, start=0.1, end=0.2, collection="c", attempts=None):
    made = [{"start": start, "end": end, "status": 201, "version": 1, "from": None}]
    return request(token, "create", attempts or made, collection=collection, ids=[f"birth-{token}", "a"])


def drop(token, start, end, status=204, **more):
    return request(token, "drop", [{"start": start, "end": end, "status": status, **more}])


def read(version, items, start=5.0, end=6.0, **more):
    return {"collection": "c", "start": start, "end": end, "version": version, "items": items, **more}


def event(version, token=None, type="diff", watcher="w"):
    return {"watcher": watcher, "collection": "c", "type": type, "from": version - 1, "version": version, "token": token}


BIRTH = "birth-ann-0"


class ChainTests(unittest.TestCase):
    def check(
            self, requests=(), entries=(), reads=(), events=(), lives=None, deaths=(), heads=None, known=None,
            owners=(), owned=None, watching=None, calm=False, creates=None, limit=None):
        """Checks a history of the collection c: ann-0 created it, and `entries` are (token, number of items)."""
        lives = [("1", "ann-0")] if lives is None else lives
        creates = [create("ann-0")] if creates is None else creates
        rows, versions, counts = [], {}, {}
        for row in entries:
            token, items, life, version = (*row, "1", None)[:4] if len(row) < 4 else row
            version = version or versions.get(life, 1) + 1
            versions[life], counts[life] = version, items
            rows.append({"life": life, "version": version, "items": items, "token": token})
        dead = set(deaths)
        default = {
            life: {"version": versions.get(life, 1), "items": counts.get(life, 2)}
            for life, _ in lives if life not in dead}
        record = {
            "requests": [*creates, *requests], "reads": list(reads), "diffs": [], "events": list(events),
            "lives": [{"life": life, "collection": "c", "token": token, "version": 1} for life, token in lives],
            "entries": rows, "deaths": [{"life": life} for life in deaths],
            "heads": default if heads is None else heads, "owners": list(owners), "owned": owned or {},
            "final": {"c": {"version": versions.get("1", 1)}}, "watching": watching or {}, "calm": calm, "limit": limit,
        }
        return chains.check(known or chains.Known(), copy.deepcopy(record))

    def assert_found(self, faults, words):
        self.assertTrue(any(words in fault for fault in faults), f"{words!r} is not in {faults}")

    def test_a_sound_history_has_no_violations(self):
        requests = [
            request("ann-1"),
            request("bob-1", attempts=[LOST], key="k"),
            request("bob-2", attempts=[LOST, AWAY, KEPT], key="l"),
            request("bob-3", attempts=[LOST], ids=["never"]),
            request("ann-2", "delete", [attempt(7, 8, frm=4, version=5)], ids=["a"]),
            request("ann-3", "delete", [dict(REFUSED, status=422, start=9, end=10)], ids=["a"]),
            request("ann-4", attempts=[dict(REFUSED, start=9, end=10)], version=2),
            request("ann-5", attempts=[AWAY]),
            request("ann-6", "measurements", [attempt(11, 12, frm=5, version=5)], mayChangeNothing=True),
        ]
        reads = [
            read(2, [BIRTH, "ann-1", "a"], 2.5, 2.6), read(5, [BIRTH, "bob-2", "bob-1", "ann-1"], 9, 10),
            read(None, None, 0.0, 0.05)]
        events = [event(1, type="open"), event(2, "ann-1"), event(3, "bob-1"), event(4, "bob-2"), event(5, "ann-2")]
        entries = [("ann-1", 3), ("bob-1", 4), ("bob-2", 5), ("ann-2", 4)]
        owners = [{"owner": "o", "collections": 1, "items": 4, "collection_limit": 1, "item_limit": None}]
        owned = {"o": {"collections": 1, "items": 4, "counted_collections": 1, "counted_items": 4}}
        known = chains.Known()
        faults = self.check(
            requests, entries, reads, events, owners=owners, owned=owned, watching={"w": "c"}, known=known, limit=1)
        self.assertEqual(faults, [])
        # A request of an earlier round may come late.
        late = self.check(
            [], [("bob-3", 5, "1", 6)], [read(6, [BIRTH, "never", "bob-2", "bob-1", "ann-1"])], lives=[], creates=[],
            known=known, heads={"1": {"version": 6, "items": 5}})
        self.assertEqual(late, [])

    def recreated(self, *reads, requests=(), **options):
        """c is created, deleted by ann from 2 to 3, and created again from 4 to 5."""
        return self.check(
            [drop("ann-1", 2, 3), *requests], lives=[("1", "ann-0"), ("2", "ann-2")], deaths=["1"],
            creates=[create("ann-0"), create("ann-2", 4, 5)], reads=reads, **options)

    def test_a_collection_that_is_created_again_has_no_violations(self):
        again = "birth-ann-2"
        self.assertEqual(self.recreated(
            read(1, [BIRTH, "a"], 0.5, 1), read(1, [BIRTH, "a"], 2.5, 4.5), read(None, None, 2.5, 4.5),
            read(1, [again, "a"], 4.5, 6)), [])

    def test_another_collection_of_the_same_name_is_found(self):
        self.assert_found(self.recreated(read(1, [BIRTH, "a"], 6, 7)), "before it was created again")
        self.assert_found(self.recreated(read(1, [BIRTH, "a"], 3.5, 3.6)), "that ann's drop 1 had deleted")
        self.assert_found(self.recreated(read(None, None, 6, 7)), "it existed all that time")
        late = request("bob-1", attempts=[attempt(6, 7, frm=1, version=2)])
        self.assert_found(self.recreated(requests=[late], entries=[("bob-1", 3, "1", 2)]), "before it was created again")

    def test_an_acknowledged_change_that_is_lost_is_found(self):
        self.assert_found(self.check([request("ann-1")]), "which is lost")
        kept = request("ann-1", attempts=[LOST, KEPT], key="k")
        self.assert_found(self.check([kept]), "is lost")

    def test_a_change_acknowledged_with_another_version_is_found(self):
        requests = [request("ann-1"), request("bob-1", attempts=[attempt(version=2)])]
        self.assert_found(self.check(requests, [("ann-1", 3), ("bob-1", 4)]), "answered with version 2, and has made version 3")

    def test_a_change_made_twice_is_found(self):
        requests = [request("ann-1", key="k", attempts=[LOST, attempt(3, 4, frm=2, version=3)])]
        self.assert_found(self.check(requests, [("ann-1", 3), ("ann-1", 4)]), "carried out twice")
        twice = [request("ann-1", key="k", attempts=[attempt(), attempt(3, 4, frm=2, version=3)])]
        self.assert_found(self.check(twice, [("ann-1", 3)]), "answered with the versions [2, 3]")

    def test_a_creation_made_twice_is_found(self):
        faults = self.check(
            [drop("ann-1", 2, 3)], lives=[("1", "ann-0"), ("2", "ann-0")], deaths=["1"])
        self.assert_found(faults, "the creation ann-0 was carried out twice")

    def test_a_refused_change_that_was_made_is_found(self):
        for refusal in (REFUSED, AWAY):
            self.assert_found(self.check([request("ann-1", attempts=[refusal])], [("ann-1", 3)]), "was refused")

    def test_a_retry_that_is_refused_although_it_was_carried_out_is_found(self):
        requests = [request("ann-1", key="k", attempts=[attempt(1, 2), dict(REFUSED)])]
        self.assert_found(self.check(requests, [("ann-1", 3)]), "was refused then")

    def test_a_refusal_against_an_old_version_is_found(self):
        requests = [request("ann-1"), request("bob-1", attempts=[dict(REFUSED)], version=2)]
        self.assert_found(self.check(requests, [("ann-1", 3)]), "could be made at all versions from 2 to 2")
        missing = [request("ann-1"), request("bob-1", "delete", [dict(MISSING)], ids=["ann-1"])]
        self.assert_found(self.check(missing, [("ann-1", 3)]), "could be made")

    def test_a_gap_and_a_twin_are_found(self):
        requests = [request("ann-1"), request("bob-1", attempts=[LOST])]
        self.assert_found(self.check(requests, [("ann-1", 3), ("bob-1", 4, "1", 4)]), "a gap, or a twin")
        self.assert_found(self.check(requests, [("ann-1", 3), ("bob-1", 4, "1", 2)]), "a gap, or a twin")

    def test_a_version_without_a_request_is_found(self):
        self.assert_found(self.check([], [("eve-1", 3)]), "no request is for it")

    def test_a_change_of_another_collection_is_found(self):
        self.assert_found(self.check([request("ann-1", collection="d")], [("ann-1", 3)]), "was sent to d")

    def test_a_change_on_top_of_another_version_than_required_is_found(self):
        requests = [request("ann-1"), request("bob-1", attempts=[attempt(3, 4, frm=2, version=3)], version=1)]
        self.assert_found(self.check(requests, [("ann-1", 3), ("bob-1", 4)]), "cannot have made it")

    def test_a_wrong_number_of_items_is_found(self):
        self.assert_found(self.check([request("ann-1")], [("ann-1", 4)]), "4 items are counted")

    def test_a_stale_read_is_found(self):
        faults = self.check([request("ann-1")], [("ann-1", 3)], [read(1, [BIRTH, "a"], 3, 4)])
        self.assert_found(faults, "was read after version 2 was known")

    def test_a_read_older_than_an_earlier_read_is_found(self):
        reads = [read(2, [BIRTH, "ann-1", "a"], 3, 4), read(1, [BIRTH, "a"], 5, 6)]
        faults = self.check([request("ann-1", attempts=[LOST])], [("ann-1", 3)], reads)
        self.assert_found(faults, "was read after version 2 was known")

    def test_a_read_of_a_state_that_was_never_committed_is_found(self):
        self.assert_found(self.check(reads=[read(2, [BIRTH, "x", "a"])]), "was never committed")
        self.assert_found(self.check(reads=[read(1, ["birth-eve-1"])]), "no collection that was committed")

    def test_a_read_of_other_items_is_found(self):
        self.assert_found(self.check(reads=[read(1, [BIRTH, "b"])]), "was read as")

    def test_a_change_in_the_wrong_order_is_found(self):
        requests = [request("ann-1", attempts=[attempt(1, 2, frm=2, version=3)]),
                    request("bob-1", attempts=[attempt(5, 6, frm=1, version=2)])]
        self.assert_found(self.check(requests, [("bob-1", 3), ("ann-1", 4)]), "was requested after the response")

    def test_a_deletion_without_a_request_or_without_an_effect_is_found(self):
        self.assert_found(self.check(deaths=["1"]), "1 deletions, and by the responses 0 to 0")
        self.assert_found(self.check([drop("ann-1", 2, 3)]), "0 deletions, and by the responses 1 to 1")
        self.assertEqual(self.check([drop("ann-1", 2, None, None)]), [])
        self.assertEqual(self.check([drop("ann-1", 2, None, None)], deaths=["1"]), [])

    def test_a_watcher_that_misses_repeats_or_begins_again_is_found(self):
        requests, entries = [request("ann-1")], [("ann-1", 3)]
        opened = event(1, type="open")
        for events, words in (
                ([opened], "it has seen version 1"), ([opened, event(3, "ann-1")], "after version 1 came"),
                ([opened, event(2, "ann-1"), event(2, "ann-1")], "after version 2 came"),
                ([opened, event(2, type="reset")], "reset"), ([opened, event(2, type="open")], "began again")):
            self.assert_found(self.check(requests, entries, events=events, watching={"w": "c"}), words)

    def test_an_event_of_another_change_is_found(self):
        requests, entries = [request("ann-1"), request("bob-1", attempts=[LOST])], [("ann-1", 3)]
        self.assert_found(self.check(requests, entries, events=[event(2, "bob-1")]), "never committed")
        self.assert_found(self.check(requests, entries, events=[event(3, "ann-1")]), "was sent as version 3")

    def test_heads_that_disagree_are_found(self):
        self.assert_found(self.check(heads={"1": {"version": 2, "items": 2}}), "its head is at version 2")
        self.assert_found(self.check(heads={"1": {"version": 1, "items": 3}}), "its head counts 3 items")
        self.assert_found(self.check(heads={}), "was not deleted")

    def test_a_limit_that_was_passed_and_a_wrong_count_are_found(self):
        row = {"owner": "o", "collections": 3, "items": 9, "collection_limit": 2, "item_limit": 8}
        faults = self.check(owners=[row])
        self.assert_found(faults, "3 collections, and 2 are allowed")
        self.assert_found(faults, "9 items, and 8 are allowed")
        owned = {"o": {"collections": 2, "items": 4, "counted_collections": 3, "counted_items": 5}}
        faults = self.check(owned=owned, limit=2)
        self.assert_found(faults, "2 collections by its row, and 3 are there")
        self.assert_found(faults, "4 items by its row, and 5 are there")
        self.assert_found(faults, "3 collections, and 2 are allowed")

    def test_a_failure_is_found_only_where_nothing_was_broken(self):
        requests = [request("ann-1", attempts=[AWAY])]
        self.assertEqual(self.check(requests), [])
        self.assert_found(self.check(requests, calm=True), "nothing was broken")
        broken = [request("ann-1", attempts=[{"start": 1, "end": 2, "status": 500, "code": "internal_error"}])]
        self.assert_found(self.check(broken), "500 internal_error")
        reused = [request("ann-1", attempts=[{"start": 1, "end": 2, "status": 422, "code": "idempotency_key_reused"}])]
        self.assert_found(self.check(reused), "idempotency_key_reused")


if __name__ == "__main__":
    unittest.main()
