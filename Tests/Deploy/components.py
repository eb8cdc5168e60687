"""Checks the kustomizations of docs/deployment.md, which add the Ingress and the PodMonitor of deploy/kubernetes to the
ways to run Tessera: against the schemas, against each other, and against the alerts.

Each check prints a line. The first that fails ends the program.
"""

import os
import re
import tempfile
from pathlib import Path

import yaml

from manifests import DEPLOY, KUBERNETES, REPOSITORY, check, documents, failed, kustomizations, rendered, selects, valid

PAGE = REPOSITORY / "docs" / "deployment.md"


def documented():
    """The kustomizations of the page."""
    blocks = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    found = [yaml.safe_load(block) for block in blocks if "kind: Kustomization" in block]
    check("the page has kustomizations", found)
    return found


def folder_of(path):
    """The folder of deploy/kubernetes that a path of the page names."""
    found = KUBERNETES / path.partition("deploy/kubernetes/")[2]
    if "deploy/kubernetes/" not in path or not (found / "kustomization.yaml").is_file():
        failed(PAGE, "names", path, "which does not exist")
    return found


def rendered_here(kustomization):
    """Renders a kustomization of the page in a folder of its own, with the folders of this repository."""
    with tempfile.TemporaryDirectory() as folder:
        here = os.path.realpath(folder)
        for field in ["resources", "components"]:
            kustomization[field] = [os.path.relpath(folder_of(path), here) for path in kustomization.get(field, [])]
        (Path(here) / "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
        return rendered(Path(here))


def of_kind(resources, *kinds):
    return [resource for resource in resources if resource["kind"] in kinds]


def labels_of_pods(resources):
    return [workload["spec"]["template"]["metadata"]["labels"]
            for workload in of_kind(resources, "Deployment", "StatefulSet")]


def admits(resources, labels, port, namespace):
    """Whether the policies let a namespace connect to a port of the pods with these labels."""
    policies = [policy["spec"] for policy in of_kind(resources, "NetworkPolicy")]
    return any(
        source.get("namespaceSelector", {}).get("matchLabels") == {"kubernetes.io/metadata.name": namespace}
        for policy in policies if selects(policy["podSelector"]["matchLabels"], labels)
        for rule in policy.get("ingress", []) if {"port": port} in rule["ports"] for source in rule["from"])


def ingress(resources):
    """It has TLS for its host, and leads to the pods that clients should reach, from where their policy allows it."""
    [found] = of_kind(resources, "Ingress")
    [rule] = found["spec"]["rules"]
    [tls] = found["spec"]["tls"]
    check("  the Ingress has TLS for its host", tls["hosts"] == [rule["host"]] and tls["secretName"], tls)
    [path] = rule["http"]["paths"]
    check("  it passes every path", path["path"] == "/" and path["pathType"] == "Prefix", path)
    target = path["backend"]["service"]
    [service] = [item for item in of_kind(resources, "Service") if item["metadata"]["name"] == target["name"]]
    ports = {port["name"]: port["targetPort"] for port in service["spec"]["ports"]}
    check("  to a port of a service", ports.get(target["port"]["name"]) == "http", ports)
    pods = [labels for labels in labels_of_pods(resources) if selects(service["spec"]["selector"], labels)]
    proxies = [labels for labels in labels_of_pods(resources) if labels["app.kubernetes.io/name"] == "tessera-proxy"]
    check("  of the proxies where there are some, and of Tessera otherwise",
          pods == (proxies or labels_of_pods(resources)), pods)
    check("  which the controller may reach", all(
        admits(resources, labels, "http", f"{found['spec']['ingressClassName']}-controller") for labels in pods), pods)


def monitor(resources):
    """It finds each server, at the port of the metrics, under the name of the job that the alerts have."""
    [found] = of_kind(resources, "PodMonitor")
    spec = found["spec"]
    [endpoint] = spec["podMetricsEndpoints"]
    workloads = of_kind(resources, "Deployment", "StatefulSet")
    for workload in workloads:
        template = workload["spec"]["template"]
        labels, [container] = template["metadata"]["labels"], template["spec"]["containers"]
        is_found = selects(spec["selector"]["matchLabels"], labels)
        check(f"  the PodMonitor finds {workload['metadata']['name']} if it is Tessera",
              is_found == (container["name"] == "tessera"))
        if not is_found:
            continue
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        [address] = [item["value"] for item in container["env"] if item["name"] == "TESSERA_METRICS_LISTEN"]
        check("  at the port of its metrics", address.endswith(f":{ports.get(endpoint['port'])}"), address, ports)
        jobs = set(re.findall(r'job="(\w+)"', (DEPLOY / "prometheus" / "alerts.yml").read_text()))
        check("  under the name of the job in the alerts", {labels[spec["jobLabel"]]} == jobs, jobs)
        check("  from where its policy allows it", admits(resources, labels, endpoint["port"], "monitoring"))
    path = endpoint["path"]
    check("  at a route", path in documents(REPOSITORY / "openapi.yaml")[0]["paths"], path)


def main():
    used = set()
    for kustomization in documented():
        names = [*kustomization["resources"], *kustomization["components"]]
        used |= {folder_of(name) for name in names}
        print(" + ".join(folder_of(name).name for name in names) + ":", flush=True)
        resources = rendered_here(kustomization)
        if resources is None:
            continue
        valid(PAGE, resources)
        ingress(resources)
        monitor(resources)
    check("the page uses every component", used >= set(kustomizations("Component")), used)


main()
