"""Clients that send each request to another replica and record everything, and watchers that change replica."""

import http.client
import threading
import time

import load

# Collections that last, those that are deleted and created again all the time, and the keys of two owners.
SHARED = load.SHARED
RECREATED = ["made-0", "made-1"]
KEY, LIMITED_KEY = "key-of-the-harness-0123456789", "key-of-the-limited-0123456789"
WATCHERS = {"w0": "shared-0", "w1": "shared-1", "w2": "shared-2", "w3": "shared-0"}
# Responses that leave open whether the request was or will be carried out.
DOUBTFUL = {"outcome_unknown", "deadline_exceeded", "request_in_progress"}
# How long a client waits for a response, in seconds. Replicas give up earlier; those that are frozen do not.
PATIENCE = 5


def mark(token):
    """The id of a request as it is sent: it can be found in the rows of the engine."""
    return f"={token}="


def unmark(text):
    return text.strip("=") if text else None


class Replicas:
    """The ports of the replicas; each thread has connections of its own to them."""

    def __init__(self, count, key):
        self.ports, self.key, self.local = [None] * count, key, threading.local()

    def request(self, number, method, path, body=None, headers=None, patience=PATIENCE):
        """Sends a request to one replica; raises load.Gone if it does not respond."""
        port = self.ports[number]
        if port is None:
            time.sleep(0.01)
            raise load.Gone
        connections = self.local.__dict__.setdefault("connections", {})
        connection = connections.get(number)
        if connection is None or connection.port != port:
            connection = connections[number] = load.Connection(port, timeout=patience)
            connection.port = port
        try:
            return connection.request(
                method, path, body, {**(headers or {}), "Authorization": f"Bearer {self.key}"})
        except load.Gone:
            connections.pop(number, None)
            raise


class Client(load.Client):
    """Changes, creates and deletes collections through all replicas."""

    def __init__(self, name, seed, record, replicas, recreates=True):
        super().__init__(name, seed, record)
        self.replicas, self.recreates = replicas, recreates
        self.open = []  # requests with keys whose outcome is not known yet
        self.unnamed = None  # a collection of its own, whose id the service has chosen
        self.isStopped = False

    def run(self):
        while not self.isStopped:
            self.step(None)

    def step(self, connection):
        chance = self.random.random()
        if self.recreates and chance < 0.12:
            return self.live(None)
        names = SHARED * 2 + (RECREATED if self.recreates else [])
        name = self.random.choice(names)
        if name not in self.items or chance < 0.3:
            return self.read(name)
        return self.change(None, name, self.random.choice(self.kinds(name)))

    def kinds(self, name):
        kinds = ["insert"] * 6 + ["delete"] * 5 + ["move"] * 2 + ["layout"]
        if name not in RECREATED:
            # A snapshot would take the first item of one life, by which it is known, into the next one.
            kinds += ["snapshot"] * 2
        if name == "shared-2":
            kinds += ["measurements"] * 2
        return kinds

    def read(self, name):
        read = read_items(self.replicas, self.random.randrange(len(self.replicas.ports)), name)
        if read is None:
            return
        self.record.add("reads", read)
        self.items.pop(name, None)
        if read["items"] is not None:
            self.items[name] = (read["version"], read["items"])

    def live(self, connection):
        """Creates or deletes a collection, most of them under an id that was used before."""
        if self.random.random() < 0.25:
            if self.unnamed is None:
                self.unnamed = self.create(None)
            else:
                self.drop(self.unnamed)
                self.unnamed = None
            return
        name = self.random.choice(RECREATED)
        if name in self.items and self.random.random() < 0.4:
            self.drop(name)
        elif name not in self.items:
            self.create(name)
        self.items.pop(name, None)

    def create(self, name):
        """Returns the id of a new collection if it is known."""
        birth = f"birth~{self.name}-{self.number + 1}~"
        body = load.collection(name or "any")
        items = [birth, f"first-{self.number + 1}"]
        body["sections"] = [{"id": "s", "items": [{"id": item} for item in items]}]
        if name is None:
            del body["id"]
        request = self.send(
            None, name or "unnamed", "create", {"ids": items}, ("POST", "/v1/collections", body),
            isKeyed=True if name is None else None, isWhole=True)
        return request["attempts"][-1].get("id")

    def drop(self, name):
        self.send(None, name, "drop", {}, ("DELETE", f"/v1/collections/{name}", None))

    def send(self, connection, name, kind, arguments, send, isKeyed=None, isWhole=False):
        """Sends a request, and again to other replicas as long as its outcome is not known and it has a key."""
        self.number += 1
        token = f"{self.name}-{self.number}"
        key = token if (self.random.random() < 0.7 if isKeyed is None else isKeyed) else None
        request = {
            "client": self.name, "number": self.number, "token": token, "collection": name, "kind": kind, "key": key,
            "arguments": arguments, "attempts": [], "sent": send,
        }
        self.record.add("requests", request)
        attempt = self.attempt(None, request)
        if key:
            for _ in range(4):
                if not self.isUndecided(attempt) or self.isStopped:
                    break
                time.sleep(self.random.uniform(0, 0.1))
                attempt = self.attempt(None, request)
            if self.isUndecided(attempt):
                self.open.append(request)
            elif attempt["status"] < 300 and self.random.random() < 0.15:
                self.attempt(None, request)
        elif attempt["status"] is None or attempt["status"] == 503:
            time.sleep(0.01)
        return request if isWhole else attempt["status"] or 0

    def isUndecided(self, attempt):
        return attempt["status"] is None or attempt.get("code") in DOUBTFUL or attempt["status"] == 503

    def attempt(self, connection, request):
        method, path, body = request["sent"]
        number = self.random.randrange(len(self.replicas.ports))
        attempt = {"start": time.monotonic(), "end": None, "status": None, "replica": number}
        request["attempts"].append(attempt)
        headers = {"X-Request-Id": mark(request["token"])}
        if request["key"]:
            headers["Idempotency-Key"] = request["key"]
        try:
            status, answer = self.replicas.request(number, method, path, body, headers)
        except load.Gone:
            return attempt
        attempt.update(
            end=time.monotonic(), status=status, code=answer.get("code"), version=answer.get("version"),
            id=answer.get("id"))
        attempt["from"] = answer.get("fromVersion")
        return attempt

    def settle(self, deadline):
        """Repeats the requests whose outcome is not known, while everything is well; returns those still in doubt."""
        doubtful = []
        for request in self.open:
            attempt = self.attempt(None, request)
            while self.isUndecided(attempt) and time.monotonic() < deadline:
                time.sleep(0.05)
                attempt = self.attempt(None, request)
            if self.isUndecided(attempt):
                doubtful.append(request["token"])
        self.open = []
        return doubtful


class LimitedClient(Client):
    """Creates collections of an owner who has as many as are allowed, most of the time."""

    def __init__(self, name, seed, record, replicas):
        super().__init__(name, seed, record, replicas)
        self.mine = []

    def step(self, connection):
        if self.mine and self.random.random() < 0.4:
            self.drop(self.mine.pop(self.random.randrange(len(self.mine))))
        else:
            name = f"limit-{self.name}-{self.number + 1}"
            self.create(name)
            self.mine.append(name)
            self.mine = self.mine[-6:]
        time.sleep(self.random.uniform(0, 0.1))


def read_items(replicas, number, name, patience=PATIENCE):
    """Reads a collection through one replica; None if there was no response."""
    start = time.monotonic()
    try:
        status, body = replicas.request(
            number, "GET", f"/v1/collections/{name}/attributes?rect=0,0,400,10000000", patience=patience)
    except load.Gone:
        return None
    read = {
        "collection": name, "start": start, "end": time.monotonic(), "version": None, "items": None, "replica": number}
    if status == 200:
        cells = [e for e in body["attributes"] if e["category"] == "cell"]
        cells.sort(key=lambda e: e["indexPath"])
        read.update(version=body["version"], items=[e["id"] for e in cells])
    elif status != 404:
        read["code"] = body.get("code") or str(status)
    return read


class Watcher(load.Watcher):
    """Reads the events of a collection, and goes on with another replica each second unless it has to stay."""

    def __init__(self, name, watched, record, replicas):
        self.replicas, self.number, self.since, self.stays, self.connection = replicas, 0, 0, False, None
        super().__init__(name, watched, record, None, {"Authorization": f"Bearer {replicas.key}"})

    def connect(self):
        self.number = (self.number + 1) % len(self.replicas.ports)
        self.since = time.monotonic()
        # A frozen replica does not end its streams. None is frozen while watchers stay.
        timeout = 30 if self.stays else 1
        self.connection = http.client.HTTPConnection("127.0.0.1", self.replicas.ports[self.number] or 1, timeout=timeout)
        return self.connection

    def stay(self):
        """Stays with the present replica, also if nothing comes from it for a while."""
        self.stays = True
        socket = self.connection.sock if self.connection else None
        if socket:
            socket.settimeout(30)

    def isOver(self):
        return not self.stays and time.monotonic() - self.since > 1
