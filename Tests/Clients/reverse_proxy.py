"""Starts nginx with the configuration of docs/proxies.md, nginx and Caddy with those of deploy, and HAProxy as its ingress
controller runs it for the Ingress of deploy/kubernetes."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).parent.parent.parent
PAGE = REPOSITORY / "docs" / "proxies.md"
NGINX = REPOSITORY / "deploy" / "nginx.conf"
CADDY = REPOSITORY / "deploy" / "Caddyfile"
INGRESS = REPOSITORY / "deploy" / "kubernetes" / "ingress" / "ingress.yaml"

MAIN = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log notice;
events {{ worker_connections 256; }}
http {{
  access_log {folder}/default.log;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {site}
}}
"""


def documented(server, port, *directives):
    """Returns the configuration of the page for a server and a port, with further directives in its `server`."""
    site = re.search(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    return _replacing(site, PAGE, [
        ("server 127.0.0.1:8080;", f"server {server};"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("proxy_http_version", " ".join(f"{directive};" for directive in directives) + "\n  proxy_http_version"),
    ])


def _deployed_nginx(server, plain_port, port, folder):
    """Returns the configuration of deploy/nginx.conf for a server, two ports, and a folder with a certificate."""
    return _replacing(NGINX.read_text(), NGINX, [
        ("server 127.0.0.1:8080;", f"server {server};"),
        ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("/etc/nginx/tessera.crt", f"{folder}/tessera.crt"),
        ("/etc/nginx/tessera.key", f"{folder}/tessera.key"),
        ("/var/log/nginx/tessera.log", f"{folder}/access.log"),
    ])


def _deployed_caddy(server, plain_port, port, folder):
    """Returns the configuration of deploy/Caddyfile for the same. Caddy has no administration on the network there, and
    obtains no certificate."""
    return _replacing(CADDY.read_text(), CADDY, [
        ("127.0.0.1:8080", server),
        ("\n{\n", f"\n{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port {plain_port}\n\thttps_port {port}\n"),
        ("\tlog {\n", f"\tlog {{\n\t\toutput file {folder}/access.log\n"),
        ("tessera.example {\n", f"tessera.example {{\n\ttls {folder}/tessera.crt {folder}/tessera.key\n"),
    ])


# The settings that the controller makes without a ConfigMap, by its documentation of log-format and of timeouts.
CONTROLLER = r"""
global
  log stdout format raw local0
defaults
  mode http
  log global
  option dontlognull
  option http-keep-alive
  timeout connect 5s
  timeout http-request 5s
  timeout http-keep-alive 1m
  timeout client 50s
  timeout queue 5s
  timeout server 50s
  timeout tunnel 1h
  log-format "%ci:%cp [%tr] %ft %b/%s %TR/%Tw/%Tc/%Tr/%Ta %ST %B %CC %CS %tsc %ac/%fc/%bc/%sc/%rc %sq/%bq %hr %hs \"%HM %[var(txn.base)] %HV\""
frontend http
  bind 127.0.0.1:{plain_port}
  http-request set-var(txn.base) base
  http-request redirect scheme https code {code}
  default_backend service
frontend https
  bind 127.0.0.1:{port} ssl crt {folder}/tessera.pem alpn h2,http/1.1
  http-request set-var(txn.base) base
  http-request set-header X-Forwarded-Proto https
  use_backend service if {{ hdr(host),field(1,:) {host} }}
backend service
  option forwardfor
  timeout server {timeout}
  {snippet}
  server pod {server}
"""


def _ingress(server, plain_port, port, folder):
    """Returns the configuration of HAProxy that its controller makes of the Ingress, for the same."""
    ingress = yaml.safe_load(INGRESS.read_text())
    given = {name.removeprefix("haproxy.org/"): value for name, value in ingress["metadata"]["annotations"].items()}
    text = CONTROLLER.format(
        plain_port=plain_port, port=port, folder=folder, server=server, host=ingress["spec"]["rules"][0]["host"],
        code=given.pop("ssl-redirect-code"), timeout=given.pop("timeout-server"),
        snippet=given.pop("backend-config-snippet").strip().replace("\n", "\n  "))
    if given:
        raise SystemExit(f"{INGRESS} has annotations that this check does not follow: {sorted(given)}")
    return text


def _replacing(site, source, pairs):
    for old, new in pairs:
        if old not in site:
            raise SystemExit(f"{source} does not contain {old!r}")
        site = site.replace(old, new)
    return site


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def plain_proxy(server, *directives):
    """Yields the port and the folder of an nginx as the page has it, which ends with the block. The folder has its logs."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        with _nginx(documented(server, port, *directives), port, folder):
            yield port, Path(folder)


@contextlib.contextmanager
def proxy(server, *directives):
    """Yields the address of the same."""
    with plain_proxy(server, *directives) as (port, _):
        yield f"127.0.0.1:{port}"


@contextlib.contextmanager
def tls_proxy(kind, server):
    """Yields the ports for HTTP and for HTTPS, and the folder, of a proxy as deploy has it, which ends with the block:
    "nginx", "caddy" or "ingress". The folder has its certificate, for `tessera.example`, and its logs."""
    with tempfile.TemporaryDirectory() as folder:
        _make_certificate(folder)
        plain_port, port = _free_port(), _free_port()
        if kind == "nginx":
            running = _nginx(_deployed_nginx(server, plain_port, port, folder), port, folder)
        elif kind == "ingress":
            running = _haproxy(_ingress(server, plain_port, port, folder), port, folder)
        else:
            running = _caddy(_deployed_caddy(server, plain_port, port, folder), port, folder)
        with running:
            yield plain_port, port, Path(folder)


def _make_certificate(folder):
    subprocess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
        "-subj", "/CN=tessera.example", "-addext", "subjectAltName=DNS:tessera.example",
        "-keyout", f"{folder}/tessera.key", "-out", f"{folder}/tessera.crt",
    ], check=True, stderr=subprocess.DEVNULL)


def _nginx(site, port, folder):
    configuration = Path(folder) / "nginx.conf"
    configuration.write_text(MAIN.format(folder=folder, site=site))
    return _running(
        "nginx", ["-p", folder, "-e", f"{folder}/error.log", "-c", str(configuration)], port, folder)


def _caddy(site, port, folder):
    configuration = Path(folder) / "Caddyfile"
    configuration.write_text(site)
    # Caddy stores its certificates in the home directory of its user.
    return _running(
        "caddy", ["run", "--adapter", "caddyfile", "--config", str(configuration)], port, folder,
        HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder)


def _haproxy(text, port, folder):
    configuration = Path(folder) / "haproxy.cfg"
    configuration.write_text(text)
    parts = [(Path(folder) / name).read_text() for name in ["tessera.crt", "tessera.key"]]
    (Path(folder) / "tessera.pem").write_text("".join(parts))
    return _running("haproxy", ["-db", "-f", str(configuration)], port, folder)


@contextlib.contextmanager
def _running(name, arguments, port, folder, **environment):
    binary = shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin")
    if binary is None:
        raise SystemExit(f"{name} is missing: run tools/setup")
    log = Path(folder) / "error.log"
    with log.open("ab") as errors, (Path(folder) / "output.log").open("ab") as output:
        process = subprocess.Popen([binary, *arguments], stdout=output, stderr=errors, env={**os.environ, **environment})
    try:
        _wait(name, port, process, log)
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait(name, port, process, log):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"{name} does not start:\n{log.read_text()}")
