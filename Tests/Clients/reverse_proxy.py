"""Starts nginx with the configuration of docs/proxies.md, or with that of deploy/nginx.conf."""

import contextlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent
PAGE = REPOSITORY / "docs" / "proxies.md"
DEPLOYED = REPOSITORY / "deploy" / "nginx.conf"

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
    return _replacing(site, PAGE, [
        ("server 127.0.0.1:8080;", f"server {server};"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("proxy_http_version", " ".join(f"{directive};" for directive in directives) + "\n    proxy_http_version"),
    ])


def deployed(server, plain_port, port, folder):
    """Returns the configuration of deploy/nginx.conf for a server, two ports, and a folder with a certificate."""
    return _replacing(DEPLOYED.read_text(), DEPLOYED, [
        ("server 127.0.0.1:8080;", f"server {server};"),
        ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("/etc/nginx/tessera.crt", f"{folder}/tessera.crt"),
        ("/etc/nginx/tessera.key", f"{folder}/tessera.key"),
        ("/var/log/nginx/tessera.log", f"{folder}/access.log"),
    ])


def _replacing(site, source, pairs):
    for old, new in pairs:
        if old not in site:
            raise SystemExit(f"{source} does not contain {old!r}")
        site = site.replace(old, new, 1)
    return site


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def proxy(server, *directives):
    """Yields the address of an nginx in front of a server, which ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        with _nginx(documented(server, port, *directives), port, folder):
            yield f"127.0.0.1:{port}"


@contextlib.contextmanager
def tls_proxy(server):
    """Yields the ports for HTTP and for HTTPS, and the folder, of an nginx as deploy/nginx.conf has it, which ends with
    the block. The folder has its certificate, for `tessera.example`, and its log."""
    with tempfile.TemporaryDirectory() as folder:
        _make_certificate(folder)
        plain_port, port = _free_port(), _free_port()
        with _nginx(deployed(server, plain_port, port, folder), port, folder):
            yield plain_port, port, Path(folder)


def _make_certificate(folder):
    subprocess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
        "-subj", "/CN=tessera.example", "-addext", "subjectAltName=DNS:tessera.example",
        "-keyout", f"{folder}/tessera.key", "-out", f"{folder}/tessera.crt",
    ], check=True, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def _nginx(site, port, folder):
    binary = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if binary is None:
        raise SystemExit("nginx is missing: run .ci/setup")
    configuration = Path(folder) / "nginx.conf"
    configuration.write_text(MAIN.format(folder=folder, site=site))
    log = Path(folder) / "error.log"
    process = subprocess.Popen([binary, "-p", folder, "-e", str(log), "-c", str(configuration)])
    try:
        _wait(port, process, log)
        yield
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
