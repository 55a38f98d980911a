"""The mock server answers as `config/console.openapi.yaml` says: a page that works with the one works with the program."""

import json
import os
import re
import unittest
import urllib.error
import urllib.request

import jsonschema
import yaml

from page_test import FOLDER, MockServer

FORMATS = jsonschema.FormatChecker(["date"])


@FORMATS.checks("date-time")
def is_date_time(value):
    return not isinstance(value, str) or re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", value) is not None


def document():
    with open(os.path.join(FOLDER, "../../config/console.openapi.yaml"), encoding="utf-8") as file:
        return yaml.safe_load(file)


def strict(schema, whole):
    """A schema without references, in which an object has no member that is not described."""
    if isinstance(schema, list):
        return [strict(one, whole) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        target = whole
        for name in schema["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        return strict(target, whole)
    schema = {name: strict(value, whole) for name, value in schema.items()}
    if "allOf" in schema:
        parts = schema.pop("allOf")
        schema = {"type": "object", "required": [name for part in parts for name in part["required"]],
                  "properties": {name: value for part in parts for name, value in part["properties"].items()}}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        schema["additionalProperties"] = False
    return schema


class MockTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.document = document()

    def start(self, *settings):
        self.mock = MockServer(settings)
        self.addCleanup(self.mock.close)
        with urllib.request.urlopen(urllib.request.Request(f"{self.mock.base}/mock/settings", b"{}"), timeout=20) as response:
            self.token = json.load(response)["token"]

    def ask(self, route, path=None, body=None):
        """The answer to a request to a path of the document, after its comparison with the document."""
        method, template = route.split(" ")
        headers = {"Authorization": f"Bearer {self.token}", **({"Content-Type": "application/json"} if body is not None else {})}
        request = urllib.request.Request(f"{self.mock.base}/api/v1{path or template}", None if body is None else json.dumps(body).encode(), headers, method=method)
        try:
            response = urllib.request.urlopen(request, timeout=20)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            status, media_type, content = response.status, response.headers.get_content_type(), response.read()
        operation = self.document["paths"][template][method.lower()]
        described = operation["responses"].get(str(status)) or self.document["components"]["responses"]["Problem"]
        self.assertIn(media_type, described["content"], route)
        if "Content-Disposition" in described.get("headers", {}):
            self.assertRegex(response.headers["Content-Disposition"], '^attachment; filename="[^"]+"$')
        if "schema" not in described["content"][media_type] or described["content"][media_type]["schema"] == {"type": "string"} or not media_type.endswith("json"):
            return content
        value = json.loads(content)
        self.check(value, described["content"][media_type]["schema"], f"{route} {status}")
        return value

    def check(self, value, schema, what):
        validator = jsonschema.Draft202012Validator(strict(schema, self.document), format_checker=FORMATS)
        self.assertEqual([f"{one.json_path}: {one.message[:200]}" for one in validator.iter_errors(value)], [], what)

    def schema(self, name):
        return {"$ref": f"#/components/schemas/{name}"}

    def test_statuses_rows_and_details_are_valid(self):
        for settings in [["--rows", "60"], ["--rows", "20", "--green"], ["--rows", "6", "--hostile"], ["--rows", "20", "--source", "recordings"], ["--rows", "0"]]:
            with self.subTest(settings=settings):
                self.start(*settings)
                self.ask("GET /status")
                rows = self.ask("GET /rows")["rows"]
                for row in rows:
                    detail = self.ask("GET /rows/{id}", f"/rows/{row['id']}")
                    for certificate in detail["certificates"]:
                        self.ask("GET /rows/{id}/certificates/{position}", "/" + certificate["href"])

    def test_counts_are_those_of_the_rows(self):
        self.start("--rows", "60")
        counts = self.ask("GET /status")["counts"]
        self.assertEqual(sum(counts[name] for name in ["wouldFail", "warnings", "undetermined", "failed", "allowed", "exempt"]), counts["rows"])

    def test_policies_and_questions_are_valid(self):
        self.start("--rows", "20")
        policy = self.ask("POST /policies", body={"name": "Release.plist", "content": "PHBsaXN0Lz4="})
        self.ask("GET /status")
        for question in [{"policy": policy["id"], "os": None}, {"policy": "defaults", "os": "ios18.1"}]:
            self.assertIn("sentence", self.ask("POST /what-if", body=question))

    def test_a_server_is_probed_again_once(self):
        self.start("--rows", "20")
        answers = [self.ask("POST /rows/{id}/probe", "/rows/r1/probe", body={}) for _ in range(2)]
        self.assertIn("probed", answers[0])
        self.assertEqual(answers[1]["status"], 429)

    def test_refusals_are_problems(self):
        self.start("--rows", "20")
        for route, path, body in [("GET /rows/{id}", "/rows/r999", None), ("POST /policies", None, {"name": "cat.gif", "content": "R0lG"}),
                                  ("GET /advice", "/advice?format=plist", None), ("GET /advice", "/advice?format=patch&app=Courier", None)]:
            self.assertGreaterEqual(self.ask(route, path, body)["status"], 400)
        self.token = "x"
        self.assertEqual(self.ask("GET /status")["status"], 401)

    def test_loads_and_comparisons_are_valid(self):
        self.start("--rows", "60")
        loads = self.ask("GET /loads")
        self.assertEqual(len(loads["loads"]), 60)
        self.assertEqual(self.ask("GET /loads", f"/loads?after={loads['change']}")["loads"], [])
        for name in ["json", "html", "markdown", "text"]:
            answer = self.ask("GET /comparison", f"/comparison?app=Courier&build=41&against-build=42&format={name}")
        self.assertTrue(answer)
        self.ask("GET /rows/{id}/policy", "/rows/r0/policy")
        self.ask("GET /rows/{id}/policy", "/rows/r0/policy?format=patch")

    def test_exports_are_attachments(self):
        self.start("--rows", "20")
        for route, path in [("GET /report", "/report?format="), ("GET /advice", "/advice?app=Courier&policy=p&format=")]:
            parameters = self.document["paths"][path.split("?")[0]]["get"]["parameters"]
            for name in next(one["schema"]["enum"] for one in parameters if one.get("name") == "format"):
                with self.subTest(route=route, format=name):
                    self.ask(route, path + name)
        self.ask("GET /recording")

    def test_events_of_the_stream_are_valid(self):
        self.start("--rows", "20", "--rate", "8")
        request = urllib.request.Request(f"{self.mock.base}/api/v1/stream", headers={"Authorization": f"Bearer {self.token}"})
        seen = set()
        with urllib.request.urlopen(request, timeout=20) as stream:
            name = ""
            for _ in range(1000):
                if seen == {"hello", "rows", "status"}:
                    return
                line = stream.readline().decode().rstrip("\n")
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    seen.add(name)
                    value = json.loads(line.removeprefix("data: "))
                    if name == "status":
                        self.check(value, self.schema("Status"), name)
                    for row in value.get("rows", []) if name == "rows" else []:
                        self.check(row, self.schema("Row"), name)
        self.fail(f"of the events only {seen} came")
