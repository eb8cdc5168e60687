"""Generates the Python client of openapi-generator (docs/clients.md) and runs a session of it: generated_urllib3.py FOLDER

The requests are read from dictionaries: members that these lack must not come to the server as null.
"""

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

from service import running

OPTIONS = "packageName=tessera_urllib3,disallowAdditionalPropertiesIfNotPresent=false"
CONTAINER = {"width": 320, "height": 480}
COLLECTION = {
    "id": "feed", "container": CONTAINER, "layout": {"kind": "list"}, "bounds": [0, 0, 320, 100],
    "sections": [{"items": [{"id": "a"}, {"id": "b"}]}],
}
GRID = {"container": CONTAINER, "layout": {"kind": "grid", "columns": 2, "rowHeight": 30}, "sections": [{"itemCount": 3}]}


def generate(folder):
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(
        ["openapi-generator-cli", "generate", "--input-spec", "openapi.yaml", "--generator-name", "python",
         "--output", folder, "--global-property", "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
         f"--additional-properties={OPTIONS}"],
        check=True, stdout=subprocess.DEVNULL)
    sys.path.insert(0, str(folder))
    return importlib.import_module("tessera_urllib3")


def check(found, expected):
    if found != expected:
        raise SystemExit(f"{found} instead of {expected}")


def main(folder):
    client = generate(Path(folder).resolve())
    models = importlib.import_module("tessera_urllib3.models")
    with running() as address, client.ApiClient(client.Configuration(host=address)) as connection:
        collections = client.CollectionsApi(connection)
        created = collections.create_collection(models.CollectionRequest.from_dict(COLLECTION))
        check((created.id, created.version), ("feed", 1))
        bounds = models.BoundsRequest.from_dict({"bounds": [0, 10, 320, 60]})
        check(collections.move_bounds("feed", bounds).bounds.height, 60)
        updates = models.UpdatesRequest.from_dict({"updates": [{"op": "deleteItems", "ids": ["a"]}]})
        check(collections.update_collection("feed", updates).version, 2)
        check([each.id for each in collections.list_collections(prefix="fe").collections], ["feed"])
        found = collections.get_attributes("feed", id="b").attributes
        check([(each.id, each.frame.y) for each in found], [("b", 0)])
        try:
            collections.describe_collection("none")
            raise SystemExit("a collection that does not exist is described")
        except client.ApiException as error:
            check(error.status, 404)
        collections.delete_collection("feed")
        layout = client.LayoutsApi(connection).solve_layout(models.LayoutRequest.from_dict(GRID))
        # Two columns of rows of 30 with the usual spacing of 10 between them.
        check(layout.content_size.height, 70)
    print("generated client of openapi-generator for Python: 8 calls, each with the response that it expects")


if __name__ == "__main__":
    main(sys.argv[1])
