"""Reads the responses of a connection strictly, and says whether each may be the response to any request."""

import dataclasses
import json
import re

STATUS = re.compile(rb"HTTP/1\.1 ([1-5]\d\d) ([\x20-\x7e]*)")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\x20-\x7e\x80-\xff\t]*)")
LENGTH = re.compile(rb"0|[1-9]\d*")
# A response of these kinds goes on until the client leaves.
STREAMS = (b"text/event-stream", b"application/vnd.tessera.replica")


class Broken(Exception):
    """The bytes of a connection are no whole message of HTTP."""


@dataclasses.dataclass
class Response:
    status: int
    fields: dict
    body: bytes

    @property
    def closes(self):
        return self.fields.get(b"connection", b"").lower() == b"close"

    @property
    def is_stream(self):
        return self.status == 200 and self.fields.get(b"content-type", b"").startswith(STREAMS)


class Reader:
    """The responses of a connection, one after the other. With `may_be_old`, the request may be one of HTTP/1.0, and its
    response may end with the connection."""

    def __init__(self, connection, may_be_old=False):
        self.connection = connection
        self.may_be_old = may_be_old
        self.buffer = bytearray()

    def more(self):
        piece = self.connection.recv(1 << 18)
        if not piece:
            raise Broken(f"the connection ended within a response: {bytes(self.buffer[:300])}")
        self.buffer += piece

    def line(self):
        while (end := self.buffer.find(b"\r\n")) < 0:
            self.more()
        line = bytes(self.buffer[:end])
        del self.buffer[:end + 2]
        return line

    def exactly(self, count):
        while len(self.buffer) < count:
            self.more()
        data = bytes(self.buffer[:count])
        del self.buffer[:count]
        return data

    def rest(self):
        while piece := self.connection.recv(1 << 18):
            self.buffer += piece
        return self.exactly(len(self.buffer))

    def is_at_end(self):
        """Whether the connection has ended between two responses."""
        if not self.buffer:
            try:
                self.buffer += self.connection.recv(1 << 18)
            except ConnectionResetError:
                return True
        return not self.buffer

    def response(self, is_head=False):
        """Returns the next response that is not an interim one."""
        while True:
            status = STATUS.fullmatch(line := self.line())
            if not status:
                raise Broken(f"no status line: {line[:300]}")
            fields = self.fields()
            code = int(status[1])
            if code >= 200:
                return Response(code, fields, self.body(code, fields, is_head))

    def fields(self):
        fields = {}
        while line := self.line():
            field = FIELD.fullmatch(line)
            if not field:
                raise Broken(f"no field: {line[:300]}")
            name = field[1].lower()
            if name in fields and name in (b"content-length", b"transfer-encoding", b"content-type"):
                raise Broken(f"the field {name} twice")
            fields[name] = field[2]
        return fields

    def body(self, status, fields, is_head):
        length, coding = fields.get(b"content-length"), fields.get(b"transfer-encoding")
        if length is not None and (coding is not None or not LENGTH.fullmatch(length)):
            raise Broken(f"the length {length} with the coding {coding}")
        if is_head or status in (204, 304) or Response(status, fields, b"").is_stream:
            return b""
        if length is not None:
            return self.exactly(int(length))
        if coding is None and self.may_be_old and Response(status, fields, b"").closes:
            return self.rest()
        if coding != b"chunked":
            raise Broken(f"a response of {status} without an end: {fields}")
        chunks = []
        while size := int(self.line(), 16):
            chunks.append(self.exactly(size))
            if self.line():
                raise Broken("a chunk is longer than its size")
        if self.line():
            raise Broken("a trailer that was not announced")
        return b"".join(chunks)


def fault(response, is_head=False):
    """Says why a response may not be one to a mutated request; None if it may."""
    status, fields = response.status, response.fields
    if status in (429, 503) and not fields.get(b"retry-after", b"").isdigit():
        return f"{status} without Retry-After"
    if status >= 500 and status not in (503, 505):
        return f"{status}: {response.body[:500]}"
    kind = fields.get(b"content-type", b"").split(b";")[0]
    if status >= 400 and kind != b"application/problem+json":
        return f"{status} is no problem document, but {kind}: {response.body[:200]}"
    if is_head or b"content-encoding" in fields or not kind.endswith(b"json") or not response.body:
        return None
    lines = response.body.splitlines() if kind == b"application/x-ndjson" else [response.body]
    try:
        document = [json.loads(line, parse_constant=constant) for line in lines][0]
    except ValueError as error:
        return f"{status} with a body that is no JSON ({error}): {response.body[:300]}"
    if status < 400:
        return None
    if document.get("status") != status or not isinstance(document.get("code"), str) or "title" not in document:
        return f"{status} with another problem: {document}"
    return None


def constant(name):
    raise ValueError(f"{name} is no number")
