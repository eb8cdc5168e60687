"""`tessera store copy` between SQLite and PostgreSQL: a server over the copy responds as one over the original."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest

import load
from engine import Engine

PROGRAM = os.environ.get("TESSERA")
NAMES = ["c0", "c1", "c2"]


@unittest.skipUnless(PROGRAM, "TESSERA names no program")
class CopyTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="tessera-copy-")
        os.chmod(self.folder, 0o755)  # the engine runs as another user
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.engine = Engine(self.folder, "engine")
        self.addCleanup(self.engine.stop)
        self.engine.create()
        self.engine.start()
        self.environment = {
            **os.environ, "TESSERA_STORE_URL": f"postgresql://tessera@127.0.0.1:{self.engine.port}/postgres?sslmode=disable"}

    def store(self, name):
        return f"sqlite:{self.folder}/{name}.sqlite"

    def serve(self, store, work):
        """Serves a store as long as `work` takes, and returns its result."""
        with open(f"{self.folder}/log", "w+") as log:
            process = subprocess.Popen(
                [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--store", store, "--fonts", "/nowhere.ttf"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, env=self.environment)
            try:
                deadline = time.monotonic() + 60
                while time.monotonic() < deadline and process.poll() is None:
                    with open(f"{self.folder}/log") as lines:
                        ports = re.findall(r" listens on http://\S+:(\d+).*\n", lines.read())
                    if ports:
                        connection = load.Connection(int(ports[0]))
                        self.addCleanup(connection.connection.close)
                        return work(connection)
                    time.sleep(0.02)
                self.fail("the service does not start")
            finally:
                process.terminate()
                process.wait()

    def fill(self, connection):
        for name in NAMES:
            self.assertEqual(connection.request("POST", "/v1/collections", load.collection(name))[0], 201)
            for number in range(20):
                update = {"op": "insertItems", "at": [[0, 0]], "items": [{"id": f"i{number}"}]}
                self.assertEqual(connection.request("POST", f"/v1/collections/{name}/updates", {"updates": [update]})[0], 200)
        viewport = {"bounds": [0, 20, 160, 60], "container": {"width": 160, "height": 60}}
        self.assertEqual(connection.request("PUT", "/v1/collections/c1/viewports/watch", viewport)[0], 201)
        return self.read(connection)

    def read(self, connection):
        paths = ["attributes?rect=0,0,400,10000", "history?since=1&scope=all", "viewports"]
        return [connection.request("GET", f"/v1/collections/{name}/{path}") for name in NAMES for path in paths]

    def copy(self, source, target):
        return subprocess.run(
            [PROGRAM, "store", "copy", source, target], capture_output=True, text=True, env=self.environment)

    def test_a_copy_to_postgresql_and_back_is_the_same(self):
        before = self.serve(self.store("a"), self.fill)
        self.assertTrue(all(status == 200 for status, _ in before))
        for source, target in ((self.store("a"), "postgres:"), ("postgres:", self.store("b"))):
            done = self.copy(source, target)
            self.assertEqual(done.returncode, 0, done.stderr)
            for phase in ("copied", "compared"):
                self.assertIn(f"collections {phase}: 3 of 3\n", done.stderr)
            self.assertIn("copied 3 collections with 63 items and 60 changes; both stores are the same", done.stdout)
            self.assertEqual(self.serve(target, self.read), before)

    def test_a_store_with_collections_is_not_filled_and_a_missing_one_is_not_copied(self):
        before = self.serve("postgres:", self.fill)
        self.serve(self.store("a"), self.fill)
        done = self.copy(self.store("a"), "postgres:")
        self.assertEqual(done.returncode, 1)
        self.assertIn("postgres: has 3 collections. Nothing was copied.", done.stderr)
        self.assertEqual(self.serve("postgres:", self.read), before)
        done = self.copy(self.store("none"), self.store("c"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("There is no store at", done.stderr)
        self.assertFalse(os.path.exists(f"{self.folder}/none.sqlite"))
        self.assertEqual(self.copy("memory:", self.store("c")).returncode, 64)


if __name__ == "__main__":
    unittest.main()
