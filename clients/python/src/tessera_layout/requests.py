"""The requests of the client as values. Nothing here sends one."""

from __future__ import annotations

import gzip
import json
import math
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, TypedDict
from urllib.parse import quote

from .types import JSONObject

COMPRESSED_FROM = 65_536
"""The bytes from which on a body is compressed."""

Parameter = str | bool | int | float | Sequence[float] | None
Query = Mapping[str, Parameter]
"""The parameters of an address. Those that are `None` are left out."""


@dataclass(frozen=True)
class Request:
    """A request, which may be sent again as it is."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None


def timestamp(time: datetime | None) -> str | None:
    """Returns a time as parameters have it.

    Raises:
        ValueError: The time has no time zone.
    """
    if time is None:
        return None
    if time.utcoffset() is None:
        raise ValueError(f"{time!r} has no time zone: write datetime(2030, 1, 31, tzinfo=timezone.utc)")
    return time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


class ChangeOptions(TypedDict, total=False):
    """The options of every request that changes a collection."""

    version: int
    """The version that the collection must have: at another one, the change is the problem `version_mismatch`."""
    idempotency_key: str
    """A name of the request. By default each change has one, which its repetitions share."""
    viewport: str
    """The viewport that the response describes."""
    content: bool
    """Whether cells that appear come with their `template` and `content`."""


class DiffOptions(ChangeOptions, total=False):
    """The options of a change whose response is a diff."""

    scope: str
    """`visible`, or `all` elements."""
    anchor: Any
    """The part that stays in place on screen."""
    runs: bool
    """With the scope `all`: whether cells that shift by the same distance are folded."""


class ItemChangeOptions(DiffOptions, total=False):
    """The options of a change of the items themselves."""

    erase: bool
    """Whether the history is erased, and with it the content that the change deletes or replaces."""


class Selection(TypedDict, total=False):
    """The elements that a request for attributes selects."""

    rect: Sequence[float]
    """`x, y, width, height` in content coordinates, in points."""
    relative_to: Sequence[float]
    """`x, y`: the point that frames are relative to."""
    id: str
    index_path: Sequence[int]
    """`section, item`: the position of an item."""
    kind: str
    """The kind of a header or another view; needs `section`."""
    section: int
    item: int
    viewport: str


def request(
    method: str,
    path: str,
    *,
    query: Query | None = None,
    json: object = None,
    content: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Request:
    """Makes a request with a body of JSON, or of bytes.

    A change of a collection gets an `Idempotency-Key`, so that it is safe to send it again.

    Raises:
        ValueError: A number is not finite, or a text has half a character of UTF-16.
        TypeError: A value has no form in JSON.
    """
    fields = {name.lower(): value for name, value in (headers or {}).items()}
    if method not in ("GET", "HEAD", "OPTIONS") and path.startswith("/v1/collections"):
        fields.setdefault("idempotency-key", uuid.uuid4().hex)
    if json is not None:
        content = _encoded(json)
        fields["content-type"] = "application/json"
        if len(content) >= COMPRESSED_FROM:
            content = gzip.compress(content, 5, mtime=0)
            fields["content-encoding"] = "gzip"
    return Request(method, path + _query_text(query or {}), fields, content)


def change(
    method: str,
    path: str,
    body: JSONObject | None = None,
    *,
    version: int | None = None,
    idempotency_key: str | None = None,
    viewport: str | None = None,
    content: bool = False,
    query: Query | None = None,
    **members: object,
) -> Request:
    """Makes a request that changes a collection. `query` has further parameters, `members` further ones of the body."""
    headers = {}
    if version is not None:
        headers["if-match"] = f'"{version}"'
    if idempotency_key is not None:
        headers["idempotency-key"] = idempotency_key
    parameters: Query = {"viewport": viewport, "include": "content" if content else None, **(query or {})}
    return request(method, path, query=parameters, json=None if body is None else {**body, **members}, headers=headers)


def collection_path(collection: str) -> str:
    """Returns the path of a collection.

    Raises:
        ValueError: No collection can have the id.
    """
    # Such a path would lead to another resource, or to none.
    if not re.fullmatch(r"(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}", collection):
        raise ValueError(f"{collection!r} is no id: it takes 1 to 128 letters, digits and characters of -_.~")
    return f"/v1/collections/{collection}"


def selected(
    *, relative_to: Sequence[float] | None = None, index_path: Sequence[int] | None = None, **others: Any
) -> dict[str, Parameter]:
    """Returns the query of a selection."""
    return {**others, "relativeTo": relative_to, "indexPath": index_path}


def reading(min_version: int | None) -> dict[str, str]:
    """Returns the header fields of a request that asks for a version or a later one."""
    return {} if min_version is None else {"tessera-min-version": str(min_version)}


def _encoded(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _query_text(query: Query) -> str:
    items = [f"{name}={quote(_text(value), safe=',')}" for name, value in query.items() if value is not None]
    return "?" + "&".join(items) if items else ""


def _text(value: Parameter) -> str:
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _plain(value)
        case None:
            return ""
        case _:
            return ",".join(_text(number) for number in value)


def _plain(number: float) -> str:
    """Writes a number without an exponent, as addresses take it."""
    if not math.isfinite(number):
        raise ValueError(f"{number} is no number that an address takes")
    return f"{number:.6f}".rstrip("0").rstrip(".")
