"""Checks deploy/kubernetes: against the schemas of Kubernetes, and against the server, the image and each other.

Each check prints a line. The first that fails ends the program.
"""

import re
import sys
import tempfile
from pathlib import Path

import httpx
import kubernetes_validate

from manifests import DEPLOY, KUBERNETES, REPOSITORY, documents, failed, kustomizations, named_files, rendered

sys.path.insert(0, str(REPOSITORY / "Tests" / "Clients"))
import service  # noqa: E402

# The oldest version whose pods can pause before they stop, and the newest one with schemas.
VERSIONS = ["1.30.0", kubernetes_validate.latest_version()]
KEY = "key-of-this-check"
JSON = {"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"}
LAYOUT = {"container": {"width": 320, "height": 480}, "layout": {"kind": "flow"}, "sections": [{"itemCount": 3}]}
COLLECTION = {"id": "feed", "container": {"width": 320, "height": 480}, "layout": {"kind": "list"},
              "sections": [{"items": [{"id": "a"}]}]}


def check(name, condition, *details):
    if not condition:
        failed(name, *details)
    print(f"ok: {name}", flush=True)


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


def valid(folder, resources):
    for resource in resources:
        name = f"{resource['kind']} {resource['metadata']['name']}"
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(resource, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                failed(folder, name, "in", version, "is invalid at", list(error.path), error.message)
    names = [(resource["kind"], resource["metadata"]["name"]) for resource in resources]
    check(f"{len(names)} resources are valid in Kubernetes {' and '.join(VERSIONS)}", len(set(names)) == len(names), names)


def selects(selector, labels):
    return bool(selector) and selector.items() <= labels.items()


def belongs_together(resources):
    """What a schema cannot know: that selectors, ports and targets name something."""
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


def environment(container):
    return {variable["name"]: variable["value"] for variable in container.get("env", []) if "value" in variable}


def in_force(given):
    """Returns the settings of a server with these variables. The server reads the file of its keys at once, so there is
    one."""
    with tempfile.NamedTemporaryFile("w") as keys:
        keys.write(KEY)
        keys.flush()
        settings = service.configuration({**given, "TESSERA_KEYS_FILE": keys.name})
    return {**settings, "TESSERA_KEYS_FILE": given["TESSERA_KEYS_FILE"]}


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
    secrets = {"TESSERA_KEYS", "TESSERA_TOKEN_SECRET"} & set(given)
    check("  and none is a secret", not secrets, *secrets)
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    listens = {"http": settings["TESSERA_LISTEN"], "metrics": settings["TESSERA_METRICS_LISTEN"]}
    check("  its ports are those that it listens on",
          ports == {name: int(address.rsplit(":", 1)[1]) for name, address in listens.items()}, ports)
    pause = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    check("  it has more time to stop than it takes", grace > pause + seconds(settings["TESSERA_DRAIN"]), grace)
    mounts = {mount["mountPath"] for mount in container["volumeMounts"]}
    if settings["TESSERA_STORE"].startswith("sqlite:"):
        check("  its data is on a volume", settings["TESSERA_DATA_DIRECTORY"] in mounts, mounts)
    if settings["TESSERA_STORE"] == "memory:":
        check("  without a store it takes no collections", settings["TESSERA_COLLECTION_LIMIT"] == "0")
    check("  its keys are on a volume", str(Path(settings["TESSERA_KEYS_FILE"]).parent) in mounts, mounts)
    needed = int(settings["TESSERA_WORKERS"]) * size(settings["TESSERA_REQUEST_MEMORY"])
    check("  all workers together may use half of its memory",
          needed * 2 <= size(container["resources"]["limits"]["memory"]), needed)
    api = documents(REPOSITORY / "openapi.yaml")[0]["paths"]
    probes = [container[name]["httpGet"] for name in ["startupProbe", "livenessProbe", "readinessProbe"]]
    check("  its probes are routes", all(probe["path"] in api and probe["port"] in ports for probe in probes), probes)


def runs(container):
    """The real server, with the settings of a container, does what the container is for."""
    given = environment(container)
    settings = in_force(given)
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys"
        keys.write_text(KEY + "\n")
        # Addresses and folders of this machine; all else as it stands.
        for variable, value in [("TESSERA_METRICS_LISTEN", "127.0.0.1:0"), ("TESSERA_KEYS_FILE", str(keys)),
                                ("TESSERA_DATA_DIRECTORY", f"{folder}/data")]:
            if variable in given:
                given[variable] = value
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


def main():
    files()
    for folder in kustomizations():
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
                    runs(container)


main()
