"""Clients that change collections of a service and record everything they send and receive, and watchers."""

import http.client
import json
import random
import threading
import time

import recorder

SHARED = ["shared-0", "shared-1", "shared-2"]
WATCHERS = {"w0": "shared-0", "w1": "shared-1", "w2": "shared-2", "w3": "shared-0"}


class Gone(Exception):
    """The service did not respond: it is gone, or was killed meanwhile."""


class Connection:
    """One connection to the service; a request either gets a whole response or raises Gone."""

    def __init__(self, port, timeout=30):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def request(self, method, path, body=None, headers=None):
        headers = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        try:
            self.connection.request(method, path, data, headers)
            response = self.connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise Gone from error
        recorder.record(method, path, response.status, response.getheaders(), content)
        try:
            return response.status, json.loads(content) if content else {}
        except ValueError as error:
            raise Gone from error


class Record:
    """The observations of clients and watchers in a round."""

    def __init__(self):
        self.lock = threading.Lock()
        self.requests, self.reads, self.diffs, self.events = [], [], [], []

    def add(self, part, value):
        with self.lock:
            getattr(self, part).append(value)

    def take(self):
        """Returns the requests, reads, diffs and events so far, and begins anew."""
        with self.lock:
            taken = {"requests": self.requests, "reads": self.reads, "diffs": self.diffs, "events": self.events}
            self.requests, self.reads, self.diffs, self.events = [], [], [], []
            return taken


def read_items(connection, name):
    """Reads a collection's version and the ids of its items, in their order; None if it does not exist."""
    status, body = connection.request("GET", f"/v1/collections/{name}/attributes?rect=0,0,400,10000000")
    if status == 404:
        return None
    if status != 200:
        raise AssertionError(f"{name}: the attributes are {status} {body.get('code')}")
    cells = [e for e in body["attributes"] if e["category"] == "cell"]
    cells.sort(key=lambda e: e["indexPath"])
    return body["version"], [e["id"] for e in cells]


def read_whole(connection, name):
    """Reads a collection while nothing changes it; None if it does not exist."""
    found = read_items(connection, name)
    if found is None:
        return None
    _, body = connection.request("GET", f"/v1/collections/{name}")
    _, listed = connection.request("GET", f"/v1/collections/{name}/viewports")
    viewports = {v["name"]: v["container"]["width"] for v in listed["viewports"] if v["name"] != "main"}
    return {
        "collection": name, "start": time.monotonic(), "version": found[0], "items": found[1],
        "layout": body["layout"], "viewports": viewports,
    }


def note_diff(record, name, data):
    """Records a diff, as an event or as part of the history."""
    cells = [c for c in data["changes"] if c["category"] == "cell"]
    record.add("diffs", {
        "collection": name, "from": data["fromVersion"], "version": data["version"], "cause": data["cause"],
        "inserted": [c["id"] for c in cells if c["type"] == "insert"],
        "deleted": [c["id"] for c in cells if c["type"] == "delete"], "updates": data.get("updates"),
        "requestId": data.get("requestId"),
    })


class Client:
    """Changes collections, one request after the other."""

    # No client deletes an item whose id begins like this.
    LASTING = "birth~"

    def __init__(self, name, seed, record):
        self.name, self.record = name, record
        self.random = random.Random(seed)
        self.number = 0
        self.items = {}  # of each shared collection, as of the last read: version and ids
        self.own = {}  # the collections that only this client knows, by whether they may exist
        self.unanswered = None  # a request with a key to which no response came
        self.answered = []  # requests with keys that were carried out

    def run(self, port):
        """Changes something until the service is gone."""
        connection = Connection(port)
        try:
            while True:
                self.step(connection)
        except Gone:
            pass

    def step(self, connection):
        chance = self.random.random()
        if chance < 0.12:
            return self.live(connection)
        name = self.random.choice(SHARED)
        if name not in self.items or chance < 0.25:
            start = time.monotonic()
            version, ids = read_items(connection, name)
            self.items[name] = (version, ids)
            self.record.add("reads", {
                "collection": name, "start": start, "version": version, "items": ids, "layout": None})
            return None
        return self.change(connection, name, self.random.choice(self.kinds(name)))

    def kinds(self, name):
        """The kinds of changes to make, each as often as it is likely."""
        kinds = ["insert"] * 6 + ["delete"] * 5 + ["move"] * 2 + ["snapshot"] * 2 + ["layout", "bounds", "view", "scroll", "unview"]
        if name == "shared-2":
            kinds += ["measurements"] * 3 + ["invalidations", "movement"]
        return kinds

    def change(self, connection, name, kind):
        version, ids = self.items[name]
        loose = [i for i in ids if not i.startswith(self.LASTING)]
        path = f"/v1/collections/{name}"
        arguments, send = {}, None
        if kind == "insert":
            self.number += 1
            new = [f"{self.name}-{self.number}-{letter}" for letter in "ab"[:self.random.randint(1, 2)]]
            arguments = {"ids": new, "at": 0}
            if ids and self.random.random() < 0.3:
                arguments = {"ids": new, "at": self.random.randrange(len(ids)), "version": version}
            at = [[0, arguments["at"] + i] for i in range(len(new))]
            body = {"updates": [{"op": "insertItems", "at": at, "items": [{"id": i} for i in new]}]}
            send = ("POST", f"{path}/updates", body)
        elif kind == "delete" and loose:
            gone = self.random.sample(loose, min(len(loose), self.random.randint(1, 4)))
            arguments = {"ids": gone}
            send = ("POST", f"{path}/updates", {"updates": [{"op": "deleteItems", "ids": gone}]})
        elif kind == "move" and ids:
            source, target = self.random.randrange(len(ids)), self.random.randrange(len(ids))
            arguments = {"from": source, "to": target, "version": version}
            send = ("POST", f"{path}/updates", {
                "updates": [{"op": "moveItem", "from": [0, source], "to": [0, target]}]})
        elif kind == "snapshot":
            new = [i for i in ids if i.startswith(self.LASTING)] + loose[:30]
            self.random.shuffle(new)
            self.number += 1
            new.insert(0, f"{self.name}-{self.number}-s")
            arguments = {"items": new}
            if self.random.random() < 0.6:
                arguments["version"] = version
            send = ("PUT", f"{path}/snapshot", {"sections": [{"id": "s", "items": [{"id": i} for i in new]}]})
        elif kind == "layout":
            height = self.random.randint(10, 60)
            layout = {"kind": "list", "rowHeight": height}
            if name == "shared-2":
                layout = {"kind": "list", "rowHeight": "automatic", "estimatedRowHeight": height}
            arguments = {"layout": layout}
            send = ("PUT", f"{path}/layout", {"layout": layout})
        elif kind == "measurements" and ids:
            arguments = {"mayChangeNothing": True}
            measured = [{"id": i, "size": [320, self.random.randint(20, 90)]} for i in ids[:3]]
            send = ("POST", f"{path}/measurements", {"measurements": measured})
        elif kind == "invalidations" and ids:
            arguments = {"mayChangeNothing": True}
            send = ("POST", f"{path}/invalidations", {"indexPaths": [[0, 0]]})
        elif kind == "bounds":
            send = ("PUT", f"{path}/bounds", {"bounds": [0, self.random.randint(0, 99), 320, 200]})
        elif kind in ("view", "scroll"):
            # Each client has a viewport of its own on each collection.
            width = self.random.randint(100, 400)
            body = {"bounds": [0, self.random.randint(0, 99), width, 200]}
            if kind == "view":
                arguments = {"width": width}
                body["container"] = {"width": width, "height": 200}
            send = ("PUT", f"{path}/viewports/{self.name}", body)
        elif kind == "unview":
            send = ("DELETE", f"{path}/viewports/{self.name}", None)
        elif kind == "movement" and ids:
            return self.move_interactively(connection, name, path)
        if send is None:
            self.items.pop(name)
            return None
        if "version" in arguments:
            send[2]["version"] = version
        status = self.send(connection, name, kind, arguments, send)
        if status != 200 or self.random.random() < 0.5:
            self.items.pop(name, None)
        return status

    def move_interactively(self, connection, name, path):
        status = self.send(connection, name, "begin", {}, ("POST", f"{path}/movement", {"indexPath": [0, 0]}))
        if status != 201:
            return status
        for _ in range(2):
            position = {"targetPosition": {"x": 160, "y": self.random.randint(0, 900)}}
            status = self.send(connection, name, "follow", {}, ("PATCH", f"{path}/movement", position))
            if status != 200:
                return status
        self.items.pop(name, None)
        arguments = {"mayChangeNothing": True}
        return self.send(connection, name, "movement", arguments, ("POST", f"{path}/movement/end", {}))

    def live(self, connection):
        """Creates or deletes a collection of the client's own."""
        if len(self.own) > 3:
            name = self.random.choice(sorted(self.own))
            status = self.send(connection, name, "drop", {}, ("DELETE", f"/v1/collections/{name}", None))
            self.own.pop(name)
            return status
        self.number += 1
        name = f"own-{self.name}-{self.number}"
        self.own[name] = True
        return self.send(connection, name, "create", {}, ("POST", "/v1/collections", collection(name)))

    def send(self, connection, name, kind, arguments, send):
        """Sends a request, with a key more often than not, and sometimes again."""
        self.number += 1
        key = f"{self.name}-{self.number}" if self.random.random() < 0.7 else None
        request = {
            "client": self.name, "number": self.number, "collection": name, "kind": kind, "key": key,
            "arguments": arguments, "attempts": [], "sent": send,
        }
        self.record.add("requests", request)
        self.unanswered = request if key else None
        attempt = self.attempt(connection, request)
        self.unanswered = None
        if key and attempt["status"] < 300:
            # The keys of a collection are deleted with it, so a creation can be repeated after the deletion.
            if kind not in ("create", "drop"):
                self.answered.append(request)
            if self.random.random() < 0.1:
                self.attempt(connection, request)
        return attempt["status"]

    def attempt(self, connection, request):
        method, path, body = request["sent"]
        attempt = {"start": time.monotonic(), "end": None, "status": None}
        request["attempts"].append(attempt)
        headers = {"Idempotency-Key": request["key"]} if request["key"] else {}
        status, answer = connection.request(method, path, body, headers)
        attempt.update(
            end=time.monotonic(), status=status, code=answer.get("code"), version=answer.get("version"))
        attempt["from"] = answer.get("fromVersion")
        return attempt

    def repeat(self, connection):
        """After a restart: repeats the request that got no response, and some that did."""
        request, self.unanswered = self.unanswered, None
        if request is not None and request["attempts"]:
            self.attempt(connection, request)
        for earlier in self.random.sample(self.answered, min(3, len(self.answered))):
            repetition = dict(earlier, arguments=dict(earlier["arguments"], isRepetition=True), attempts=[])
            self.record.add("requests", repetition)
            self.attempt(connection, repetition)
        self.answered = self.answered[-200:]


def collection(name):
    layout = {"kind": "list", "rowHeight": 20}
    if name == "shared-2":
        layout = {"kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 20}
    return {
        "id": name, "container": {"width": 320, "height": 200}, "layout": layout,
        "sections": [{"id": "s", "items": [{"id": f"{name}-first"}]}],
    }


class Watcher:
    """Reads the events of a collection, and reconnects with the id of the last one until it is stopped."""

    def __init__(self, name, watched, record, port, headers=None):
        self.name, self.watched, self.record, self.port = name, watched, record, port
        self.last = None
        self.headers = headers or {}
        self.isStopped = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.isStopped:
            connection = self.connect()
            headers = dict(self.headers)
            if self.last is not None:
                headers["Last-Event-ID"] = str(self.last)
            try:
                connection.request("GET", f"/v1/collections/{self.watched}/events?scope=all", headers=headers)
                response = connection.getresponse()
                if response.status == 200:
                    self.read(response)
            except (OSError, http.client.HTTPException, ValueError):
                pass
            connection.close()
            time.sleep(0.02)

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)

    def isOver(self):
        """Whether to reconnect although the stream goes on."""
        return False

    def read(self, response):
        event = {}
        while not self.isOver() and (line := response.readline()):
            text = line.decode().rstrip("\n")
            if text:
                name, _, value = text.partition(": ")
                event[name] = value
                continue
            if "data" in event:
                self.note(event)
            event = {}

    def note(self, event):
        data = json.loads(event["data"])
        kind = event.get("event", "diff")
        with self.record.lock:
            self.record.events.append({
                "watcher": self.name, "collection": self.watched, "type": kind, "from": data.get("fromVersion"),
                "version": data.get("version"), "requestId": data.get("requestId")})
            self.last = int(event.get("id", self.last or 0))
        if kind == "diff":
            note_diff(self.record, self.watched, data)
