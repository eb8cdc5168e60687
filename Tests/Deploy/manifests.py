"""Reads the files of deploy/kubernetes as kustomize does, and compares resources with the schemas of Kubernetes and of the
Prometheus Operator."""

import shutil
import subprocess
from pathlib import Path

import kubernetes_validate
import yaml
from cloudcoil.models.prometheus_operator import v1 as prometheus_operator

REPOSITORY = Path(__file__).parent.parent.parent
DEPLOY = REPOSITORY / "deploy"
KUBERNETES = DEPLOY / "kubernetes"

# The fields whose files are found here. A field that names files and is not among them would not be checked.
LISTS = {"resources", "components"}
PLAIN = {"apiVersion", "kind", "namespace", "namePrefix", "nameSuffix", "labels", "images", "replicas"}


# The oldest version whose pods can pause before they stop, and the newest one with schemas.
VERSIONS = ["1.30.0", kubernetes_validate.latest_version()]


def failed(*details):
    raise SystemExit("check-deploy: " + " ".join(str(detail) for detail in details))


def check(name, condition, *details):
    if not condition:
        failed(name, *details)
    print(f"ok: {name}", flush=True)


def documents(path):
    return [document for document in yaml.safe_load_all(path.read_text()) if document is not None]


def kustomizations(kind=None):
    """The folders with a kustomization, or with those of a kind: Kustomization or Component."""
    return sorted(path.parent for path in KUBERNETES.rglob("kustomization.yaml")
                  if kind in (None, documents(path)[0]["kind"]))


def named_files(folder, open_folders=()):
    """Returns the files of resources and of patches that a kustomization names, itself or through others."""
    if folder in open_folders:
        failed(folder, "names itself")
    file = folder / "kustomization.yaml"
    if not file.is_file():
        failed(folder, "has no kustomization.yaml")
    [kustomization] = documents(file)
    unknown = set(kustomization) - LISTS - PLAIN - {"patches"}
    if unknown:
        failed(file, "has fields that this check does not follow:", *sorted(unknown))
    # A patch that is no file is in the kustomization itself.
    resources, patches = [], [folder / patch.get("path", file.name) for patch in kustomization.get("patches", [])]
    for name in [name for field in LISTS for name in kustomization.get(field, [])]:
        path = (folder / name).resolve()
        if path.is_dir():
            further = named_files(path, (*open_folders, folder))
            resources += further[0]
            patches += further[1]
        elif path.is_file():
            resources.append(path)
        else:
            failed(file, "names", name, "which does not exist")
    for patch in patches:
        if not patch.is_file():
            failed(file, "names", patch, "which does not exist")
    return resources, [patch.resolve() for patch in patches]


def rendered(folder):
    """Returns the resources of a kustomization: as kubectl renders them, or else as the files have them, if no patch
    changes them; else None."""
    kubectl = shutil.which("kubectl")
    if kubectl is not None:
        process = subprocess.run([kubectl, "kustomize", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True)
        if process.returncode != 0:
            failed(folder, "cannot be rendered:", process.stderr)
        return list(yaml.safe_load_all(process.stdout))
    resources, patches = named_files(folder)
    if patches:
        print(f"skipped: {folder.relative_to(REPOSITORY)} has patches, and there is no kubectl to apply them")
        return None
    return [document for file in resources for document in documents(file)]


def selects(selector, labels):
    return bool(selector) and selector.items() <= labels.items()


def valid(source, resources):
    """Checks resources against the schemas of all VERSIONS, and those of the Prometheus Operator against its own."""
    for resource in resources:
        name = f"{resource['kind']} {resource['metadata']['name']}"
        if resource["apiVersion"].startswith("monitoring.coreos.com/"):
            valid_monitor(source, name, resource)
            continue
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(resource, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                failed(source, name, "in", version, "is invalid at", list(error.path), error.message)
    names = [(resource["kind"], resource["metadata"]["name"]) for resource in resources]
    check(f"{len(names)} resources are valid in Kubernetes {' and '.join(VERSIONS)}", len(set(names)) == len(names), names)


def valid_monitor(source, name, resource):
    try:
        model = getattr(prometheus_operator, resource["kind"]).model_validate(resource)
    except ValueError as error:
        failed(source, name, "is invalid:", error)
    # The model takes fields that it does not know, and forgets them.
    known = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
    check(f"{name} has fields of the Prometheus Operator alone", known == resource, known, resource)
