"""Sends requests, again if that is safe and may help."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self

import anyio
import httpx

from ..problems import TesseraError
from ..requests import Request
from ..responses import failure, object_of, problem_of
from ..retries import Retries


class AsyncTransport:
    """A service and the way to it."""

    def __init__(
        self, url: str, key: str | None, timeout: float, retries: Retries, http: httpx.AsyncClient | None
    ) -> None:
        self.url = url.rstrip("/")
        self.headers = {} if key is None else {"authorization": f"Bearer {key}"}
        self.timeout = timeout
        self.retries = retries
        self.http = http or httpx.AsyncClient()
        self.is_own = http is None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections, unless they belong to the caller's own client of httpx."""
        if self.is_own:
            await self.http.aclose()

    async def send(self, request: Request) -> httpx.Response:
        """Returns the whole successful response. It repeats the request if the response breaks off, too."""
        failures = 0
        while True:
            try:
                response = await self.open(request)
                await _read(response)
                return response
            except TesseraError as error:
                await self._wait(error, failures)
                failures += 1

    async def object(self, request: Request) -> Any:
        """Returns the JSON object of the response."""
        return object_of(await self.send(request))

    async def text(self, request: Request) -> str:
        """Returns the text of the response, for example a picture."""
        return (await self.send(request)).text

    @asynccontextmanager
    async def stream(self, request: Request) -> AsyncIterator[AsyncIterator[bytes]]:
        """Gives the bytes of the response as they come. It repeats the request until the response begins."""
        failures = 0
        while True:
            try:
                response = await self.open(request)
                break
            except TesseraError as error:
                await self._wait(error, failures)
                failures += 1
        try:
            yield pieces(response)
        finally:
            await response.aclose()

    async def open(self, request: Request, silence: float | None = None) -> httpx.Response:
        """Sends a request once, and returns the response when its head is there, if it is a success.

        Args:
            silence: The seconds without a byte after which the service counts as gone; by default the timeout.
        """
        timeout = httpx.Timeout(self.timeout, read=silence or self.timeout)
        sent = self.http.build_request(
            request.method, self.url + request.path, headers={**self.headers, **request.headers},
            content=request.body, timeout=timeout)
        try:
            response = await self.http.send(sent, stream=True)
        except httpx.RequestError as error:
            raise failure(error) from error
        if not response.is_success:
            await _read(response)
            raise problem_of(response)
        return response

    async def _wait(self, error: TesseraError, failures: int) -> None:
        pause = self.retries.pause(error, failures)
        if pause is None:
            raise error
        await anyio.sleep(pause)


async def pieces(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """Yields the bytes of a response as they come."""
    try:
        async for piece in response.aiter_bytes():
            yield piece
    except httpx.RequestError as error:
        raise failure(error) from error


async def _read(response: httpx.Response) -> None:
    try:
        await response.aread()
    except httpx.RequestError as error:
        raise failure(error) from error
    finally:
        await response.aclose()
