import { problemOf } from "../service/TesseraProblem.js"
import { backoff, pause } from "../service/transport.js"

/**
 * @typedef {object} StreamOptions
 * @property {AbortSignal} signal Closes the stream.
 * @property {(signal: AbortSignal) => Promise<Response>} connect Requests the stream from where the last connection ended.
 * @property {() => (piece: Uint8Array) => void} reader Returns what takes the bytes of one connection, cut anywhere. An
 * error that it throws ends the connection.
 * @property {(state: "open" | "offline", problem?: import("../service/TesseraProblem.js").TesseraProblem) => void} [onState]
 * Called with each connection, and when it is lost: with the problem, if the service has responded with one.
 * @property {(problem: import("../service/TesseraProblem.js").TesseraProblem) => void} onEnd Called when the service
 * refuses the stream.
 * @property {() => number} delay The milliseconds before the first of several attempts.
 * @property {number} [silence] The milliseconds without a byte after which another connection is tried. By default three
 * heartbeats of a service with the usual settings.
 */

/**
 * Reads a response that has no end. Whenever the connection breaks, it reconnects after a pause, which grows with each
 * attempt that brings nothing, until it is closed or the service refuses it.
 *
 * @param {StreamOptions} options
 * @returns {() => void} Gives the connection up for another one.
 */
export function openStream({signal, connect, reader, onState, onEnd, delay, silence = 45_000}) {
  /** Ends the connection, or else the pause before the next one. */
  let ending = new AbortController()
  /** When the service was heard last; 0 in a pause. The clock runs on while the computer sleeps, timers do not. */
  let heard = 0
  let failures = 0, isOpen = true
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let watchdog

  // A page that wakes, or is online again, does not wait.
  const wake = () => Date.now() - heard > silence && ending.abort()
  for (const type of ["online", "pageshow", "visibilitychange"]) globalThis.addEventListener?.(type, wake, {signal})
  signal.addEventListener("abort", () => ending.abort())

  function listen() {
    heard = Date.now()
    clearTimeout(watchdog)
    // The heartbeats of this service may be rarer.
    watchdog = setTimeout(() => (ending.abort(), silence = Math.min(2 * silence, 600_000)), silence)
  }

  async function read() {
    listen()
    const response = await connect(ending.signal)
    if (!response.ok || !response.body) throw await problemOf(response)
    if (!signal.aborted) onState?.("open")
    isOpen = true
    const take = reader(), body = response.body.getReader()
    for (let piece; !signal.aborted && !(piece = await body.read()).done;) {
      listen()
      failures = 0
      take(piece.value)
    }
  }

  async function run() {
    while (!signal.aborted) {
      ending = new AbortController()
      const problem = await read().catch(problem => problem)
      clearTimeout(watchdog)
      ending.abort()
      if (signal.aborted) return
      if (problem?.status && !problem.isTransient) return onEnd(problem)
      if (isOpen) onState?.("offline", problem)
      isOpen = false
      heard = 0
      ending = new AbortController()
      await pause(backoff(problem, failures++, delay()), ending.signal).catch(() => {})
    }
  }

  run()
  return () => heard && ending.abort()
}
