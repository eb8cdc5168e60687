"""The requests that an attack begins with: those of openapi.yaml and of the folder examples."""

import dataclasses
import functools
import json
import re
from pathlib import Path

from contract import assembled

ROOT = Path(__file__).resolve().parents[2]
# Longer bodies are left out: most of their mutations say the same as those of short ones, in more time.
LONGEST = 32_768
# The ids of the collections that most requests name.
IDS = ["feed", "c1", "c2", "c3"]
SCALAR = re.compile(rb'"(?:[^"\\]|\\.)*"|[^\s,\]}]+')
BLANKS = re.compile(rb"\s*")


@dataclasses.dataclass(frozen=True)
class Span:
    """A value in a JSON text: its bytes from `start` to `end`, those of its member from `first`, and whether it is an
    element of an array."""
    first: int
    start: int
    end: int
    is_element: bool = False

    @property
    def is_member(self):
        return self.first < self.start


@dataclasses.dataclass(frozen=True)
class Seed:
    """A request: its path has names in braces, and `query` the values that each parameter is known to take."""
    method: str
    path: str
    query: dict
    media_type: str | None = None
    body: bytes = b""

    @functools.cached_property
    def spans(self):
        """The values of the body, from the outside in; none if it is not JSON."""
        return spans(self.body) if self.media_type == "application/json" else []


def spans(text):
    """Returns the values of a JSON text."""
    found = []

    def value(first, start, is_element):
        index = len(found)
        found.append(None)
        opening = text[start:start + 1]
        end = contents(start, opening) if opening in (b"{", b"[") else SCALAR.match(text, start).end()
        found[index] = Span(first, start, end, is_element)
        return end

    def contents(start, opening):
        position = BLANKS.match(text, start + 1).end()
        while text[position] not in b"]}":
            begin = position
            if opening == b"{":
                position = BLANKS.match(text, SCALAR.match(text, position).end()).end()
                position = BLANKS.match(text, position + 1).end()  # behind the colon
            position = BLANKS.match(text, value(begin, position, opening == b"[")).end()
            if text[position] == ord(","):
                position = BLANKS.match(text, position + 1).end()
        return position + 1

    start = BLANKS.match(text).end()
    value(start, start, False)
    return found


def all_seeds():
    """Returns a list of seeds for each operation, by its method and path."""
    document = assembled()
    found = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            bare = Seed(method.upper(), path, queries(document, operation))
            found[bare.method, path] = [dataclasses.replace(bare, media_type=media_type, body=body)
                                        for media_type, body in bodies(operation)] or [bare]
    layouts, cells = found["POST", "/v1/layouts"], found["POST", "/v1/measurements"]
    collections = found["POST", "/v1/collections"]
    for folder, seeds in [("examples", layouts), ("examples/cells", cells)]:
        for file in sorted((ROOT / folder).glob("*.json")):
            body = file.read_bytes()
            if len(body) <= LONGEST:
                seeds.append(dataclasses.replace(seeds[0], body=body))
    for number, seed in enumerate(layouts):
        if seed.body.startswith(b"{"):
            collections.append(dataclasses.replace(collections[0], body=b'{"id":"%s",' % IDS[number % 4].encode() + seed.body[1:]))
    font = (ROOT / "examples/fonts/Boxes.ttf").read_bytes()
    fonts = found["POST", "/v1/fonts"]
    fonts.append(dataclasses.replace(fonts[0], media_type="font/ttf", body=font))
    return found


def bodies(operation):
    """Yields the media types and the bodies of the examples of an operation."""
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        for example in content.get("examples", {}).values():
            value = example.get("value", "")
            body = value if isinstance(value, str) and media_type != "application/json" else json.dumps(value)
            yield media_type, body.encode()


def queries(document, operation):
    """Returns the values of each query parameter that the description of an operation knows."""
    found = {}
    for parameter in operation.get("parameters", []):
        if "$ref" in parameter:
            parameter = document["components"]["parameters"][parameter["$ref"].rsplit("/", 1)[1]]
        if parameter["in"] == "query":
            schema = parameter.get("schema", {})
            examples = [example.get("value") for example in parameter.get("examples", {}).values()]
            values = [*schema.get("enum", []), parameter.get("example"), *examples, schema.get("default")]
            found[parameter["name"]] = [str(value) for value in values if value is not None]
    return found

