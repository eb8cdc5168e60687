"""Checks the settings of deploy/tessera.service and deploy/tessera.conf against the server, and the times of the proxies.

Each check prints a line. The first that fails ends the program.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

from manifests import DEPLOY, REPOSITORY, failed

sys.path.insert(0, str(REPOSITORY / "Tests" / "Clients"))
import service  # noqa: E402


def check(name, condition, *details):
    if not condition:
        failed(name, *details)
    print(f"ok: {name}", flush=True)


def value(text, pattern):
    found = re.search(pattern, text, re.M)
    return found[1] if found else failed(pattern, "is nowhere")


def duration(text):
    return int(text.removesuffix("s"))


def settings_file(known):
    lines = (DEPLOY / "tessera.conf").read_text().splitlines()
    check("tessera.conf sets nothing by itself", not [line for line in lines if line and not line.startswith("#")])
    offered = dict(line[1:].split("=", 1) for line in lines if re.match(r"#[A-Z_]+=", line))
    unknown = set(offered) - set(known)
    check("it offers settings", len(offered) > 5 and not unknown, *unknown)
    with tempfile.NamedTemporaryFile("w") as secret, tempfile.NamedTemporaryFile("w") as settings:
        secret.write("a secret of this check and of no service")
        secret.flush()
        files = {name: secret.name for name in offered if name.endswith("_FILE")}
        service.configuration({**offered, **files, "TESSERA_CONFIG": settings.name})
    check("with valid values", True)
    page = (REPOSITORY / "docs" / "operations.md").read_text() + (REPOSITORY / "docs" / "http.md").read_text()
    check("that the documents list", not [name for name in offered if f"`{name}`" not in page])
    defaults = {"TESSERA_LISTEN", "TESSERA_BODY_LIMIT", "TESSERA_RATE_LIMIT", "TESSERA_CONNECTIONS",
                "TESSERA_SHUTDOWN_DELAY", "TESSERA_DRAIN"}
    wrong = [name for name in defaults if offered.get(name) != known[name]]
    check("and their defaults", not wrong, *wrong)


def unit(known):
    text = (DEPLOY / "tessera.service").read_text()
    variables = dict(re.findall(r"^Environment=(\w+)=(\S*)$", text, re.M))
    unknown = set(variables) - set(known)
    check("the variables of tessera.service are settings", variables and not unknown, *unknown)
    state = "/var/lib/" + value(text, r"^StateDirectory=(\S+)$")
    check("its data is in its directory", variables["TESSERA_DATA_DIRECTORY"] == state, state)
    metrics = variables.get("TESSERA_METRICS_LISTEN", "")
    check("its watchdog asks at an address of its own, which others do not reach",
          value(text, r"^WatchdogSec=(\S+)$") and metrics.startswith("127.0.0.1:")
          and metrics != known["TESSERA_LISTEN"], metrics)
    check("a start may take minutes", int(value(text, r"^TimeoutStartSec=(\d+)min$")) >= 10)
    check("it has more time to stop than it takes",
          duration(value(text, r"^TimeoutStopSec=(\S+)$"))
          > duration(known["TESSERA_SHUTDOWN_DELAY"]) + duration(known["TESSERA_DRAIN"]))
    check("it may open more files than connections",
          int(value(text, r"^LimitNOFILE=(\d+)$")) >= 2 * int(known["TESSERA_CONNECTIONS"]))
    user = value((DEPLOY / "tessera.sysusers").read_text(), r"^u (\S+) -")
    check("its user is that of tessera.sysusers", value(text, r"^User=(\S+)$") == user)
    reload(re.findall(r"^ExecReload=(.+)$", text, re.M))


def reload(commands):
    """Reloads a server as systemd does: one command after the other, as far as they succeed."""
    with tempfile.TemporaryDirectory() as folder:
        keys, log = f"{folder}/keys", f"{folder}/log"
        environment = {**os.environ, "TESSERA_KEYS_FILE": keys, "TESSERA_FONTS": "/nowhere.ttf"}
        write(keys, "acme:the first key of this check")
        with open(log, "w") as errors:
            process = subprocess.Popen([service.BINARY, "serve", "--listen", "127.0.0.1:0", "--store", "memory:"],
                                       stdout=subprocess.DEVNULL, stderr=errors, env=environment)
        try:
            check("the unit reloads a service", commands and logs(log, "listens on"), *commands)
            words = {"/usr/bin/tessera": service.BINARY, "$MAINPID": str(process.pid)}
            run = [[words.get(word, word) for word in shlex.split(command)] for command in commands]

            def succeeds():
                return all(subprocess.run(command, env=environment, capture_output=True).returncode == 0 for command in run)

            write(keys, "acme:the second key of this check")
            check("  which then has the new keys", succeeds() and logs(log, "changed keys"))
            write(keys, "acme:short")
            check("  and fails without reloading it if a key is not valid",
                  not succeeds() and not logs(log, "not reloaded", patience=1))
        finally:
            process.terminate()
            process.wait(timeout=30)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o600)


def logs(path, text, patience=60):
    """Whether a log has a text within so many seconds."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        with open(path) as file:
            if text in file.read():
                return True
        time.sleep(0.1)
    return False


def proxies(known):
    nginx, caddy = (DEPLOY / "nginx.conf").read_text(), (DEPLOY / "Caddyfile").read_text()
    replicas = (DEPLOY / "replicas" / "nginx.conf").read_text()
    haproxy = (DEPLOY / "replicas" / "haproxy.cfg").read_text()
    for name, idle, read in [
        ("nginx", value(nginx, r"^\s*keepalive_timeout (\S+);"), value(nginx, r"^\s*proxy_read_timeout (\S+);")),
        ("nginx of replicas", value(replicas, r"^\s*keepalive_timeout (\S+);"),
         value(replicas, r"^\s*proxy_read_timeout (\S+);")),
        # HAProxy closes connections that it does not need within its pool-purge-delay.
        ("HAProxy of replicas", "5s", value(haproxy, r"^\s*timeout server (\S+)$")),
        ("Caddy", value(caddy, r"^\s*keepalive (\S+)$"), value(caddy, r"^\s*response_header_timeout (\S+)$")),
    ]:
        check(f"{name} closes an unused connection before the server does",
              duration(idle) < duration(known["TESSERA_IDLE_TIMEOUT"]), idle)
        check("  and waits for longer than a request or a heartbeat takes", duration(read) > max(
            duration(known["TESSERA_DEADLINE"]), duration(known["TESSERA_STREAM_HEARTBEAT"])), read)


def main():
    known = service.configuration()
    settings_file(known)
    unit(known)
    proxies(known)


main()
