"""Sends a service mutated requests over several connections at once, and checks that it goes on as it should.

attack.py PROGRAM [--requests N] [--seed N] [--clients N] [--store STORE] [--findings F]

The process lives within its memory and responds to /livez in between; each response is a whole message of HTTP, each
refusal a problem document, and none says that the service failed. The requests of a client depend on the seed and on its
number alone.
"""

import argparse
import collections
import contextlib
import multiprocessing
import os
import queue
import random
import re
import resource
import select
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import messages
import mutations
import recorder
import seeds
import service

KEY = "a-key-of-the-attack"
MEMORY = 1 << 30
# So that a request is not costly for the items alone that it asks for, and collections do not fill the memory.
LIMITS = ["--item-limit", "20000", "--section-limit", "2000", "--collection-limit", "500", "--history-limit", "16",
          "--keys", f"attack:{KEY}", "--token-secret", "a secret of the attack and of no other service",
          "--log-format", "off"]
CONNECTIONS, BATCH, LONGEST_BATCH = 4, 4, 1 << 16
# How long a client waits for a response, in seconds.
PATIENCE = 60
# This follows a request whose end is unclear, so that a service that has read all of it closes the connection. One that is
# silent for longer, in seconds, waits for more.
LAST = b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
SILENCE = 0.2
# The part of the batches whose responses a client does not wait for.
LEAVING = 0.02
MOST_FINDINGS = 20


class Client:
    """A process that sends requests over connections of its own, in turn, some of them pipelined."""

    def __init__(self, port, mutator, report):
        self.port = port
        self.mutator = mutator
        self.report = report
        self.statuses = collections.Counter()
        self.connections = [None] * CONNECTIONS

    def send(self, count):
        """Sends mutated requests over all connections at once; reports those whose responses are wrong."""
        while count > 0:
            batches = []
            for _ in range(CONNECTIONS):
                batches.append(self.batch(min(count, BATCH)))
                count -= len(batches[-1])
            try:
                for step in (self.start, self.finish):
                    for index, batch in enumerate(batches):
                        if batch:
                            step(index, batch)
            except (OSError, messages.Broken, ValueError) as error:
                # Any of those under way may have led to it.
                self.report(f"{type(error).__name__}: {error}", [message for batch in batches for message in batch])
                for index in range(CONNECTIONS):
                    self.close(index)
                if isinstance(error, ConnectionRefusedError):
                    return

    def batch(self, most):
        """Returns requests to send at once: a request whose end is unclear comes alone."""
        found, length = [], 0
        for _ in range(self.mutator.random.randint(1, most) if most else 0):
            message = self.mutator.message()
            if found and (not message.is_whole or length + len(message.data) > LONGEST_BATCH):
                break
            found.append(message)
            length += len(message.data)
            if not message.is_whole:
                break
        return found

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def start(self, index, batch):
        """Sends a batch over a connection: an old one, if it is clear where the batch ends."""
        data = b"".join(message.data for message in batch)
        if not batch[0].is_whole:
            self.close(index)
            data += LAST
        if self.connections[index] is None:
            self.connections[index] = messages.Reader(self.connect(), may_be_old=not batch[0].is_whole)
        # The service may refuse a request, and close the connection, before it has read all of it.
        with contextlib.suppress(ConnectionError):
            self.connections[index].connection.sendall(data)
        if self.mutator.chance(LEAVING):
            self.close(index)

    def finish(self, index, batch):
        """Reads the responses to a batch, up to one that closes the connection, unless the client has left."""
        reader = self.connections[index]
        if reader is None:
            return
        if not batch[0].is_whole:
            self.read_to_end(reader, batch[0])
            return self.close(index)
        for message in batch:
            response = reader.response(message.is_head)
            self.judge(response, message, message.is_head)
            if response.closes or response.is_stream:
                return self.close(index)

    def read_to_end(self, reader, message):
        """Reads all responses of a connection. A service that waits for more bytes sees their end."""
        has_left, is_head = False, message.is_head
        while True:
            if not reader.buffer and not has_left and not select.select([reader.connection], [], [], SILENCE)[0]:
                has_left = True
                reader.connection.shutdown(socket.SHUT_WR)
            if reader.is_at_end():
                return
            response = reader.response(is_head)
            if response.is_stream:
                return
            if response.status != 499 or not has_left:
                self.judge(response, message, is_head)
            is_head = False

    def close(self, index):
        if self.connections[index]:
            self.connections[index].connection.close()
            self.connections[index] = None

    def judge(self, response, message, is_head):
        self.statuses[response.status] += 1
        if message.is_whole:
            method, target, _ = message.data.split(b" ", 2)
            fields = [(name.decode(), value.decode("latin-1")) for name, value in response.fields.items()]
            recorder.record(method.decode(), target.decode(), response.status, fields, response.body)
        found = messages.fault(response, is_head)
        if found:
            self.report(found, [message])


def run_client(port, everything, seed, number, count, found, results):
    """The process of a client."""
    recorder.name = f"attack-{os.getpid()}.jsonl"
    mutator = mutations.Mutator(random.Random(f"{seed}-{number}"), everything, seeds.IDS, KEY.encode())
    client = Client(
        port, mutator, lambda reason, batch: found.put((number, reason, [message.data for message in batch])))
    done = 0
    while done < count:
        part = min(1_000, count - done)
        client.send(part)
        done += part
        results.put((part, client.statuses.copy()))
        client.statuses.clear()


class Probe:
    """Asks a service again and again whether it lives, over new connections, and looks at its memory."""

    def __init__(self, process, port, report):
        self.process = process
        self.port = port
        self.report = report
        self.responses, self.longest, self.resident = 0, 0.0, 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.is_over.wait(0.2) and self.process.poll() is None:
            start = time.monotonic()
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
                    connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    status = messages.Reader(connection).response().status
                if status != 200:
                    self.report(f"/livez responds with {status}", [])
            except (OSError, messages.Broken) as error:
                self.report(f"/livez does not respond: {error}", [])
            self.responses += 1
            self.longest = max(self.longest, time.monotonic() - start)
            with contextlib.suppress(OSError):
                status = Path(f"/proc/{self.process.pid}/status").read_text()
                self.resident = max(self.resident, *map(int, re.findall(r"VmHWM:\s*(\d+) kB", status)), 0)

    def end(self):
        self.is_over.set()
        self.thread.join()


class Findings:
    """The faults of a run, each printed and written to a file with the requests that led to it."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0

    def add(self, reason, requests, client="-"):
        self.count += 1
        if self.count > MOST_FINDINGS:
            return
        print(f"attack: client {client}: {reason[:600]}", flush=True)
        if requests:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = self.folder / f"{self.count}.http"
            file.write_bytes(b"".join(requests))
            print(f"attack: {file}", flush=True)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def attack(process, port, arguments, findings):
    """Runs the clients to their end, or to that of the service; returns how many responses had which status."""
    everything = seeds.all_seeds()
    found, results = multiprocessing.Queue(), multiprocessing.Queue()
    share = -(-arguments.requests // arguments.clients)
    clients = [
        multiprocessing.Process(
            target=run_client, args=(port, everything, arguments.seed, number, share, found, results), daemon=True)
        for number in range(arguments.clients)]
    for client in clients:
        client.start()
    statuses, done, start, next_report = collections.Counter(), 0, time.monotonic(), time.monotonic() + 30
    while done < share * arguments.clients and process.poll() is None and any(client.is_alive() for client in clients):
        with contextlib.suppress(queue.Empty):
            part, counted = results.get(timeout=0.5)
            done += part
            statuses += counted
        drain(found, findings)
        if time.monotonic() > next_report:
            next_report += 30
            print(f"attack: {done} requests in {time.monotonic() - start:.0f} s", flush=True)
        if findings.count > MOST_FINDINGS:
            break
    drain(found, findings)
    for client in clients:
        client.terminate()
        client.join()
    return done, statuses


def run(arguments, findings):
    """Attacks a service of its own; returns the result of `attack`, and the probe."""
    command = [arguments.program, "serve", "--listen", "127.0.0.1:0", "--store", arguments.store, *LIMITS]
    with tempfile.NamedTemporaryFile("w+") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, preexec_fn=limit_memory,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        try:
            port = int(service._address(process, log.name).rsplit(":", 1)[1])
            probe = Probe(process, port, findings.add)
            try:
                outcome = attack(process, port, arguments, findings)
            finally:
                probe.end()
            if process.poll() is None:
                process.terminate()
            code = process.wait(timeout=60)
            if code != 0:
                findings.count += 1
                print(f"attack: the service ended with {code}: {service._tail(log.name)}", flush=True)
            return outcome, probe
        finally:
            if process.poll() is None:
                process.kill()


def drain(found, findings):
    with contextlib.suppress(queue.Empty):
        while True:
            client, reason, requests = found.get(block=False)
            findings.add(reason, requests, client)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=100_000, help="of all clients together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--store", default="memory:", help="of the service, such as sqlite:PATH")
    parser.add_argument("--findings", type=Path, default=Path(".build-attack"), help="the folder for requests that fail")
    arguments = parser.parse_args()
    findings = Findings(arguments.findings)
    start = time.monotonic()
    (done, statuses), probe = run(arguments, findings)
    counts = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items()))
    print(f"attack: {done} requests with seed {arguments.seed} in {time.monotonic() - start:.0f} s; responses: {counts}; "
          f"{probe.responses} times alive, after {probe.longest:.1f} s at most; at most {probe.resident >> 10} MB resident")
    if findings.count:
        raise SystemExit(f"attack: {findings.count} faults")


if __name__ == "__main__":
    main()
