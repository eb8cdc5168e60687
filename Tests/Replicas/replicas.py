"""Breaks replicas, their engine and the network between them while clients change collections, and checks everything.

replicas.py PROGRAM [--seconds N] [--changes N] [--seed N] [--faults NAMES] [--clients N] [--keep FOLDER]
            [--round N] [--processes N] [--standby sync|async] [--store postgres|sqlite|memory]
"""

import argparse
import atexit
import collections
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

import archive
import chains
import clients
import load
from engine import Engine, Proxies

# The limit of one owner, so that the limited clients are refused about as often as not.
COLLECTION_LIMIT = 12
# Nothing is measured; without fonts a start takes less time.
COMMON_FLAGS = ["--workers", "2", "--fonts", "/nowhere.ttf", "--connections-per-address", "0", "--log-format", "off"]
FLAGS = [
    *COMMON_FLAGS, "--history-limit", "5000", "--deadline", "4s", "--keys", f"{clients.KEY},{clients.LIMITED_KEY}",
    "--collections-per-key", str(COLLECTION_LIMIT), "--requests-per-key", "100%", "--processor-per-key", "100%"]


class Replica:
    """`tessera serve` on a port, by default any that is free."""

    def __init__(self, number, program, store, environment, flags=FLAGS, port=0):
        self.number, self.program, self.store, self.environment = number, program, store, environment
        self.flags, self.port = flags, port
        self.isFrozen = False
        self.log = tempfile.NamedTemporaryFile(mode="w+", prefix=f"replica-{number}-", suffix=".log", delete=False)

    def start(self):
        """Starts the process, again if it ends as one that does not reach the engine, and returns its port once it listens;
        None if it does not within a minute."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            port = self.start_once(deadline)
            if port is not None:
                return port
            time.sleep(0.5)
        return None

    def start_once(self, deadline):
        self.log.seek(0, os.SEEK_END)
        begin = self.log.tell()
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", self.store, *self.flags],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log,
            env={**os.environ, **self.environment})
        while time.monotonic() < deadline:
            with open(self.log.name) as log:
                log.seek(begin)
                for line in log:
                    found = re.search(r" listens on http://\S+:(\d+)", line)
                    if found and line.endswith("\n"):
                        return int(found[1])
            if self.process.poll() is not None:
                return None
            time.sleep(0.02)
        return None

    def kill(self):
        """Kills the process; returns how it ended, if it had ended before."""
        earlier = self.process.poll()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return earlier

    def terminate(self, patience=60):
        """Ends the process as an operator does, and returns its status once it has ended."""
        self.process.terminate()
        return self.process.wait(timeout=patience)

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)


class Run:
    """Replicas under load, round after round."""

    def __init__(self, options, folder):
        self.options, self.folder, self.random = options, folder, random.Random(options.seed)
        self.record, self.known, self.doubtful = load.Record(), chains.Known(), set()
        self.counts, self.broken = collections.Counter(), collections.Counter()
        self.faults = []  # of the harness itself: what did not start, or ended by itself
        self.engine = self.standby = self.proxies = None
        atexit.register(self.stop)
        if options.store == "postgres":
            self.start_engine()
        count = options.replicas if options.store == "postgres" else 1
        self.replicas = [self.make_replica(number) for number in range(count)]
        self.access = clients.Replicas(count, clients.KEY)
        self.limited = clients.Replicas(count, clients.LIMITED_KEY)
        for replica in self.replicas:
            self.started(replica)
        self.wait_until_ready()
        if self.engine:
            self.archive = archive.EngineArchive(self.engine)
        else:
            self.archive = archive.HistoryArchive(lambda *r: self.access.request(0, *r), clients.SHARED)
        self.clients = [
            clients.Client(f"c{n}", self.random.random(), self.record, self.access, self.archive.hasRecreated)
            for n in range(options.clients)]
        if self.archive.hasRecreated:
            self.clients += [
                clients.LimitedClient(f"l{n}", self.random.random(), self.record, self.limited) for n in range(2)]
        for name in clients.SHARED:
            self.create(name)
        self.watchers = [
            clients.Watcher(name, watched, self.record, self.access) for name, watched in clients.WATCHERS.items()]

    # The parts

    def start_engine(self):
        self.engine = Engine(self.folder, "engine-a")
        self.engine.create()
        self.engine.start()
        self.proxies = Proxies()
        if self.options.standby:
            self.standby = Engine(self.folder, "engine-b")
            self.follow()

    def follow(self):
        """Makes the standby follow the engine, over a proxy of its own."""
        name = f"standby of {self.engine.port}"
        port = self.proxies.order(open=name, to=self.engine.port)["port"]
        self.link = name
        self.standby.follow(self.engine, port)
        self.standby.start()
        names = f"ANY 1 (\"{self.standby.name}\")" if self.options.standby == "sync" else ""
        self.engine.query(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'; SELECT pg_reload_conf();")
        deadline = time.monotonic() + 30
        wanted = "quorum" if self.options.standby == "sync" else "async"
        while time.monotonic() < deadline:
            rows = self.engine.rows("SELECT state, sync_state FROM pg_stat_replication")
            if any(row == {"state": "streaming", "sync_state": wanted} for row in rows):
                return
            time.sleep(0.05)
        raise SystemExit("replicas: the standby does not follow")

    def make_replica(self, number):
        store, environment = self.options.store + ":", {}
        if self.engine:
            port = self.proxies.order(open=f"replica {number}", to=self.engine.port)["port"]
            environment["TESSERA_STORE_URL"] = f"postgresql://tessera@127.0.0.1:{port}/postgres?sslmode=disable"
        elif self.options.store == "sqlite":
            store = f"sqlite:{self.folder}/store.sqlite"
        return Replica(number, self.options.program, store, environment)

    def started(self, replica):
        port = replica.start()
        if port is None:
            self.faults.append(f"replica {replica.number} does not start; its log is {replica.log.name}")
        self.access.ports[replica.number] = self.limited.ports[replica.number] = port

    def killed(self, replica):
        self.access.ports[replica.number] = self.limited.ports[replica.number] = None
        earlier = replica.kill()
        if earlier is not None:
            self.faults.append(f"replica {replica.number} ended by itself: {earlier}; its log is {replica.log.name}")

    def set(self, replica, mode, **more):
        if self.proxies:
            self.proxies.order(set=f"replica {replica.number}", mode=mode, **more)

    def wait_until_ready(self):
        deadline = time.monotonic() + 40
        for replica in self.replicas:
            status = None
            while time.monotonic() < deadline:
                try:
                    status, _ = self.access.request(replica.number, "GET", "/readyz")
                except load.Gone:
                    status = None
                if status == 200:
                    break
                time.sleep(0.05)
            if status != 200:
                self.faults.append(f"replica {replica.number} does not become ready: {status}; its log is {replica.log.name}")

    def create(self, name):
        body, token = load.collection(name), f"setup-{name}"
        birth = f"birth~setup-{name}~"
        body["sections"] = [{"id": "s", "items": [{"id": birth}]}]
        attempt = {"start": time.monotonic()}
        status, answer = self.access.request(
            0, "POST", "/v1/collections", body, {"X-Request-Id": clients.mark(token)}, patience=30)
        assert status == 201, answer
        attempt.update(end=time.monotonic(), status=status, version=answer["version"], **{"from": None})
        self.record.add("requests", {
            "client": "setup", "number": name, "token": token, "collection": name, "kind": "create", "key": None,
            "arguments": {"ids": [birth]}, "attempts": [attempt]})

    # The faults

    def break_something(self, name, replica):
        self.broken[name] += 1
        getattr(self, f"fault_{name}")(replica)

    def fault_replica(self, replica):
        """kill -9 of a replica"""
        self.killed(replica)
        time.sleep(self.random.uniform(0, 0.4))
        self.started(replica)

    def fault_freeze(self, replica):
        """a replica that stands still, and wakes with an old version"""
        replica.freeze()
        time.sleep(self.random.uniform(0.3, 2.5))
        replica.thaw()

    def fault_engine(self, replica):
        """kill -9 of the engine"""
        self.engine.kill()
        time.sleep(self.random.uniform(0, 0.8))
        self.engine.start()

    def partition(self, replica, mode, longest=2.5, **more):
        self.set(replica, mode, **more)
        time.sleep(self.random.uniform(0.2, longest))
        self.set(replica, "pass")

    def fault_blackhole(self, replica):
        self.partition(replica, "blackhole")

    def fault_cut(self, replica):
        self.partition(replica, "cut", 1)

    def fault_lose(self, replica):
        self.partition(replica, "lose")

    def fault_half(self, replica):
        self.partition(replica, "half")

    def fault_delay(self, replica):
        self.partition(replica, "delay", seconds=self.random.uniform(0.005, 0.1))

    def swallow(self, replica):
        """Waits until the response to a COMMIT is lost; returns whether it was."""
        self.set(replica, "commit")
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline:
            if self.proxies.order(ask=f"replica {replica.number}")["swallowed"]:
                self.broken["COMMITs without an answer"] += 1
                return True
            time.sleep(0.002)
        return False

    def fault_death(self, replica):
        """the death of a replica right after its COMMIT"""
        self.swallow(replica)
        self.killed(replica)
        self.set(replica, "pass")
        self.started(replica)

    def fault_doubt(self, replica):
        """a lost response to a COMMIT, and an engine that can be asked again"""
        self.swallow(replica)
        self.set(replica, "cut")
        time.sleep(self.random.uniform(0, 0.3))
        self.set(replica, "pass")

    def fault_failover(self, replica):
        """the link to the standby is cut, the primary killed, the standby promoted, and the old primary follows it"""
        self.proxies.order(set=self.link, mode="cut")
        time.sleep(self.random.uniform(0.2, 0.8))
        self.engine.kill()
        self.standby.promote()
        self.engine, self.standby = self.standby, self.engine
        self.archive.engine = self.engine
        # As a manager of failovers does: no commit gets a response before a standby has it again.
        if self.options.standby == "async":
            self.engine.query("ALTER SYSTEM SET synchronous_standby_names = ''; SELECT pg_reload_conf();")
        for other in self.replicas:
            self.proxies.order(aim=f"replica {other.number}", to=self.engine.port)
        self.follow()

    def available(self):
        names = ["replica", "freeze"]
        if self.engine:
            names += ["engine", "blackhole", "cut", "lose", "half", "delay", "death", "death", "doubt", "doubt"]
        if self.standby:
            names = ["replica", "freeze", "failover", "failover", "doubt"]
        return names

    # A round

    def round(self, number):
        names = self.options.faults or self.available()
        isCalm = number % 8 == 0 and not self.options.faults
        before = len(self.faults)
        for client in self.clients:
            client.isStopped = False
        threads = [threading.Thread(target=client.run, daemon=True) for client in self.clients]
        for thread in threads:
            thread.start()
        time.sleep(self.random.uniform(0.2, 0.8))
        story, end = [], time.monotonic() + self.options.round
        if isCalm:
            time.sleep(max(1.5, self.options.round))
        else:
            count = self.random.randint(1, 3)
            while len(story) < count or time.monotonic() < end:
                name, replica = self.random.choice(names), self.random.choice(self.replicas)
                story.append(f"{name} {replica.number}")
                self.break_something(name, replica)
                time.sleep(self.random.uniform(0, 0.5))
        time.sleep(0.3)
        # A stream that begins brings its replica up to date. So that lost notifications show, watchers stay with their
        # replicas during the last changes, in some rounds.
        if self.random.random() < 0.4:
            for watcher in self.watchers:
                watcher.stay()
            time.sleep(1.3)
        for client in self.clients:
            client.isStopped = True
        for thread in threads:
            thread.join()
        self.wait_until_ready()
        doubtful = [token for c in self.clients for token in c.settle(time.monotonic() + 20)]
        self.wait_for_quiet()
        # Before anything is read: a read brings a replica up to date, too.
        self.wait_for_watchers()
        final = self.read_all()
        record = self.record.take()
        for event in record["events"]:
            event["token"] = clients.unmark(event.pop("requestId"))
        record.update(self.archive.take())
        record.update(final=final, watching=clients.WATCHERS, calm=isCalm, limit=COLLECTION_LIMIT, story=story)
        self.count(record)
        faults = [f"{token}: its outcome is not known long after all was well" for token in doubtful]
        faults += self.faults[before:] + chains.check(self.known, record)
        if faults:
            with open(os.path.join(self.folder, "round.json"), "w") as file:
                json.dump(record, file, indent=1)
            faults.append(f"in this round: {', '.join(story) or 'nothing was broken'}")
        return faults

    def wait_for_quiet(self):
        """Waits until the engine has no transaction and nothing more comes."""
        if not self.engine:
            return time.sleep(0.3)
        deadline, last = time.monotonic() + 15, None
        while time.monotonic() < deadline:
            now = self.archive.position()
            if now["active"] == 0 and now == last:
                return None
            last = now
            time.sleep(0.3)
        self.faults.append(f"the engine does not come to rest: {last}")
        return None

    def read_all(self):
        """Reads every collection through every replica; returns the last reads of those that last."""
        final = {}
        for name in clients.SHARED + (clients.RECREATED if self.archive.hasRecreated else []):
            for number in range(len(self.replicas)):
                read = clients.read_items(self.access, number, name, patience=20)
                if read is None:
                    self.faults.append(f"replica {number} does not respond although all is well")
                    continue
                self.record.add("reads", read)
                if name in clients.SHARED and "code" not in read:
                    final[name] = read
        return final

    def wait_for_watchers(self):
        """Waits until every watcher has the newest version; the checker reports those that do not get it."""
        deadline, newest = time.monotonic() + 20, self.archive.versions()
        while time.monotonic() < deadline:
            if all(watcher.last == newest.get(watcher.watched) for watcher in self.watchers):
                break
            time.sleep(0.005)
        for watcher in self.watchers:
            if watcher.last != newest.get(watcher.watched):
                self.faults.append(
                    f"{watcher.name} has version {watcher.last} of {watcher.watched}, and {newest.get(watcher.watched)} "
                    "is the newest")
            watcher.stays = False

    def count(self, record):
        for request in record["requests"]:
            statuses = [a["status"] for a in request["attempts"]]
            self.counts["requests"] += 1
            self.counts["answered changes"] += any(
                chains.history.made_version(a) or (request["kind"] in ("create", "drop") and a["status"] in (201, 204))
                for a in request["attempts"])
            self.counts["without an answer"] += None in statuses
            self.counts["unavailable"] += 503 in statuses
            self.counts["unknown"] += any(a.get("code") == "outcome_unknown" for a in request["attempts"])
            self.counts["conflicts"] += 412 in statuses
        self.counts["reads"] += len(record["reads"])
        self.counts["events"] += len(record["events"])
        self.counts["versions"] += len(record["entries"])
        self.counts["created"] += len(record["lives"])

    def stop(self):
        for replica in getattr(self, "replicas", []):
            if getattr(replica, "process", None):
                replica.kill()
        for engine in (self.engine, self.standby):
            if engine:
                engine.stop()
        if self.proxies:
            self.proxies.stop()


def share(options):
    """Runs the same in several processes, with seeds that follow one another; returns 1 if one of them fails."""
    # A later flag wins over an earlier one.
    common = [*sys.argv[1:], "--processes", "1"]
    if options.changes:
        common += ["--changes", str(-(-options.changes // options.processes))]
    processes = [
        subprocess.Popen([
            sys.executable, __file__, *common, "--seed", str(options.seed + number),
            *(["--keep", os.path.join(options.keep, str(number))] if options.keep else [])])
        for number in range(options.processes)]
    return int(any([process.wait() != 0 for process in processes]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=40, help="begin no round after so many seconds")
    parser.add_argument("--changes", type=int, help="go on until so many changes were answered, whatever time it takes")
    parser.add_argument("--round", type=float, default=0, help="break things for at least so many seconds in a round")
    parser.add_argument("--processes", type=int, default=1, help="share the work among so many, each with an engine of its own")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--clients", type=int, default=5)
    parser.add_argument("--replicas", type=int, default=3)
    parser.add_argument("--faults", type=lambda text: text.split(","), help="only these, separated by commas")
    parser.add_argument("--standby", choices=["sync", "async"], help="with a standby, and failovers to it")
    parser.add_argument("--store", choices=["postgres", "sqlite", "memory"], default="postgres")
    parser.add_argument("--keep", help="a folder for the engine and the last record")
    options = parser.parse_args()
    if options.processes > 1:
        sys.exit(share(options))
    folder = options.keep or tempfile.mkdtemp(prefix="tessera-replicas-")
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o755)  # the engine runs as another user
    print(f"replicas: seed {options.seed}, in {folder}", flush=True)
    run, start, rounds = Run(options, folder), time.monotonic(), 0

    def goes_on():
        if options.changes:
            return run.counts["answered changes"] < options.changes
        return time.monotonic() - start < options.seconds

    def report():
        print(f"replicas: {rounds} rounds, {time.monotonic() - start:.0f} s, {dict(run.counts)}, broken: {dict(run.broken)}",
              flush=True)

    faults = list(run.faults)
    while not faults and goes_on():
        faults = run.round(rounds)
        rounds += 1
        if rounds % 25 == 0:
            report()
    report()
    if faults:
        print("\n".join(f"replicas: {fault}" for fault in faults[:40]))
        print(f"replicas: {len(faults)} violations; seed {options.seed}; the record of the round is {folder}/round.json")
        sys.exit(1)
    print("replicas: no violation")


if __name__ == "__main__":
    main()
