"""Clients that send requests as pages do, each the next one when it has the response, and never one again.

Each request has one right response, except that a replica which has had a collection in memory before may not know a
viewport that another one opened: the page then opens it anew, as tessera.js does, once in a restart. Everything else is
a failure, which is counted by its kind.
"""

import collections
import http.client
import json
import random
import threading
import time

# How long a client waits for a response, in seconds: longer than any deadline of the service and of the proxies.
PATIENCE = 90
ROW, ROWS, SCREEN = 44, 60, {"width": 400, "height": 800}
# What a page sends, and how often.
STEPS = {"solve": 6, "attributes": 5, "scroll": 5, "describe": 2, "snapshot": 2}
# The failures that are remembered whole.
EXAMPLES = 40


class Failure(Exception):
    """A request that has no right response; the text is the kind."""


class Results:
    """The counts of all clients."""

    def __init__(self):
        self.lock, self.begin = threading.Lock(), time.monotonic()
        self.requests, self.failures, self.examples = collections.Counter(), collections.Counter(), []
        self.slowest, self.slowest_request = 0, ""
        # How many restarts there were, and how far the present one is, for the failures.
        self.restarts, self.phase = 0, "before the first restart"

    def add(self, step, seconds, origin, failure=None):
        with self.lock:
            self.requests[step] += 1
            moment = time.monotonic() - self.begin
            if seconds > self.slowest:
                self.slowest = seconds
                self.slowest_request = f"{step} {moment:.3f} s after the begin, when {self.phase}, {origin}"
            if failure:
                self.failures[str(failure)] += 1
                if len(self.examples) < EXAMPLES:
                    self.examples.append(
                        f"{moment:.3f} s, {self.phase}: {step} failed after {seconds:.3f} s: {failure}, {origin}")

    @property
    def count(self):
        return self.requests.total()


class Page:
    """A client with a collection, a viewport and a connection of its own."""

    def __init__(self, name, port, key, results):
        self.name, self.port, self.key, self.results = name, port, key, results
        self.random, self.isStopped = random.Random(name), False
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.opened = set()  # the restarts in which the viewport was opened anew
        self.origin = "no response"  # of the newest response
        self.version, self.items = 1, [f"{name}-{n}" for n in range(ROWS)]
        self.path = f"/v1/collections/{name}"

    def open(self):
        """Makes the collection and its viewport."""
        self.request("POST", "/v1/collections", 201, {
            "id": self.name, "container": SCREEN, "layout": {"kind": "list", "rowHeight": ROW}, **self.sections()})
        self.move({"container": SCREEN, "bounds": [0, 0, 400, 800]}, 201)

    def run(self):
        names, weights = list(STEPS), list(STEPS.values())
        while not self.isStopped:
            step = self.random.choices(names, weights)[0]
            if self.version is None:
                step = "attributes"
            start = time.monotonic()
            try:
                getattr(self, step)()
                self.results.add(step, time.monotonic() - start, self.origin)
            except Failure as failure:
                self.results.add(step, time.monotonic() - start, self.origin, failure)
                self.connection.close()
                time.sleep(0.01)

    # The steps

    def solve(self):
        count, top = self.random.randrange(50, 500), self.random.randrange(0, 1000)
        body = self.request("POST", "/v1/layouts", 200, {
            "container": SCREEN, "layout": {"kind": "list", "rowHeight": ROW}, "sections": [{"itemCount": count}],
            "visibleRect": [0, top, 400, 800]})
        self.compare(body["contentSize"], {"width": 400, "height": count * ROW})
        self.compare([e["indexPath"][1] for e in body["attributes"]], shown(count, top))

    def attributes(self):
        top = self.random.randrange(0, ROWS * ROW - 800)
        body = self.request("GET", f"{self.path}/attributes?rect=0,{top},400,800", 200)
        found = [e["id"] for e in body["attributes"]]
        if self.version is None:
            # After a change without a response: the collection has one of its two states.
            self.version, self.items = body["version"], sorted(self.items, key=row_number)
            if [self.items[n] for n in shown(ROWS, top)] != found:
                self.items.reverse()
        self.compare(body["version"], self.version)
        self.compare(found, [self.items[n] for n in shown(ROWS, top)])

    def scroll(self):
        bounds = {"x": 0, "y": self.random.randrange(0, ROWS * ROW - 800), "width": 400, "height": 800}
        try:
            body = self.move({"bounds": list(bounds.values())}, 200)
        except Failure as failure:
            restart = self.results.restarts
            if str(failure) != "status 404 not_found" or restart in self.opened:
                raise
            self.opened.add(restart)
            # Meanwhile the proxy may have gone back to a replica that knows the viewport.
            body = self.move({"container": SCREEN, "bounds": list(bounds.values())}, 200, 201)
        self.compare(body["version"], self.version)
        self.compare(body["bounds"], bounds)

    def describe(self):
        body = self.request("GET", self.path, 200)
        self.compare(body["version"], self.version)
        self.compare(body["itemCount"], ROWS)

    def snapshot(self):
        """Reverses the items, which makes the next version."""
        before, self.version = self.version, None
        self.items.reverse()
        body = self.request("PUT", f"{self.path}/snapshot", 200, self.sections())
        self.version = before + 1
        self.compare([body["fromVersion"], body["version"]], [before, before + 1])

    # Requests

    def move(self, body, *expected):
        return self.request("PUT", f"{self.path}/viewports/page", expected, body)

    def sections(self):
        return {"sections": [{"id": "rows", "items": [{"id": item} for item in self.items]}]}

    def request(self, method, path, expected, body=None):
        """Returns the body of the response; raises Failure if there is none, or if it has no expected status."""
        headers = {"Authorization": f"Bearer {self.key}"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        self.origin = "no response"
        try:
            self.connection.request(method, path, data, headers)
            response = self.connection.getresponse()
            # By the number, the logs of the proxy say which replica it was; the parts of the time say what it did.
            self.origin = f"request {response.getheader('X-Request-Id')}, {response.getheader('Server-Timing')}"
            content = json.loads(response.read())
        except TimeoutError as error:
            raise Failure("no response in time") from error
        except http.client.RemoteDisconnected as error:
            raise Failure("connection closed without a response") from error
        except ConnectionRefusedError as error:
            raise Failure("connection refused") from error
        except ConnectionError as error:
            raise Failure("connection reset") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Failure(f"broken response: {type(error).__name__}") from error
        if response.status not in (expected if isinstance(expected, tuple) else (expected,)):
            raise Failure(f"status {response.status} {content.get('code')}")
        return content

    def compare(self, found, expected):
        if found != expected:
            raise Failure("wrong body")


def shown(count, top):
    """The numbers of the rows that a screen below `top` shows."""
    return [n for n in range(count) if n * ROW < top + SCREEN["height"] and (n + 1) * ROW > top]


def row_number(item):
    return int(item.rpartition("-")[2])


class Pages:
    """Clients of one port, each in a thread of its own."""

    def __init__(self, count, name, port, key):
        self.results = Results()
        self.pages = [Page(f"{name}-{n}", port, key, self.results) for n in range(count)]
        for page in self.pages:
            page.open()
        self.start()

    def start(self):
        """Lets the clients send requests, also again after a stop."""
        for page in self.pages:
            page.isStopped = False
        self.threads = [threading.Thread(target=page.run, daemon=True) for page in self.pages]
        for thread in self.threads:
            thread.start()

    def stop(self):
        for page in self.pages:
            page.isStopped = True
        for thread in self.threads:
            thread.join()
        for page in self.pages:
            page.connection.close()
