"""Twenty tabs watch a collection over one HTTP/2 connection with TLS, through nginx and through Caddy as deploy has them.

curl is the browser: it shares one connection among parallel requests, as tabs do. Each check prints a line. The first
that fails ends the program.
"""

import contextlib
import json
import subprocess
import time
from pathlib import Path

import httpx

from reverse_proxy import tls_proxy
from service import running

TABS = 20
SECRET = "a secret of this check and of no service"
KEY = {"Authorization": "Bearer key-of-this-check"}
COLLECTION = {
    "id": "feed", "container": {"width": 320, "height": 480}, "layout": {"kind": "list"},
    "sections": [{"items": [{"id": "a"}, {"id": "b"}]}],
}


def check(name, condition, *details):
    if not condition:
        raise SystemExit(f"failed: {name} {details}")
    print(f"ok: {name}", flush=True)


def eventually(condition, seconds=60):
    """Waits until a condition holds; returns whether it does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def request(method, url, body=None):
    """Sends a request to the server itself, with its key."""
    response = httpx.request(method, url, json=body, headers=KEY, timeout=60)
    response.raise_for_status()
    return response


def curl(port, certificate, *arguments):
    return [
        "curl", "--silent", "--show-error", "--no-progress-meter", "--http2", "--cacert", str(certificate), "--max-time", "120",
        "--resolve", f"tessera.example:{port}:127.0.0.1", *arguments,
    ]


def tabs(server, plain_port, port, folder):
    certificate = folder / "tessera.crt"
    token = request("POST", f"{server}/v1/tokens", {"collection": "feed", "rights": ["read"]}).json()["token"]
    front = f"https://tessera.example:{port}/v1/collections/feed"
    streams = [folder / f"stream{number}" for number in range(TABS)]
    pages = [folder / f"page{number}" for number in range(TABS)]
    arguments = ["--parallel", "--parallel-max", str(4 * TABS), "--no-buffer",
                 "--header", f"Authorization: Bearer {token}",
                 "--write-out", "%{http_version} %{response_code} %{num_connects}\\n"]
    # The first tab opens the connection, and the others find it open.
    for number in range(TABS):
        arguments += ["--output", str(streams[number]), f"{front}/events?token={token}"]
        arguments += ["--output", str(pages[number]), f"{front}/attributes"]

    browser = subprocess.Popen(curl(port, certificate, *arguments), stdout=subprocess.PIPE, text=True)
    try:
        def read(path):
            return path.read_text() if path.exists() else ""

        check(f"{TABS} streams are open", eventually(lambda: all("event: open" in read(path) for path in streams)),
              [len(read(path)) for path in streams])
        check(f"{TABS} requests were answered meanwhile",
              eventually(lambda: all(read(path).endswith("}") for path in pages)) and browser.poll() is None)
        check("  each with the collection", all(json.loads(read(path))["version"] == 1 for path in pages))

        request("POST", f"{server}/v1/collections/feed/updates", {"updates": [{"op": "deleteItems", "ids": ["a"]}]})
        check("a change arrives in every tab",
              eventually(lambda: all('"version":2' in read(path) for path in streams)) and browser.poll() is None)
        request("DELETE", f"{server}/v1/collections/feed")
        check("the streams end with the collection", browser.wait(timeout=60) == 0)
        check("  and say so", all("collection_deleted" in read(path) for path in streams))
    finally:
        browser.kill()
    transfers = [line.split() for line in browser.stdout.read().splitlines()]
    check("every transfer was HTTP/2", [line[:2] for line in transfers] == [["2", "200"]] * (2 * TABS), transfers)
    check("they shared one connection", sum(int(line[2]) for line in transfers) == 1, transfers)

    redirect = httpx.post(f"http://127.0.0.1:{plain_port}/v1/layouts?x=1", headers={"Host": "tessera.example"})
    check("HTTP leads to HTTPS, with the method and the body", redirect.status_code == 308
          and redirect.headers["Location"] == "https://tessera.example/v1/layouts?x=1", redirect.headers)
    log = Path(folder / "access.log").read_text()
    check("the proxy logs the streams, and no token", log.count("/v1/collections/feed/events") == TABS
          and token not in log, log[:500])


def without_server(port, folder):
    """A stream that finds no server behind a proxy is an error, which the proxy logs."""
    status = subprocess.run(
        curl(port, folder / "tessera.crt", "--output", "/dev/null", "--write-out", "%{response_code}",
             f"https://tessera.example:{port}/v1/collections/feed/events?token=tessera_of-this-check"),
        stdout=subprocess.PIPE, text=True).stdout
    check("a stream without a server is 502", status == "502", status)
    logs = Path(folder / "access.log").read_text() + Path(folder / "error.log").read_text()
    check("  and its token is in no log", "/events" in logs and "tessera_of-this-check" not in logs, logs[-500:])


def main():
    for kind in ["nginx", "caddy"]:
        print(f"through {kind}:", flush=True)
        with contextlib.ExitStack() as services:
            server = services.enter_context(running(
                "--keys", "key-of-this-check", "--token-secret", SECRET, "--trusted-proxies", "127.0.0.1"))
            with tls_proxy(kind, server.removeprefix("http://")) as (plain_port, port, folder):
                request("POST", f"{server}/v1/collections", COLLECTION)
                tabs(server, plain_port, port, folder)
                services.close()
                without_server(port, folder)


main()
