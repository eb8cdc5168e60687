"""Every example of docs/openapi parses into the models that two generators make, and comes out of them unchanged.

So does every response that a later release may send, with members and values that this one does not have; only the
unknown members may be lost on the way.

The models of openapi-python-client read unions by trying one alternative after the other, and pass over members that an
alternative lacks; so requests that they read may lose some. They write them as they should: generated_session.py.

The examples of requests that the service refuses with 422 are left out: models of a generator know the types, not
all the rules.
"""

import importlib
import re
import sys
from datetime import datetime

from contract import LATER, assembled, grown

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def examples(document):
    """Yields the name of a schema, the name of an example, its value and whether it is a response."""
    components = document["components"]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            refused = {
                name for status, response in operation["responses"].items() if status == "422"
                for media in response.get("content", {}).values() for name in media.get("examples", {})
            }
            requests = operation.get("requestBody", {}).get("content", {})
            for media in requests.values():
                for name, example in media.get("examples", {}).items():
                    if name not in refused:
                        yield schema(media), f"{operation['operationId']} {name}", example["value"], False
            for status, response in operation["responses"].items():
                if "$ref" in response:
                    response = components["responses"][response["$ref"].rsplit("/")[-1]]
                for media in response.get("content", {}).values():
                    for name, example in media.get("examples", {}).items():
                        yield schema(media), f"{operation['operationId']} {status} {name}", example["value"], True


def schema(media):
    return media["schema"]["$ref"].rsplit("/")[-1]


def plain(value):
    """The value with whole numbers and times as such, so that 50 and 50.0 are equal in every tool, and `.000Z` and `+00:00`."""
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [plain(element) for element in value]
    if isinstance(value, str) and TIME.fullmatch(value):
        return datetime.fromisoformat(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def known(value):
    """The value without the members of a later release."""
    if isinstance(value, dict):
        return {name: known(member) for name, member in value.items() if name != LATER}
    return [known(element) for element in value] if isinstance(value, list) else value


def check(document, classes, parse, write, tool, keeps_requests):
    failures, count = [], 0
    for name, where, value, is_response in examples(document):
        if not isinstance(value, dict):
            continue
        count += 1
        try:
            found = plain(write(parse(getattr(classes, name), value)))
        except Exception as error:  # a model may raise anything
            failures.append(f"{tool}: {where}: {type(error).__name__}: {error}")
            continue
        if (is_response or keeps_requests) and found != plain(value):
            failures.append(f"{tool}: {where}: {found} instead of {value}")
        if is_response:
            later = grown(document, document["components"]["schemas"][name], value)
            if later == value:
                failures.append(f"{tool}: {where}: the schema {name} cannot grow")
            try:
                found = plain(write(parse(getattr(classes, name), later)))
                if known(found) != plain(known(later)):
                    failures.append(f"{tool}: {where}: {found} instead of {later}, which a later release may send")
            except Exception as error:
                failures.append(f"{tool}: {where}: a later release: {type(error).__name__}: {error}")
    if count < 400:
        failures.append(f"{tool}: only {count} examples")
    print(f"{tool}: {count} examples, {len(failures)} failures")
    return failures


def main():
    document = assembled()
    attrs = importlib.import_module("tessera_client.models")
    failures = check(
        document, attrs, lambda model, value: model.from_dict(value), lambda model: model.to_dict(),
        "openapi-python-client", keeps_requests=False)
    models = importlib.import_module("models")
    failures += check(
        document, models, lambda model, value: model.model_validate(value),
        lambda model: model.model_dump(mode="json", by_alias=True, exclude_unset=True), "datamodel-code-generator",
        keeps_requests=True)
    # A generator numbers the classes for which the document has no name.
    for module in (attrs, models):
        for name, value in vars(module).items():
            if isinstance(value, type) and re.search(r"\d$", name):
                failures.append(f"{module.__name__} has the numbered class {name}")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
