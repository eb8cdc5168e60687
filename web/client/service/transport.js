import { TesseraProblem, problemOf, versionOf } from "./TesseraProblem.js"

/**
 * The options of a request besides its method and path.
 *
 * @typedef {object} RequestOptions
 * @property {AbortSignal} [signal]
 * @property {number | string} [ifMatch] The version that the collection must have, or an entity tag, or `*`.
 * @property {string} [idempotencyKey] By default a change has a key of its own, which its repetitions share.
 * @property {Record<string, string>} [headers]
 * @property {Retry} [retry]
 */

/**
 * How often a request is repeated that may succeed later, and the milliseconds before the first repetition.
 * Every further pause is twice as long; the service's own `Retry-After` takes precedence. `false` repeats nothing.
 *
 * @typedef {{times?: number, delay?: number} | false} Retry
 */

/**
 * The parameters of an address. Lists are separated by commas; those that are undefined are left out.
 *
 * @typedef {string | number | boolean | readonly (string | number)[] | undefined} Parameter
 * @typedef {{readonly [name: string]: Parameter}} Query
 */

/**
 * @template [Body=unknown]
 * @typedef {{status: number, body: Body, version: number | undefined, headers: Headers}} Reply
 */

/**
 * @param {Query} [query]
 * @returns {string}
 */
export function queryText(query = {}) {
  const items = Object.entries(query).filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(text(value))}`)
  return items.length ? `?${items.join("&")}` : ""
}

/**
 * The service takes plain numbers with at most 15 decimals.
 *
 * @param {Parameter} value
 * @returns {string}
 */
function text(value) {
  if (Array.isArray(value)) return `${value.map(text)}`
  return typeof value == "number" ? `${+value.toFixed(6)}` : `${value}`
}

/**
 * The fetch options of a request. A change has a key, so that a repetition is not carried out again.
 *
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions & {body?: unknown}} options
 * @returns {Promise<RequestInit & {headers: Headers}>}
 */
export async function request(method, path, {body, headers, signal, ifMatch, idempotencyKey, retry}) {
  const fields = new Headers(headers), change = /** @type {{version?: number} | undefined} */ (body)
  if (ifMatch !== undefined) {
    // In the body of a change: browsers send a preflight for each request with `If-Match`.
    if (typeof ifMatch == "number" && change && change.version === undefined && path.startsWith("/v1/collections/")) {
      body = {...change, version: ifMatch}
    } else fields.set("if-match", typeof ifMatch == "number" ? `"${ifMatch}"` : ifMatch)
    // Another client may be faster, as a matter of course: browsers report responses of the statuses 400 and above as errors.
    fields.append("prefer", "version-mismatch=200")
  }
  const isRepeated = method != "GET" && path.startsWith("/v1/collections") && retry !== false
  const key = idempotencyKey ?? (isRepeated && newID())
  if (key) fields.set("idempotency-key", key)
  // The service does not need the type of a file.
  if (body === undefined || body instanceof Blob) return {method, headers: fields, signal, body}
  fields.set("content-type", "application/json")
  const json = JSON.stringify(body)
  if (json.length < 65536) return {method, headers: fields, signal, body: json}
  fields.set("content-encoding", "gzip")
  const compressed = new Blob([json]).stream().pipeThrough(new CompressionStream("gzip"))
  return {method, headers: fields, signal, body: await new Response(compressed).arrayBuffer()}
}

/**
 * Sends a request until it succeeds, or fails in a way that a repetition does not mend.
 *
 * @param {() => Promise<Response>} send
 * @param {Retry} [retry]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reply>}
 */
export async function reply(send, retry = {}, signal) {
  const {times = 4, delay = 300} = retry || {times: 0}
  for (let repetition = 0; ; repetition++) {
    try {
      return await read(await send())
    } catch (error) {
      signal?.throwIfAborted()
      const problem = error instanceof TesseraProblem ? error : unreachable(error)
      if (repetition >= times || !problem.isTransient) throw problem
      await pause(backoff(problem, repetition, delay, Infinity), signal)
    }
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Reply>}
 */
async function read(response) {
  const {status, headers} = response, type = headers.get("content-type") ?? ""
  if (status >= 400 || type.includes("problem")) throw await problemOf(response)
  const kind = type.includes("json") ? "json" : type.endsWith("columns") ? "arrayBuffer" : "text"
  const body = type ? await response[kind]() : undefined
  return {status, body, version: versionOf(headers), headers}
}

/** @param {unknown} error */
function unreachable(error) {
  const document = {code: "unreachable", title: "The service cannot be reached"}
  return new TesseraProblem(0, document, undefined, error)
}

/** A new name. */
export const newID = () => Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2)

/**
 * The milliseconds before another attempt: those that the service requires, or else twice as many after each failure.
 *
 * @param {{retryAfter?: number} | undefined} problem
 * @param {number} failures How many attempts had failed before this one.
 * @param {number} [first]
 * @param {number} [longest]
 */
export function backoff(problem, failures, first = 300, longest = 15_000) {
  // Clients that failed together do not come back together.
  return (problem?.retryAfter ?? Math.min(first * 2 ** failures, longest)) * (1 + Math.random() / 2)
}

/**
 * Loads a module, which may have to wait for a connection.
 *
 * @template Module
 * @param {(failures: number) => Promise<Module>} load
 * @param {AbortSignal} signal
 * @param {(state: "offline") => void} [onState] Called at each attempt that fails.
 */
export async function loaded(load, signal, onState) {
  for (let failures = 0; ; failures++) {
    try {
      return await load(failures)
    } catch {
      signal.throwIfAborted()
      onState?.("offline")
      await pause(backoff(undefined, failures), signal)
    }
  }
}

/**
 * @param {number} time
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(time, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => (clearTimeout(timer), reject(signal?.reason))
    const timer = setTimeout(() => (signal?.removeEventListener("abort", stop), resolve()), time)
    signal?.addEventListener("abort", stop, {once: true})
  })
}
