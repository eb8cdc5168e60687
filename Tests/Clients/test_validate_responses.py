"""Every way in which a response can differ from docs/openapi is found, and a response that fits has no violations."""

import base64
import gzip
import json
import unittest

from contract import assembled
from validate_responses import Checker, Document

DOCUMENT = Document(assembled())

FRAME = {"x": -4, "y": 0, "width": 50, "height": 80}
LAYOUT = {
    "contentSize": {"width": 320, "height": 80},
    "attributes": [
        {"category": "cell", "indexPath": [0, 0], "frame": FRAME},
        {"category": "cell", "indexPath": [0, 1], "id": "b", "frame": FRAME, "zIndex": -1},
    ],
}
COLUMNS = {
    "contentSize": {"width": 320, "height": 80},
    "attributes": {
        "count": 2, "categories": [0, 0], "kindNames": [], "kinds": [-1, -1], "sections": [0, 0], "items": [0, 1],
        "frames": [-4, 0, 50, 80, 0, -4, 50, 80],
    },
}
PROBLEM = {
    "type": "urn:tessera:problem:not_found", "title": "Not found", "status": 404, "detail": "No resource exists.",
    "instance": "test", "code": "not_found",
}


def response(
        body=LAYOUT, status=200, type="application/json", method="POST", target="/v1/layouts?format=objects",
        process=False, **headers):
    fields = {"X-Request-Id": "test", "Content-Type": type} | {
        name.replace("_", "-"): value for name, value in headers.items()}
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return {
        "method": method, "target": target, "status": status, "isInProcess": process,
        "headers": [[name, value] for name, value in fields.items() if value is not None],
        "body": base64.b64encode(data).decode(),
    }


def event(name, data):
    return {
        "method": "GET", "target": "/v1/collections/c/events", "status": 200, "isInProcess": False, "headers": [],
        "event": name, "body": base64.b64encode(json.dumps(data).encode()).decode(),
    }


def changed(value, *steps, to=None, without=False):
    """A copy of a value with another value at the end of some steps, or without it."""
    value = json.loads(json.dumps(value))  # a copy in which the frames are separate
    part = value
    for step in steps[:-1]:
        part = part[step]
    if without:
        del part[steps[-1]]
    else:
        part[steps[-1]] = to
    return value


class ValidatorTests(unittest.TestCase):
    def violations(self, *records):
        checker = Checker(DOCUMENT)
        for record in records:
            checker.check(record)
        return list(checker.report.violations.values())

    def assert_found(self, record, text, pointer=""):
        found = [(violation.pointer, violation.text) for violation in self.violations(record)]
        self.assertTrue(any(pointer == at and text in words for at, words in found), f"{text!r} is not in {found}")

    def test_responses_that_fit_have_no_violations(self):
        columns = "application/vnd.tessera.columns+json"
        refusal = dict(body=PROBLEM, status=404, type="application/problem+json")
        self.assertEqual(self.violations(
            response(), response(COLUMNS, type=columns), response(type="application/json; charset=utf-8"),
            response(b"", 204, None, "DELETE", "/v1/collections/c"),
            response(b"", method="HEAD", target="/v1/collections/c"),
            response(b"<svg/>", type="image/svg+xml"),
            response(b"{}\n{}\n", method="GET", target="/v1/export", type="application/x-ndjson"),
            response(gzip.compress(json.dumps(LAYOUT).encode()), Content_Encoding="gzip"),
            response(
                changed(PROBLEM, "status", to=412), type="application/problem+json", target="/v1/collections/c/updates",
                ETag='"1"', Preference_Applied="version-mismatch=200"),
            response(method="GET", target="/nowhere", **refusal), response(process=True, X_Request_Id=None),
            dict(response(), body=None), event("open", {"id": "c", "version": 1}), event("closed", {"reason": "collection_deleted"})), [])

    def test_an_unknown_member_is_found(self):
        self.assert_found(response(changed(LAYOUT, "colour", to="red")), "'colour' was unexpected")
        self.assert_found(
            response(changed(LAYOUT, "attributes", 1, "frame", "z", to=1)), "'z' was unexpected", "/attributes/1/frame")

    def test_an_unknown_value_is_found(self):
        self.assert_found(
            response(changed(LAYOUT, "attributes", 0, "category", to="cells")), "is not one of", "/attributes/0/category")
        described = {
            "id": "c", "version": 1, "kind": "list", "sectionCount": 0, "itemCount": 0,
            "contentSize": {"width": 0, "height": 0}, "container": {"width": 0, "height": 0}, "layout": {"kind": "lists"}}
        self.assertEqual(self.violations(response(
            changed(described, "layout", "kind", to="list"), method="GET", target="/v1/collections/c", ETag='"1"')), [])
        self.assertNotEqual(self.violations(response(
            changed(described, "layout", "rowHeights", to=1), method="GET", target="/v1/collections/c", ETag='"1"')), [])

    def test_a_missing_member_is_found(self):
        self.assert_found(response(changed(LAYOUT, "contentSize", without=True)), '"contentSize" is a required property')
        self.assert_found(
            response(changed(LAYOUT, "attributes", 0, "indexPath", without=True)), '"indexPath" is a required property',
            "/attributes/0")

    def test_an_undocumented_status_is_found(self):
        self.assert_found(response(status=202), "the status 202 is not documented")

    def test_a_wrong_content_type_is_found(self):
        self.assert_found(response(type="text/plain"), "the content type text/plain is not documented")
        self.assert_found(response(type=None), "there is no content type")
        self.assert_found(dict(response(type="text/plain"), body=None), "the content type text/plain is not documented")
        self.assert_found(
            response(PROBLEM, 404, method="GET", target="/nowhere"), "the content type application/json is not documented")

    def test_a_negative_size_is_found(self):
        self.assert_found(
            response(changed(LAYOUT, "attributes", 1, "frame", "width", to=-1)), "less than the minimum of 0",
            "/attributes/1/frame/width")
        self.assert_found(
            response(changed(LAYOUT, "contentSize", "height", to=-0.5)), "less than the minimum of 0",
            "/contentSize/height")

    def test_a_negative_size_in_columns_is_found(self):
        columns = changed(COLUMNS, "attributes", "frames", 7, to=-1)
        self.assert_found(
            response(columns, type="application/vnd.tessera.columns+json"), "a width or height in columns is less than 0",
            "/attributes/frames/7")

    def test_a_body_that_is_no_JSON_is_found(self):
        self.assert_found(response(b'{"contentSize":'), "the body is no JSON")
        self.assert_found(response(b""), "the body is no JSON")
        self.assert_found(response(b'{"contentSize":NaN}'), "the body is no JSON")

    def test_a_body_where_none_is_documented_is_found(self):
        self.assert_found(
            response({}, 204, method="DELETE", target="/v1/collections/c"), "there is a body, and none is documented")

    def test_header_fields_that_are_missing_or_wrong_are_found(self):
        self.assert_found(response(X_Request_Id=None), "the header field X-Request-Id is missing")
        busy = dict(PROBLEM, status=503, code="queue_full", type="urn:tessera:problem:queue_full")
        refused = dict(body=busy, status=503, type="application/problem+json")
        self.assert_found(response(Retry_After="soon", **refused), "the header field Retry-After")
        self.assertEqual(self.violations(response(Retry_After="1", **refused)), [])

    def test_a_success_of_an_operation_that_is_not_described_is_found(self):
        self.assert_found(response(method="GET"), "a request that is not documented has this status")
        self.assert_found(response(target="/v2/layouts"), "a request that is not documented has this status")

    def test_events_that_do_not_fit_are_found(self):
        self.assert_found(event("opened", {}), "the event opened is not documented")
        self.assert_found(event("open", {"id": "c"}), '"version" is a required property')
        self.assert_found(event("reset", {"version": 1, "reason": "whim"}), "is not one of", "/reason")
        self.assert_found(event("message", {"changes": []}), '"contentSize" is a required property')

    def test_an_alternative_is_judged_by_the_one_that_was_meant(self):
        snapping = {"start": 0, "interval": -5, "count": 2, "end": 9}
        section = {
            "section": 0, "frame": FRAME, "contentSize": {"width": 9, "height": 9}, "behavior": "paging",
            "snapping": snapping}
        self.assert_found(
            response(dict(LAYOUT, orthogonalSections=[section])), "less than the minimum of 0",
            "/orthogonalSections/0/snapping/interval")

    def test_a_violation_is_reported_once_with_its_number(self):
        wide = changed(changed(LAYOUT, "attributes", 0, "frame", "width", to=-1), "attributes", 1, "frame", "width", to=-2)
        found = self.violations(response(wide), response(wide))
        self.assertEqual([violation.count for violation in found], [4])
        self.assertEqual(found[0].example, "-1")


if __name__ == "__main__":
    unittest.main()
