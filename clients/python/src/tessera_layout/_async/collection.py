"""A stored collection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Unpack, cast

from ..requests import (
    ChangeOptions,
    DiffOptions,
    ItemChangeOptions,
    Selection,
    change,
    collection_path,
    reading,
    request,
    selected,
)
from ..types import CollectionDescription, CollectionLayout, History, JSONObject, ScrollOutcome, ScrollTarget, UpdateDiff
from ..updates import Updates
from .events import AsyncEvents
from .transport import AsyncTransport


class AsyncCollection:
    """A collection by its id. It holds no state: versions are in responses.

    Every change takes the options of `ChangeOptions`, those that return a diff also the ones of `DiffOptions`.
    """

    def __init__(self, transport: AsyncTransport, id: str) -> None:
        self.id = id
        self._transport = transport
        self._path = collection_path(id)

    async def describe(self, *, min_version: int | None = None) -> CollectionDescription:
        """Returns its version, its size, and its layout and container as they were sent.

        Args:
            min_version: The version that the response has at least, where several services share a store.
        """
        sent = request("GET", self._path, headers=reading(min_version))
        return cast(CollectionDescription, await self._transport.object(sent))

    async def delete(
        self, *, version: int | None = None, erase: bool = False, idempotency_key: str | None = None
    ) -> None:
        """Deletes it, at a version if one is given. With `erase`, nothing of it stays in the store."""
        query = {"erase": True} if erase else None
        await self._transport.send(
            change("DELETE", self._path, version=version, query=query, idempotency_key=idempotency_key))

    async def attributes(
        self, *, content: bool = False, min_version: int | None = None, **selection: Unpack[Selection]
    ) -> CollectionLayout:
        """Returns the elements that a rectangle, an id or an index path selects; without any, all of them."""
        query = {**selected(**selection), "include": "content" if content else None}
        sent = request("GET", f"{self._path}/attributes", query=query, headers=reading(min_version))
        return cast(CollectionLayout, await self._transport.object(sent))

    async def picture(
        self,
        *,
        format: str = "svg",
        chrome: str | None = None,
        widths: Sequence[int] | None = None,
        **selection: Unpack[Selection],
    ) -> str:
        """Draws the elements that `attributes` would return: as `svg`, `html` or `css`."""
        query = {**selected(**selection), "format": format, "chrome": chrome, "widths": widths}
        return await self._transport.text(request("GET", f"{self._path}/attributes", query=query))

    async def update(
        self, updates: Updates | Iterable[JSONObject], **options: Unpack[ItemChangeOptions]
    ) -> UpdateDiff:
        """Applies a batch of updates, whole or not at all."""
        return await self._change("POST", "updates", {"updates": list(updates)}, **options)

    async def apply_snapshot(
        self, sections: Iterable[JSONObject], **options: Unpack[ItemChangeOptions]
    ) -> UpdateDiff:
        """Replaces all sections. The service finds the changes by ids."""
        return await self._change("PUT", "snapshot", {"sections": list(sections)}, **options)

    async def set_layout(self, layout: JSONObject, **options: Unpack[DiffOptions]) -> UpdateDiff:
        """Replaces the layout."""
        return await self._change("PUT", "layout", {"layout": layout}, **options)

    async def measure(self, measurements: Iterable[JSONObject], **options: Unpack[DiffOptions]) -> UpdateDiff:
        """Reports the measured sizes of elements."""
        return await self._change("POST", "measurements", {"measurements": list(measurements)}, **options)

    async def invalidate(self, invalidation: JSONObject, **options: Unpack[DiffOptions]) -> UpdateDiff:
        """Turns measured elements back into estimates."""
        return await self._change("POST", "invalidations", invalidation, **options)

    async def set_bounds(self, body: JSONObject, **options: Unpack[ChangeOptions]) -> ScrollOutcome:
        """Scrolls, resizes or rotates the main viewport."""
        return cast(ScrollOutcome, await self._change("PUT", "bounds", body, **options))

    async def set_viewport(self, name: str, body: JSONObject, **options: Unpack[ChangeOptions]) -> ScrollOutcome:
        """Moves a viewport, or creates it if the body has a container."""
        path = collection_path(name).replace("/v1/collections", "viewports")
        return cast(ScrollOutcome, await self._change("PUT", path, body, **options))

    async def delete_viewport(self, name: str) -> None:
        """Deletes a viewport."""
        path = collection_path(name).replace("/v1/collections", f"{self._path}/viewports")
        await self._transport.send(change("DELETE", path))

    async def scroll_target(
        self,
        *,
        position: str | None = None,
        id: str | None = None,
        index_path: Sequence[int] | None = None,
        section: int | None = None,
        viewport: str | None = None,
    ) -> ScrollTarget:
        """Returns the content offset that shows an item, or the beginning of a section."""
        query = {
            "position": position,
            "id": id,
            "indexPath": index_path,
            "section": section,
            "viewport": viewport,
        }
        sent = request("GET", f"{self._path}/scroll-target", query=query)
        return cast(ScrollTarget, await self._transport.object(sent))

    async def history(
        self,
        since: int,
        *,
        limit: int | None = None,
        viewport: str | None = None,
        content: bool = False,
        scope: str | None = None,
        runs: bool | None = None,
    ) -> History:
        """Returns the changes since a version, a page of them at a time."""
        query = {
            "since": since, "limit": limit, "viewport": viewport, "include": "content" if content else None,
            "scope": scope, "runs": runs,
        }
        return cast(History, await self._transport.object(request("GET", f"{self._path}/history", query=query)))

    def events(
        self,
        *,
        since: int | None = None,
        viewport: str | None = None,
        content: bool = False,
        scope: str | None = None,
        runs: bool | None = None,
        own: bool | None = None,
        attempts: int | None = None,
        silence: float = 45.0,
    ) -> AsyncEvents:
        """Follows every change by any client, from the version `since` on, or from now.

        If a connection breaks, the next one resumes after the last event. The iteration ends after `closed`, and
        raises the problem if the service refuses the stream.

        Args:
            own: With `False`, changes of requests that name the viewport are left out.
            attempts: How often it tries to connect again before it raises. By default, the client's retries say so
                for a stream that was never open; for another one there is no limit.
            silence: The seconds without a byte after which it reconnects; three heartbeats of a service with the
                usual settings.
        """
        query = {
            "viewport": viewport, "include": "content" if content else None, "scope": scope, "runs": runs, "own": own,
        }
        return AsyncEvents(
            self._transport, f"{self._path}/events", query, since=since, attempts=attempts, silence=silence)

    async def _change(self, method: str, path: str, body: JSONObject, **options: Any) -> UpdateDiff:
        sent = change(method, f"{self._path}/{path}", body, **options)
        return cast(UpdateDiff, await self._transport.object(sent))
