"""Checks deploy/compose.yaml with docker-compose, which has the schema of Compose files, and against the server
and the image.

Each check prints a line. The first that fails ends the program.
"""

import os
import re
import subprocess
import sys
import tempfile

import yaml

from manifests import DEPLOY, REPOSITORY, failed

sys.path.insert(0, str(REPOSITORY / "Tests" / "Clients"))
import service  # noqa: E402

FILE = DEPLOY / "compose.yaml"


def check(name, condition, *details):
    if not condition:
        failed(FILE, name, *details)
    print(f"ok: {name}", flush=True)


def compose(*arguments, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TESSERA_")}
    # Not the .env of whoever works here.
    with tempfile.NamedTemporaryFile() as empty:
        return subprocess.run(
            ["docker-compose", "--env-file", empty.name, "--file", str(FILE), *arguments], env={**kept, **environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def profiles():
    services = yaml.safe_load(FILE.read_text())["services"].values()
    return sorted({profile for item in services for profile in item.get("profiles", [])})


def variables(environment):
    return {name: str(value) for name, value in (environment or {}).items() if name.startswith("TESSERA_")}


def main():
    without = compose("config")
    check("it does not start without a key", without.returncode != 0 and "TESSERA_KEYS" in without.stderr, without.stderr)

    flags = [flag for profile in profiles() for flag in ("--profile", profile)]
    resolved = compose(*flags, "config", TESSERA_KEYS="key-of-this-check")
    check("it is a valid Compose file", resolved.returncode == 0, resolved.stderr)
    services = yaml.safe_load(resolved.stdout)["services"]
    known = service.configuration()
    servers = {name: item for name, item in services.items() if variables(item.get("environment"))}
    check("it has a server", "tessera" in servers)
    for name, item in servers.items():
        given = variables(item["environment"])
        unknown = set(given) - set(known)
        check(f"the variables of {name} are settings", not unknown, *unknown)
        settings = service.configuration(given)
        check("  with valid values, and keys", settings["TESSERA_KEYS"] == "***")
        check("  it is restricted", item["read_only"] is True and item["cap_drop"] == ["ALL"]
              and item["security_opt"] == ["no-new-privileges:true"] and "privileged" not in item)
        drain = int(settings["TESSERA_DRAIN"].removesuffix("s"))
        grace = int(item["stop_grace_period"].removesuffix("s"))
        check("  it has more time to stop than it takes", grace > drain, grace, drain)
        if settings["TESSERA_STORE"].startswith("sqlite:"):
            mounts = [volume.split(":")[1] for volume in item.get("volumes", [])]
            image = re.search(r"^VOLUME (\S+)$", (REPOSITORY / "Dockerfile").read_text(), re.M)[1]
            check("  its data is on the volume of the image",
                  settings["TESSERA_DATA_DIRECTORY"] == image and image in mounts, mounts)
        port = settings["TESSERA_LISTEN"].rsplit(":", 1)[1]
        published = item.get("ports", [])
        check("  only this machine reaches its port", all(
            re.fullmatch(rf"127\.0\.0\.1:\d+:{port}(/tcp)?", str(line)) for line in published), published)


main()
