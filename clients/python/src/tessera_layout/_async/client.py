"""The client of a service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from types import TracebackType
from typing import Self, cast
from urllib.parse import urlsplit

import httpx

from ..requests import Query, change, request, timestamp
from ..retries import Retries
from ..types import CollectionLayout, CollectionSummary, JSONObject, Layout, MeasuredCells, UpdateDiff
from .collection import AsyncCollection
from .transport import AsyncTransport


class AsyncTessera:
    """A service: layouts, measurements and collections.

    Use it in `async with`, or call `aclose` at the end. Requests of one client share its connections.

    Args:
        url: The address of the service, such as `http://localhost:8080`.
        key: A key or a token of the service, if it has any.
        timeout: The seconds that the service may be silent while it connects, reads or responds.
        retries: When requests are sent again. Each is safe to repeat: changes carry an `Idempotency-Key`.
        http: A client of httpx of your own, for example with certificates or a proxy. It stays open.

    Raises:
        ValueError: The address has no scheme `http` or `https`, or no host, or has a query.
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        timeout: float = 30.0,
        retries: Retries = Retries(),
        http: httpx.AsyncClient | None = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"{url!r} is no address of a service: it takes one such as http://localhost:8080")
        if timeout <= 0:
            raise ValueError(f"The timeout is {timeout} s: it takes more than 0")
        self._transport = AsyncTransport(url, key, timeout, retries, http)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def layout(self, body: JSONObject) -> Layout:
        """Computes a layout. Nothing is stored."""
        return cast(Layout, await self._transport.object(request("POST", "/v1/layouts", json=body)))

    async def picture(
        self, body: JSONObject, *, format: str = "svg", chrome: str | None = None, widths: Sequence[int] | None = None
    ) -> str:
        """Draws a layout: as `svg`, or as `html` or `css` with the texts as they were measured.

        Args:
            chrome: `none` leaves out the title, the rulers and the names of an `svg`.
            widths: The widths of the container that an `html` or a `css` is for.
        """
        query = {"format": format, "chrome": chrome, "widths": widths}
        return await self._transport.text(request("POST", "/v1/layouts", query=query, json=body))

    async def diff(self, body: JSONObject) -> UpdateDiff:
        """Computes the changes between two states. Nothing is stored."""
        return cast(UpdateDiff, await self._transport.object(request("POST", "/v1/diffs", json=body)))

    async def measure(self, body: JSONObject) -> MeasuredCells:
        """Measures cells by their templates, without a layout."""
        return cast(MeasuredCells, await self._transport.object(request("POST", "/v1/measurements", json=body)))

    async def cells_picture(self, body: JSONObject, *, format: str = "svg", chrome: str | None = None) -> str:
        """Draws measured cells as `svg`, or returns the style sheet of their texts as `css`."""
        query = {"format": format, "chrome": chrome}
        return await self._transport.text(request("POST", "/v1/measurements", query=query, json=body))

    def collection(self, id: str) -> AsyncCollection:
        """Returns a stored collection by its id, without a request.

        Raises:
            ValueError: No collection can have the id.
        """
        return AsyncCollection(self._transport, id)

    async def create(self, body: JSONObject, *, idempotency_key: str | None = None) -> CollectionLayout:
        """Stores a collection, and returns its id, its version and its visible elements."""
        sent = change("POST", "/v1/collections", body, idempotency_key=idempotency_key)
        return cast(CollectionLayout, await self._transport.object(sent))

    async def collections(
        self,
        *,
        prefix: str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        updated_after: datetime | None = None,
        updated_before: datetime | None = None,
        page: int = 100,
    ) -> AsyncIterator[CollectionSummary]:
        """Yields the stored collections in the order of their ids.

        Args:
            prefix: What their ids begin with.
            created_after: The time from which on they were created; it has a time zone.
            created_before: The time before which they were created.
            updated_after: The time from which on their newest versions were made.
            updated_before: The time before which their newest versions were made.
            page: The number of collections in one request, at most 1000.

        Raises:
            ValueError: A time has no time zone.
        """
        filters: Query = {
            "prefix": prefix,
            "createdAfter": timestamp(created_after),
            "createdBefore": timestamp(created_before),
            "updatedAfter": timestamp(updated_after),
            "updatedBefore": timestamp(updated_before),
        }
        cursor: str | None = None
        while True:
            query: Query = {**filters, "limit": page, "cursor": cursor}
            listed = await self._transport.object(request("GET", "/v1/collections", query=query))
            for collection in listed["collections"]:
                yield collection
            cursor = listed.get("nextCursor")
            if cursor is None:
                return

    async def delete_collections(self, prefix: str, *, erase: bool = False) -> int:
        """Deletes the collections whose ids begin with a prefix, and returns their number.

        If a connection broke, it is the number of those that the last repetition deleted.
        """
        query = {"prefix": prefix, "erase": True if erase else None}
        deleted = await self._transport.object(request("DELETE", "/v1/collections", query=query))
        return int(deleted["deleted"])

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        json: object = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Sends any request of openapi.yaml that has no method here, with the same repetitions and errors."""
        return await self._transport.send(
            request(method, path, query=query, json=json, content=content, headers=headers))

    def stream(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        json: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Gives the bytes of a large response as they come, in `async with`, which closes the connection.

        The request is repeated until the response begins. If it breaks off later, the iteration raises `Unreachable`.
        """
        # A few compressed bytes may become a piece of many megabytes.
        fields = {"accept-encoding": "identity", **(headers or {})}
        return self._transport.stream(request(method, path, query=query, json=json, headers=fields))
