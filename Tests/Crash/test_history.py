"""Every kind of violation is found in a made-up history, and a sound history has none."""

import copy
import unittest

import history


def attempt(start=1, end=2, status=200, frm=1, version=2, code=None):
    return {"start": start, "end": end, "status": status, "from": frm, "version": version, "code": code}


LOST = {"start": 1, "end": None, "status": None}
KEPT = {"start": 8, "end": 9, "status": 409, "code": "answer_not_kept"}


def request(kind="insert", attempts=None, key=None, client="ann", number=1, collection="c", **arguments):
    if kind == "insert":
        arguments.setdefault("at", 0)
        arguments.setdefault("ids", ["x"])
    return {
        "client": client, "number": number, "collection": collection, "kind": kind, "key": key,
        "arguments": arguments, "attempts": attempts or [attempt()],
    }


def diff(version, cause="updates", inserted=(), deleted=(), updates=None, frm=None):
    return {
        "collection": "c", "from": version - 1 if frm is None else frm, "version": version, "cause": cause,
        "inserted": list(inserted), "deleted": list(deleted), "updates": updates,
    }


def event(version, type="diff", frm=None, watcher="w"):
    return {"watcher": watcher, "collection": "c", "type": type, "from": version - 1 if frm is None else frm, "version": version}


def read(version, items, start=5, layout=None):
    return {"collection": "c", "start": start, "version": version, "items": items, "layout": layout}


class HistoryTests(unittest.TestCase):
    def check(self, requests=(), reads=(), diffs=(), events=(), final=None, watching=None, known=None, gone=False):
        known = known or history.Known({"c": history.Model(1, ["a", "b"], {"h": 1})})
        final = final or read(2, ["x", "a", "b"], layout={"h": 1})
        record = {
            "requests": list(requests), "reads": list(reads), "diffs": list(diffs), "events": list(events),
            "final": {"c": None if gone else final}, "watching": watching or {},
        }
        return history.check(known, copy.deepcopy(record))

    def assert_found(self, faults, words):
        self.assertTrue(any(words in fault for fault in faults), f"{words!r} is not in {faults}")

    def test_a_sound_history_has_no_violations(self):
        final = read(7, ["d", "x", "z", "b"], layout={"h": 2})
        requests = [
            request(),
            request("delete", [attempt(3, 4, frm=2, version=3)], ids=["a"], number=2),
            request("layout", [attempt(5, 6, frm=3, version=4)], layout={"h": 2}, number=3),
            request("insert", [LOST, KEPT], key="k", ids=["z"], at=1, number=4),
            request("snapshot", [LOST], items=["z", "x", "d", "b"], number=5),
            request("move", [LOST], **{"from": 2, "to": 0, "version": 6}, number=6),
            request("insert", [LOST], ids=["never"], number=7),
            request("bounds", [attempt(frm=None, version=7)], number=8),
            request("measurements", [attempt(frm=4, version=4)], number=9),
            request("delete", [attempt(status=422, code="invalid_request", version=None)], ids=["q"], number=10),
        ]
        diffs = [diff(5, inserted=["z"]), diff(6, "snapshot", ["d"], []), diff(7)]
        events = [event(1, "open")] + [event(version) for version in range(2, 8)]
        final["items"] = ["d", "z", "x", "b"]
        self.assertEqual(
            self.check(requests, [read(2, ["x", "a", "b"], start=2.5)], diffs, events, final, {"w": "c"}), [])

    def test_an_acknowledged_change_that_is_lost_is_found(self):
        final = read(1, ["a", "b"], layout={"h": 1})
        self.assert_found(self.check([request()], final=final), "is lost")

    def test_a_change_whose_effect_is_missing_is_found(self):
        final = read(2, ["a", "b"], layout={"h": 1})
        self.assert_found(self.check([request()], final=final), "the items are not those")

    def test_a_collection_that_goes_back_is_found(self):
        known = history.Known({"c": history.Model(5, ["a"], {})})
        self.assert_found(self.check(final=read(4, ["a"]), known=known), "at version 4, and was at 5")

    def test_a_version_made_twice_is_found(self):
        requests = [request(), request(ids=["y"], number=2)]
        self.assert_found(self.check(requests), "was made by")

    def test_a_repetition_carried_out_twice_is_found(self):
        requests = [request(key="k", attempts=[attempt(), attempt(3, 4, frm=2, version=3)])]
        final = read(3, ["x", "x", "a", "b"], layout={"h": 1})
        self.assert_found(self.check(requests, final=final), "carried out more than once")

    def test_a_repetition_carried_out_after_it_got_no_response_is_found(self):
        # The first attempt made version 2, which the diff shows, and the second version 3.
        requests = [request(key="k", attempts=[LOST, attempt(3, 4, frm=2, version=3)])]
        final = read(3, ["x", "x", "a", "b"], layout={"h": 1})
        faults = self.check(requests, diffs=[diff(2, inserted=["x"])], final=final)
        self.assert_found(faults, "an item is there twice")

    def test_a_snapshot_carried_out_twice_is_found(self):
        requests = [request("snapshot", [LOST, attempt(3, 4, frm=2, version=3)], key="k", items=["z"])]
        final = read(3, ["z"], layout={"h": 1})
        self.assert_found(self.check(requests, diffs=[diff(2, "snapshot", ["z"], ["a", "b"])], final=final), "version")

    def test_a_repetition_in_a_later_round_is_found(self):
        known = history.Known({"c": history.Model(1, ["a", "b"], {"h": 1})}, {"k": 1})
        repetition = request("measurements", key="k", isRepetition=True)
        self.assert_found(self.check([repetition], final=read(2, ["a", "b"], layout={"h": 1}), known=known), "again as version 2")

    def test_a_request_reported_as_carried_out_that_was_not_is_found(self):
        requests = [request(key="k", attempts=[LOST, KEPT])]
        self.assert_found(self.check(requests, final=read(1, ["a", "b"], layout={"h": 1})), "has no version")

    def test_a_version_without_a_request_is_found(self):
        self.assert_found(self.check(), "no request explains it")

    def test_a_rejected_request_that_was_carried_out_is_found(self):
        requests = [request(attempts=[attempt(status=422, version=None)])]
        self.assert_found(self.check(requests, diffs=[diff(2, inserted=["x"])]), "no request explains it")

    def test_a_change_in_the_wrong_order_is_found(self):
        requests = [
            request(attempts=[attempt(1, 2, frm=2, version=3)]),
            request(attempts=[attempt(5, 6, frm=1, version=2)], ids=["y"], number=2),
        ]
        final = read(3, ["x", "y", "a", "b"], layout={"h": 1})
        self.assert_found(self.check(requests, final=final), "was requested after the response")

    def test_a_stale_read_is_found(self):
        self.assert_found(self.check([request()], [read(1, ["a", "b"], start=3)]), "was read after the response")

    def test_a_read_of_a_version_that_is_lost_is_found(self):
        self.assert_found(self.check([request()], [read(3, ["y"], start=3)]), "was read and is lost")

    def test_a_read_of_something_else_is_found(self):
        self.assert_found(self.check([request()], [read(2, ["a", "x", "b"], start=3)]), "the items are not those")

    def test_an_item_in_the_wrong_position_is_found(self):
        final = read(2, ["a", "x", "b"], layout={"h": 1})
        self.assert_found(self.check([request()], final=final), "the items are not those")

    def test_a_lost_layout_is_found(self):
        requests = [request("layout", layout={"h": 2})]
        self.assert_found(self.check(requests, final=read(2, ["a", "b"], layout={"h": 1})), "the layout is another")

    def test_a_version_that_skips_is_found(self):
        final = read(3, ["x", "a", "b"], layout={"h": 1})
        self.assert_found(self.check([request(attempts=[attempt(version=3)])], final=final), "from version 1 to 3")

    def view(self, *requests, final=None, before=None):
        known = history.Known({"c": history.Model(1, ["a", "b"], {"h": 1}, before or {})})
        last = dict(read(1, ["a", "b"], layout={"h": 1}), viewports=final or {})
        return self.check(requests, final=last, known=known)

    def test_a_sound_history_of_viewports_has_no_violations(self):
        scrolled, missing = attempt(frm=None, version=1), attempt(status=404, version=None)
        created = attempt(status=201, frm=None, version=1)
        self.assertEqual(self.view(request("view", [created], width=5), final={"ann": 5}), [])
        self.assertEqual(self.view(request("view", [LOST], width=5)), [])
        self.assertEqual(self.view(request("view", [LOST], width=5), final={"ann": 5}), [])
        self.assertEqual(self.view(request("scroll", [missing]), request("unview", [missing])), [])
        gone = [request("unview", [LOST, KEPT], key="k"), request("view", [created], key="j", width=7)]
        again = request("unview", [KEPT], key="k", isRepetition=True)
        self.assertEqual(self.view(*gone, again, final={"ann": 7}, before={"ann": 5}), [])
        repeated = request("view", [created, created], key="k", width=5)
        self.assertEqual(self.view(repeated, request("scroll", [scrolled]), final={"ann": 5}), [])

    def test_an_acknowledged_viewport_that_is_lost_or_another_is_found(self):
        created = request("view", [attempt(status=201, frm=None, version=1)], width=5)
        for final in ({}, {"ann": 6}):
            self.assert_found(self.view(created, final=final), "against all responses")
        self.assert_found(self.view(before={"ann": 5}), "against all responses")
        missing = request("scroll", [attempt(status=404, version=None)])
        self.assert_found(self.view(missing, before={"ann": 5}, final={"ann": 5}), "against all before it")

    def test_a_deleted_viewport_that_comes_back_is_found(self):
        deleted = request("unview", [attempt(status=204, frm=None, version=None)])
        self.assert_found(self.view(deleted, before={"ann": 5}, final={"ann": 5}), "against all responses")
        there = request("scroll", [attempt(frm=None, version=1)])
        self.assert_found(self.view(deleted, there, before={"ann": 5}), "against all before it")

    def test_a_server_error_is_found(self):
        requests = [request(attempts=[attempt(status=500, version=None, code="internal_error")])]
        self.assert_found(self.check(requests, final=read(1, ["a", "b"], layout={"h": 1})), "500 internal_error")

    def test_a_gap_of_a_watcher_is_found(self):
        known = history.Known({"c": history.Model(1, ["a", "b"], {"h": 1})}, {}, {"w": 1})
        self.assert_found(self.check([request()], events=[event(3)], known=known), "after version 1 came")

    def test_an_event_sent_twice_is_found(self):
        events = [event(1, "open"), event(2), event(2)]
        self.assert_found(self.check([request()], events=events), "after version 2 came")

    def test_a_watcher_that_is_reset_or_begins_again_is_found(self):
        events = [event(1, "open"), event(2, "reset")]
        self.assert_found(self.check([request()], events=events), "reset")
        events = [event(1, "open"), event(2, "open")]
        self.assert_found(self.check([request()], events=events), "began again")

    def test_a_watcher_that_misses_the_last_change_is_found(self):
        events = [event(1, "open")]
        self.assert_found(self.check([request()], events=events, watching={"w": "c"}), "it has seen version 1")

    def test_diffs_that_disagree_are_found(self):
        diffs = [diff(2, inserted=["x"]), diff(2, inserted=["y"])]
        self.assert_found(self.check([request()], diffs=diffs), "two diffs of version 2 differ")

    def test_a_collection_that_is_gone_is_found(self):
        self.assert_found(self.check(gone=True), "is gone, against all responses")

    def test_a_deleted_collection_that_exists_is_found(self):
        requests = [request("drop", [attempt(status=204, version=None)])]
        self.assert_found(self.check(requests), "exists, against all responses")

    def test_a_deletion_without_a_response_may_have_happened_or_not(self):
        requests = [request("drop", [LOST])]
        self.assertEqual(self.check(requests), [])
        self.assertEqual(self.check(requests, gone=True), [])


if __name__ == "__main__":
    unittest.main()
