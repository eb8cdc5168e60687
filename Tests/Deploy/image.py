"""Runs an image as a container engine would, and checks it: image.py NAME ROOT INSPECTED --most MB

ROOT is the image's file system, INSPECTED what `buildah inspect` prints of it. The server runs as process 1 of a
namespace, as the image's user, without capabilities, on a read-only root with /data as the only writable place.
"""

import argparse
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
import urllib.error
import urllib.request

import cyclonedx.schema
import jsonschema
import referencing
import referencing.jsonschema

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("root")
parser.add_argument("inspected")
parser.add_argument("--most", type=int, required=True, help="MB that the image may have")
arguments = parser.parse_args()
ROOT = arguments.root
IMAGE = json.load(open(arguments.inspected))["Docker"]["config"]
PACKAGES = ("libharfbuzz0b", "libicu72", "libjansson4", "libmicrohttpd12", "libnettle8", "libsqlite3-0", "zlib1g")


def check(holds, what):
    if not holds:
        sys.exit(f"image {arguments.name}: not so: {what}")
    print(f"ok: {arguments.name}: {what}")


# What an engine sets up: mounts, then the user without capabilities. `setpriv` is the image's own.
ENTER = r"""
set -eu
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
mount -t tmpfs -o ro tmpfs "$1/dev"
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
        self.process = subprocess.Popen(
            command(data, *words), env=environment(TESSERA_LISTEN="127.0.0.1:0"), stdout=subprocess.DEVNULL, stderr=log)
        self.log = log.name
        for _ in range(600):
            found = re.search(r"listens on (http://)?(\S+?)/?(\s|$)", self.text())
            if found:
                break
            if self.process.poll() is not None:
                sys.exit(f"the image does not start:\n{self.text()}")
            time.sleep(0.05)
        else:
            sys.exit(f"the image does not listen:\n{self.text()}")
        self.address = found[2]
        # The child of unshare is process 1 of the namespace.
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        self.pid = int(open(children).read().split()[0])

    def text(self):
        return open(self.log, errors="replace").read()

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


def check_size():
    total = sum(
        entry.lstat().st_blocks * 512 for entry in pathlib.Path(ROOT).rglob("*") if not entry.is_symlink() and entry.is_file())
    fonts = sum(entry.stat().st_size for entry in pathlib.Path(ROOT, "usr/share/fonts").rglob("*") if entry.is_file())
    check(total < arguments.most * 1_000_000, f"{total // 1_000_000} MB, {fonts // 1_000_000} MB of them fonts, "
          f"are less than {arguments.most} MB")


def check_components():
    bom = json.load(open(f"{ROOT}/usr/share/doc/tessera/sbom.cdx.json"))
    folder = pathlib.Path(cyclonedx.schema.__file__).parent / "_res"
    schemas = [json.loads(path.read_text()) for path in folder.glob("*.schema.json")]
    resources = [(schema["$id"], referencing.Resource.from_contents(schema, referencing.jsonschema.DRAFT7))
                 for schema in schemas if "$id" in schema]
    registry = referencing.Registry().with_resources(resources)
    schema = json.loads((folder / "bom-1.5.SNAPSHOT.schema.json").read_text())
    problems = [problem.message for problem in jsonschema.Draft7Validator(schema, registry=registry).iter_errors(bom)]
    check(not problems, f"the list of components is valid CycloneDX {problems[:3] or ''}")
    components = {component["name"]: component for component in bom["components"]}
    missing = [name for name in (*PACKAGES, "swift-runtime", "swift-argument-parser") if name not in components]
    check(not missing, f"the {len(components)} components include what the program loads and links {missing or ''}")
    installed = subprocess.run(
        ["chroot", ROOT, "dpkg-query", "--show", "--showformat=${db:Status-Status} ${Package}\n"], capture_output=True,
        text=True, check=True).stdout
    packages = {line.split()[1] for line in installed.splitlines() if line.startswith("installed ")}
    named = {component["name"] for component in bom["components"] if component.get("purl", "").startswith("pkg:deb/")}
    check(packages == named, "every Debian package of the image is a component, and no other")


def check_server(data):
    with serving(data) as server:
        status = dict(line.split(":\t", 1) for line in open(f"/proc/{server.pid}/status").read().splitlines() if ":\t" in line)
        check(status["Uid"].split() == ["65532"] * 4 and status["NSpid"].split()[-1] == "1", "the server is user 65532 and process 1")
        check(status["CapEff"] == status["CapBnd"] == "0" * 16 and status["NoNewPrivs"] == "1", "it has no capabilities")
        mounts = [line.split() for line in open(f"/proc/{server.pid}/mountinfo")]
        writable = [mount[4] for mount in mounts if not mount[5].startswith("ro") and mount[4] not in ("/proc", "/dev")]
        check(writable == ["/data"], f"only /data is writable {writable}")
        health = run(data, "tessera", "health", TESSERA_LISTEN=server.address)
        check(health.returncode == 0, f"the health check passes {health.stderr}")
        check(server.ask("GET", "/readyz")[0] == 200, "it is ready")
        check_text(server)
        status, _ = server.ask("POST", "/v1/collections", {
            "id": "kept", "container": {"width": 320, "height": 480}, "layout": {"kind": "list"},
            "sections": [{"items": [{"id": "a"}, {"id": "b"}]}]})
        check(status == 201, "it stores a collection")
        status, seconds = server.stop()
        check(status == 0 and seconds < 10, f"SIGTERM ends it with 0, in {seconds:.1f} s")
    with serving(data) as server:
        status, collection = server.ask("GET", "/v1/collections/kept")
        check(status == 200 and collection["version"] == 1, "the collection outlives the container")
        status, _ = server.stop()
        check(status == 0, "it ends with 0 again")


def check_text(server):
    """Measures a line of each script: with a font for it the line is as wide as its characters, not as boxes."""
    families = {family["name"] for family in server.ask("GET", "/v1/fonts")[1]["families"]}
    has = {"Inter": "Inter" in families, "CJK": any("CJK" in name for name in families),
           "emoji": any("Emoji" in name for name in families)}
    isWhole = arguments.name != "slim"
    check(has == {"Inter": True, "CJK": isWhole, "emoji": isWhole}, f"its fonts: {has}")
    status, measured = server.ask("POST", "/v1/measurements", {
        "width": 320,
        "templates": {"note": {
            "views": {"text": {"type": "text", "lines": 0}}, "constraints": ["H:|-[text]-|", "V:|-[text]-|"]}},
        "items": [{"template": "note", "content": {"text": text}} for text in ("One.", "Lists that never jump. " * 8)]})
    heights = [size["height"] for size in measured.get("sizes", [])]
    check(status == 200 and len(heights) == 2 and heights[1] > heights[0] + 40,
          f"a text of several lines is higher than one of one line: {heights or measured}")


with tempfile.TemporaryDirectory() as data:
    os.chown(data, 65532, 65532)
    refused = run(data, "/usr/bin/touch", "/usr/local/bin/new")
    check(refused.returncode != 0 and "Read-only" in refused.stderr, "nothing writes to its root")
    check_size()
    check_components()
    check_server(data)
