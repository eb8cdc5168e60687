"""Changes of requests that keep most of their structure, drawn from a random generator."""

import dataclasses
import gzip

NUMBERS = [b"0", b"-0", b"-1", b"1", b"0.1", b"2.5", b"1e-320", b"1e308", b"-1e308", b"1e400", b"-1e400", b"9007199254740992",
           b"9007199254740993", b"2147483648", b"-2147483649", b"9223372036854775808", b"18446744073709551616", b"1e19",
           b"3000000", b"1000000", b"65536", b"255", b"NaN", b"Infinity", b"-Infinity", b"01", b"1.", b".5", b"+1", b"0x10",
           b"1e", b"1" * 400, b"0." + b"3" * 400]
TEXTS = [b'""', b'" "', b'"main"', b'"__proto__"', b'"constructor"', b'"a/b"', b'"../.."', b'"%00"', b'"\\u0000"', b'"\\ud800"',
         b'"\\udc00\\ud800"', b'"\\x"', b'"\xff"', b'"\xc3\x28"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b'"\xc0\xaf"',
         '"e\u0301"'.encode(), '"\u00e9"'.encode(), '"\u202e\u0645\u0631"'.encode(),
         '"\U0001f469\u200d\U0001f469\u200d\U0001f467"'.encode(), '"\ufeff\u0001"'.encode(), b'"a', b'"\n"',
         b'"' + b"a" * 10_000 + b'"', b'"' + "\u0e01\u0e49".encode() * 2_000 + b'"', b'"H:|-[a]-|"', b'"i * 1e308 * 1e308"',
         b'"' + b"(" * 500 + b'"', b'"<script>&amp;\\u0026"']
VALUES = [b"null", b"true", b"false", b"[]", b"{}", b"[[]]", b"[null]", b'{"":0}', b"[" * 70 + b"]" * 70, b"[" * 20_000,
          b'{"a":' * 70 + b"0" + b"}" * 70, b'{"a":' * 5_000, b"", b",", b"[0,0]", b"[0,0,0,0]", b"[1e308,1e308]",
          b'{"width":1e308,"height":-1}', b"[" + b"0," * 3_000 + b"0]", b"/**/1", b"\0"]
SEGMENTS = ["", ".", "..", "%2e%2e", "%2F", "%00", "%", "%f", "%zz", "%FF", "%C3%A9", "e%CC%81", "a;b=c", "a%20b", "a+b", "main",
            "null", "-1", "18446744073709551616", "x" * 200, "x" * 9_000, "%41" * 60, "'\"<>", "~", "*", "a:b@c", "[::1]"]
QUERIES = ["", "0", "-1", "1", "1e400", "NaN", "inf", "9223372036854775808", "0,0", "0,0,1e308,1e308", "0,0,320,480", "-1,-1,-1,-1",
           "0,88,320,44", "true", "main", "%00", "%FF", "%", "a%20b", "e%CC%81", "x" * 300, ",", ",,,", "objects", "columns", "binary",
           "svg", "html", "css", "banana", "all"]
FIELDS = [
    (b"Accept", [b"application/json", b"*/*", b"image/svg+xml", b"text/html", b"text/css", b"application/vnd.tessera.columns",
                 b"application/vnd.tessera.columns+json", b"text/event-stream", b"application/x-ndjson", b"a/b;q=x", b";;,", b""]),
    (b"Accept-Encoding", [b"gzip", b"br, gzip;q=0", b"identity;q=0", b"gzip;q=1e9", b"*;q=-1"]),
    (b"Content-Type", [b"text/plain", b"application/json; charset=latin1", b"application/merge-patch+json", b"", b"font/woff2",
                       b"application/x-ndjson", b"application/json;;;=", b"multipart/form-data"]),
    (b"Content-Encoding", [b"gzip", b"identity", b"deflate", b"gzip, gzip", b""]),
    (b"If-Match", [b'"1"', b'"2"', b"*", b'W/"1"', b'"1-svg-gzip"', b'"18446744073709551616"', b'"', b'"1", "2"', b"1", b"\xff"]),
    (b"If-None-Match", [b'"1"', b"*", b'W/"1"', b'"\xff"', b",,,"]),
    (b"Idempotency-Key", [b'"a"', b"a", b"b", b"c", b"x" * 300, b'"a;b', b"\xc3\xa9", b""]),
    (b"Prefer", [b"return=minimal", b"version-mismatch=200", b"return=minimal, return=x", b"=", b"return"]),
    (b"Tessera-Min-Version", [b"1", b"99", b"-1", b"x", b"18446744073709551616"]),
    (b"X-Request-Id", [b"a", b"", b"x" * 129, b"a b", b"\xff"]),
    (b"traceparent", [b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", b"ff-0-0-0", b"00-" + b"0" * 32, b"\xff"]),
    (b"Origin", [b"https://a.example", b"null", b"", b"http://[", b"\xff"]),
    (b"Authorization", [b"Bearer wrong", b"Bearer", b"Basic YTpi", b"Bearer a.b.c", b"", b"\xff"]),
    (b"Last-Event-ID", [b"1", b"-1", b"x", b"9" * 40]),
    (b"Range", [b"bytes=0-0", b"bytes=9-1", b"x"]),
    (b"Cookie", [b"a=b", b"=;=;=", b"tessera=\xff"]),
    (b"Forwarded", [b"for=1.2.3.4", b'for="[::1"', b";;;"]),
    (b"X-Forwarded-For", [b"1.2.3.4", b"a, b", b"9" * 300]),
    (b"Access-Control-Request-Method", [b"PUT", b"", b"x y"]),
]
# These make a head that may say otherwise where the message ends, or one that is refused as a whole.
FRAMING = [
    (b"Host", [b"x", b"", b"a b", b"a/b", b"[::1", b"x" * 300]),
    (b"X", [b"x" * 30_000, b"", b"a\tb", b"\x01", b"\x7f", b"\0", b"a\r\n b"]),
    (b"X Y", [b"blank in the name"]), (b"", [b"no name"]), (b"X\xff", [b"bytes"]), (b"X ", [b"blank behind the name"]),
    (b"Content-Length", [b"0", b"-1", b"+1", b"1, 1", b"9" * 30]),
    (b"Transfer-Encoding", [b"chunked", b"gzip, chunked", b"identity", b"chunked, chunked", b"x"]),
    (b"Connection", [b"close", b"keep-alive", b"upgrade", b"close, x", b"Content-Length"]),
    (b"Upgrade", [b"h2c", b"websocket"]), (b"Expect", [b"100-continue", b"200-ok"]), (b"TE", [b"trailers"]),
]
METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "get", "X" * 300, "G=T"]

@dataclasses.dataclass
class Message:
    """A request as bytes. `is_whole` says that it has one response, and the connection goes on unless that closes it."""
    data: bytes
    is_head: bool = False
    is_whole: bool = True


class Mutator:
    """Makes mutated requests from seeds. The same random generator makes the same requests."""

    def __init__(self, random, seeds, ids, key):
        self.random = random
        # Files take turns with the rest less often, and new collections give the others something to do.
        computing = [group for (_, path), group in seeds.items() if path.startswith("/v1/")]
        self.operations = [*seeds.values(), *computing * 3, *[seeds["POST", "/v1/collections"]] * 6]
        self.bodies = [seed for group in self.operations for seed in group if seed.spans]
        self.ids = ids
        self.key = key

    def chance(self, part):
        return self.random.random() < part

    def message(self):
        """Returns the next request."""
        seed = self.random.choice(self.random.choice(self.operations))
        if seed.method == "DELETE" and self.chance(0.8):
            seed = self.random.choice(self.bodies)
        method = self.random.choice(METHODS) if self.chance(0.03) else seed.method
        body = self.body(seed)
        fields = [(b"Host", b"x")]
        if not self.chance(0.03):
            fields.append((b"Authorization", b"Bearer " + self.key))
        if seed.media_type:
            fields.append((b"Content-Type", seed.media_type.encode()))
        while self.chance(0.2):
            name, values = self.random.choice(FIELDS)
            fields.insert(self.random.randint(1, len(fields)), (name, self.random.choice(values)))
        is_whole = not self.chance(0.04)
        if not is_whole:
            name, values = self.random.choice(FRAMING)
            fields.insert(self.random.randint(0, len(fields)), (name, self.random.choice(values)))
        if self.chance(0.002):
            fields += [(b"F%d" % number, b"v") for number in range(self.random.choice([100, 1_000]))]
        head = b" ".join([method.encode(), self.target(seed).encode(), b"HTTP/1.1"])
        head += b"".join(b"\r\n" + name + b": " + value for name, value in fields)
        message = Message(self.framed(head, body), method == "HEAD", is_whole)
        if self.chance(0.04) and method != "HEAD":
            message = Message(self.bytes_changed(message.data), is_whole=False)
        return message

    def framed(self, head, body):
        """Returns a message of a head without its end, and of a body that may be sent in chunks or compressed."""
        if self.chance(0.04):
            head += b"\r\nContent-Encoding: gzip"
            body = gzip.compress(body, 1, mtime=0)
            if self.chance(0.3):
                body = self.bytes_changed(body)
        if not self.chance(0.1):
            return head + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        chunks, rest = [], body
        while rest:
            size = self.random.randint(1, len(rest)) if len(chunks) < 20 else len(rest)
            extension = b";a=b" if self.chance(0.1) else b""
            chunks.append(b"%x%s\r\n%s\r\n" % (size, extension, rest[:size]))
            rest = rest[size:]
        trailer = b"X-Trailer: a\r\n" if self.chance(0.1) else b""
        return head + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + b"".join(chunks) + b"0\r\n" + trailer + b"\r\n"

    def target(self, seed):
        """Returns the address of a request: a name in the place of each pair of braces, and some parameters."""
        parts = []
        for part in seed.path.split("/"):
            if part.startswith("{"):
                part = self.random.choice(self.ids if self.chance(0.9) else SEGMENTS)
            elif self.chance(0.004):
                part = self.random.choice(SEGMENTS)
            parts.append(part)
        pairs = []
        for name, values in seed.query.items():
            if self.chance(0.25):
                pairs.append(f"{name}={self.random.choice(values if values and self.chance(0.6) else QUERIES)}")
        if pairs and self.chance(0.03):
            pairs.append(self.random.choice(pairs))
        if self.chance(0.02):
            pairs.append(self.random.choice(["x", "=", "a=b=c", "%00=1", "x=" + "y" * 8_000, "&", "viewport=main", "#"]))
        target = "/".join(parts) + ("?" + "&".join(pairs) if pairs else "")
        return "http://x" + target if self.chance(0.005) else target

    def body(self, seed):
        """Returns the body of a seed, or of another one, with some changes."""
        if self.chance(0.02):
            seed = self.random.choice(self.bodies)
        count = self.random.choice([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 8])
        if not seed.spans:
            return self.bytes_changed(seed.body) if seed.body and count > 1 else seed.body
        body, limit = seed.body, len(seed.body) + 1
        # From the back to the front, so that the places of the values before stay as they are.
        for span in sorted(self.random.choices(seed.spans, k=count), key=lambda span: -span.start):
            if span.end < limit:
                body, limit = self.value_changed(body, span), span.first
        return self.bytes_changed(body) if self.chance(0.04) else body

    def value_changed(self, text, span):
        """Returns a JSON text with another value in a place, or without it, or with more of it."""
        old = text[span.start:span.end]
        change = self.random.randrange(10)
        if change == 0 and (span.is_member or span.is_element):
            copies = 1 if span.is_member else self.random.choice([1, 2, 10, 200])
            copies = min(copies, 1 + 20_000 // (span.end - span.first))
            return text[:span.end] + (b"," + text[span.first:span.end]) * copies + text[span.end:]
        if change == 1 and span.is_member:
            rest = text[span.end:].lstrip()
            return text[:span.first] + (rest[1:] if rest[:1] == b"," else b'"x":0' + rest)
        if change == 2 and span.is_member:
            return text[:span.first] + self.random.choice(TEXTS) + b":" + text[span.start:]
        if change == 3:
            other = self.random.choice(self.bodies)
            lent = self.random.choice(other.spans)
            return text[:span.start] + other.body[lent.start:lent.end] + text[span.end:]
        if change == 4:
            new = b"[" + old + b"]"
        elif change == 5:
            new = self.random.choice(VALUES)
        else:
            is_text = old[:1] == b'"'
            if self.chance(0.1):
                is_text = not is_text
            new = self.random.choice(TEXTS if is_text else NUMBERS)
        return text[:span.start] + new + text[span.end:]

    def bytes_changed(self, data):
        """Returns bytes of which some are others, gone, twice there, or cut off, or that two messages share."""
        data = bytearray(data)
        for _ in range(self.random.choice([1, 1, 2, 5])):
            place = self.random.randint(0, len(data))
            length = self.random.choice([1, 1, 2, 10, 100])
            change = self.random.randrange(6)
            if change == 0 and place < len(data):
                data[place] ^= 1 << self.random.randrange(8)
            elif change == 1:
                del data[place:place + length]
            elif change == 2:
                data[place:place] = data[place:place + length]
            elif change == 3:
                del data[place:]
            elif change == 4:
                data[place:place] = self.random.randbytes(length)
            else:
                other = self.random.choice(self.bodies).body
                data[place:] = other[self.random.randint(0, len(other)):]
        return bytes(data)
