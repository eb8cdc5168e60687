import itertools
import json
import random
import socket
import unittest

import messages
import mutations
import seeds

SEEDS = {
    ("POST", "/v1/collections"): [seeds.Seed("POST", "/v1/collections", {"format": ["svg"]}, "application/json",
                                             b'{"id": "a", "sections": [{"itemCount": 3}, {"items": []}]}')],
    ("GET", "/v1/collections/{collection}"): [seeds.Seed("GET", "/v1/collections/{collection}", {})],
}


def responses(data, count=1, is_head=False, may_be_old=False):
    """The responses that a reader finds in the bytes of a connection."""
    left, right = socket.socketpair()
    with left, right:
        left.sendall(data)
        left.shutdown(socket.SHUT_WR)
        reader = messages.Reader(right, may_be_old)
        found = [reader.response(is_head) for _ in range(count)]
        if not reader.is_at_end():
            raise messages.Broken("more")
        return found


class ReaderTest(unittest.TestCase):
    def test_whole_messages_are_read_one_after_the_other(self):
        data = (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
                b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n"
                b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        found = responses(data, 3)
        self.assertEqual([response.body for response in found], [b"hi", b"abcd", b""])
        self.assertEqual([response.closes for response in found], [False, False, True])

    def test_a_response_to_head_has_no_body(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
        self.assertEqual(responses(head, is_head=True)[0].body, b"")
        with self.assertRaises(messages.Broken):
            responses(head + b"hi", is_head=True)

    def test_a_response_to_http_1_0_may_end_with_the_connection(self):
        data = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc"
        self.assertEqual(responses(data, may_be_old=True)[0].body, b"abc")
        with self.assertRaises(messages.Broken):
            responses(data)
        with self.assertRaises(messages.Broken):
            responses(data.replace(b"close", b"keep-alive"), may_be_old=True)

    def test_other_bytes_are_no_message(self):
        good = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        for data in [good[:-1], good.replace(b"200", b"2000"), good.replace(b"1.1", b"1.0"), good.replace(b": 2", b": +2"),
                     good.replace(b"\r\n", b"\n"), good.replace(b"Content-Length: 2", b"X: y"), good + b"x",
                     good.replace(b"Content-Length: 2", b"Content-Length: 2\r\nContent-Length: 2"),
                     good.replace(b"hi", b"").replace(b"Content-Length: 2", b"Transfer-Encoding: chunked") + b"2\r\nhi\r\n"]:
            with self.assertRaises(messages.Broken, msg=data):
                responses(data)


class FaultTest(unittest.TestCase):
    def fault(self, status, body=b"", **fields):
        named = {name.replace("_", "-").encode(): value for name, value in fields.items()}
        return messages.fault(messages.Response(status, named, body))

    def problem(self, number, **more):
        body = json.dumps({"status": number, "code": "c", "title": "t"} | more).encode()
        return {"body": body, "content_type": b"application/problem+json"}

    def test_results_and_problems_are_expected(self):
        self.assertIsNone(self.fault(200, b'{"a":1.5}', content_type=b"application/json"))
        self.assertIsNone(self.fault(200, b"{}\n{}\n", content_type=b"application/x-ndjson"))
        self.assertIsNone(self.fault(400, **self.problem(400)))
        self.assertIsNone(self.fault(503, retry_after=b"1", **self.problem(503)))

    def test_all_else_is_a_fault(self):
        for status in (500, 501, 504, 507):
            self.assertIn(str(status), self.fault(status, **self.problem(status)))
        self.assertIn("Retry-After", self.fault(503, **self.problem(503)))
        self.assertIn("no problem", self.fault(404, b"gone", content_type=b"text/plain"))
        self.assertIn("another", self.fault(404, **self.problem(404, status=400)))
        self.assertIn("another", self.fault(404, **self.problem(404, code=None)))
        for body in (b"{", b'{"a":NaN}'):
            self.assertIn("no JSON", self.fault(200, body, content_type=b"application/json"))


class MutationTest(unittest.TestCase):
    def messages(self, seed):
        mutator = mutations.Mutator(random.Random(seed), SEEDS, ["a", "b"], b"key")
        while True:
            yield mutator.message()

    def test_the_same_seed_makes_the_same_requests(self):
        once, again, other = (list(itertools.islice(self.messages(seed), 500)) for seed in ("1", "1", "2"))
        self.assertEqual(once, again)
        self.assertNotEqual(once, other)

    def test_bodies_that_stay_whole_have_the_length_that_their_heads_say(self):
        for message in itertools.islice(self.messages("3"), 2_000):
            head, separator, body = message.data.partition(b"\r\n\r\n")
            if message.is_whole and b"\r\nContent-Length: " in head:
                self.assertEqual(int(head.rsplit(b"\r\nContent-Length: ", 1)[1]), len(body))

    def test_the_values_of_a_text_are_found(self):
        text = b' { "a" : [1, "x,]\\"" ,{}], "b":{"c":null} } '
        values = [text[span.start:span.end] for span in seeds.spans(text)]
        self.assertEqual(values[1:], [b'[1, "x,]\\"" ,{}]', b"1", b'"x,]\\""', b"{}", b'{"c":null}', b"null"])
        members = [text[span.first:span.end] for span in seeds.spans(text) if span.is_member]
        self.assertEqual(members, [b'"a" : [1, "x,]\\"" ,{}]', b'"b":{"c":null}', b'"c":null'])
        self.assertEqual(sum(span.is_element for span in seeds.spans(text)), 3)


if __name__ == "__main__":
    unittest.main()
