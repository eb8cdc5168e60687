import assert from "node:assert/strict"
import { test } from "node:test"
import { eventReader } from "../../client/events/EventStream.js"
import { random, seed } from "../support/random.js"

const text = [
  "retry: 1000", "", "id: 1", "event: open", "data: {\"id\":\"ä — 犬\"}", "",
  ":", "", ": a comment", "data: first", "data:second", "data", "data:  indented: with a colon", "",
  "id: 2", "", "id:", "event: unavailable", "data: {}", "", "event: closed", "data: {\"reason\":\"x\"}", "",
  "id: 9", "data: not complete",
]
const events = [
  {retry: "1000"}, {id: "1", event: "open", data: "{\"id\":\"ä — 犬\"}"}, {},
  {data: "first\nsecond\n\n indented: with a colon"}, {id: "2"}, {id: "", event: "unavailable", data: "{}"},
  {event: "closed", data: "{\"reason\":\"x\"}"},
]

const encoder = new TextEncoder()

/** The events of a stream that comes in pieces, which are texts or bytes. */
function read(pieces) {
  const found = []
  const take = eventReader(({...fields}) => {
    delete fields[""]
    found.push(fields)
  })
  for (const piece of pieces) take(typeof piece == "string" ? encoder.encode(piece) : piece)
  return found
}

for (const [name, end] of [["line feeds", "\n"], ["carriage returns and line feeds", "\r\n"]]) {
  const whole = text.join(end)

  test(`an event stream with ${name} is read`, () => assert.deepEqual(read([whole]), events))

  test(`an event stream with ${name} may be cut anywhere`, () => {
    // Within letters too, which take several bytes.
    const bytes = encoder.encode(whole)
    assert.deepEqual(read([...bytes].map(byte => Uint8Array.of(byte))), events)
    const next = random()
    for (let run = 0; run < 200; run++) {
      const pieces = []
      for (let at = 0; at < bytes.length;) {
        const count = next.between(0, 11)
        pieces.push(bytes.slice(at, at + count))
        at += count
      }
      assert.deepEqual(read(pieces), events, `SEED=${seed}, ${pieces.map(({length}) => length)}`)
    }
  })
}

test("an event of 16 MB that comes in small pieces is read once", () => {
  const piece = "x".repeat(1000)
  const [event] = read([`data: `, ...Array(16_000).fill(piece), "\n\n"])
  assert.equal(event.data.length, 16_000_000)
})
