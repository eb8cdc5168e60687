"""What the client makes of responses, and of connections without one."""

from __future__ import annotations

from typing import Any

import httpx

from .problems import InvalidResponse, Problem, TimedOut, Unreachable


def failure(error: httpx.RequestError) -> Exception:
    """Returns the exception for a request without a whole response."""
    if isinstance(error, httpx.LocalProtocolError | httpx.UnsupportedProtocol):
        return ValueError(f"The request cannot be sent: {error}")
    if isinstance(error, httpx.TimeoutException):
        return TimedOut(f"The service is silent: {type(error).__name__}")
    return Unreachable(f"The service cannot be reached: {error or type(error).__name__}")


def problem_of(response: httpx.Response) -> Problem:
    """Returns the problem of an unsuccessful response that has been read."""
    # Other JSON is of a proxy, which means something else by `code` and `errors`.
    is_problem = "problem+json" in response.headers.get("content-type", "")
    document = _json(response) if is_problem else None
    if not isinstance(document, dict):
        document = {}
    return Problem(response.status_code, document, dict(response.headers))


def object_of(response: httpx.Response) -> dict[str, Any]:
    """Returns the JSON object of a response that has been read."""
    document = _json(response)
    if not isinstance(document, dict):
        kind = response.headers.get("content-type", "no type")
        raise InvalidResponse(f"{response.url} did not respond with a JSON object, but with {kind}")
    return document


def _json(response: httpx.Response) -> object:
    try:
        return response.json()
    except ValueError:
        return None
