"""The interface as a client of this release reads it, and as the service of a later one may respond.

The schemas of responses are open: they may get members, and properties with `x-extensible-enum` may get values. Checks
of this release want neither (`closed`), and clients must take both (`grown`).
"""

import copy
import subprocess
from pathlib import Path

import yaml

# Sizes, points and the like never get members: see docs/versioning.md.
FIXED = {"SizeObject", "PointObject", "Frame", "InsetsObject"}
LATER = "addedLater"


def assembled():
    """The parts of docs/openapi put together, with all examples and with the errors of each operation."""
    program = Path(__file__).resolve().parents[2] / "tools/assemble-openapi"
    text = subprocess.run([program, "--full"], check=True, capture_output=True).stdout
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def closed(document):
    """A copy of the document in which no object has members that it does not describe, and known values are all."""
    document = copy.deepcopy(document)
    for schema in document["components"]["schemas"].values():
        if schema.get("type") == "object" and schema.get("additionalProperties", True) is True:
            schema["additionalProperties"] = False
    _close_values(document["components"])
    _close_values(document["paths"])
    return document


def _close_values(part):
    if isinstance(part, list):
        for each in part:
            _close_values(each)
    elif isinstance(part, dict):
        if "x-extensible-enum" in part:
            part["enum"] = part["x-extensible-enum"]
        for each in part.values():
            _close_values(each)


def grown(document, schema, value):
    """A response that a later release may send: every open object has one more member, every growing value is new."""
    while "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        if name in FIXED:
            return value
        schema = document["components"]["schemas"][name]
    if "x-extensible-enum" in schema:
        return LATER if schema["type"] == "string" else max(schema["x-extensible-enum"]) + 1
    for alternative in schema.get("anyOf", []) + schema.get("oneOf", []):
        if _is_later(document, alternative):
            return value | {LATER: {"of": ["any", "kind"]}} if isinstance(value, dict) else value
        if isinstance(value, dict) and set(_required(document, alternative)) <= set(value):
            return grown(document, alternative, value)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [grown(document, schema["items"], element) for element in value]
    if isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
        return {name: grown(document, schema["additionalProperties"], member) for name, member in value.items()}
    if isinstance(value, dict) and "properties" in schema:
        properties = schema["properties"]
        members = {name: grown(document, properties.get(name, {}), member) for name, member in value.items()}
        return members | {LATER: {"of": ["any", "kind"]}}
    return value


def _resolved(document, schema):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def _required(document, schema):
    return _resolved(document, schema).get("required", [])


def _is_later(document, schema):
    return _resolved(document, schema).get("additionalProperties") is True
