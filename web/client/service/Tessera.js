import { Collection } from "./Collection.js"
import { loaded, queryText, reply, request } from "./transport.js"

/**
 * @typedef {import("./transport.js").RequestOptions} RequestOptions
 * @typedef {import("./transport.js").Query} Query
 * @typedef {import("../../types/api").CollectionLayout} CollectionLayout
 * @typedef {import("../../types/api").CollectionPage} CollectionPage
 * @typedef {import("../../types/api").CollectionRequest} CollectionRequest
 * @typedef {import("../../types/api").DeleteCollectionsQuery} DeleteCollectionsQuery
 * @typedef {import("../../types/api").DeletedCollections} DeletedCollections
 * @typedef {import("../../types/api").DiffRequest} DiffRequest
 * @typedef {import("../../types/api").FontList} FontList
 * @typedef {import("../../types/api").Health} Health
 * @typedef {import("../../types/api").Layout} Layout
 * @typedef {import("../../types/api").LayoutColumns} LayoutColumns
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../types/api").ListCollectionsQuery} ListCollectionsQuery
 * @typedef {import("../../types/api").MeasureCellsQuery} MeasureCellsQuery
 * @typedef {import("../../types/api").MeasuredCells} MeasuredCells
 * @typedef {import("../../types/api").MeasurementRequest} MeasurementRequest
 * @typedef {import("../../types/api").SolveLayoutQuery} SolveLayoutQuery
 * @typedef {import("../../types/api").StoredFont} StoredFont
 * @typedef {import("../../types/api").Token} Token
 * @typedef {import("../../types/api").TokenRequest} TokenRequest
 * @typedef {import("../../types/api").UpdateDiff} UpdateDiff
 */

/**
 * @typedef {object} Settings
 * @property {string | (() => string | Promise<string>)} [token] A key or a token; a function is called again
 *   when the token that it returned has expired.
 * @property {typeof globalThis.fetch} [fetch]
 * @property {import("./transport.js").Retry} [retry]
 */

/**
 * @typedef {object} EventOptions
 * @property {number} [since] The version from which on the changes are sent.
 * @property {(event: {event: string, id: string, data: unknown}) => void} onEvent
 * @property {(state: "open" | "offline", problem?: import("./TesseraProblem.js").TesseraProblem) => void} [onState] With the
 *   problem that the service has responded with, if there is one.
 */

/** A Tessera service. */
export class Tessera {
  #fetch
  /** Whether the tabs of an origin share connections: they do not where a page has its own `fetch`. */
  isShared
  #retry
  #askToken
  /** @type {Promise<string> | undefined} */
  #token

  /**
   * @param {string} [url] The origin of the service; by default that of the page.
   * @param {Settings} settings
   */
  constructor(url = "", {token, fetch, retry} = {}) {
    this.url = url.replace(/\/$/, "")
    this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request))
    this.isShared = !fetch && !!globalThis.document && !!navigator.locks
    this.#retry = retry
    this.#askToken = typeof token == "function" ? token : undefined
    this.#token = typeof token == "string" ? Promise.resolve(token) : undefined
  }

  /**
   * The token of the next request, if there is one.
   *
   * @param {string} [expired] A token that has expired, so that another is needed.
   * @returns {Promise<string | undefined>}
   */
  async token(expired) {
    const ask = this.#askToken
    if (!ask) return this.#token
    const asked = this.#token
    if (asked && (!expired || await asked != expired)) return asked
    // Requests that fail together request one token together.
    if (this.#token == asked) {
      const token = this.#token = Promise.resolve(ask())
      token.catch(() => this.#token == token && (this.#token = undefined))
    }
    return this.#token
  }

  /**
   * `fetch` with the token: one request, without repetition except after the token has expired.
   *
   * @param {string} path
   * @param {RequestInit & {headers?: Headers}} init
   * @returns {Promise<Response>}
   */
  async fetch(path, {headers = new Headers(), ...init} = {}) {
    const token = await this.token()
    const send = (/** @type {string | undefined} */ token) => {
      if (token) headers.set("authorization", `Bearer ${token}`)
      return this.#fetch(this.url + path, {...init, headers})
    }
    const response = await send(token)
    if (response.status != 401 || !this.#askToken) return response
    const {code} = await response.clone().json().catch(() => ({}))
    return code == "token_expired" ? send(await this.token(token)) : response
  }

  /**
   * Sends one request of the API. It is repeated while it may succeed later; large bodies are compressed.
   *
   * @template [Body=unknown]
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions & {query?: Query, body?: unknown}} [options]
   * @returns {Promise<import("./transport.js").Reply<Body>>}
   */
  async send(method, path, options = {}) {
    const {retry = this.#retry, signal} = options
    const init = await request(method, path, {...options, retry})
    const target = path + queryText(options.query)
    const sent = await reply(() => this.fetch(target, init), retry, signal)
    return /** @type {import("./transport.js").Reply<Body>} */ (sent)
  }

  /**
   * Reads a stream of events, and reads on after interruptions, until it is closed. In browsers the tabs of an origin
   * share few connections: a tab without one gets a `reset` in place of each change of others.
   *
   * @param {string} path With its query.
   * @param {EventOptions} options
   * @returns {{close(): void}}
   */
  events(path, options) {
    const closing = new AbortController(), {signal} = closing
    opener(this.isShared, options, signal).then(open => {
      if (signal.aborted) return
      const stream = open(this, path, options)
      signal.addEventListener("abort", () => stream.close())
    }, () => {})
    return {close: () => closing.abort()}
  }

  /** @param {string} id */
  collection(id) {
    return new Collection(this, id)
  }

  /**
   * @param {CollectionRequest} collection
   * @param {RequestOptions} [options]
   * @returns {Promise<CollectionLayout>}
   */
  create(collection, options) {
    return this.#body("POST", "/v1/collections", undefined, collection, options)
  }

  /**
   * A page of the list of collections.
   *
   * @param {ListCollectionsQuery} [query]
   * @param {RequestOptions} [options]
   * @returns {Promise<CollectionPage>}
   */
  collections(query, options) {
    return this.#body("GET", "/v1/collections", query, undefined, options)
  }

  /**
   * Deletes the collections whose ids begin with a prefix.
   *
   * @param {DeleteCollectionsQuery} query
   * @param {RequestOptions} [options]
   * @returns {Promise<DeletedCollections>}
   */
  deleteCollections(query, options) {
    // A repetition deletes the rest.
    return this.#body("DELETE", "/v1/collections", query, undefined, {idempotencyKey: "", ...options})
  }

  /**
   * Computes a layout, in the format of the query; nothing is stored.
   *
   * @template {SolveLayoutQuery} [Q={}]
   * @param {LayoutRequest} layout
   * @param {Q} [query]
   * @param {RequestOptions} [options]
   * @returns {Promise<import("../../types/formats").Formatted<Q, Layout, LayoutColumns>>}
   */
  layout(layout, query, options) {
    return this.#body("POST", "/v1/layouts", query, layout, options)
  }

  /**
   * Computes the changes between two states; nothing is stored.
   *
   * @param {DiffRequest} states
   * @param {RequestOptions} [options]
   * @returns {Promise<UpdateDiff>}
   */
  diff(states, options) {
    return this.#body("POST", "/v1/diffs", undefined, states, options)
  }

  /**
   * Measures cells by their templates; nothing is stored.
   *
   * @template {MeasureCellsQuery} [Q={}]
   * @param {MeasurementRequest} cells
   * @param {Q} [query]
   * @param {RequestOptions} [options]
   * @returns {Promise<import("../../types/formats").Formatted<Q, MeasuredCells, never>>}
   */
  measure(cells, query, options) {
    return this.#body("POST", "/v1/measurements", query, cells, options)
  }

  /**
   * The fonts that texts are measured with.
   *
   * @param {RequestOptions} [options]
   * @returns {Promise<FontList>}
   */
  fonts(options) {
    return this.#body("GET", "/v1/fonts", undefined, undefined, options)
  }

  /**
   * Stores a font, which texts that name its family are measured with; needs a key, as all calls about fonts do.
   *
   * @param {Blob} file TrueType, OpenType or WOFF2.
   * @param {RequestOptions} [options]
   * @returns {Promise<StoredFont>}
   */
  addFont(file, options) {
    return this.#body("POST", "/v1/fonts", undefined, file, options)
  }

  /**
   * A font that was stored.
   *
   * @param {string} id
   * @param {RequestOptions} [options]
   * @returns {Promise<StoredFont>}
   */
  font(id, options) {
    return this.#body("GET", "/v1/fonts/" + id, undefined, undefined, options)
  }

  /**
   * Deletes a font that was stored.
   *
   * @param {string} id
   * @param {RequestOptions} [options]
   * @returns {Promise<void>}
   */
  deleteFont(id, options) {
    return this.#body("DELETE", "/v1/fonts/" + id, undefined, undefined, options)
  }

  /**
   * Issues a token for a page; needs a key.
   *
   * @param {TokenRequest} token
   * @param {RequestOptions} [options]
   * @returns {Promise<Token>}
   */
  issueToken(token, options) {
    return this.#body("POST", "/v1/tokens", undefined, token, options)
  }

  /**
   * Whether the service is up; `live` whether its process is, `ready` whether it takes requests.
   *
   * @param {"health" | "live" | "ready"} [check]
   * @param {RequestOptions} [options]
   * @returns {Promise<Health>}
   */
  health(check = "health", options) {
    return this.#body("GET", `/${check}z`, undefined, undefined, {retry: false, ...options})
  }

  /**
   * The metrics as Prometheus reads them.
   *
   * @param {RequestOptions} [options]
   * @returns {Promise<string>}
   */
  metrics(options) {
    return this.#body("GET", "/metrics", undefined, undefined, options)
  }

  /**
   * The description of the API, in YAML.
   *
   * @param {RequestOptions} [options]
   * @returns {Promise<string>}
   */
  description(options) {
    return this.#body("GET", "/openapi.yaml", undefined, undefined, options)
  }

  /**
   * @template T
   * @param {string} method
   * @param {string} path
   * @param {Query} [query]
   * @param {unknown} [body]
   * @param {RequestOptions} [options]
   * @returns {Promise<T>}
   */
  async #body(method, path, query, body, options) {
    return /** @type {T} */ ((await this.send(method, path, {...options, query, body})).body)
  }
}

/**
 * The function that opens a stream of events. Its module is loaded when the first screen is there.
 *
 * @param {boolean} isShared
 * @param {EventOptions} options
 * @param {AbortSignal} signal
 */
const opener = (isShared, {onState}, signal) => loaded(async failures => isShared && !failures
  ? (await import("../events/SharedEventStream.js")).openSharedEvents : (await import("../events/EventStream.js")).openEvents, signal, onState)
