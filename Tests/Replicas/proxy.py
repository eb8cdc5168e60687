"""TCP proxies with faults, in a process of their own: the clients of the load have enough to do.

Reads lines of JSON from standard input and writes one for each:

{"open": NAME, "to": PORT}          listens; the response has the "port"
{"set": NAME, "mode": MODE, ...}    changes what happens from now on
    pass        hands on what it gets; connections that the mode before left hanging end
    delay       the same, each time after "seconds"
    blackhole   swallows everything both ways, and leaves connections and attempts open
    lose        forwards the bytes of clients, and drops those of the engine
    cut         ends all connections and refuses new ones
    half        ends the far sides of all connections, of which the near sides hear nothing; new ones are as in blackhole
    commit      as pass, until a COMMIT is confirmed: that answer and all later ones are swallowed, as in lose
{"aim": NAME, "to": PORT}           hands new connections on to another port, and ends those there are
{"ask": NAME}                       the answer has "swallowed", whether "commit" has swallowed an answer since it was set
"""

import asyncio
import json
import sys

# The response of PostgreSQL to a COMMIT: CommandComplete with its tag.
COMMITTED = b"COMMIT\0"


class Link:
    """One connection: from a client to the proxy, and from there to the engine."""

    def __init__(self, proxy, near, far):
        self.proxy, self.near, self.far = proxy, near, far
        self.isHanging = False  # bytes were lost, so the streams cannot go on

    def close(self, *writers):
        for writer in writers or (self.near, self.far):
            if writer is not None:
                writer.transport.abort()


class Proxy:
    def __init__(self, port):
        self.target, self.mode, self.seconds, self.swallowed = port, "pass", 0, False
        self.links = set()

    async def open(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    def set(self, mode, seconds=0):
        self.mode, self.seconds, self.swallowed = mode, seconds, False
        for link in list(self.links):
            if mode == "cut" or (link.isHanging and mode in ("pass", "delay", "commit")):
                link.close()
            elif mode == "half":
                link.isHanging = True
                link.close(link.far)

    def aim(self, port):
        self.target = port
        for link in list(self.links):
            link.close()

    async def accept(self, reader, writer):
        if self.mode == "cut":
            return writer.transport.abort()
        link = Link(self, writer, None)
        self.links.add(link)
        try:
            if self.mode in ("blackhole", "half"):
                link.isHanging = True
                while await reader.read(1 << 16):
                    pass
                return None
            far_reader, link.far = await asyncio.open_connection("127.0.0.1", self.target)
            back = asyncio.ensure_future(self.relay(link, far_reader, link.near, isAnswer=True))
            await self.relay(link, reader, link.far, isAnswer=False)
            await back
        except OSError:
            pass
        finally:
            self.links.discard(link)
            link.close()
        return None

    async def relay(self, link, reader, writer, isAnswer):
        try:
            while data := await reader.read(1 << 16):
                if self.mode == "delay":
                    await asyncio.sleep(self.seconds)
                if isAnswer and self.mode == "commit" and COMMITTED in data:
                    self.swallowed = True
                    self.mode = "lose"
                if self.mode in ("blackhole", "half", "cut") or (isAnswer and self.mode == "lose"):
                    link.isHanging = True
                    continue
                if link.isHanging:
                    continue
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        # A connection that hangs stays open at its other end, until the mode changes.
        if not link.isHanging:
            link.close()


async def main():
    proxies = {}
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        order, answer = json.loads(line), {}
        if "open" in order:
            proxies[order["open"]] = proxy = Proxy(order["to"])
            answer["port"] = await proxy.open()
        elif "set" in order:
            proxies[order["set"]].set(order["mode"], order.get("seconds", 0))
        elif "aim" in order:
            proxies[order["aim"]].aim(order["to"])
        elif "ask" in order:
            answer["swallowed"] = proxies[order["ask"]].swallowed
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
