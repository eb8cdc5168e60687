"""Passes connections on to a server, and counts them."""

import contextlib
import socket
import threading


class CountingRelay:
    def __init__(self, server):
        host, port = server.rsplit(":", 1)
        self._server = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                server = socket.create_connection(self._server)
                for source, target in [(client, server), (server, client)]:
                    threading.Thread(target=_pass_on, args=(source, target), daemon=True).start()


def _pass_on(source, target):
    with contextlib.suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
