import { openStream } from "../connection/Reconnecting.js"
import { TesseraProblem } from "../service/TesseraProblem.js"

/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {"open" | "base" | "entry" | "reset" | "closed" | "heartbeat"} FrameName
 *
 * @typedef {object} FeedOptions
 * @property {() => number} version The version from which on entries are needed; 0 requests a base.
 * @property {string} [incarnation] That of the collection whose version is here.
 * @property {(name: FrameName, content: Uint8Array) => void} onFrame An error that it throws ends the connection.
 * @property {(state: "open" | "offline") => void} onState
 * @property {(problem: unknown) => void} onEnd The service will not send any more.
 */

/** @type {FrameName[]} */
const names = ["open", "base", "entry", "reset", "closed", "heartbeat"]
const headSize = 8
/** The most bytes of a frame: half of the engine's largest memory. A longer one comes from a damaged length. */
const largestFrame = 1 << 30
/** How many connections in a row may bring a frame that cannot be taken. */
const mostDamages = 3
const unreadable = {code: "engine_outdated", detail: "The engine cannot read the feed."}

/**
 * Reads the feed of a replica. Whenever the connection ends, it is resumed at the version that is there by then, until
 * it is closed from either side or the service refuses it.
 *
 * @param {Tessera} tessera
 * @param {string} path
 * @param {FeedOptions} options
 * @returns {{close(): void, again(): void, incarnation: string}} `again` gives the connection up for another one;
 * `incarnation` is that of the collection whose base or entries have come.
 */
export function openFeed(tessera, path, {version, incarnation = "", onFrame, onState, onEnd}) {
  const closing = new AbortController(), {signal} = closing
  let damages = 0, isOpen = true

  /** @param {unknown} [problem] */
  function end(problem) {
    if (signal.aborted) return
    closing.abort()
    onEnd(problem)
  }

  function reader() {
    let opened = ""
    const take = frameReader((name, content) => {
      if (signal.aborted) return
      if (name == "open") opened = JSON.parse(new TextDecoder().decode(content)).incarnation ?? ""
      // Until there is a base of it, the state here is that of another one.
      if (name == "base") incarnation = opened
      onFrame(name, content)
      if (name == "base" || name == "entry") damages = 0
      // The next connection has another token.
      if (name == "closed" && !/"token_expired"/.test(new TextDecoder().decode(content))) end()
    })
    return (/** @type {Uint8Array} */ piece) => {
      try {
        take(piece)
      } catch (error) {
        const {code = ""} = /** @type {{code?: string}} */ (error)
        if (++damages == mostDamages) {
          end(/^engine_/.test(code) ? error : new TesseraProblem(406, unreadable, undefined, error))
        }
        throw new Error("The feed is damaged.", {cause: error})
      }
    }
  }

  const again = openStream({
    signal, reader, onEnd: end,
    delay: () => 300 * 2 ** damages,
    connect(signal) {
      const known = version(), query = known ? `?since=${known}&incarnation=${encodeURIComponent(incarnation)}` : ""
      return tessera.fetch(path + query, {signal, cache: "no-store"})
    },
    onState(state) {
      if (isOpen == (state == "open")) return
      isOpen = !isOpen
      onState(state)
    },
  })
  return {close: () => closing.abort(), again, get incarnation() { return incarnation }}
}

/**
 * Returns a function that takes a feed in pieces, cut anywhere, and reports each frame that is complete.
 *
 * @param {(name: FrameName, content: Uint8Array) => void} onFrame
 * @returns {(piece: Uint8Array) => void}
 */
export function frameReader(onFrame) {
  /** @type {Uint8Array[]} */
  let pieces = []
  let length = 0, needed = headSize
  return piece => {
    pieces.push(piece)
    length += piece.length
    while (length >= needed) {
      // A long frame comes in many pieces, which are put together once.
      const bytes = pieces.length == 1 ? pieces[0] : joined(pieces, length)
      const view = new DataView(bytes.buffer, bytes.byteOffset, length)
      needed = headSize + view.getUint32(4, true)
      if (needed > largestFrame) throw new Error("The feed has a frame that is too long.")
      pieces = [bytes]
      if (length < needed) return
      const name = names[view.getUint32(0, true) - 1]
      if (!name) throw new Error("The feed has a frame of an unknown kind.")
      const frame = bytes.subarray(headSize, needed)
      pieces = length > needed ? [bytes.subarray(needed)] : []
      length -= needed
      needed = headSize
      onFrame(name, frame)
    }
  }
}

/**
 * @param {Uint8Array[]} pieces
 * @param {number} length
 */
function joined(pieces, length) {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
