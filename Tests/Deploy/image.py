"""Runs an image as a container engine would, and checks it: image.py NAME ROOT INSPECTED [--quick]

ROOT is the image's file system, INSPECTED the output of `buildah inspect` for it. The server runs as process 1 of a
namespace, as the image's user, without capabilities, on a read-only root with /data as the only writable place. The
sizes are held against the table of docs/operations.md. With --quick, the server is not run.
"""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("root")
parser.add_argument("inspected")
parser.add_argument("--quick", action="store_true")
arguments = parser.parse_args()
ROOT = arguments.root
IMAGE = json.loads(pathlib.Path(arguments.inspected).read_text())["Docker"]["config"]
REPOSITORY = pathlib.Path(__file__).parents[2]
# --drain, in seconds. A server of the image has 10.
DRAIN = 2


def check(holds, what):
    if not holds:
        sys.exit(f"image {arguments.name}: not so: {what}")
    print(f"ok: {arguments.name}: {what}", flush=True)


# An engine sets up mounts, then the user without capabilities. `setpriv` is the image's own.
ENTER = r"""
set -eu
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev"
for device in null zero random urandom; do
  touch "$1/dev/$device"
  mount --bind "/dev/$device" "$1/dev/$device"
  mount -o remount,bind,ro "$1/dev/$device"
done
mount -o remount,ro "$1/dev"
user=$3
root=$1
shift 3
cd "$root"
exec chroot "$root" /usr/bin/setpriv --reuid "${user%:*}" --regid "${user#*:}" --clear-groups --no-new-privs \
  --bounding-set=-all --inh-caps=-all -- "$@"
"""


def command(data, *words):
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter", ROOT, data,
            IMAGE["User"], *words]


def environment(**further):
    """The variables of the image, and no others."""
    return {**dict(entry.split("=", 1) for entry in IMAGE["Env"]), **further}


def run(data, *words, **variables):
    return subprocess.run(command(data, *words), env=environment(**variables), capture_output=True, text=True, timeout=60)


class Server:
    def __init__(self, data, log):
        words = [*IMAGE["Entrypoint"], *IMAGE["Cmd"]]
        variables = environment(TESSERA_LISTEN="127.0.0.1:0", TESSERA_DRAIN=f"{DRAIN}s")
        self.process = subprocess.Popen(command(data, *words), env=variables, stdout=subprocess.DEVNULL, stderr=log)
        self.log = log.name
        for _ in range(600):
            found = re.search(r"listens on (http://)?(\S+?)/?(\s|$)", self.text())
            if found:
                break
            if self.process.poll() is not None:
                sys.exit(f"image {arguments.name}: the server does not start:\n{self.text()}")
            time.sleep(0.05)
        else:
            self.process.kill()
            sys.exit(f"image {arguments.name}: the server does not listen:\n{self.text()}")
        self.address = found[2]
        # The child of unshare is process 1 of the namespace.
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        self.pid = int(pathlib.Path(children).read_text().split()[0])

    def text(self):
        return pathlib.Path(self.log).read_text(errors="replace")

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://{self.address}{path}", data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.loads(response.read() or b"null")
        except urllib.error.HTTPError as problem:
            return problem.code, json.loads(problem.read())

    def stop(self):
        """Asks the server to end; returns its exit status and the seconds that it took."""
        began = time.monotonic()
        os.kill(self.pid, signal.SIGTERM)
        status = self.process.wait(timeout=60)
        return status, time.monotonic() - began


@contextlib.contextmanager
def serving(data):
    with tempfile.NamedTemporaryFile() as log:
        server = Server(data, log)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait()


def check_configuration(data):
    listen = environment()["TESSERA_LISTEN"]
    check(list(IMAGE["ExposedPorts"]) == ["8080/tcp"] and listen == "0.0.0.0:8080", f"it listens on {listen}, which it exposes")
    check(list(IMAGE["Volumes"]) == ["/data"] and environment()["TESSERA_DATA_DIRECTORY"] == "/data", "its volume is /data")
    labels = {name.removeprefix("org.opencontainers.image."): value for name, value in IMAGE["Labels"].items()}
    version = run(data, *IMAGE["Entrypoint"], "--version").stdout.strip()
    check(labels["version"] == version and labels["revision"] == "checked", f"its labels state version {version} and the revision")
    check("@sha256:" in labels["base.name"], f"its base was pinned: {labels['base.name']}")


def megabytes(folder):
    """The bytes of files, each inode once, in MB."""
    sizes = {}
    for path in pathlib.Path(folder).rglob("*"):
        status = path.lstat()
        if path.is_file() and not path.is_symlink():
            sizes[status.st_dev, status.st_ino] = status.st_size
    return sum(sizes.values()) / 1_000_000


def check_size():
    """The sizes against those of the documents: at most a tenth more or less."""
    table = (REPOSITORY / "docs/operations.md").read_text()
    row = re.search(rf"^\| `?{arguments.name}`? \|[^|]*\| (\d+) MB \| (\d+) MB \|", table, re.MULTILINE)
    if row is None:
        sys.exit(f"image {arguments.name}: docs/operations.md has no sizes of it")
    program = pathlib.Path(ROOT, "usr/local/bin/tessera").stat().st_size / 1_000_000
    for what, size, stated in (("size:", megabytes(ROOT), int(row[1])), ("fonts:", megabytes(f"{ROOT}/usr/share/fonts"), int(row[2]))):
        check(abs(size - stated) <= stated / 10, f"{what} {size:.0f} MB, docs/operations.md says {stated}")
    stated = int(re.search(r"^The program itself has (\d+) MB", table, re.MULTILINE)[1])
    check(abs(program - stated) <= stated / 10, f"program: {program:.0f} MB, docs/operations.md says {stated}")


def check_components():
    text = pathlib.Path(ROOT, "usr/share/doc/tessera/sbom.cdx.json").read_text()
    bom = json.loads(text)
    problem = JsonStrictValidator(SchemaVersion.from_version(bom["specVersion"])).validate_str(text)
    check(problem is None, f"the list of components is valid CycloneDX {bom['specVersion']} {problem or ''}")
    checksum = hashlib.sha256(pathlib.Path(ROOT, "usr/local/bin/tessera").read_bytes()).hexdigest()
    check(bom["metadata"]["component"]["hashes"][0]["content"] == checksum, "it has the checksum of the program")
    components = {component["name"]: component for component in bom["components"]}
    linked = {"swift-runtime", "swift-argument-parser", "swift-log"}
    check(linked <= components.keys(), f"its {len(components)} components include the Swift packages and their runtime")
    installed = subprocess.run(
        ["chroot", ROOT, "dpkg-query", "--show", "--showformat=${db:Status-Status} ${Package}\n"], capture_output=True,
        text=True, check=True).stdout
    packages = {line.split()[1] for line in installed.splitlines() if line.startswith("installed ")}
    named = {component["name"] for component in bom["components"] if component.get("purl", "").startswith("pkg:deb/")}
    check(packages == named, f"every Debian package of the image is a component, and no other {sorted(packages ^ named) or ''}")


def check_server(data):
    with serving(data) as server:
        status = dict(line.split(":\t", 1) for line in open(f"/proc/{server.pid}/status").read().splitlines() if ":\t" in line)
        check(status["Uid"].split() == status["Gid"].split() == ["65532"] * 4 and not status["Groups"].split(),
              "the server is user and group 65532")
        check(status["NSpid"].split()[-1] == "1" and pathlib.Path(f"/proc/{server.pid}/exe").readlink().name == "tessera",
              "it is process 1")
        check(status["CapEff"] == status["CapPrm"] == status["CapBnd"] == "0" * 16 and status["NoNewPrivs"] == "1",
              "it has no capabilities")
        mounts = [line.split() for line in open(f"/proc/{server.pid}/mountinfo")]
        writable = [mount[4] for mount in mounts if mount[5].split(",")[0] != "ro" and mount[4] != "/proc"]
        check(writable == ["/data"], f"only /data is writable {writable}")
        how, *words = IMAGE["Healthcheck"]["Test"]
        health = run(data, *words, TESSERA_LISTEN=server.address)
        check(how == "CMD" and health.returncode == 0, f"its health check passes {health.stderr}")
        check(server.ask("GET", "/livez")[0] == 200 and server.ask("GET", "/readyz")[0] == 200, "it is alive and ready")
        check_text(server)
        status, _ = server.ask("POST", "/v1/collections", {
            "id": "kept", "container": {"width": 320, "height": 480}, "layout": {"kind": "list"},
            "sections": [{"items": [{"id": "a"}, {"id": "b"}]}]})
        check(status == 201, "it stores a collection")
        # A stream of events, as a page has one open, and a request whose body never arrives.
        host, port = server.address.rsplit(":", 1)
        with socket.create_connection((host, int(port))) as stream, socket.create_connection((host, int(port))) as slow:
            stream.sendall(b"GET /v1/collections/kept/events HTTP/1.1\r\nHost: tessera\r\nAccept: text/event-stream\r\n\r\n")
            check(b" 200 " in stream.recv(4096), "it streams events")
            slow.sendall(b"POST /v1/layouts HTTP/1.1\r\nHost: tessera\r\nContent-Length: 1000\r\n\r\n{")
            time.sleep(0.2)
            status, seconds = server.stop()
        check(status == 0 and seconds < DRAIN + 3, f"SIGTERM ends it with 0 within --drain of {DRAIN} s: {seconds:.1f} s")
    health = run(data, *words, TESSERA_LISTEN=server.address)
    check(health.returncode == 1, "the health check fails without a server")
    with serving(data) as server:
        status, collection = server.ask("GET", "/v1/collections/kept")
        check(status == 200 and collection["version"] == 1, "the collection outlives the container")
        status, seconds = server.stop()
        check(status == 0 and seconds < 3, f"without requests, SIGTERM ends it with 0 in {seconds:.1f} s")


def check_text(server):
    """The fonts that the server finds, and the widths of texts that need them."""
    isWhole = arguments.name != "slim"
    families = [family["name"] for family in server.ask("GET", "/v1/fonts")[1]["families"]]
    has = {name: any(name in family for family in families) for name in ("Inter", "DejaVu", "Arabic", "CJK", "Emoji")}
    check(has == {"Inter": True, "DejaVu": True, "Arabic": True, "CJK": isWhole, "Emoji": isWhole},
          f"it has {len(families)} families of fonts: {has}")
    # At 20 points, with the fonts of Debian 12. A Han character is as wide as the font is large.
    texts = {"Lists that never jump.": 203.0, "قوائم لا تقفز": 96.4, "不跳动的列表": 120.0, "🙂🙂🙂": 75.0}
    status, measured = server.ask("POST", "/v1/measurements", {
        "width": 320, "views": True,
        "templates": {"note": {
            "views": {"text": {"type": "text", "font": {"size": 20}}},
            "constraints": ["H:|[text]-(>=0)-|", "V:|[text]|"]}},
        "items": [{"template": "note", "content": {"text": text}} for text in texts]})
    check(status == 200, f"it measures texts {measured if status != 200 else ''}")
    widths = [round(views["text"]["frame"]["width"], 1) for views in measured["views"]]
    right = [width == expected for width, expected in zip(widths, texts.values())]
    check(right == [True, True, isWhole, isWhole], f"Latin, Arabic, Han and emoji have the widths of its fonts: {widths}")


with tempfile.TemporaryDirectory() as data:
    os.chown(data, 65532, 65532)
    refused = run(data, "/usr/bin/touch", "/usr/local/bin/new")
    check(refused.returncode != 0 and "Read-only" in refused.stderr, "nothing writes to its root")
    check_configuration(data)
    check_size()
    check_components()
    if not arguments.quick:
        check_server(data)
