"""Reads the files of deploy/kubernetes as kustomize does."""

import shutil
import subprocess
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).parent.parent.parent
DEPLOY = REPOSITORY / "deploy"
KUBERNETES = DEPLOY / "kubernetes"

# The fields whose files are found here. A field that names files and is not among them would not be checked.
LISTS = {"resources", "components"}
PLAIN = {"apiVersion", "kind", "namespace", "namePrefix", "nameSuffix", "labels", "images", "replicas"}


def failed(*details):
    raise SystemExit("check-deploy: " + " ".join(str(detail) for detail in details))


def documents(path):
    return [document for document in yaml.safe_load_all(path.read_text()) if document is not None]


def kustomizations():
    """The folders with a kustomization."""
    return sorted(path.parent for path in KUBERNETES.rglob("kustomization.yaml"))


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
    resources, patches = [], [folder / patch["path"] for patch in kustomization.get("patches", []) if "path" in patch]
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
