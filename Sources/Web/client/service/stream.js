import { problemOf } from "./TesseraProblem.js"
import { pause } from "./transport.js"

/** Three heartbeats: a connection that is silent for longer is dead, whatever the system believes. */
const silence = 45_000

/**
 * Reads a stream of events. Whenever it ends, it is resumed behind the last event, until it is closed from either
 * side or the service refuses it; a refusal is a `closed` event whose reason is the code of the problem.
 *
 * @param {import("./Tessera.js").Tessera} tessera
 * @param {string} path
 * @param {import("./Tessera.js").EventOptions} options
 * @returns {{close(): void}}
 */
export function openEvents(tessera, path, {since, onEvent, onState}) {
  const closing = new AbortController()
  let last = since === undefined ? "" : `${since}`
  let isOpen = true
  let failures = 0

  /** @param {AbortController} connection */
  async function connect(connection) {
    let watchdog = setTimeout(() => connection.abort(), silence)
    try {
      const headers = new Headers(last ? {"last-event-id": last} : {})
      const response = await tessera.fetch(path, {headers, signal: connection.signal, cache: "no-store"})
      if (!response.ok || !response.body) throw await problemOf(response)
      failures = 0
      isOpen = true
      onState?.("open")
      const take = parser(event => {
        last = event.id ?? last
        if (event.event == "closed" && event.data.reason == "token_expired") return
        if (event.event == "closed") closing.abort()
        if (event.data) onEvent({...event, id: last})
      })
      const reader = response.body.getReader(), decoder = new TextDecoder()
      for (let piece; !closing.signal.aborted && !(piece = await reader.read()).done;) {
        clearTimeout(watchdog)
        watchdog = setTimeout(() => connection.abort(), silence)
        take(decoder.decode(piece.value, {stream: true}))
      }
    } finally {
      clearTimeout(watchdog)
    }
  }

  async function run() {
    while (!closing.signal.aborted) {
      const connection = new AbortController()
      const stop = () => connection.abort()
      closing.signal.addEventListener("abort", stop)
      const problem = await connect(connection).catch(problem => problem)
      closing.signal.removeEventListener("abort", stop)
      connection.abort()
      if (closing.signal.aborted) return
      if (problem?.status && !problem.isTransient) {
        closing.abort()
        onEvent({event: "closed", id: last, data: {reason: problem.code}})
        return
      }
      if (isOpen) onState?.("offline")
      isOpen = false
      const time = problem?.retryAfter ?? Math.min(300 * 2 ** failures++, 15_000)
      await pause(time * (1 + Math.random() / 2), closing.signal).catch(() => {})
    }
  }

  run()
  return {close: () => closing.abort()}
}

/**
 * A function that takes the text of a stream piece by piece.
 *
 * @param {(event: {event: string, id: string | undefined, data: any}) => void} onEvent
 * @returns {(piece: string) => void}
 */
function parser(onEvent) {
  let rest = ""
  /** @type {Record<string, string>} */
  let fields = {}
  return piece => {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop() ?? ""
    for (const line of lines) {
      const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (line && name) fields[name] = name == "data" && "data" in fields ? `${fields.data}\n${value}` : value
      if (line) continue
      if ("data" in fields || "id" in fields) {
        onEvent({event: fields.event ?? "message", id: fields.id, data: fields.data && JSON.parse(fields.data)})
      }
      fields = {}
    }
  }
}
