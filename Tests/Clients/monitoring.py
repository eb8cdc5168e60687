"""Lets Prometheus scrape servers, and compares the alerts and the dashboard in deploy with its findings.

One server has a file, and two share a PostgreSQL. Every selector of a rule, every label that a rule groups by, and every query of the dashboard must have data; every alert
must have a section in docs/operations.md.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import service

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "Tests" / "Replicas"))
import engine  # noqa: E402

RULES = REPOSITORY / "deploy" / "prometheus" / "alerts.yml"
DASHBOARD = REPOSITORY / "deploy" / "grafana" / "tessera.json"
RUNBOOK = REPOSITORY / "docs" / "operations.md"
LAYOUT = {"container": {"width": 300, "height": 400}, "layout": {"kind": "list"}, "sections": [{"itemCount": 10}]}

# Words of PromQL that look like metrics.
KEYWORDS = {"and", "or", "unless", "by", "without", "on", "ignoring", "group_left", "group_right", "offset", "bool"}

failures = []


def fail(text):
    failures.append(text)
    print(f"monitoring: {text}", file=sys.stderr)


def request(address, method, path, body=None):
    data = None if body is None else (body if isinstance(body, bytes) else json.dumps(body).encode())
    message = urllib.request.Request(
        address + path, data=data, method=method, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(message, timeout=20) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def make_traffic(address):
    """Sends a round of requests, after which every series that the rules name exists."""
    expected = [
        (200, request(address, "POST", "/v1/layouts", LAYOUT)),
        (422, request(address, "POST", "/v1/layouts", {**LAYOUT, "layout": {"kind": "none"}})),
        # No secret of tokens is set: an error of the server that needs no load.
        (501, request(address, "POST", "/v1/tokens", {})),
        (200, request(address, "POST", "/v1/collections/feed/updates", {"updates": []})),
    ]
    for status, (got, text) in expected:
        if got != status:
            raise SystemExit(f"monitoring: {status} was expected, and {got} came: {text[:300]}")


def make_shared_traffic(first, second):
    """Changes a collection through each of two servers that share it, and reads it through the other."""
    for writer, reader in [(first, second), (second, first)]:
        for status, (got, text) in [
            (200, request(writer, "POST", "/v1/collections/shared/updates", {"updates": []})),
            (200, request(reader, "GET", "/v1/collections/shared")),
        ]:
            if got != status:
                raise SystemExit(f"monitoring: {status} was expected, and {got} came: {text[:300]}")


@contextlib.contextmanager
def replicas(folder):
    """Yields the addresses of two servers that share a PostgreSQL."""
    os.chmod(folder, 0o755)
    database = engine.Engine(str(folder), "database")
    database.create()
    database.start()
    url = f"postgresql://tessera@127.0.0.1:{database.port}/postgres"
    try:
        with service.running(store="postgres:", environment={"TESSERA_STORE_URL": url}) as first, \
                service.running(store="postgres:", environment={"TESSERA_STORE_URL": url}) as second:
            yield first, second
    finally:
        database.stop()


def selectors(expression):
    """Returns the metrics of an expression with their matchers, and the labels that it groups by."""
    # Text in quotation marks may look like anything.
    strings = []

    def keep(match):
        strings.append(match[0])
        return f"\x00{len(strings) - 1}\x00"

    bare = re.sub(r'"(?:[^"\\]|\\.)*"', keep, expression)
    labels = set()
    for group in re.findall(r"\b(?:by|on|without|ignoring)\s*\(([^)]*)\)", bare):
        labels |= {name.strip() for name in group.split(",") if name.strip()}
    bare = re.sub(r"\b(?:by|on|without|ignoring)\s*\([^)]*\)", " ", bare)
    bare = re.sub(r"\[[^\]]*\]", " ", bare)
    found = []
    for match in re.finditer(r"(?<![\w:.$])([A-Za-z_:][\w:]*)\s*(\{[^}]*\})?(\s*\()?", bare):
        name, matchers, call = match.groups()
        if name in KEYWORDS or (call and not matchers):
            continue
        matchers = re.sub(r"\x00(\d+)\x00", lambda m: strings[int(m[1])], matchers or "")
        found.append(name + matchers)
    return found, labels


class Prometheus:
    """A server of Prometheus with the rules, which scrapes addresses every second."""

    def __init__(self, folder, addresses):
        targets = [address.removeprefix("http://") for address in addresses]
        (folder / "prometheus.yml").write_text(
            "global: { scrape_interval: 1s, evaluation_interval: 1s }\n"
            f"rule_files: [{RULES}]\n"
            f"scrape_configs: [{{ job_name: tessera, static_configs: [{{ targets: {targets} }}] }}]\n")
        self.log = open(folder / "log", "w+")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
             "--web.listen-address=127.0.0.1:0", "--log.format=json"],
            stdout=self.log, stderr=subprocess.STDOUT)
        self.address = self._listening()

    def _listening(self):
        """The address that the process listens on: port 0 takes a free one, and the log says which."""
        for _ in range(300):
            text = Path(self.log.name).read_text()
            # Prometheus logs the address as it was given: the kernel knows the port.
            if '"Server is ready' in text or "Server is ready" in text:
                break
            if self.process.poll() is not None:
                raise SystemExit(f"monitoring: prometheus does not start:\n{text[-2000:]}")
            time.sleep(0.1)
        sockets = {p.readlink().name for p in Path(f"/proc/{self.process.pid}/fd").iterdir()
                   if str(p.readlink()).startswith("socket:")}
        for table in ("tcp", "tcp6"):
            for line in Path(f"/proc/{self.process.pid}/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                    return f"http://127.0.0.1:{int(fields[1].split(':')[1], 16)}"
        raise SystemExit("monitoring: prometheus does not listen")

    def get(self, path, **parameters):
        query = urllib.parse.urlencode(parameters)
        status, text = request(self.address, "GET", f"/api/v1/{path}?{query}")
        answer = json.loads(text)
        if status != 200:
            raise ValueError(answer.get("error", text))
        return answer["data"]

    def query(self, expression):
        return self.get("query", query=expression)["result"]

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.log.close()


def check_rules(prometheus):
    rules = [rule for group in prometheus.get("rules")["groups"] for rule in group["rules"]]
    recorded = {rule["name"] for rule in rules if rule["type"] == "recording"}
    alerts = [rule for rule in rules if rule["type"] == "alerting"]
    sections = re.findall(r"^#+ (Tessera\w+)$", RUNBOOK.read_text(), re.MULTILINE)
    for rule in rules:
        if rule.get("lastError"):
            fail(f"{rule['name']}: {rule['lastError']}")
        found, labels = selectors(rule["query"])
        if not found:
            fail(f"{rule['name']} has no metric")
        for selector in found:
            check_selector(prometheus, rule["name"], selector, labels, recorded)
    for alert in alerts:
        name, annotations = alert["name"], alert["annotations"]
        if annotations.get("runbook") != f"docs/operations.md#{name.lower()}":
            fail(f"{name}: its runbook is {annotations.get('runbook')}")
        if sections.count(name) != 1:
            fail(f"{name} has {sections.count(name)} sections in docs/operations.md")
    for name in set(sections) - {alert["name"] for alert in alerts}:
        fail(f"docs/operations.md has a section on {name}, which is no alert")
    return len(alerts)


def check_selector(prometheus, rule, selector, labels, recorded):
    series = prometheus.query(selector)
    if not series:
        fail(f"{rule}: nothing matches {selector}")
    if selector not in recorded:
        for label in labels - {"job", "instance"}:
            if not any(label in found["metric"] for found in series):
                fail(f"{rule}: {selector} has no label {label}")


def check_dashboard(prometheus):
    dashboard = json.loads(DASHBOARD.read_text())
    ids = [panel["id"] for panel in dashboard["panels"]]
    if len(set(ids)) != len(ids):
        fail("two panels of the dashboard have one id")
    count = 0
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            expression = target["expr"].replace("$__rate_interval", "10s").replace("$instance", ".*")
            if "$" in expression:
                fail(f"{panel['title']}: {expression} has an unknown variable")
            try:
                series = prometheus.query(expression)
            except ValueError as error:
                fail(f"{panel['title']}: {error}")
                continue
            if not series:
                fail(f"{panel['title']}: no data for {expression}")
            for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
                if series and not any(label in found["metric"] for found in series):
                    fail(f"{panel['title']}: the data has no label {label}")
            count += 1
    return count


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Without keys there are no shares, and only an amount is a quota.
        with service.running("--store", f"sqlite:{folder}/store.sqlite", "--items-per-key", "1000") as address, \
                replicas(folder) as shared:
            request(address, "POST", "/v1/collections", {"id": "feed", **LAYOUT})
            request(shared[0], "POST", "/v1/collections", {"id": "shared", **LAYOUT})
            for server in (address, *shared):
                lint = subprocess.run(
                    ["promtool", "check", "metrics"], input=request(server, "GET", "/metrics")[1], capture_output=True)
                if lint.returncode:
                    fail(f"promtool check metrics: {lint.stderr.decode()}")
            prometheus = Prometheus(folder, (address, *shared))
            try:
                # Rates need samples on both sides of an increase.
                end = time.monotonic() + 60
                while time.monotonic() < end:
                    make_traffic(address)
                    make_shared_traffic(*shared)
                    time.sleep(1)
                    if prometheus.query("rate(tessera_http_request_duration_seconds_count{status='501'}[10s])") \
                            and prometheus.query("instance:tessera_errors:ratio_rate1h"):
                        break
                alerts, queries = check_rules(prometheus), check_dashboard(prometheus)
            finally:
                prometheus.stop()
    if failures:
        raise SystemExit(1)
    print(f"monitoring: {alerts} alerts and {queries} queries of the dashboard have data")


if __name__ == "__main__":
    main()
