// A module and a client that do not belong together.

import assert from "node:assert/strict"
import { test } from "node:test"
import { Engine } from "../../client/engine/Engine.js"
import { digest } from "../../client/engine/waist.js"

/** The bytes of a number in a module: signed LEB128. */
function signed(number) {
  const bytes = []
  for (let rest = number | 0; ; rest >>= 7) {
    const isLast = rest >> 6 == 0 || rest >> 6 == -1
    bytes.push(rest & 127 | (isLast ? 0 : 128))
    if (isLast) return bytes
  }
}

/** A module whose functions return numbers. */
function moduleOf(functions) {
  const names = Object.keys(functions), section = (id, bytes) => [id, bytes.length, ...bytes]
  const text = name => [name.length, ...new TextEncoder().encode(name)]
  const bodies = Object.values(functions).map(number => [0, 0x41, ...signed(number), 0x0b])
  return new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(1, [1, 0x60, 0, 1, 0x7f]), ...section(3, [names.length, ...names.map(() => 0)]),
    ...section(7, [names.length, ...names.flatMap((name, index) => [...text(name), 0, index])]),
    ...section(10, [names.length, ...bodies.flatMap(body => [body.length, ...body])]),
  ])
}
const begin = functions => Engine.begin({first: moduleOf(functions), rest: moduleOf({})})

test("a module with the numbers of another release is refused, and one of this release begins", async () => {
  const others = [
    {tessera_interface: 1}, {tessera_interface: 1, tessera_digest: digest ^ 1}, {tessera_interface: 1, tessera_digest: 0},
    {tessera_interface: 2, tessera_digest: digest},
  ]
  for (const functions of others) await assert.rejects(begin(functions), /engine belongs to another release/)
  assert.ok(await begin({tessera_interface: 1, tessera_digest: digest}))
})
