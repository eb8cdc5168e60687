"""Runs the commands and the programs of a page in the current folder, as they stand: documented_page.py PAGE

A block of `text` is the output of the program before it. The address of the page is that of the server, and the
versions that it installs are those of the requirements of these checks.
"""

import re
import subprocess
import sys
from pathlib import Path

from service import running

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent


def pinned():
    lines = (HERE / "openapi-requirements.txt").read_text().splitlines()
    return {line for line in lines if "==" in line}


def main(page):
    text = (REPOSITORY / page).read_text()
    known = pinned()
    for pin in re.findall(r"[\w-]+==[\w.]+", text):
        if pin not in known:
            raise SystemExit(f"{page} installs {pin}, which is not in openapi-requirements.txt")
    printed = None
    programs = 0
    with running() as address:
        for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
            block = block.replace("http://localhost:8080", address)
            if language == "text":
                if printed != block:
                    raise SystemExit(f"{page} promises\n{block}\nand the program prints\n{printed}")
                continue
            command = ["bash", "-euo", "pipefail", "-c", block] if language == "sh" else [sys.executable, "-c", block]
            process = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300)
            if process.returncode != 0:
                raise SystemExit(f"failed:\n{block}")
            printed = process.stdout
            programs += 1
    print(f"{page}: {programs} blocks of commands and programs run")


if __name__ == "__main__":
    main(sys.argv[1])
