"""nginx and HAProxy, with the configurations that the documents give, send each collection to one replica."""

import collections
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
import unittest

import routing
from engine import free_port


class Backend:
    """A server that returns its name, and counts the changes it gets."""

    def __init__(self, name, address="127.0.0.1", port=None):
        self.name, self.address, self.port = name, address, port or free_port()
        self.posts, self.fails, self.isAway = 0, False, False
        self.start()

    def start(self):
        backend, self.isStopped = self, False

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if backend.isStopped:
                    self.close_connection = True
                    return
                body = backend.name.encode()
                # As a replica responds that does not reach the database.
                needsStore = self.path == "/readyz" or self.path.startswith("/v1/collections")
                if backend.isAway and needsStore:
                    body = json.dumps({"code": "store_unavailable"}).encode()
                    self.send_response(503)
                    self.send_header("Content-Type", "application/problem+json")
                    self.send_header("Retry-After", "1")
                else:
                    self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                backend.posts += 1
                if backend.fails:
                    # The change may have been made, and the connection breaks.
                    self.close_connection = True
                    return
                self.do_GET()

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer((self.address, self.port), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *arguments: None  # proxies reset the connections of their probes
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.isStopped = True
        self.server.shutdown()
        self.server.server_close()


class Names:
    """A server of names that knows the addresses of one name, and gives them in another order each time."""

    def __init__(self, name, addresses):
        self.name, self.addresses, self.count = name, addresses, 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                query, client = self.socket.recvfrom(4096)
            except OSError:
                return
            self.socket.sendto(self.answer(query), client)

    def answer(self, query):
        labels, place = [], 12
        while query[place]:
            labels.append(query[place + 1:place + 1 + query[place]].decode())
            place += 1 + query[place]
        question = query[12:place + 5]
        isAddress = struct.unpack(">H", query[place + 1:place + 3])[0] == 1
        isKnown = ".".join(labels).lower() == self.name
        self.count += 1
        turn = self.count % len(self.addresses)
        found = self.addresses[turn:] + self.addresses[:turn] if isKnown and isAddress else []
        head = query[:2] + struct.pack(">HHHHH", 0x8400 if isKnown else 0x8403, 1, len(found), 0, 0)
        records = [struct.pack(">HHHIH", 0xC00C, 1, 1, 1, 4) + socket.inet_aton(address) for address in found]
        return head + question + b"".join(records)

    def stop(self):
        self.socket.close()


class Routing:
    """The tests of one proxy."""

    def makeBackends(self):
        return [Backend(f"tessera-{n}") for n in (1, 2, 3)]

    def setUp(self):
        self.backends = self.makeBackends()
        self.folder = tempfile.mkdtemp(prefix="tessera-routing-")
        self.port = free_port()
        self.process = self.start()
        self.addCleanup(self.stop)
        deadline = time.monotonic() + 20
        while self.get("/readyz") is None:
            self.assertIsNone(self.process.poll(), "the proxy ended")
            self.assertLess(time.monotonic(), deadline, "the proxy does not answer")
            time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        for backend in self.backends:
            backend.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def addresses(self):
        return {backend.name: f"127.0.0.1:{backend.port}" for backend in self.backends}

    def ask(self, path, method="GET"):
        """The response with its body, or None."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, b"{}" if method == "POST" else None)
            response = connection.getresponse()
            response.text = response.read().decode()
            return response
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def send(self, text):
        """Sends bytes, and reads until the proxy closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            connection.sendall(text.encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass

    def logs(self):
        """Ends the proxy, and returns all that it has logged."""
        self.process.terminate()
        self.process.wait()
        return "".join(path.read_text() for path in pathlib.Path(self.folder).glob("*.log"))

    def get(self, path, method="GET"):
        response = self.ask(path, method)
        return response.text if response and response.status == 200 else None

    def problem(self, path, method="GET"):
        """The code of a problem document that says when to try again, or None."""
        response = self.ask(path, method)
        if not response or response.status != 503 or not response.getheader("Retry-After"):
            return None
        isProblem = response.getheader("Content-Type") == "application/problem+json"
        return json.loads(response.text)["code"] if isProblem else None

    def waitFor(self, condition, what):
        deadline = time.monotonic() + 30
        while not condition():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.1)

    def where(self, count=60):
        return {n: self.get(f"/v1/collections/c{n}/attributes") for n in range(count)}

    def test_a_collection_is_always_on_one_replica_and_all_replicas_have_some(self):
        first = self.where()
        self.assertEqual(set(first.values()), {"tessera-1", "tessera-2", "tessera-3"})
        self.assertEqual(first, self.where())
        for path in ("", "/items/i", "/history?since=1", "/events"):
            self.assertEqual(self.get(f"/v1/collections/c1{path}"), first[1])
        others = collections.Counter(self.get("/v1/layouts", "POST") for _ in range(30))
        self.assertGreater(len(others), 1)

    def test_a_replica_that_ends_moves_its_own_collections_alone(self):
        before = self.where()
        gone = self.backends[1]
        gone.stop()
        time.sleep(3)
        after = self.where()
        self.assertNotIn(None, after.values())
        for n, place in before.items():
            if place == gone.name:
                self.assertNotEqual(after[n], place)
            else:
                self.assertEqual(after[n], place)
        gone.start()
        deadline = time.monotonic() + 15
        while self.where() != before:
            self.assertLess(time.monotonic(), deadline, "the collections do not return to the replica")
            time.sleep(0.5)

    def test_while_the_database_is_away_layouts_are_computed_and_collections_get_problems(self):
        before = self.where()
        for backend in self.backends:
            backend.isAway = True
        # For as long as the checks of a proxy may take to see it, and after.
        end = time.monotonic() + 5
        while time.monotonic() < end:
            for n in range(5):
                self.assertEqual(self.problem(f"/v1/collections/c{n}/attributes"), "store_unavailable")
                self.assertEqual(self.problem(f"/v1/collections/c{n}/updates", "POST"), "store_unavailable")
                self.assertIn(self.get("/v1/layouts", "POST"), [backend.name for backend in self.backends])
        for backend in self.backends:
            backend.isAway = False
        self.waitFor(lambda: self.where() == before, "the collections do not return to their replicas")

    def test_without_a_replica_the_proxy_responds_with_a_problem(self):
        for backend in self.backends:
            backend.stop()
        for path, method in [("/v1/collections/c1", "GET"), ("/v1/layouts", "POST")]:
            self.waitFor(lambda: self.problem(path, method) == "shutting_down", f"{path} gets no problem document")

    def test_no_log_has_a_token(self):
        names = ["events", "replica", "%65vents", "%72eplica"]
        for isRunning in (True, False):
            # One that is logged in full.
            self.ask("/v1/collections/c1/other")
            for name in names:
                self.ask(f"/v1/collections/c1/{name}?scope=all&token=s3cret")
                # A request that the proxy does not take.
                self.send(f"GET /v1/collections/c1/{name}?token=s3cret HTTP/1.1\r\nHost: a b\r\nContent-Length: x\r\n\r\n")
            if isRunning:
                for backend in self.backends:
                    backend.stop()
        logs = self.logs()
        for name in ("events", "replica", "other"):
            self.assertIn(f"/v1/collections/c1/{name}", logs)
        self.assertNotIn("s3cret", logs)

    def test_a_change_is_sent_once_although_the_replica_breaks_off(self):
        for backend in self.backends:
            backend.fails = True
        self.assertIsNone(self.get("/v1/collections/c1/updates", "POST"))
        self.assertEqual(sum(backend.posts for backend in self.backends), 1)


@unittest.skipUnless(shutil.which("nginx"), "nginx is not installed")
class NginxTests(Routing, unittest.TestCase):
    def start(self):
        return routing.nginx(self.folder, self.port, self.addresses())

    def test_the_log_names_the_replica_and_the_request(self):
        self.get("/v1/collections/c1")
        self.assertRegex(self.logs(), r"127\.0\.0\.1:\d+ \w{32}\n")


@unittest.skipUnless(shutil.which("haproxy"), "HAProxy is not installed")
class HAProxyTests(Routing, unittest.TestCase):
    def start(self):
        return routing.haproxy(self.folder, self.port, self.addresses())


@unittest.skipUnless(shutil.which("haproxy"), "HAProxy is not installed")
class ClusterHAProxyTests(Routing, unittest.TestCase):
    """The configuration for Kubernetes, which finds the replicas by the DNS of the cluster."""

    def makeBackends(self):
        port, addresses = free_port(), ["127.0.0.2", "127.0.0.3", "127.0.0.4"]
        self.names = Names("tessera-pods.somewhere.svc.cluster.local", addresses)
        self.addCleanup(self.names.stop)
        return [Backend(f"tessera-{n}", address, port) for n, address in enumerate(addresses, 1)]

    def setUp(self):
        super().setUp()
        deadline = time.monotonic() + 20
        while len(set(self.where().values())) < len(self.backends):
            self.assertLess(time.monotonic(), deadline, "the proxy does not find all replicas")

    def start(self):
        with open(os.path.join(routing.DEPLOY, "kubernetes", "replicas", "proxy-configuration.yaml")) as file:
            text = file.read().partition("  haproxy.cfg: |\n")[2]
        text = "".join(line.removeprefix("    ") for line in text.splitlines(keepends=True))
        for old, new in [
            ("bind :8080", f"bind 127.0.0.1:{self.port}"), ("parse-resolv-conf", f"nameserver dns 127.0.0.1:{self.names.port}"),
            ("cluster.local:8080", f"cluster.local:{self.backends[0].port}"),
        ]:
            self.assertIn(old, text)
            text = text.replace(old, new)
        version = subprocess.run(["haproxy", "-v"], stdout=subprocess.PIPE, text=True).stdout
        if int(re.search(r"version (\d+)", version)[1]) < 3:
            text = text.replace(" hash-key addr", "")  # Debian's lacks it
        with open(f"{self.folder}/haproxy.cfg", "w") as file:
            file.write(text)
        return routing.run_haproxy(self.folder, NAMESPACE="somewhere")

    def test_a_replica_that_the_names_lack_gets_no_requests(self):
        before = self.where()
        self.names.addresses = self.names.addresses[:2]
        gone = self.backends[2].name
        deadline = time.monotonic() + 30
        while gone in self.where().values():
            self.assertLess(time.monotonic(), deadline, "the replica still gets requests")
            time.sleep(0.5)
        after = self.where()
        self.assertEqual({n: place for n, place in before.items() if place != gone},
                         {n: after[n] for n, place in before.items() if place != gone})


if __name__ == "__main__":
    unittest.main()
