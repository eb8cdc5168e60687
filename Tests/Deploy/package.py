"""Installs, runs, upgrades and purges the Debian package: package.py ROOT PACKAGE NEWER -- COMMAND...

ROOT is a clean Debian, in which COMMAND runs a command; the folder of both packages is /packages there. The server runs
as the unit says: its user, its variables, its command, without capabilities, with its directory as the only writable
place. Each check prints a line. The first that fails ends the program.
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

separator = sys.argv.index("--")
ROOT, PACKAGE, NEWER = (pathlib.Path(word) for word in sys.argv[1:separator])
COMMAND = sys.argv[separator + 1:]
CONFIGURATION = ROOT / "etc/tessera/tessera.conf"
ENABLED = ROOT / "etc/systemd/system/multi-user.target.wants/tessera.service"


def check(holds, what):
    if not holds:
        sys.exit(f"package: not so: {what}")
    print(f"ok: {what}", flush=True)


def inside(*words):
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"package: {' '.join(words)} ends with {done.returncode}:\n{done.stdout}\n{done.stderr}"[-6000:])
    return done.stdout


def apt(*words):
    return inside("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "--yes", "--no-install-recommends",
                  "--option", "Dpkg::Options::=--force-confold", *words)


def installed():
    """The version and the state of the package."""
    done = subprocess.run(
        [*COMMAND, "dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", "tessera"],
        capture_output=True, text=True)
    return done.stdout.split() or ["none", "none"]


def user():
    entries = [line.split(":") for line in (ROOT / "etc/passwd").read_text().splitlines()]
    return next((entry for entry in entries if entry[0] == "tessera"), None)


ENTER = r"""
set -eu
mount --make-rprivate /
mount --bind "$1" "$1"
mkdir -p "$1/$2"
mount --bind "$1/$2" "$1/$2"
mount -o remount,bind,ro "$1"
mount -t proc proc "$1/proc"
root=$1
shift 2
user=$1
shift
cd "$root"
exec chroot "$root" /usr/bin/setpriv --reuid "${user%:*}" --regid "${user#*:}" --clear-groups --no-new-privs \
  --bounding-set=-all --inh-caps=-all -- "$@"
"""


class Unit:
    def __init__(self):
        text = (ROOT / "lib/systemd/system/tessera.service").read_text()
        self.values = {}
        for name, value in re.findall(r"^(\w+)=(.*)$", text, re.M):
            self.values.setdefault(name, []).append(value)

    def __getitem__(self, name):
        return self.values[name][-1]

    def variables(self):
        variables = dict(each.split("=", 1) for each in self.values["Environment"])
        path = ROOT / self["EnvironmentFile"].removeprefix("-").lstrip("/")
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                name, value = line.split("=", 1)
                variables[name] = value
        return variables


@contextlib.contextmanager
def serving(unit):
    """Starts the server as the unit says; yields the variables of its settings, its address and its process."""
    entry = user()
    state = "var/lib/" + unit["StateDirectory"]
    (ROOT / state).mkdir(mode=int(unit["StateDirectoryMode"], 8), exist_ok=True)
    os.chown(ROOT / state, int(entry[2]), int(entry[3]))
    variables = unit.variables()
    with tempfile.NamedTemporaryFile() as log:
        process = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter", str(ROOT), state,
             f"{entry[2]}:{entry[3]}", *unit["ExecStart"].split()],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **variables}, stdout=subprocess.DEVNULL, stderr=log)
        try:
            for _ in range(600):
                text = pathlib.Path(log.name).read_text(errors="replace")
                found = re.search(r"listens on (http://\S+)", text)
                if found or process.poll() is not None:
                    break
                time.sleep(0.05)
            if not found:
                sys.exit(f"package: the server does not start:\n{text}")
            children = f"/proc/{process.pid}/task/{process.pid}/children"
            child = int(pathlib.Path(children).read_text().split()[0])
            yield found[1], child
            os.kill(child, signal.SIGTERM)
            check(process.wait(timeout=30) == 0, "SIGTERM ends it with 0")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def ask(method, address, body=None):
    request = urllib.request.Request(
        address, data=None if body is None else json.dumps(body).encode(), method=method,
        headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read() or b"null")


version, newer = (each.name.split("_")[1] for each in (PACKAGE, NEWER))
contents = subprocess.run(["dpkg-deb", "--contents", PACKAGE], capture_output=True, text=True, check=True).stdout
for path in ("usr/bin/tessera", "lib/systemd/system/tessera.service", "etc/tessera/tessera.conf",
             "usr/share/man/man1/tessera.1.gz", "usr/share/bash-completion/completions/tessera",
             "usr/share/zsh/vendor-completions/_tessera", "usr/share/fish/vendor_completions.d/tessera.fish",
             "usr/share/doc/tessera/copyright", "usr/share/doc/tessera/changelog.gz"):
    check(f" ./{path}\n" in contents, f"the package has {path}")

apt("update")
apt("install", f"/packages/{PACKAGE.name}")
check(installed() == [version, "installed"], f"{version} installs")
check(user() and user()[6] == "/usr/sbin/nologin", "it has a user without a shell")
check(CONFIGURATION.stat().st_mode & 0o777 == 0o640, "only root reads its settings")
check(ENABLED.is_symlink(), "its service starts with the system")
check(inside("tessera", "--version").strip() == version, "the program has the version of the package")
# Addresses of this check's own, as an administrator would set them.
with CONFIGURATION.open("a") as file:
    file.write("TESSERA_LISTEN=127.0.0.1:0\nTESSERA_METRICS_LISTEN=127.0.0.1:0\n")
edited = CONFIGURATION.read_text()
unit = Unit()
with serving(unit) as (address, process):
    status = dict(
        line.split(":\t", 1) for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines() if ":\t" in line)
    check(status["Uid"].split() == [user()[2]] * 4 and user()[2] != "0", "the server runs as that user")
    ask("POST", f"{address}/v1/collections", {
        "id": "kept", "container": {"width": 320, "height": 480}, "layout": {"kind": "list"},
        "sections": [{"items": [{"id": "a"}, {"id": "b"}]}]})

apt("install", f"/packages/{NEWER.name}")
check(installed() == [newer, "installed"], f"{newer} replaces it")
check(CONFIGURATION.read_text() == edited, "the upgrade leaves changed settings")
with serving(Unit()) as (address, _):
    check(ask("GET", f"{address}/v1/collections/kept")["version"] == 1, "the upgrade leaves the collections")

apt("remove", "tessera")
check(installed()[1] == "config-files" and CONFIGURATION.exists() and (ROOT / "var/lib/tessera").exists(),
      "removing leaves settings and collections")
apt("purge", "tessera")
check(installed()[1] in ("none", "not-installed"), "purging leaves no package")
left = [path for path in ("etc/tessera", "var/lib/tessera", "usr/bin/tessera", "lib/systemd/system/tessera.service")
        if (ROOT / path).exists()] + [ENABLED.name] * ENABLED.is_symlink()
check(not left, f"purging leaves no files {left or ''}")
