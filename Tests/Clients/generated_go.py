"""Generates the Go client of docs/clients.md, compiles it, and runs generated_session.go with it: generated_go.py FOLDER

Go reads FOLDER as its own folder of packages, and Debian's packages beside it: no module is downloaded.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from service import running

HERE = Path(__file__).parent
OPTIONS = "packageName=tessera,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false"


def main(folder):
    folder = Path(folder).resolve()
    client, session = folder / "src/tessera", folder / "src/session"
    shutil.rmtree(folder, ignore_errors=True)
    session.mkdir(parents=True)
    subprocess.run(
        ["openapi-generator-cli", "generate", "--input-spec", "openapi.yaml", "--generator-name", "go", "--output", client,
         "--global-property", "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
         f"--additional-properties={OPTIONS}"],
        check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(client / "test", ignore_errors=True)
    shutil.copy(HERE / "generated_session.go", session / "main.go")
    environment = os.environ | {"GO111MODULE": "off", "GOPATH": f"{folder}:/usr/share/gocode"}
    subprocess.run(["go", "vet", "tessera", "session"], env=environment, check=True)
    subprocess.run(["go", "build", "-o", folder / "run", "session"], env=environment, check=True)
    with running() as address:
        subprocess.run([folder / "run", address], check=True, timeout=60)


if __name__ == "__main__":
    main(sys.argv[1])
