"""Follows the events of a collection."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from types import TracebackType
from typing import Self

import anyio

from ..events import Event, event_of
from ..problems import TesseraError, Unreachable
from ..requests import Query, Request, request
from ..retries import Retries
from ..sse import EventParser
from .transport import AsyncTransport, pieces


class AsyncEvents:
    """The events of a collection, each once and in order, over as many connections as it takes.

    Use it in `async with`, which closes the connection. A wait for the next event may be cancelled: the next one
    goes on from the last event that was returned.
    """

    def __init__(
        self, transport: AsyncTransport, path: str, query: Query, *, since: int | None, attempts: int | None,
        silence: float,
    ) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self._last_id = "" if since is None else str(since)
        self._attempts = attempts
        self._silence = silence
        self._is_over = False
        self._was_open = False
        self._events = self._read()

    @property
    def version(self) -> int | None:
        """The version from which the stream resumes."""
        return int(self._last_id) if self._last_id.isdecimal() else None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connection."""
        self._is_over = True
        await self._events.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        try:
            return await self._events.__anext__()
        except StopAsyncIteration:
            raise
        except BaseException:
            # An exception ends a generator. The next one resumes.
            self._events = self._read()
            raise

    async def _read(self) -> AsyncGenerator[Event, None]:
        failures = 0
        retry: float | None = None
        while not self._is_over:
            parser = EventParser(self._last_id)
            try:
                response = await self._transport.open(self._request(), self._silence)
                self._was_open = True
                try:
                    async with aclosing(pieces(response)) as parts:
                        async for piece in parts:
                            failures = 0
                            for raw in parser.feed(piece):
                                event = event_of(raw)
                                self._last_id = raw.last_id
                                if event is not None:
                                    self._is_over = event.name == "closed"
                                    yield event
                                    if self._is_over:
                                        return
                finally:
                    await response.aclose()
                error: TesseraError = Unreachable("The stream of events ended")
            except TesseraError as problem:
                error = problem
            retry = parser.retry if parser.retry is not None else retry
            pause = self._reconnection(retry).pause(error, failures)
            if pause is None:
                raise error
            failures += 1
            await anyio.sleep(pause)

    def _request(self) -> Request:
        headers = {"accept": "text/event-stream"}
        if self._last_id:
            headers["last-event-id"] = self._last_id
        return request("GET", self._path, query=self._query, headers=headers)

    def _reconnection(self, retry: float | None) -> Retries:
        """A stream that was open is worth waiting for; one that never was may have a wrong address."""
        retries = self._transport.retries
        times = self._attempts
        if times is None:
            times = 2**31 if self._was_open else retries.times
        return Retries(times, retries.first if retry is None else retry, retries.longest)
