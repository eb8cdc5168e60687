"""Compares recorded responses with docs/openapi: validate_responses.py FOLDER

The files of FOLDER are those that ResponseRecorder (Tests/ResponseRecording) and web/tests/support/recordResponses.js write: a
response, or an event of a stream, on each line. Each is compared with the operation of its method and path: its status
is documented, its content type is one of that status, header fields that are required are there and fit their schemas,
and so does the body. A response of this release has no member and no value that the document does not list, though its
schemas are open. Each violation is printed once, with the number of responses that have it and an example.
"""

import base64
import gzip
import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import jsonschema_rs

from contract import assembled, closed

PROBLEM = "application/problem+json"
# What a server adds to the response of the service.
ADDED_BY_SERVER = {"x-request-id", "server-timing"}
# A request that no operation describes is refused for one of these, or for its head.
NO_OPERATION = {404, 405}
# The schemas of the data of a stream's events, by the names of the events.
EVENTS = {"open": "StreamOpened", "message": "UpdateDiff", "reset": "StreamReset", "unavailable": "StreamUnavailable",
          "closed": "StreamClosed"}


@dataclass
class Violation:
    """Something in a response that docs/openapi does not have."""
    operation: str
    status: int
    text: str
    pointer: str = ""
    example: str = ""
    count: int = 1

    @property
    def key(self):
        # Elements of a list have the same violation.
        return (self.operation, self.status, re.sub(r"/\d+(?=/|$)", "/*", self.pointer), self.text)

    def __str__(self):
        at = f" at {self.pointer}" if self.pointer else ""
        example = f"\n    {self.example}" if self.example else ""
        return f"{self.operation} {self.status}{at}: {self.text} ({self.count} times){example}"


@dataclass
class Report:
    violations: dict = field(default_factory=dict)
    responses: int = 0
    bodies: int = 0
    operations: set = field(default_factory=set)
    full: int = 0

    def add(self, violation):
        known = self.violations.setdefault(violation.key, violation)
        if known is not violation:
            known.count += 1


class Document:
    """The interface, with a validator for each schema that a response has."""

    def __init__(self, document):
        self.document = document = closed(document)
        self.validators = {}
        self.templates = [(self._pattern(path), path) for path in document["paths"]]
        # Paths without names come first: /client/{file} is not /client/{version}/{file}, but could be another's.
        self.templates.sort(key=lambda template: template[1].count("{"))
        self.events = {name: {"$ref": f"#/components/schemas/{schema}"} for name, schema in EVENTS.items()}

    @staticmethod
    def _pattern(path):
        return re.compile("".join("[^/]+" if part.startswith("{") else re.escape(part)
                                  for part in re.split(r"({\w+})", path)))

    def resolved(self, value):
        """The component that a reference leads to, or the value itself."""
        while "$ref" in value:
            _, _, group, name = value["$ref"].split("/")
            value = self.document["components"][group][name]
        return value

    def path(self, target):
        """The path of the document that a target is of; None if it is of no path."""
        path = re.sub(r"^https?://[^/?]*", "", target).split("?")[0] or "/"
        return next((template for pattern, template in self.templates if pattern.fullmatch(path)), None)

    def errors(self, schema, value):
        """Yields the path and the text of every part of a value that does not fit a schema."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            # References lead from the top of the schema, as they do from the top of the document.
            whole = {"components": self.document["components"], "allOf": [schema]}
            self.validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        for error in self.validators[key].iter_errors(value):
            yield from causes(error)


def causes(error):
    """Yields the path and the text of an error, or those of the alternative that the value is nearest to."""
    alternatives = getattr(error.kind, "context", None)
    if alternatives:
        # An alternative of another type was not meant.
        here = list(error.instance_path)
        meant = [errors for errors in alternatives
                 if not any(cause.kind.name == "type" and list(cause.instance_path) == here for cause in errors)]
        for cause in min(meant or alternatives, key=len):
            yield from causes(cause)
    else:
        yield list(error.instance_path), rule(error)


def rule(error):
    """The text of an error; without the value, so that the violations of many responses are one."""
    if error.kind.name in ("additionalProperties", "unevaluatedProperties", "required"):
        return error.message
    return re.sub(r"^(?:\"(?:[^\"\\]|\\.)*\"|-?[\d.eE+-]+|\[.*\]|\{.*\})(?= )", "the value", error.message, flags=re.S)


def media_type(value):
    return value.split(";")[0].strip().lower()


def shortened(value, length=300):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= length else text[:length] + " …"


def pointer(path):
    """The JSON pointer of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def at(value, path):
    """The part of a value that a path leads to."""
    for step in path:
        value = value[step]
    return value


class Checker:
    def __init__(self, document):
        self.document = document if isinstance(document, Document) else Document(document)
        self.report = Report()

    def check(self, record):
        """Adds the violations of a recorded response to the report."""
        if record.get("isFull"):
            self.report.full += 1
            return
        self.report.responses += 1
        template = self.document.path(record["target"])
        item = self.document.document["paths"][template] if template else {}
        method = record["method"].lower()
        if method == "head" and "head" not in item:
            method = "get"
        operation = item.get(method)
        name = f"{record['method']} {template or 'of no path'}"
        problem = self._of(name, record)
        if operation is None:
            self._check_refusal(record, item, problem)
            return
        self.report.operations.add((method, template))
        response = operation["responses"].get(str(record["status"]), operation["responses"].get("default"))
        if response is None:
            problem(f"the status {record['status']} is not documented", example=excerpt(record))
            return
        response = self.document.resolved(response)
        if "event" in record:
            self._check_event(record, problem)
            return
        self._check_headers(record, response, problem)
        self._check_content(record, response.get("content", {}), problem)

    def _of(self, name, record):
        def problem(text, pointer="", example=""):
            self.report.add(Violation(name, record["status"], text, pointer, example))
        return problem

    def _check_refusal(self, record, item, problem):
        """Checks the response to a request that no operation describes: its method or its path is wrong."""
        if record["method"] == "OPTIONS" and record["status"] == 204:
            return  # a preflight of CORS
        refused = {int(status) for operation in item.values() if isinstance(operation, dict)
                   for status in operation.get("responses", {}) if status.isdigit() and int(status) >= 400}
        if record["status"] not in refused | NO_OPERATION and not (not item and record["status"] >= 400):
            problem("a request that is not documented has this status", example=excerpt(record))
            return
        self._check_content(record, {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}, problem)

    def _check_headers(self, record, response, problem):
        fields = {}
        for name, value in record["headers"]:
            fields.setdefault(name.lower(), value)
        for name, header in response.get("headers", {}).items():
            header = self.document.resolved(header)
            value = fields.get(name.lower())
            if value is None:
                is_added_later = record["isInProcess"] and name.lower() in ADDED_BY_SERVER
                if header.get("required") and not is_added_later:
                    problem(f"the header field {name} is missing")
                continue
            schema = header.get("schema", {})
            typed = number(value) if self.document.resolved(schema).get("type") in ("integer", "number") else value
            for _, text in self.document.errors(schema, typed):
                problem(f"the header field {name}: {text}", example=value)

    def _check_content(self, record, content, problem):
        if record["method"] == "HEAD" or record["status"] == 304:
            return
        body = body_of(record)
        sent = next((value for name, value in record["headers"] if name.lower() == "content-type"), None)
        is_minimal = any(
            name.lower() == "preference-applied" and "return=minimal" in value for name, value in record["headers"])
        if not content or is_minimal:
            if body:
                problem("there is a body, and none is documented", example=shortened(body.decode(errors="replace")))
            return
        schemas = {media_type(name): value.get("schema", {}) for name, value in content.items()}
        if sent is None:
            problem("there is no content type", example=excerpt(record))
        elif media_type(sent) not in schemas:
            problem(f"the content type {media_type(sent)} is not documented", example=record["target"])
        elif media_type(sent).endswith(("/json", "+json")) and body is not None:
            self._check_json(body, schemas[media_type(sent)], problem)

    def _check_event(self, record, problem):
        schema = self.document.events.get(record["event"])
        if schema is None:
            problem(f"the event {record['event']} is not documented", example=excerpt(record))
        elif (body := body_of(record)) is not None:
            self._check_json(body, schema, lambda text, *rest: problem(f"event {record['event']}: {text}", *rest))

    def _check_json(self, body, schema, problem):
        self.report.bodies += 1
        try:
            value = json.loads(body, parse_constant=refuse)
        except ValueError as error:
            problem(f"the body is no JSON: {error}", "", shortened(body.decode(errors="replace")))
            return
        for path, text in self.document.errors(schema, value):
            problem(text, pointer(path), shortened(at(value, path)))
        for path in negative_sizes(value):
            problem("a width or height in columns is less than 0", pointer(path), shortened(at(value, path)))


def negative_sizes(value, path=()):
    """Yields the paths of the negative widths and heights in columns, of which a schema cannot say the minimum: in a list
    of frames each has four numbers."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        if name == "frames" and isinstance(member, list):
            yield from ((*path, name, place) for place, number in enumerate(member)
                        if place % 4 > 1 and isinstance(number, (int, float)) and number < 0)
        elif isinstance(member, (dict, list)):
            yield from negative_sizes(member, (*path, name))


def refuse(constant):
    raise ValueError(f"{constant} is no number of JSON")


def number(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def body_of(record):
    """The bytes of a body; None if it was not recorded."""
    if record.get("body") is None:
        return None
    body = base64.b64decode(record["body"])
    codings = [value.lower() for name, value in record["headers"] if name.lower() == "content-encoding"]
    return gzip.decompress(body) if body and "gzip" in codings else body


def excerpt(record):
    body = body_of(record)
    return shortened(f"{record['target']} {(body or b'').decode(errors='replace')}")


def main(folder):
    checker = Checker(assembled())
    for path in sorted(Path(folder).glob("*.jsonl")):
        with path.open("rb") as file:
            for line in file:
                # A process that was killed has not ended its last line.
                if line.endswith(b"\n"):
                    checker.check(json.loads(line))
    report = checker.report
    for violation in sorted(report.violations.values(), key=lambda violation: violation.key):
        print(f"responses: {violation}")
    described = sum(len(item) for item in checker.document.document["paths"].values())
    if report.full:
        print(f"responses: {report.full} processes had more responses than they record")
    print(f"responses: {report.responses} responses of {len(report.operations)} of {described} operations, "
          f"{report.bodies} bodies of JSON, {len(report.violations)} violations")
    if not report.responses:
        print(f"responses: no response was recorded in {folder}")
    return 1 if report.violations or not report.responses else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
