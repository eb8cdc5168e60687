"""The exceptions of the client."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from .types import FieldError


class TesseraError(Exception):
    """A request that did not succeed."""

    @property
    def is_transient(self) -> bool:
        """Whether the same request may succeed a little later."""
        return False


class Unreachable(TesseraError):
    """The service cannot be reached, or the connection broke before the whole response was there.

    `__cause__` is the exception of httpx.
    """

    @property
    def is_transient(self) -> bool:
        return True


class TimedOut(Unreachable):
    """The service was silent for longer than the client's `timeout`."""


class InvalidResponse(TesseraError):
    """A successful response that is not of this service, for example a proxy's page."""


class Problem(TesseraError):
    """An error that the service responds with (RFC 9457).

    Programs use `status`, `code` and `errors`; `title` and `detail` are for people. The code of a response that is no
    problem document, for example a proxy's page, is `http_error`.
    """

    def __init__(self, status: int, document: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        super().__init__(status, document, headers)
        self.status = status
        self.document = document
        self.headers = headers
        self.code: str = document.get("code", "http_error")
        self.title: str = document.get("title", f"HTTP {status}")
        self.detail: str = document.get("detail", self.title)
        self.errors: list[FieldError] = document.get("errors", [])
        """The faults of the body, each with a JSON pointer into it."""
        self.viewport: str | None = document.get("viewport")
        self.quota: dict[str, Any] | None = document.get("quota")
        """The quota of the tenant that the request would exceed: its `name` and its `limit`."""
        self.request_id: str | None = document.get("instance", headers.get("x-request-id"))
        self.version = version_of(headers)
        """The version of the collection, for example after `version_mismatch`."""
        self.retry_after = _seconds(headers.get("retry-after"))
        """The seconds after which the service takes the request again."""

    def __str__(self) -> str:
        # The detail has the first fault.
        others = "".join(f"\n  {fault['pointer']}: {fault['detail']}" for fault in self.errors[1:])
        return f"{self.status} {self.code}: {self.detail}{others}"

    @property
    def pointer(self) -> str | None:
        """The JSON pointer to the first fault of the body."""
        return self.errors[0]["pointer"] if self.errors else None

    @property
    def is_transient(self) -> bool:
        if self.status == 429:
            return self.code not in ("too_many_collections", "too_many_fonts")
        return self.code == "request_in_progress" or self.status in (502, 503, 504)


def version_of(headers: Mapping[str, str]) -> int | None:
    """Returns the version that the entity tag of a response begins with."""
    digits = ""
    for character in headers.get("etag", "")[1:]:
        if character not in "0123456789":
            break
        digits += character
    return int(digits) if digits else None


def _seconds(field: str | None) -> float | None:
    """Returns the seconds of `Retry-After`, which is a number, or a date if a proxy wrote it."""
    if field is None:
        return None
    try:
        return max(0.0, float(field))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(field)
        return max(0.0, (date - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
