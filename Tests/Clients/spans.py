"""Lets a server send spans, and reads them with the messages that OpenTelemetry publishes for its protocol.

A member or a value that these messages do not have is an error. In JSON the protocol writes ids as hexadecimal digits, and
Protocol Buffers' own mapping writes bytes in Base64: ids are converted before they are read.
"""

import base64
import http.server
import json
import re
import threading
import urllib.error
import urllib.request

import service
from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"
LAYOUT = {"container": {"width": 300, "height": 400}, "layout": {"kind": "list"}, "sections": [{"itemCount": 10}]}

messages = []


def converted(value):
    """Returns a value of JSON with its ids in Base64."""
    if isinstance(value, list):
        return [converted(each) for each in value]
    if not isinstance(value, dict):
        return value
    members = {}
    for name, member in value.items():
        if name in ("traceId", "spanId", "parentSpanId"):
            assert re.fullmatch("[0-9a-f]{32}" if name == "traceId" else "[0-9a-f]{16}", member), (name, member)
            members[name] = base64.b64encode(bytes.fromhex(member)).decode()
        else:
            members[name] = converted(member)
    return members


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        assert self.path == "/v1/traces" and self.headers["Content-Type"] == "application/json", self.path
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        messages.append(json_format.ParseDict(converted(body), ExportTraceServiceRequest()))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def request(address, method, path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    message = urllib.request.Request(
        address + path, data=data, method=method, headers={"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(message, timeout=20) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def main():
    collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{collector.server_port}"
    sampled = {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": "vendor=1"}
    with service.running("--otlp-endpoint", endpoint, "--otlp-service", "checked") as address:
        assert request(address, "POST", "/v1/layouts", LAYOUT, **sampled) == 200
        assert request(address, "POST", "/v1/collections", {"id": "feed", **LAYOUT}) == 201
        assert request(address, "POST", "/v1/collections/feed/updates", {"updates": []}) == 200
        assert request(address, "GET", "/v1/collections/feed/attributes?key=secret") == 400
        assert request(address, "POST", "/v1/tokens", {}) == 501
        assert request(address, "GET", "/no/such/path") == 404
    spans = []
    for message in messages:
        for resource in message.resource_spans:
            attributes = {each.key: each.value.string_value for each in resource.resource.attributes}
            assert attributes["service.name"] == "checked", attributes
            for scope in resource.scope_spans:
                assert scope.scope.name == "tessera", scope.scope
                spans += scope.spans
    requests = [span for span in spans if span.kind == Span.SPAN_KIND_SERVER]
    assert len(requests) == 6, [span.name for span in spans]
    ids = {span.span_id for span in spans}
    assert len(ids) == len(spans) and all(len(span.span_id) == 8 and len(span.trace_id) == 16 for span in spans)
    for span in spans:
        assert 1.6e18 < span.start_time_unix_nano <= span.end_time_unix_nano, span
        if span.kind == Span.SPAN_KIND_INTERNAL:
            parent = next(each for each in requests if each.span_id == span.parent_span_id)
            assert parent.trace_id == span.trace_id, span
            assert parent.start_time_unix_nano <= span.start_time_unix_nano, span
            assert span.end_time_unix_nano <= parent.end_time_unix_nano, span
    joined = [span for span in requests if span.trace_id == bytes.fromhex(TRACE)]
    assert len(joined) == 1 and joined[0].parent_span_id == bytes.fromhex(PARENT)
    assert joined[0].trace_state == "vendor=1" and joined[0].name == "POST /v1/layouts"
    values = {each.key: each.value for each in joined[0].attributes}
    assert values["http.response.status_code"].int_value == 200 and values["tessera.elements"].int_value == 10
    failed = [span.name for span in requests if span.status.code == Status.STATUS_CODE_ERROR]
    assert failed == ["POST /v1/tokens"], failed
    assert not any("secret" in str(span) for span in spans)
    print(f"spans: {len(spans)} of 6 requests")


main()
