// Connections are functions of the test, so that each one breaks where the test wants it.

import assert from "node:assert/strict"
import { afterEach, mock, test } from "node:test"
import { openStream } from "../../client/connection/Reconnecting.js"
import { backoff } from "../../client/service/transport.js"
import { eventually, sleep } from "../support/wait.js"

const refusal = (status, code) => () => new Response(JSON.stringify({code}), {status})
const lost = () => { throw new TypeError("The network is gone.") }

const opened = []
afterEach(() => {
  for (const closing of opened.splice(0)) closing.abort()
  mock.restoreAll()
})

/** A connection that brings pieces, and then ends, or stays open until it is given up. */
const brings = (pieces, {stays = false} = {}) => signal => new Response(new ReadableStream({
  start(controller) {
    for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
    if (stays) signal.addEventListener("abort", () => controller.error(signal.reason))
    else controller.close()
  },
}))
const stays = (...pieces) => brings(pieces, {stays: true})

/** Opens a stream over connections, one after the other; the last one is repeated. */
function open(connections, options = {}) {
  const found = {read: [], states: [], ends: [], count: 0}, closing = new AbortController()
  opened.push(closing)
  const again = openStream({
    signal: closing.signal,
    connect: async signal => connections[Math.min(found.count++, connections.length - 1)](signal),
    reader: () => piece => found.read.push(new TextDecoder().decode(piece)),
    onState: state => found.states.push(state),
    onEnd: problem => found.ends.push(problem.code),
    delay: () => 1,
    ...options,
  })
  return {found, again, close: () => closing.abort()}
}

/** Has timers end at once that are set for times which `isShort` accepts; returns the list of these times. */
function hurryTimers(isShort) {
  const {setTimeout} = globalThis, times = []
  mock.method(globalThis, "setTimeout", (run, time, ...rest) => {
    if (!isShort(time)) return setTimeout(run, time, ...rest)
    times.push(time)
    return setTimeout(run, 0, ...rest)
  })
  mock.method(Math, "random", () => 0)
  return times
}

test("a pause doubles with each failure up to a limit, and clients that failed together come back apart", () => {
  mock.method(Math, "random", () => 0)
  assert.deepEqual([0, 1, 2, 3, 9].map(failures => backoff(undefined, failures)), [300, 600, 1200, 2400, 15_000])
  mock.method(Math, "random", () => 0.5)
  assert.equal(backoff(undefined, 1, 500, 30_000), 1250)
})

test("a pause is as long as the service requires, if it requires one", () => {
  mock.method(Math, "random", () => 0)
  assert.equal(backoff({retryAfter: 20_000}, 5), 20_000)
  assert.equal(backoff({}, 0, 500), 500)
})

test("a stream that ends or breaks is connected again, and each change of its state is reported once", async () => {
  const {found} = open([brings(["a"]), lost, lost, stays("b", "c")])
  await eventually(() => found.read.length == 3)
  assert.deepEqual(found.read, ["a", "b", "c"])
  assert.deepEqual(found.states, ["open", "offline", "open"])
  assert.equal(found.count, 4)
})

test("a stream that has never opened is reported as offline", async () => {
  const {found} = open([lost])
  await eventually(() => found.count >= 3)
  assert.deepEqual(found.states, ["offline"])
})

test("each connection has a reader of its own, whose error ends the connection", async () => {
  let readers = 0
  const {found} = open([stays("bad", "unread"), stays("good")], {
    reader() {
      const isFirst = ++readers == 1
      return piece => {
        found.read.push(new TextDecoder().decode(piece))
        if (isFirst) throw new Error("It cannot be read.")
      }
    },
  })
  await eventually(() => found.read.length == 2)
  assert.deepEqual([found.read, readers], [["bad", "good"], 2])
})

test("a refusal ends the stream, unless it may pass", async () => {
  const {found} = open([refusal(503, "queue_full"), refusal(403, "forbidden"), stays("never")])
  await eventually(() => found.ends.length)
  assert.deepEqual([found.ends, found.count, found.read], [["forbidden"], 2, []])
})

test("pauses grow while connections bring nothing, and are short again after one that brings something", async () => {
  const pauses = hurryTimers(time => time < 45_000)
  const {found} = open([lost, refusal(503, "queue_full"), brings([]), brings(["news"]), lost, stays("more")], {delay: () => 200})
  await eventually(() => found.read.length == 2)
  assert.deepEqual(pauses.filter(time => time >= 200), [200, 400, 800, 200, 400])
})

test("a connection that is silent is replaced, and the next one may be silent for longer", async () => {
  const silences = hurryTimers(time => time >= 1000 && time < 60_000)
  const {found} = open([stays(), stays(), stays(), stays()], {silence: 1000})
  await eventually(() => found.count >= 4)
  assert.deepEqual(silences.slice(0, 4), [1000, 2000, 4000, 8000])
})

test("a page that wakes does not wait for the end of a pause", async () => {
  const page = new EventTarget()
  globalThis.addEventListener = page.addEventListener.bind(page)
  try {
    const {found} = open([lost, stays("back")], {delay: () => 1_000_000})
    await eventually(() => found.states.length == 1)
    page.dispatchEvent(new Event("online"))
    await eventually(() => found.read.length == 1)
    // A connection that was heard a moment ago is left alone.
    page.dispatchEvent(new Event("visibilitychange"))
    await sleep(20)
    assert.equal(found.count, 2)
  } finally {
    delete globalThis.addEventListener
  }
})

test("a connection that is given up is replaced, but a pause lasts", async () => {
  const {found, again} = open([stays("a"), stays("b")])
  await eventually(() => found.read.length == 1)
  again()
  await eventually(() => found.read.length == 2)
  const waiting = open([lost], {delay: () => 1_000_000})
  await eventually(() => waiting.found.states.length == 1)
  waiting.again()
  await sleep(20)
  assert.equal(waiting.found.count, 1)
})

test("a stream that is closed sends no more requests and reports nothing, in a connection and in a pause", async () => {
  for (const connection of [stays("a"), lost]) {
    const {found, close} = open([connection], {delay: () => 1_000_000})
    await eventually(() => found.states.length)
    const states = [...found.states]
    close()
    await sleep(20)
    assert.deepEqual([found.count, found.states, found.ends], [1, states, []])
  }
})
