import { openStream } from "../connection/Reconnecting.js"

/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {{event?: string, id?: string, data?: string, retry?: string}} EventFields The fields of an event that are
 *   there; `data` has its lines.
 */

/**
 * Reads a stream of events with `fetch`, which sends the token. Whenever the stream ends, it is resumed behind the last
 * event, until it is closed from either side or the service refuses it: that is a `closed` event, whose reason is the
 * code of the problem.
 *
 * @param {Tessera} tessera
 * @param {string} path
 * @param {EventOptions & {silence?: number, onOwn?: (id: string) => void}} options `silence` is the milliseconds without
 *   a heartbeat after which another connection is tried. `onOwn` is called for a change of the viewport's own client.
 * @returns {{close(): void}}
 */
export function openEvents(tessera, path, {since, onEvent, onState, onOwn, silence}) {
  const closing = new AbortController(), {signal} = closing
  let last = `${since ?? ""}`
  let delay = 300

  /** @param {EventFields} fields */
  function take({event = "message", id = last, data, retry}) {
    const known = last
    last = id
    delay = Number(retry) || delay
    if (signal.aborted) return
    if (!data) return last != known && onOwn?.(last)
    const content = JSON.parse(data)
    if (event == "closed") {
      if (content.reason == "token_expired") return
      closing.abort()
    }
    onEvent({event, id, data: content})
  }

  openStream({
    signal, onState, silence, delay: () => delay,
    connect: signal => tessera.fetch(path, {
      headers: new Headers(last ? {"last-event-id": last} : {}), signal, cache: "no-store",
    }),
    reader: () => eventReader(take),
    onEnd({code}) {
      closing.abort()
      onEvent({event: "closed", id: last, data: {reason: code}})
    },
  })
  return {close: () => closing.abort()}
}

/**
 * Returns a function that takes the bytes of an event stream in pieces, cut anywhere.
 *
 * Lines end with a line feed, which a carriage return may precede. An event that has no blank line behind it is not
 * complete and is never reported.
 *
 * @param {(event: EventFields) => void} onEvent
 * @returns {(piece: Uint8Array) => void}
 */
export function eventReader(onEvent) {
  const decoder = new TextDecoder()
  let rest = ""
  /** @type {Record<string, string>} */
  let fields = {}
  return bytes => {
    const piece = decoder.decode(bytes, {stream: true})
    rest += piece
    // Long events come in many pieces. They are searched once.
    if (!piece.includes("\n")) return
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (line) {
        const [, name, value] = /** @type {string[]} */ (/^([^:]*):? ?(.*)$/.exec(line) ?? [])
        fields[name] = name == "data" && name in fields ? `${fields.data}\n${value}` : value
      } else {
        onEvent(fields)
        fields = {}
      }
    }
  }
}
