"""Runs schemathesis against a server on a free port: run_schemathesis.py MINUTES SEED [--keys]

Without keys, and then once with them if `--keys` is given. The exit code is that of schemathesis.
"""

import os
import subprocess
import sys
from pathlib import Path

from service import running

KEY = "a-key-of-the-check"
SECRET = "a secret of the check and of no other service"


def main(minutes, seed, keys):
    # openapi.yaml has few examples, and the errors of all operations in one response.
    interface = Path(".build-clients/interface.yaml")
    subprocess.run(["tools/assemble-openapi", "--full", interface], check=True)
    arguments = ["--keys", KEY] if keys else []
    with running("--token-secret", SECRET, *arguments) as address:
        environment = os.environ | {"CHECK_ADDRESS": address}
        command = [
            "schemathesis", "--config-file", "Tests/Clients/schemathesis.toml", "run", interface,
            "--url", address, "--checks", "all", "--max-time", str(int(float(minutes) * 60)), "--seed", seed,
            "--no-color", "--report-dir", ".build-clients/schemathesis",
        ]
        if keys:
            environment["CHECK_KEY"] = KEY
            command += ["--header", f"Authorization: Bearer {KEY}"]
        return subprocess.run(command, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], "--keys" in sys.argv))
