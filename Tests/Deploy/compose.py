"""Checks the Compose files of deploy with docker-compose, which has their schema, and against the server, the image and
the configuration of the proxy.

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

# Each file with the variables that it needs, in the order in which it asks for them.
FILES = {
    DEPLOY / "compose.yaml": {"TESSERA_KEYS"},
    DEPLOY / "replicas" / "compose.yaml": {"TESSERA_KEYS", "POSTGRES_PASSWORD"},
}
SECRETS = {"TESSERA_KEYS": "key-of-this-check", "POSTGRES_PASSWORD": "password-of-this-check"}


def check(name, condition, *details):
    if not condition:
        failed(name, *details)
    print(f"ok: {name}", flush=True)


def compose(file, *arguments, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TESSERA_") and name not in SECRETS}
    # Not the .env of the developer.
    with tempfile.NamedTemporaryFile() as empty:
        return subprocess.run(
            ["docker-compose", "--env-file", empty.name, "--file", str(file), *arguments], env={**kept, **environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def profiles(file):
    services = yaml.safe_load(file.read_text())["services"].values()
    return sorted({profile for item in services for profile in item.get("profiles", [])})


def variables(environment):
    return {name: str(value) for name, value in (environment or {}).items() if name.startswith("TESSERA_")}


def seconds(text):
    minutes, rest = re.fullmatch(r"(?:(\d+)m)?(?:(\d+)s)?", text).groups()
    return 60 * int(minutes or 0) + int(rest or 0)


def needs(file, names):
    for name in sorted(names):
        process = compose(file, "config", **{other: SECRETS[other] for other in names - {name}})
        check(f"it does not start without {name}", process.returncode != 0 and name in process.stderr, process.stderr)


def server(name, item, known):
    given = variables(item["environment"])
    unknown = set(given) - set(known)
    check(f"the variables of {name} are settings", not unknown, *unknown)
    settings = service.configuration(given)
    check("  with valid values, and keys", settings["TESSERA_KEYS"] == "***")
    check("  it is restricted", restricted(item))
    stop = seconds(settings["TESSERA_SHUTDOWN_DELAY"]) + seconds(settings["TESSERA_DRAIN"])
    check("  it has more time to stop than it takes", seconds(item["stop_grace_period"]) > stop, stop)
    if settings["TESSERA_STORE"].startswith("sqlite:"):
        mounts = [volume.split(":")[1] for volume in item.get("volumes", [])]
        image = re.search(r"^VOLUME (\S+)$", (REPOSITORY / "Dockerfile").read_text(), re.M)[1]
        check("  its data is on the volume of the image",
              settings["TESSERA_DATA_DIRECTORY"] == image and image in mounts, mounts)
    ports = [settings[name].rsplit(":", 1)[1] for name in ("TESSERA_LISTEN", "TESSERA_METRICS_LISTEN")]
    check("  only this machine reaches its ports", all(
        any(is_local(line, port) for port in ports) for line in item.get("ports", [])), item.get("ports"))
    return given


def restricted(item):
    return (item["read_only"] is True and item["cap_drop"] == ["ALL"]
            and item["security_opt"] == ["no-new-privileges:true"] and "privileged" not in item)


def is_local(line, port):
    return re.fullmatch(rf"127\.0\.0\.1:\d+:{port}(/tcp)?", str(line))


def replicas(file, services, servers):
    """The proxy sends requests to the replicas, which share the database."""
    check("all replicas have the same settings", len({tuple(sorted(given.items())) for given in servers.values()}) == 1)
    proxy, database = services["proxy"], services["database"]
    [mount] = [volume.split(":") for volume in proxy["volumes"]]
    check("the proxy has the configuration of replicas", mount[0] == str(file.parent / "nginx.conf") and mount[2] == "ro", mount)
    configuration = (file.parent / "nginx.conf").read_text()
    upstream = set(re.findall(r"^\s*server (\S+):8080 ", configuration, re.M))
    check("  which names all of them", upstream == set(servers), upstream)
    [listens] = re.findall(r"^\s*listen (\d+);", configuration, re.M)
    check("  only this machine reaches its port", len(proxy["ports"]) == 1 and is_local(proxy["ports"][0], listens))
    check("  it is restricted", restricted(proxy))
    check("  it starts after the replicas, whose names it needs", set(proxy["depends_on"]) == set(servers))
    check("only the proxy is published", [name for name, item in services.items() if item.get("ports")] == ["proxy"])
    url = next(iter(servers.values()))["TESSERA_STORE_URL"]
    own = database["environment"]
    check("the replicas use the database", url == f"postgresql://{own['POSTGRES_USER']}:{own['POSTGRES_PASSWORD']}"
          f"@database:5432/{own['POSTGRES_DB']}", url)
    check("  whose data is on a volume", [volume.split(":")[1] for volume in database["volumes"]]
          == ["/var/lib/postgresql/data"], database["volumes"])
    # The images of 18 and later have their data elsewhere.
    version = int(re.fullmatch(r"postgres:(\d+)", database["image"])[1])
    check("  and which is of a version that the documents name", 15 <= version < 18, version)
    check("  and they wait for it", all(
        services[name]["depends_on"] == {"database": {"condition": "service_healthy"}} for name in servers))


def main():
    known = service.configuration()
    for file, names in FILES.items():
        print(f"{file.relative_to(DEPLOY)}:", flush=True)
        needs(file, names)
        flags = [flag for profile in profiles(file) for flag in ("--profile", profile)]
        resolved = compose(file, *flags, "config", **{name: SECRETS[name] for name in names})
        check("it is a valid Compose file", resolved.returncode == 0, resolved.stderr)
        services = yaml.safe_load(resolved.stdout)["services"]
        images = {name: item for name, item in services.items() if variables(item.get("environment"))}
        check("it has a server", images)
        servers = {name: server(name, item, known) for name, item in images.items()}
        if len(servers) > 1:
            replicas(file, services, servers)


main()
