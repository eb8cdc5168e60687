// A module of WebAssembly with the functions of the engine's, whose layouts fail as for want of memory.

import { digest } from "../../client/engine/waist.js"

const text = value => [value.length, ...Buffer.from(value)]
const vector = items => [...leb(items.length), ...items.flat()]
const section = (number, content) => [number, ...leb(content.length), ...content]
const integer = 0x7f

/** A number as LEB128, unsigned. */
function leb(number) {
  const bytes = []
  do {
    bytes.push(number & 127 | (number > 127 ? 128 : 0))
    number >>= 7
  } while (number)
  return bytes
}

/** A number of 32 bits as LEB128, signed. */
function signed(number) {
  const bytes = []
  for (;;) {
    const byte = number & 127
    number >>= 7
    const isLast = number == (byte & 64 ? -1 : 0)
    bytes.push(isLast ? byte : byte | 128)
    if (isLast) return bytes
  }
}

/** A module without anything. */
export const nothing = Buffer.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** The bytes of the module. */
export function trapping({interfaceVersion = 1} = {}) {
  const constant = value => [0x41, ...leb(value)]
  const functions = [
    {name: "tessera_interface", parameters: 0, results: 1, body: constant(interfaceVersion)},
    {name: "tessera_digest", parameters: 0, results: 1, body: [0x41, ...signed(digest | 0)]},
    {name: "tessera_allocate", parameters: 1, results: 1, body: constant(32)},
    {name: "tessera_release", parameters: 1, results: 0, body: []},
    {name: "tessera_layout", parameters: 2, results: 1, body: [0x00]},
  ]
  const signature = ({parameters, results}) =>
    [0x60, ...vector(Array(parameters).fill([integer])), ...vector(Array(results).fill([integer]))]
  const code = ({body}) => [...leb(body.length + 2), 0, ...body, 0x0b]
  const exports = functions.map(({name}, index) => [...text(name), 0, index])
  return Buffer.from([
    ...nothing,
    ...section(1, vector(functions.map(signature))),
    ...section(3, vector(functions.map((_, index) => [index]))),
    ...section(5, vector([[0, 16]])),
    ...section(7, vector([...exports, [...text("memory"), 2, 0]])),
    ...section(10, vector(functions.map(code))),
  ])
}
