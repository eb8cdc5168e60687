"""Generates the TypeScript client of docs/clients.md, compiles it, and runs generated_session.ts with it:
generated_typescript.py FOLDER

The compiler is Debian's.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from contract import assembled, grown
from service import running

HERE = Path(__file__).parent
OPTIONS = "withoutRuntimeChecks=true,disallowAdditionalPropertiesIfNotPresent=false"
COMPILER = ["--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", "commonjs"]


def main(folder):
    folder = Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(
        ["openapi-generator-cli", "generate", "--input-spec", "openapi.yaml", "--generator-name", "typescript-fetch",
         "--output", folder / "client", "--type-mappings", "DateTime=string,set=Array",
         f"--additional-properties={OPTIONS}"],
        check=True, stdout=subprocess.DEVNULL)
    shutil.copy(HERE / "generated_session.ts", folder / "session.ts")
    subprocess.run(["tsc", *COMPILER, "--outDir", folder / "run", folder / "session.ts"], check=True)
    later = folder / "later.json"
    responses = list(later_responses(assembled()))
    if len(responses) < 40:
        raise SystemExit(f"only {len(responses)} responses of a later release")
    later.write_text(json.dumps(responses))
    with running() as address:
        subprocess.run(["node", folder / "run/session.js", address, later], check=True, timeout=60)


def later_responses(document):
    """The examples of responses, as a later release may send them, with the functions that read them."""
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation.get("responses", {}).items() if isinstance(operation, dict) else ():
                content = response.get("content", {}).get("application/json", {})
                if not status.startswith("2"):
                    continue
                for example in content.get("examples", {}).values():
                    value = grown(document, content["schema"], example["value"])
                    api = operation["tags"][0].replace(" ", "") + "Api"
                    yield {"api": api, "operation": operation["operationId"], "status": int(status), "value": value}


if __name__ == "__main__":
    main(sys.argv[1])
