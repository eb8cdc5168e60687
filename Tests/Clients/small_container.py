"""Sends a server with 512 MB of memory the largest requests that its limits allow, from many clients at once.

The server must not end, must respond to every request that it has read, and must serve small requests afterwards.
"""

import argparse
import collections
import contextlib
import gzip
import http.client
import json
import os
import resource
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import service

MEMORY = 512 << 20
SUCCESS = {200, 201, 204}
SHED = {413, 422, 429, 503, 504}


@contextlib.contextmanager
def container():
    """Yields a function that the server's process calls before it starts, the name of the limit, and a function that
    returns the most memory that was in use."""
    group = _control_group()
    if group is None:
        yield lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY)), "prlimit --data", lambda pid: None
        return
    folder, peak = group
    try:
        yield lambda: (folder / "cgroup.procs").write_text("0"), f"the control group {folder}", lambda pid: int(
            (folder / peak).read_text()) if (folder / peak).exists() else None
    finally:
        for _ in range(50):
            with contextlib.suppress(OSError):
                folder.rmdir()
                break
            time.sleep(0.1)


def _control_group():
    """Makes a control group of version 2 or 1 with the limit; None where that is not allowed."""
    root = Path("/sys/fs/cgroup")
    name = f"tessera-{os.getpid()}"
    for parent, limit, swap, peak in [
        (root, "memory.max", "memory.swap.max", "memory.peak"),
        (root / "memory", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.max_usage_in_bytes"),
    ]:
        folder = parent / name
        try:
            folder.mkdir()
        except OSError:
            continue
        if not (folder / limit).exists():  # the parent is no control group, or has no control over memory
            folder.rmdir()
            continue
        try:
            (folder / limit).write_text(str(MEMORY))
            with contextlib.suppress(OSError):
                (folder / swap).write_text("0" if limit == "memory.max" else str(MEMORY))
            return folder, peak
        except OSError:
            with contextlib.suppress(OSError):
                folder.rmdir()
    return None


def layout(kind, sections, **more):
    return {"container": {"width": 400, "height": 800}, "layout": {"kind": kind}, "sections": sections, **more}


def bodies(limit):
    """The largest bodies by their kind, each of at most `limit` bytes."""
    def items(count, item):
        return [{"items": [item(i) for i in range(count)]}]

    def sized(make, unit):
        return json.dumps(make(max(1, limit // unit)), separators=(",", ":")).encode()

    visible = {"visibleRect": [0, 0, 400, 800]}
    found = {
        "sizes": sized(lambda n: layout("flow", [{"itemSizes": [[20 + i % 71, 40] for i in range(n)]}], **visible), 8),
        "ids": sized(lambda n: layout("list", items(n, lambda i: {"id": f"item-{i:08}"}), **visible), 24),
        "contents": sized(lambda n: layout("list", items(
            n, lambda i: {"template": "text", "content": f"the text of the item number {i:08}", "size": [9, 9]})), 90),
        "sections": sized(lambda n: layout("grid", [{"id": f"s{i:07}", "items": [{"id": f"i{i:07}"}]} for i in range(n)],
                                           **visible), 48),
        "all elements": json.dumps(layout("flow", [{"itemCount": 400_000}])).encode(),
        "a stack": json.dumps(layout("stack", [{"itemCount": 150_000}], **visible)).encode(),
        "circles": json.dumps(layout("circle", [{"itemCount": 60_000}])).encode(),
        "custom": json.dumps({**layout("custom", [{"itemCount": 300_000}], **visible), "layout": {
            "kind": "custom", "frame": {"x": "0", "y": "i * 10", "width": "10", "height": "10"}}}).encode(),
        "measured": json.dumps(layout("list", items(
            min(20_000, limit // 90), lambda i: {"template": "text", "content": f"a text to measure, number {i}"}))).encode(),
    }
    return {name: body for name, body in found.items() if len(body) <= limit}


class Clients:
    """Clients that send requests until a time has passed."""

    def __init__(self, port, seconds):
        self.port = port
        self.end = time.monotonic() + seconds
        self.statuses = collections.Counter()
        self.lock = threading.Lock()

    def request(self, method, path, body=None, headers=(), timeout=180):
        """Sends a request; returns the status, or None if the connection ended without a response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json", **dict(headers)})
            response = connection.getresponse()
            while response.read(1 << 16):
                pass
            status = response.status
        except (OSError, http.client.HTTPException):
            status = None
        finally:
            connection.close()
        with self.lock:
            self.statuses[status] += 1
        return status

    def flood(self, requests, first):
        """Sends the requests in turn until the time has passed."""
        number = first
        while time.monotonic() < self.end:
            method, path, body, headers = requests[number % len(requests)]
            self.request(method, path.replace("{n}", f"{first}-{number}"), body, headers)
            number += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long each kind of load lasts")
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--megabytes", type=float, help="the largest body; by default what the limits allow")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        enter, name, peak = stack.enter_context(container())
        command = [service.BINARY, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{folder}/store.sqlite",
                   "--log-format", "off"]
        if arguments.megabytes:
            command += ["--deadline", "120s"]  # a debug build is slow; it should compute all of them
        printed = subprocess.run(
            [service.BINARY, "serve", "--print-config"], preexec_fn=enter, capture_output=True, text=True, check=True)
        limit = next(int(line.split("=")[1].removesuffix("MB")) << 20 for line in printed.stdout.splitlines()
                     if line.startswith("TESSERA_BODY_MEMORY="))
        log = open(folder / "log", "w+")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, preexec_fn=enter)
        try:
            address = service._address(process, log.name)
            print(f"small-container: {MEMORY >> 20} MB by {name}; bodies of up to {limit // 2 >> 20} MB")
            run(process, int(address.rsplit(":", 1)[1]), min(limit // 2 - 4096, int((arguments.megabytes or 1 << 20) * (1 << 20))), arguments, peak)
            process.terminate()
            if process.wait(timeout=60) != 0:
                raise SystemExit(f"small-container: the server ended with {process.returncode}\n{service._tail(log.name)}")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            log.close()


def run(process, port, limit, arguments, peak):
    largest = bodies(limit)
    solve = [("POST", "/v1/layouts", body, ()) for body in largest.values()]
    packed = [("POST", "/v1/layouts", gzip.compress(body, 1), (("Content-Encoding", "gzip"),))
              for body in largest.values() if len(body) > 1 << 16]
    store = [("POST", "/v1/collections", b'{"id":"c{n}",' + body[1:], ()) for body in largest.values()]
    loads = {"layouts": solve, "compressed layouts": packed, "collections": store}
    failed = []
    for title, requests in loads.items():
        clients = Clients(port, arguments.seconds)
        send = clients.flood
        if title == "collections":
            def send(_, first, clients=clients, requests=requests):
                number = first
                while time.monotonic() < clients.end:
                    method, path, body, headers = requests[number % len(requests)]
                    clients.request(method, path, body.replace(b"{n}", f"{first}-{number}".encode(), 1), headers)
                    number += 1
        threads = [threading.Thread(target=send, args=(requests, first)) for first in range(arguments.clients)]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        counts = ", ".join(f"{status or 'cut'}: {count}" for status, count in sorted(
            clients.statuses.items(), key=lambda pair: pair[0] or 0))
        used = peak(process.pid)
        print(f"small-container: {title}, {time.monotonic() - start:.0f} s: {counts}"
              + (f"; at most {used >> 20} MB" if used else ""), flush=True)
        if process.poll() is not None:
            raise SystemExit(f"small-container: the server ended by itself, with {process.returncode}")
        odd = set(clients.statuses) - SUCCESS - SHED - {None}
        if odd:
            failed.append(f"{title}: unexpected {odd}")
        if not set(clients.statuses) & SUCCESS:
            failed.append(f"{title}: no request was carried out")
        if Clients(port, 1).request("POST", "/v1/layouts", json.dumps(layout("list", [{"itemCount": 9}])).encode()) != 200:
            failed.append(f"{title}: a small request is not served afterwards")
    if failed:
        raise SystemExit("small-container: " + "; ".join(failed))


if __name__ == "__main__":
    main()
