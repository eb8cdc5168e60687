"""Servers that stand in the way: one that cuts connections, and one that sends the responses of a test."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit


class Server:
    """Accepts connections on a free port, each in a thread of its own."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.connections: list[socket.socket] = []
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection = self.listener.accept()[0]
            except OSError:
                return
            with self.lock:
                number = len(self.connections)
                self.connections.append(connection)
            threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError), connection:
            self.serve(connection, number)

    def serve(self, connection: socket.socket, number: int) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self.listener.close()
        for connection in self.connections:
            cut(connection)


def cut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class Gateway(Server):
    """Passes bytes to a service and back, and cuts connection k after `cuts[k]` bytes of responses.

    Later connections are never cut.
    """

    def __init__(self, target: str, cuts: list[int]) -> None:
        self.target = urlsplit(target)
        self.cuts = cuts
        super().__init__()

    def serve(self, connection: socket.socket, number: int) -> None:
        left = self.cuts[number] if number < len(self.cuts) else None
        with socket.create_connection((self.target.hostname, self.target.port)) as service:
            threading.Thread(target=self._requests, args=(connection, service), daemon=True).start()
            while piece := service.recv(65_536):
                if left is not None:
                    piece = piece[:left]
                    left -= len(piece)
                connection.sendall(piece)
                if left == 0:
                    break
            cut(service)
        cut(connection)

    def _requests(self, connection: socket.socket, service: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := connection.recv(65_536):
                service.sendall(piece)
        cut(service)


class Scripted(Server):
    """Responds to connection k with the bytes `responses[k]`, and closes it, or is silent from then on.

    Later connections get no response.
    """

    def __init__(self, *responses: bytes, closes: bool = True) -> None:
        self.responses = responses
        self.closes = closes
        self.requests: list[str] = []
        self.released = threading.Event()
        super().__init__()

    def serve(self, connection: socket.socket, number: int) -> None:
        self.requests.append(head(connection))
        has_response = number < len(self.responses)
        if has_response:
            connection.sendall(self.responses[number])
        if not (has_response and self.closes):
            self.released.wait()
        else:
            # A connection that is closed with unread bytes takes the response along.
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65_536):
                pass

    def wait_for(self, count: int) -> None:
        """Waits until it has read so many requests, and no more."""
        for _ in range(600):
            if len(self.requests) >= count:
                break
            threading.Event().wait(0.05)
        assert len(self.requests) == count

    def close(self) -> None:
        self.released.set()
        super().close()


def head(connection: socket.socket) -> str:
    """Reads a request without a body up to the end of its head."""
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(65_536)
        if not piece:
            break
        received += piece
    return received.decode()


@contextlib.contextmanager
def scripted(*responses: bytes, closes: bool = True) -> Iterator[Scripted]:
    server = Scripted(*responses, closes=closes)
    try:
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def gateway(target: str, cuts: list[int]) -> Iterator[Gateway]:
    server = Gateway(target, cuts)
    try:
        yield server
    finally:
        server.close()


def http(status: str, body: bytes = b"", kind: str = "application/json", *fields: str) -> bytes:
    """A whole response that ends with its connection."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close", *fields]
    return "\r\n".join([*lines, "", ""]).encode() + body
