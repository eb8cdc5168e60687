"""Kills a service at random moments while clients change its collections, and checks the histories that they recorded.

crash.py PROGRAM [--kills N] [--seconds S] [--seed N] [--clients N] [--keep FOLDER]
"""

import argparse
import atexit
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import history
import load


class Service:
    """`tessera serve` on a free port, over one store file."""

    def __init__(self, program, store):
        self.errors = tempfile.TemporaryFile(mode="w+")
        # Nothing is measured; without fonts a start takes less time.
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{store}", "--workers", "2",
             "--history-limit", "500", "--deadline", "120s", "--fonts", "/nowhere.ttf"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors)
        self.port = self.wait_for_port()

    def wait_for_port(self):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            self.errors.seek(0)
            for line in self.errors:
                found = re.search(r" listens on http://\S+:(\d+)", line)
                if found and line.endswith("\n"):
                    return int(found[1])
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        self.errors.seek(0)
        raise SystemExit(f"the service does not start:\n{self.errors.read()}")

    def kill(self):
        """Kills the service; returns how it ended, if it had ended before."""
        earlier = self.process.poll()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return earlier


class Run:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.random = random.Random(options.seed)
        self.store = os.path.join(folder, "store.sqlite")
        self.record, self.known = load.Record(), history.Known()
        self.clients = [
            load.Client(f"c{n}", self.random.random(), self.record) for n in range(options.clients)]
        self.service = Service(options.program, self.store)
        atexit.register(self.stop)
        connection = load.Connection(self.service.port)
        for name in load.SHARED:
            status, body = connection.request("POST", "/v1/collections", load.collection(name))
            assert status == 201, body
            first = load.read_whole(connection, name)
            self.known.collections[name] = history.Model(first["version"], first["items"], first["layout"])
        self.watchers = [
            load.Watcher(name, watched, self.record, self.service.port)
            for name, watched in load.WATCHERS.items()]
        self.counts = dict.fromkeys(["requests", "answered", "unanswered", "repeated", "versions", "reads", "events"], 0)

    def round(self):
        """Lets the clients work, kills the service, restarts it, and returns the violations."""
        threads = [threading.Thread(target=c.run, args=(self.service.port,)) for c in self.clients]
        for thread in threads:
            thread.start()
        time.sleep(self.random.uniform(0.05, self.options.load))
        earlier = self.service.kill()
        for thread in threads:
            thread.join()
        faults = [] if earlier is None else [f"the service ended by itself: {earlier}"]
        self.service = Service(self.options.program, self.store)
        for watcher in self.watchers:
            watcher.port = self.service.port
        connection = load.Connection(self.service.port)
        for client in self.clients:
            client.repeat(connection)
        final = self.read_all(connection)
        self.wait_for_watchers(final)
        record = self.record.take()
        record["final"], record["watching"] = final, load.WATCHERS
        self.count(record)
        faults += history.check(self.known, record)
        if faults:
            path = os.path.join(self.folder, "round.json")
            with open(path, "w") as file:
                json.dump(record, file, indent=1)
        return faults

    def stop(self):
        self.service.kill()

    def read_all(self, connection):
        """Reads every collection, and the history of the shared ones since the round before."""
        final = {}
        for name in load.SHARED:
            final[name] = load.read_whole(connection, name)
            since = self.known.collections[name].version
            status, body = connection.request("GET", f"/v1/collections/{name}/history?since={since}&scope=all")
            assert status == 200 or body.get("code") == "history_gone", body
            for diff in body.get("diffs", []):
                load.note_diff(self.record, name, diff)
        names = {r["collection"] for r in self.record.requests} | set(self.known.collections)
        for name in sorted(names - set(load.SHARED)):
            final[name] = load.read_whole(connection, name)
        return final

    def wait_for_watchers(self, final):
        """Waits until the watchers have seen everything; the check says it if one has not after a while."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if all(w.last == final[w.watched]["version"] for w in self.watchers):
                return
            time.sleep(0.005)

    def count(self, record):
        for request in record["requests"]:
            self.counts["requests"] += 1
            self.counts["answered"] += any(a["status"] is not None and a["status"] < 300 for a in request["attempts"])
            self.counts["unanswered"] += any(a["status"] is None for a in request["attempts"])
            self.counts["repeated"] += len(request["attempts"]) > 1 or bool(request["arguments"].get("isRepetition"))
        self.counts["reads"] += len(record["reads"])
        self.counts["events"] += len(record["events"])
        self.counts["versions"] += sum(
            record["final"][name]["version"] - self.known.collections[name].version for name in load.SHARED)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=None, help="begin no round after so many seconds")
    parser.add_argument("--load", type=float, default=0.8, help="the longest time under load before a kill, in seconds")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--clients", type=int, default=5)
    parser.add_argument("--keep", help="a folder for the store and the last record")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp(prefix="tessera-crash-")
    os.makedirs(folder, exist_ok=True)
    print(f"crash: seed {options.seed}, in {folder}", flush=True)
    start, kills = time.monotonic(), 0
    run = Run(options, folder)
    while kills < options.kills and (options.seconds is None or time.monotonic() - start < options.seconds):
        faults = run.round()
        kills += 1
        if kills % 25 == 0 or kills == options.kills or faults:
            print(f"crash: {kills} kills, {time.monotonic() - start:.0f} s, {run.counts}", flush=True)
        if faults:
            print("\n".join(f"crash: {fault}" for fault in faults))
            print(f"crash: the record of the round is {folder}/round.json")
            sys.exit(1)
    print(f"crash: {kills} kills, no violation")


if __name__ == "__main__":
    main()
