"""Checks deploy/kubernetes: against the schemas of Kubernetes, and against the server, the image, HAProxy and each other.

Each check prints a line. The first that fails ends the program.
"""

import concurrent.futures
import contextlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

from manifests import (
    DEPLOY, KUBERNETES, REPOSITORY, check, documents, failed, kustomizations, named_files, rendered, selects,
    valid)

sys.path.insert(0, str(REPOSITORY / "Tests" / "Clients"))
sys.path.insert(0, str(REPOSITORY / "Tests" / "Replicas"))
import engine  # noqa: E402
import service  # noqa: E402

KEY = "key-of-this-check"
# Files of secrets, with their contents in this check.
SECRETS = {"TESSERA_KEYS_FILE": KEY, "TESSERA_STORE_URL_FILE": "postgresql://tessera@127.0.0.1:1/postgres"}
JSON = {"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"}
LAYOUT = {"container": {"width": 320, "height": 480}, "layout": {"kind": "flow"}, "sections": [{"itemCount": 3}]}
COLLECTION = {"id": "feed", "container": {"width": 320, "height": 480}, "layout": {"kind": "list"},
              "sections": [{"items": [{"id": "a"}]}]}


def seconds(duration):
    number, unit = re.fullmatch(r"(\d+)(ms|s|m|h)", duration).groups()
    return int(number) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[unit]


def size(text):
    """Bytes, of `256MB` as the server has it or `1Gi` as Kubernetes does. Both count in powers of 1024."""
    number, unit = re.fullmatch(r"(\d+)([KMG])(?:B|i)", text).groups()
    return int(number) << {"K": 10, "M": 20, "G": 30}[unit]


def files():
    """Every file belongs to a kustomization, and there are no secrets."""
    reached = set()
    for folder in kustomizations():
        resources, patches = named_files(folder)
        reached |= {*resources, *patches, folder / "kustomization.yaml"}
    lost = {path for path in KUBERNETES.rglob("*") if path.is_file()} - reached
    check("every file belongs to a kustomization", not lost, *lost)
    for path in KUBERNETES.rglob("*.yaml"):
        kinds = [document.get("kind") for document in documents(path)]
        if "Secret" in kinds:
            failed(path, "has a secret: create it in the cluster")


def belongs_together(resources):
    """Checks facts that a schema cannot know: that selectors, ports and targets name something."""
    of_kind = {}
    for resource in resources:
        of_kind.setdefault(resource["kind"], []).append(resource)
    workloads = of_kind.get("Deployment", []) + of_kind.get("StatefulSet", [])
    pods = [workload["spec"]["template"] for workload in workloads]
    for workload in workloads:
        labels = workload["spec"]["template"]["metadata"]["labels"]
        check("  the workload selects its pods", selects(workload["spec"]["selector"]["matchLabels"], labels))
    for item in of_kind.get("Service", []):
        selected = [pod for pod in pods if selects(item["spec"]["selector"], pod["metadata"]["labels"])]
        ports = {port["name"] for pod in selected for container in pod["spec"]["containers"]
                 for port in container.get("ports", [])}
        targets = {port["targetPort"] for port in item["spec"]["ports"]}
        check(f"  the service {item['metadata']['name']} leads to ports of pods", selected and targets <= ports, targets, ports)
    policies = of_kind.get("NetworkPolicy", [])
    check("  every pod has a policy of networks for both directions", all(
        any(selects(policy["spec"]["podSelector"]["matchLabels"], pod["metadata"]["labels"])
            and set(policy["spec"]["policyTypes"]) == {"Ingress", "Egress"} for policy in policies) for pod in pods))
    scaled = set()
    for scaler in of_kind.get("HorizontalPodAutoscaler", []):
        target = scaler["spec"]["scaleTargetRef"]
        found = [workload for workload in workloads if (workload["kind"], workload["metadata"]["name"])
                 == (target["kind"], target["name"])]
        check("  the autoscaler has a target, which sets no number itself",
              found and "replicas" not in found[0]["spec"], target)
        check("  and its pods request what it measures", all(
            metric["resource"]["name"] in container["resources"]["requests"]
            for metric in scaler["spec"]["metrics"] if metric["type"] == "Resource"
            for container in found[0]["spec"]["template"]["spec"]["containers"]))
        check("  and it keeps two pods or more", scaler["spec"]["minReplicas"] >= 2)
        scaled.add(target["name"])
    for budget in of_kind.get("PodDisruptionBudget", []):
        found = [workload for workload in workloads if selects(
            budget["spec"]["selector"]["matchLabels"], workload["spec"]["template"]["metadata"]["labels"])]
        check("  the budget of disruptions is for more than one pod", found and all(
            workload["metadata"]["name"] in scaled or workload["spec"].get("replicas", 1) > 1 for workload in found))
    for workload in workloads:
        if workload["metadata"]["name"] in scaled:
            continue
        stored = workload["spec"].get("volumeClaimTemplates")
        check("  a workload with a volume has one pod", not stored or workload["spec"]["replicas"] == 1)
    return pods


def reaches(resources, pod, port):
    """Whether a policy of networks lets a pod connect to a port, given by its name or its number."""
    return any(
        selects(policy["spec"]["podSelector"]["matchLabels"], pod["metadata"]["labels"])
        and any(allowed["port"] == port for rule in policy["spec"].get("egress", []) for allowed in rule.get("ports", []))
        for policy in resources if policy["kind"] == "NetworkPolicy")


def environment(container):
    return {variable["name"]: variable["value"] for variable in container.get("env", []) if "value" in variable}


def in_force(given):
    """Returns the settings of a server with these variables. The server reads the files of secrets at once, so there are
    some."""
    with secrets(given) as files:
        settings = service.configuration({**given, **files})
    return {**settings, **{name: given[name] for name in files}}


@contextlib.contextmanager
def secrets(given, **contents):
    """Yields the variables that name files of secrets, with files of this machine."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: os.path.join(folder, name) for name in SECRETS if name in given}
        for name, path in files.items():
            Path(path).write_text(contents.get(name, SECRETS[name]) + "\n")
        yield files


def restricted(pod, container):
    user = re.search(r"^USER (\d+):(\d+)$", (REPOSITORY / "Dockerfile").read_text(), re.M)
    context, own = pod["spec"]["securityContext"], container["securityContext"]
    check("  the pod is restricted, as the user of the image", context["runAsNonRoot"] is True
          and (context["runAsUser"], context["runAsGroup"]) == (int(user[1]), int(user[2]))
          and context["seccompProfile"] == {"type": "RuntimeDefault"}
          and own["readOnlyRootFilesystem"] is True and own["allowPrivilegeEscalation"] is False
          and own["capabilities"] == {"drop": ["ALL"]} and pod["spec"]["automountServiceAccountToken"] is False)
    check("  and has no variables of services", pod["spec"]["enableServiceLinks"] is False)


def fits(pod, container):
    """The settings, ports, probes and times of a container agree."""
    given = environment(container)
    settings = in_force(given)
    unknown = {name for name in given if name.startswith("TESSERA_")} - set(settings)
    check("  its variables are settings with valid values", not unknown, *unknown)
    open_secrets = {"TESSERA_KEYS", "TESSERA_TOKEN_SECRET", "TESSERA_STORE_URL"} & set(given)
    check("  and none is a secret", not open_secrets, *open_secrets)
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    listens = {"http": settings["TESSERA_LISTEN"], "metrics": settings["TESSERA_METRICS_LISTEN"]}
    check("  its ports are those that it listens on",
          ports == {name: int(address.rsplit(":", 1)[1]) for name, address in listens.items()}, ports)
    pause = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    stop = seconds(settings["TESSERA_SHUTDOWN_DELAY"]) + seconds(settings["TESSERA_DRAIN"])
    check("  it has more time to stop than it takes", grace > pause + stop, grace)
    mounts = {mount["mountPath"] for mount in container["volumeMounts"]}
    if settings["TESSERA_STORE"].startswith("sqlite:"):
        check("  its data is on a volume", settings["TESSERA_DATA_DIRECTORY"] in mounts, mounts)
    if settings["TESSERA_STORE"] == "memory:":
        check("  without a store it takes no collections", settings["TESSERA_COLLECTION_LIMIT"] == "0")
    for name in SECRETS:
        if name in given:
            path = Path(given[name])
            check(f"  {name} is in a secret that the documents create", any(
                path.name in names for names in secret_files(pod, container, path.parent)), path)
    needed = int(settings["TESSERA_WORKERS"]) * size(settings["TESSERA_REQUEST_MEMORY"])
    check("  all workers together may use half of its memory",
          needed * 2 <= size(container["resources"]["limits"]["memory"]), needed)
    api = documents(REPOSITORY / "openapi.yaml")[0]["paths"]
    probes = [container[name]["httpGet"] for name in ["startupProbe", "livenessProbe", "readinessProbe"]]
    check("  its probes are routes, where clients cannot use up the connections",
          all(probe["path"] in api and probe["port"] == "metrics" for probe in probes), probes)


def secret_files(pod, container, folder):
    """The names of the files that each secret mounted at a folder has, as docs/deployment.md creates it."""
    page = (REPOSITORY / "docs" / "deployment.md").read_text()
    for mount in container["volumeMounts"]:
        for volume in pod["spec"]["volumes"]:
            if mount["mountPath"] == str(folder) and volume["name"] == mount["name"] and "secret" in volume:
                command = re.search(rf"^kubectl create secret generic {volume['secret']['secretName']} (.*)$", page, re.M)
                yield re.findall(r"--from-(?:literal|file)=(\w+)=", command[1]) if command else []


@contextlib.contextmanager
def database(settings):
    """Yields the address of a PostgreSQL if the settings name one as the store, else None."""
    if not settings["TESSERA_STORE"].startswith("postgres:"):
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        server = engine.Engine(folder, "database")
        server.create()
        # The number of connections is PostgreSQL's default, which the autoscaler counts on.
        server.start(max_connections="100")
        try:
            yield server
        finally:
            server.stop()


def shares(given, server, scaled):
    """Two servers over one database have the same collections, and as many as the autoscaler makes find connections."""
    most = scaled["spec"]["maxReplicas"] + 1
    with service.running(store=None, environment=given) as first, service.running(store=None, environment=given) as second:
        answer = httpx.post(f"{first}/v1/collections", json=COLLECTION, headers=JSON)
        check("  a collection is created", answer.status_code == 201, answer.text)
        answer = httpx.get(f"{second}/v1/collections/feed/attributes", headers=JSON)
        check("  and another replica serves it at once", answer.status_code == 200, answer.text)
        # Many collections at once, so that the second replica opens all its connections.
        names = [f"c{number}" for number in range(60)]
        for name in names:
            httpx.post(f"{first}/v1/collections", json={**COLLECTION, "id": name}, headers=JSON).raise_for_status()
        with concurrent.futures.ThreadPoolExecutor(30) as threads:
            found = list(threads.map(
                lambda name: httpx.get(f"{second}/v1/collections/{name}", headers=JSON, timeout=60).status_code, names))
        check("  many at once too", set(found) == {200}, found)
        [row] = server.rows("SELECT setting::int - (SELECT sum(setting::int) FROM pg_settings WHERE name IN "
                            "('superuser_reserved_connections', 'reserved_connections')) free FROM pg_settings "
                            "WHERE name = 'max_connections'")
        page = (REPOSITORY / "docs" / "replicas.md").read_text()
        each = int(re.search(r"^\| `max_connections` \| (\d+) for each replica", page, re.M)[1])
        [used] = server.rows("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tessera'")
        check(f"  each has at most {each} connections", 10 <= used["count"] <= 2 * each, used)
        check(f"  {most} replicas fit into the connections of the database", most * each <= row["free"], row)
    with service.running(store=None, environment=given) as third:
        answer = httpx.get(f"{third}/v1/collections/feed/attributes", headers=JSON)
        check("  which is there after all have ended", answer.status_code == 200, answer.text)


def runs(pod, container, resources):
    """The real server, with the settings of a container, does what the container is for."""
    given = environment(container)
    settings = in_force(given)
    with (tempfile.TemporaryDirectory() as folder, database(settings) as server,
          secrets(given, **({"TESSERA_STORE_URL_FILE": f"postgresql://tessera@127.0.0.1:{server.port}/postgres"}
                            if server else {})) as files):
        # Addresses and folders of this machine; all else as it stands.
        given.update(files)
        for variable, value in [("TESSERA_METRICS_LISTEN", "127.0.0.1:0"), ("TESSERA_DATA_DIRECTORY", f"{folder}/data")]:
            if variable in given:
                given[variable] = value
        if server is not None:
            check("  it may reach the database and the names", reaches(resources, pod, 5432) and reaches(resources, pod, 53))
            [scaled] = [item for item in resources if item["kind"] == "HorizontalPodAutoscaler"]
            shares(given, server, scaled)
        for start in range(2):
            with service.running(store=None, environment=given) as server:
                for name in ["startupProbe", "livenessProbe", "readinessProbe"]:
                    path = container[name]["httpGet"]["path"]
                    answer = httpx.get(server + path)
                    check(f"  {name} is 200 without a key", answer.status_code == 200, path, answer.status_code)
                answer = httpx.post(f"{server}/v1/layouts", json=LAYOUT)
                check("  a layout needs a key", answer.status_code == 401, answer.status_code)
                answer = httpx.post(f"{server}/v1/layouts", json=LAYOUT, headers=JSON)
                check("  with which it is computed", answer.status_code == 200, answer.text)
                if settings["TESSERA_COLLECTION_LIMIT"] == "0":
                    answer = httpx.post(f"{server}/v1/collections", json=COLLECTION, headers=JSON)
                    check("  no collection is created", answer.status_code == 429, answer.status_code)
                elif settings["TESSERA_STORE"] == "sqlite:":
                    if start == 0:
                        answer = httpx.post(f"{server}/v1/collections", json=COLLECTION, headers=JSON)
                        check("  a collection is created", answer.status_code == 201, answer.text)
                    answer = httpx.get(f"{server}/v1/collections/feed/attributes", headers=JSON)
                    check(f"  and is there after {start} restarts", answer.status_code == 200, answer.text)


def proxies(pod, container, resources):
    """The configuration of a proxy is that of deploy/replicas, but for its servers; HAProxy takes it."""
    own = pod["spec"]["securityContext"]
    check("  the proxy is restricted", own["runAsNonRoot"] is True and own["seccompProfile"] == {"type": "RuntimeDefault"}
          and container["securityContext"]["readOnlyRootFilesystem"] is True
          and container["securityContext"]["allowPrivilegeEscalation"] is False
          and container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
          and pod["spec"]["automountServiceAccountToken"] is False)
    names = {volume["configMap"]["name"] for volume in pod["spec"]["volumes"] if "configMap" in volume}
    [configuration] = [item for item in resources if item["kind"] == "ConfigMap" and item["metadata"]["name"] in names]
    text = configuration["data"]["haproxy.cfg"]

    def shared(text):
        """The lines that do not say where the servers are."""
        text = re.sub(r"^resolvers .*?\n\n", "", text, flags=re.M | re.S)
        return [line for line in text.splitlines() if line and not re.match(r"\s*(?:#|server |server-template )", line)]

    check("  its configuration is that of replicas", shared(text) == shared((DEPLOY / "replicas" / "haproxy.cfg").read_text()))
    backends = re.split(r"^backend ", text, flags=re.M)[1:]
    templates = [re.search(r'server-template \S+ (\d+) "([\w-]+)\.\$\{NAMESPACE\}\.svc\.cluster\.local:(\d+)"', part)
                 for part in backends]
    headless = {(item["metadata"]["name"], str(port["port"])) for item in resources if item["kind"] == "Service"
                and item["spec"].get("clusterIP") == "None" for port in item["spec"]["ports"]}
    check("  its servers are the pods of a service", all(found and found.group(2, 3) in headless for found in templates))
    [scaled] = [item for item in resources if item["kind"] == "HorizontalPodAutoscaler"]
    check("  of which there may be as many as the autoscaler makes, and one more", all(
        int(found[1]) > scaled["spec"]["maxReplicas"] for found in templates))
    check("  it may reach them and the names", reaches(resources, pod, "http") and reaches(resources, pod, 53))
    check("  and it knows its namespace", any(variable["name"] == "NAMESPACE" for variable in container["env"]))
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    stop = seconds(re.search(r"hard-stop-after (\S+)", text)[1])
    check("  it has more time to stop than it takes", grace > pause + stop, grace)
    version = re.search(r"version (\d+)", subprocess.run(["haproxy", "-v"], stdout=subprocess.PIPE, text=True).stdout)[1]
    if int(version) < 3:
        # Debian's HAProxy lacks this word.
        check("  collections find the same pod through each proxy", text.count(" hash-key addr") == 1)
        text = text.replace(" hash-key addr", "")
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
        file.write(text)
        file.flush()
        process = subprocess.run(["haproxy", "-c", "-f", file.name], env={**os.environ, "NAMESPACE": "default"},
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        check(f"  HAProxy {version} takes it, without a warning",
              process.returncode == 0 and "WARNING" not in process.stdout, process.stdout)


def main():
    files()
    for folder in kustomizations("Kustomization"):
        print(f"{folder.relative_to(DEPLOY)}:", flush=True)
        resources = rendered(folder)
        if resources is None:
            continue
        valid(folder, resources)
        if folder.name == "base":
            continue
        for pod in belongs_together(resources):
            for container in pod["spec"]["containers"]:
                if container["name"] == "tessera":
                    restricted(pod, container)
                    fits(pod, container)
                    runs(pod, container, resources)
                elif container["name"] == "haproxy":
                    proxies(pod, container, resources)


main()
