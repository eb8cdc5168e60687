// Frames of feeds, and feeds that a test makes of them.

import { frameReader } from "../../client/engine/Feed.js"
import { Tessera } from "../../client/tessera.js"

const names = ["open", "base", "entry", "reset", "closed", "heartbeat"]

/** Reads a feed until it has brought frames of these names, in this order; returns them as pairs. */
export async function framesOf(address, wanted) {
  const ending = new AbortController(), found = []
  const response = await fetch(address, {signal: ending.signal})
  const take = frameReader((name, content) => {
    if (name == wanted[found.length]) found.push([name, Uint8Array.from(content)])
  })
  for await (const piece of response.body) {
    take(piece)
    if (found.length == wanted.length) break
  }
  ending.abort()
  return found
}

/** Reads the entries after a version from a feed. */
export async function entriesOf(address, since, count) {
  const [[, open]] = await framesOf(address, ["open"])
  const {incarnation} = JSON.parse(new TextDecoder().decode(open))
  return framesOf(`${address}?since=${since}&incarnation=${incarnation}`, Array(count).fill("entry"))
}

/** The query with which a feed was requested, without the incarnation that has to be in it. */
export const query = address => address.replace(/.*replica/, "").replace(/&incarnation=\d+$/, "")

/** The bytes of a frame; another length than that of its content can be claimed. */
export function frame([name, content = new Uint8Array()], length = content.length) {
  const bytes = new Uint8Array(8 + content.length), view = new DataView(bytes.buffer)
  view.setUint32(0, names.indexOf(name) + 1 || name, true)
  view.setUint32(4, length, true)
  bytes.set(content, 8)
  return bytes
}

/** A frame whose content is JSON. */
export const json = (name, value) => [name, new TextEncoder().encode(JSON.stringify(value))]

/**
 * A service whose feeds are those of a test: each connection takes the next list of pieces, and ends behind it. After
 * the last list, connections are the service's own.
 *
 * @param {string} url
 * @param {(Uint8Array[] | Response)[]} feeds
 * @returns {Tessera & {asked: string[]}} `asked` has the addresses of the connections.
 */
export function feeding(url, feeds) {
  const asked = [], left = [...feeds]
  const tessera = new Tessera(url, {
    async fetch(address, init) {
      if (!/\/replica/.test(address)) return fetch(address, init)
      asked.push(address)
      const next = left.shift()
      if (!next) return fetch(address, init)
      return next instanceof Response ? next : new Response(new Blob(next).stream())
    },
  })
  return Object.assign(tessera, {asked})
}

/** A response that brings pieces and stays open. */
export const staying = pieces => new Response(new ReadableStream({
  start(controller) {
    for (const piece of pieces) controller.enqueue(piece)
  },
}))
