"""A private PostgreSQL in a temporary folder, run by an unprivileged user, and proxies in front of it."""

import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def programs():
    """The folder of the newest PostgreSQL that is installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    if not found:
        raise SystemExit("replicas: PostgreSQL is not installed: tools/install postgresql")
    return os.path.dirname(found[-1])


class Engine:
    """One server of PostgreSQL: a primary, or the standby of one."""

    SETTINGS = {
        "listen_addresses": "127.0.0.1", "max_connections": "100", "shared_buffers": "64MB", "wal_level": "replica",
        "unix_socket_directories": "", "log_min_messages": "warning", "max_wal_senders": "5", "hot_standby": "on",
        "wal_sender_timeout": "5s", "wal_receiver_timeout": "5s", "wal_keep_size": "256MB",
        "wal_retrieve_retry_interval": "200ms", "checkpoint_timeout": "10min",
    }

    def __init__(self, folder, name):
        self.name, self.folder, self.port = name, os.path.join(folder, name), free_port()
        self.programs, self.process = programs(), None
        # The server refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        self.log = os.path.join(folder, f"{name}.log")

    def run(self, program, *arguments, **more):
        done = subprocess.run(
            [os.path.join(self.programs, program), *arguments], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, **({"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []}
                          if os.getuid() == 0 else {}), cwd="/", **more)
        if done.returncode != 0:
            raise SystemExit(f"replicas: {program} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def make_folder(self):
        os.makedirs(self.folder, mode=0o700)
        if os.getuid() == 0:
            shutil.chown(self.folder, self.user)

    def create(self):
        self.make_folder()
        self.run("initdb", "-D", self.folder, "-U", "tessera", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")

    def follow(self, primary, port):
        """Becomes a standby of another server, which it reaches at a port."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.make_folder()
        address = f"host=127.0.0.1 port={primary.port} user=tessera"
        self.run("pg_basebackup", "-D", self.folder, "-d", address, "--checkpoint=fast", "--no-sync")
        with open(os.path.join(self.folder, "postgresql.auto.conf"), "a") as file:
            file.write(f"primary_conninfo = 'host=127.0.0.1 port={port} user=tessera application_name={self.name}'\n")
        open(os.path.join(self.folder, "standby.signal"), "w").close()

    def start(self, **settings):
        self.settings = {**self.SETTINGS, **getattr(self, "settings", {}), **settings, "port": str(self.port)}
        self.spawn()
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                # Sessions of a killed server may still hold its memory.
                time.sleep(0.2)
                self.spawn()
            try:
                self.query("SELECT 1")
                return
            except QueryError:
                time.sleep(0.05)
        with open(self.log) as log:
            raise SystemExit(f"replicas: PostgreSQL does not start:\n{log.read()[-4000:]}")

    def spawn(self):
        flags = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [os.path.join(self.programs, "postgres"), "-D", self.folder, *flags], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, cwd="/",
                **({"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []}
                   if os.getuid() == 0 else {}))

    def query(self, text):
        """Returns the rows of a statement as objects."""
        done = subprocess.run(
            [os.path.join(self.programs, "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
             "-d", f"host=127.0.0.1 port={self.port} user=tessera dbname=postgres connect_timeout=5"],
            input=text, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise QueryError(done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def rows(self, select):
        return self.query(f"SELECT row_to_json(r) FROM ({select}) r;")

    def kill(self):
        """Kills the server with all its processes, as a machine that fails would end them."""
        for process in [self.process.pid, *children(self.process.pid)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def promote(self):
        self.run("pg_ctl", "promote", "-D", self.folder, "-w")

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()


class QueryError(Exception):
    """The server did not take a statement."""


def children(parent):
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(path.split("/")[2]))
    return found


class Proxies:
    """The process of proxy.py."""

    def __init__(self):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "proxy.py")
        self.process = subprocess.Popen(
            [sys.executable, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lock = threading.Lock()

    def order(self, **order):
        with self.lock:
            self.process.stdin.write(json.dumps(order) + "\n")
            return json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.kill()
        self.process.wait()
