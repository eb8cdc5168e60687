"""Starts nginx with the configuration of docs/proxies.md."""

import contextlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "proxies.md"

MAIN = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {site}
}}
"""


def documented(server, port, *directives):
    """Returns the configuration of the page for a server and a port, with further directives in its location."""
    site = re.search(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    for old, new in [
        ("server 127.0.0.1:8080;", f"server {server};"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("proxy_http_version", " ".join(f"{directive};" for directive in directives) + "\n    proxy_http_version"),
    ]:
        if old not in site:
            raise SystemExit(f"docs/proxies.md does not contain {old!r}")
        site = site.replace(old, new, 1)
    return site


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def proxy(server, *directives):
    """Yields the address of an nginx in front of a server, which ends with the block."""
    binary = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if binary is None:
        raise SystemExit("nginx is missing: run .ci/setup")
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        configuration = Path(folder) / "nginx.conf"
        configuration.write_text(MAIN.format(folder=folder, site=documented(server, port, *directives)))
        log = Path(folder) / "error.log"
        process = subprocess.Popen([binary, "-p", folder, "-e", str(log), "-c", str(configuration)])
        try:
            _wait(port, process, log)
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait(port, process, log):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"nginx does not start:\n{log.read_text() if log.exists() else ''}")
