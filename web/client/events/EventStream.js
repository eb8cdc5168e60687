import { problemOf } from "../service/TesseraProblem.js"

/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {{event?: string, id?: string, data?: string, retry?: string}} EventFields The fields of an event that are
 *   there; `data` has its lines.
 */

/** Three heartbeats of a service with the usual settings: a connection that is silent for longer is dead. */
const patience = 45_000

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
export function openEvents(tessera, path, {since, onEvent, onState, onOwn, silence = patience}) {
  const closing = new AbortController(), {signal} = closing
  let last = since === undefined ? "" : `${since}`
  let connection = new AbortController()
  /** When the service was heard last. The clock runs on while the computer sleeps, timers do not. */
  let heard = 0
  let delay = 300
  let failures = 0
  let isOpen = true
  let hurry = () => {}

  // A page that wakes, or is online again, does not wait.
  const wake = () => {
    hurry()
    if (Date.now() - heard > silence) connection.abort()
  }
  for (const type of ["online", "pageshow", "visibilitychange"]) globalThis.addEventListener?.(type, wake, {signal})
  signal.addEventListener("abort", () => {
    hurry()
    connection.abort()
  })

  async function read() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let watchdog
    const listen = () => {
      heard = Date.now()
      clearTimeout(watchdog)
      // The heartbeats of this service may be rarer.
      watchdog = setTimeout(() => (connection.abort(), silence = Math.min(2 * silence, 600_000)), silence)
    }
    const take = eventReader(({event = "message", id = last, data, retry}) => {
      const known = last
      last = id
      delay = Number(retry) || delay
      if (signal.aborted) return
      if (!data) return last != known && onOwn?.(last)
      const content = JSON.parse(data), isLast = event == "closed"
      if (isLast && content.reason == "token_expired") return
      if (isLast) closing.abort()
      onEvent({event, id, data: content})
    })
    listen()
    try {
      const headers = new Headers(last ? {"last-event-id": last} : {})
      const response = await tessera.fetch(path, {headers, signal: connection.signal, cache: "no-store"})
      if (!response.ok || !response.body) throw await problemOf(response)
      failures = 0
      if (!signal.aborted) onState?.("open")
      isOpen = true
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let piece; !signal.aborted && !(piece = await reader.read()).done;) {
        listen()
        take(piece.value)
      }
    } finally {
      clearTimeout(watchdog)
    }
  }

  async function run() {
    while (!signal.aborted) {
      connection = new AbortController()
      const problem = await read().catch(problem => problem)
      if (signal.aborted) return
      connection.abort()
      if (problem?.status && !problem.isTransient) {
        closing.abort()
        return onEvent({event: "closed", id: last, data: {reason: problem.code}})
      }
      if (isOpen) onState?.("offline")
      isOpen = false
      heard = Date.now()
      const time = problem?.retryAfter ?? Math.min(delay * 2 ** failures++, 15_000)
      // Clients that lost their streams together do not come back together.
      await new Promise(done => {
        const timer = setTimeout(done, time * (1 + Math.random() / 2))
        hurry = () => (clearTimeout(timer), done(undefined))
      })
    }
  }

  run()
  return {close: () => closing.abort()}
}

/**
 * Returns a function that takes the text of an event stream in pieces, cut anywhere.
 *
 * Lines end with a line feed, which a carriage return may precede. An event that has no blank line behind it is not
 * complete and is never reported.
 *
 * @param {(event: EventFields) => void} onEvent
 * @returns {(piece: string) => void}
 */
export function eventReader(onEvent) {
  let rest = ""
  /** @type {Record<string, string>} */
  let fields = {}
  return piece => {
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
