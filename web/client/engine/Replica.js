import { Collection } from "../service/Collection.js"
import { TesseraProblem } from "../service/TesseraProblem.js"
import { newID } from "../service/transport.js"
import { Engine } from "./Engine.js"
import { EngineViewport } from "./EngineViewport.js"
import { KnownViewports } from "./KnownViewports.js"
import { Outbox } from "./Outbox.js"
import { openSharedFeed } from "./tabs.js"

/**
 * @typedef {import("./Engine.js").Parts} Parts
 * @typedef {import("../service/Session.js").Fate} Fate
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {import("../service/transport.js").RequestOptions} RequestOptions
 * @typedef {import("../service/transport.js").Query} Query
 * @typedef {import("../service/transport.js").Reply} Reply
 *
 * @typedef {{type: "offline" | "online" | "reloaded" | "restarted"} | {type: "settled" | "refused" | "lost", id: string,
 *   problem?: TesseraProblem} | {type: "closed", reason: string}} Status The actions of a replica by itself: a change
 *   of the page was ordered, refused, or cannot be made any more; the engine has failed and began anew.
 *
 * @typedef {object} ReplicaOptions
 * @property {Engine | Parts} [engine] By default the module that comes with the client.
 * @property {(status: Status) => void} [onStatus]
 * @property {() => void} [onHere] Called when `isHere` is another one.
 *
 * @typedef {object} Listener
 * @property {string} viewport
 * @property {EventOptions["onEvent"]} onEvent
 * @property {EventOptions["onState"]} [onState]
 * @property {() => void} [onNews] Called when others may have changed something in viewports that sessions have opened: those
 * have no events.
 * @typedef {{event: "message" | "reset" | "lost", viewport: string, requestId: string, data: {version: number}}} PageEvent
 */

// The kinds of requests that the module carries out, by their numbers there.
const requests = [
  ["POST", "/updates"], ["PUT", "/snapshot"], ["PUT", "/layout"], ["POST", "/measurements"], ["POST", "/invalidations"],
  ["PUT", "/viewports/"], ["DELETE", "/viewports/"], ["POST", "/movement"], ["PATCH", "/movement"],
  ["POST", "/movement/end"], ["DELETE", "/movement"],
]
/**
 * @param {string} method
 * @param {string} path
 */
const kindOf = (method, path) => requests.findIndex(([verb, start]) => verb == method && start == path)

const proposalAdded = 1000
/** The code of problems with requests that need a part of the module that is not here yet. */
const incomplete = "engine_incomplete"
const overtaken = {
  code: "edit_overtaken", title: "Edit overtaken",
  detail: "Another client has changed the collection first, so that this change can no longer be made.",
}

/**
 * A collection of a service that the page lays out itself: the service sends its journal, and the page handles its own
 * requests. A `Collection` uses it in place of a service.
 */
export class Replica {
  #tessera
  #path
  #options
  /** @type {Engine} */
  #engine
  /** The number of the replica in the module; 0 before there is a base. */
  #number = 0
  /** How many bases there have been. The module gives a number again. */
  #bases = 0
  /** @type {ReturnType<typeof openSharedFeed> | undefined} */
  #feed
  #outbox
  /** @type {Set<Listener>} */
  #listeners = new Set()
  #viewports
  #isOffline = false
  /** @type {(() => void)[]} Functions that wait until the page is no longer offline. */
  #returning = []
  /** Whether a new engine is on its way: it requests a base. */
  #isRestarting = false
  /** How often the engine has failed since it took an entry. */
  #failures = 0
  #isBaseNeeded = false
  /** Whether the collection has gone with an engine that lacked a part. */
  #isReloading = false
  /** @type {[name: import("./Feed.js").FrameName, content: Uint8Array][] | undefined} Frames that wait for the rest of the module. */
  #held
  /** @type {(() => void)[]} */
  #waking = []
  /** @type {(problem?: unknown) => void} */
  #opened = () => {}
  /** @type {Map<string, (fate: Fate) => void>} The changes of the page that the service has not ordered yet, and are asked for. */
  #fates = new Map()

  /**
   * @param {Tessera} tessera
   * @param {string} id
   * @param {Engine} engine
   * @param {ReplicaOptions} options
   */
  constructor(tessera, id, engine, options) {
    this.#tessera = tessera
    this.url = tessera.url
    this.#path = tessera.collection(id).path
    this.#engine = engine
    this.#options = options
    /** The collection, whose requests the page handles itself as far as it can. */
    this.collection = new Collection(/** @type {Tessera} */ (/** @type {unknown} */ (this)), id)
    this.#viewports = new KnownViewports(tessera, `${this.#path}/viewports/`)
    this.#outbox = new Outbox(tessera, {
      version: () => this.version,
      introduce: viewport => this.#viewports.introduce(viewport),
      settled: (proposal, version) => this.#settled(proposal.id, version),
      refused: (proposal, problem) => {
        this.#withdraw(proposal.id)
        this.#status({type: "refused", id: proposal.id, problem})
        this.#end(proposal.id, {type: "refused", problem})
      },
      caughtUp: version => this.#after(version),
    })
  }

  /**
   * Begins to follow a collection.
   *
   * @param {Collection} collection
   * @param {ReplicaOptions} [options]
   * @returns {Promise<Replica>} Once it is here. It is rejected if the page or the service cannot do it.
   */
  static async open({tessera, id}, options = {}) {
    const {engine} = options
    const replica = new Replica(tessera, id, engine instanceof Engine ? engine : await Engine.begin(engine), options)
    await new Promise((resolve, reject) => {
      replica.#opened = problem => problem ? reject(problem) : resolve(undefined)
      replica.#follow()
    })
    return replica
  }

  /** The newest version of the service that is here. */
  get version() {
    return this.#count("tessera_replica_version")
  }

  /** How many changes of the page the service has not made yet. */
  get pending() {
    return this.#count("tessera_replica_proposals")
  }

  /**
   * A number of the replica, which is 0 while there is no base.
   *
   * @param {string} name
   */
  #count(name) {
    try {
      return this.#number ? this.#guarded(() => this.#engine.call(name, this.#number)) : 0
    } catch {
      return 0
    }
  }

  /** Whether the page lays the collection out: not before there is a base, and not while an engine begins anew. */
  get isHere() {
    return this.#number > 0
  }

  /** The version with the changes of the page that the service has not made yet. */
  get shown() {
    return this.version + this.pending
  }

  /** The engine that lays the collection out. */
  get engine() {
    return this.#engine
  }

  close() {
    this.#feed?.close()
    this.#outbox.close()
    for (const id of this.#fates.keys()) this.#end(id, {type: "lost"})
    if (this.#number && !this.#engine.isBroken) this.#engine.call("tessera_close", this.#number)
    this.#number = 0
  }

  // ---- The interface of a service, for a `Collection`

  /**
   * @template [Body=unknown]
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions & {query?: Query, body?: unknown}} [options]
   * @returns {Promise<import("../service/transport.js").Reply<Body>>}
   */
  async send(method, path, options = {}) {
    const below = path.slice(this.#path.length), name = /^\/viewports\/(.+)$/.exec(below)?.[1]
    const target = name ? "/viewports/" : below, {query = {}} = options
    const isHere = path.startsWith(this.#path) && this.isHere
    const isQuery = method == "GET" && below == "/attributes" && query.rect && !("format" in query)
    try {
      if (isHere && isQuery) return /** @type {import("../service/transport.js").Reply<Body>} */ (this.#attributes(query))
      if (isHere && kindOf(method, target) >= 0) {
        const viewport = name ? decodeURIComponent(name) : `${query.viewport ?? "main"}`
        const reply = this.respond(method, target, viewport, {...options, include: query.include})
        return /** @type {import("../service/transport.js").Reply<Body>} */ (reply)
      }
    } catch (problem) {
      // The service handles requests that need the rest of the module.
      if (/** @type {TesseraProblem} */ (problem).code != incomplete) throw problem
    }
    // The rest is for the service, such as the description of the collection.
    return this.#tessera.send(method, path, options)
  }

  /**
   * The changes of a viewport as they happen here.
   *
   * @param {string} path With its query.
   * @param {EventOptions} options
   * @returns {{close(): void}}
   */
  events(path, options) {
    const {pathname, searchParams} = new URL(path, "http://page")
    if (pathname != `${this.#path}/events`) return this.#tessera.events(path, options)
    return this.listen({...options, viewport: searchParams.get("viewport") ?? "main"})
  }

  /** @param {[path: string, init?: RequestInit & {headers?: Headers}]} request */
  fetch(...request) {
    return this.#tessera.fetch(...request)
  }

  // ---- The interface of an engine, for a session

  /**
   * Reports the changes of a viewport as they happen here.
   *
   * @param {Listener} listener
   * @returns {{close(): void}}
   */
  listen(listener) {
    this.#listeners.add(listener)
    queueMicrotask(() => this.#listeners.has(listener) && listener.onState?.(this.#isOffline ? "offline" : "open"))
    return {close: () => this.#listeners.delete(listener)}
  }

  /**
   * Carries a request out, before it returns.
   *
   * @param {string} method
   * @param {string} path Below that of the collection, without the name of the viewport.
   * @param {string} viewport
   * @param {{include?: unknown, body?: unknown, ifMatch?: number | string, id?: string}} options `id` is that of the change.
   * @returns {Reply} It throws a problem.
   */
  respond(method, path, viewport, {include, body = {}, ifMatch, id = newID()} = {}) {
    const kind = kindOf(method, path), isViewport = path == "/viewports/", {shown} = this
    if (typeof ifMatch == "number" && ifMatch != shown) {
      const headers = new Headers({etag: `"${shown}"`})
      throw new TesseraProblem(412, {code: "version_mismatch", detail: `The replica is at version ${shown}.`}, headers)
    }
    const status = this.#guarded(() => this.#engine.call("tessera_replica_request", this.#number, kind, viewport, id,
      include == "content" ? 1 : 0, JSON.stringify(body)))
    if (status >= 400 && status < proposalAdded) throw this.#engine.problem
    const response = this.#engine.json
    if (isViewport && method == "PUT") this.note(viewport, /** @type {object} */ (body))
    if (isViewport && method == "DELETE") this.#viewports.delete(viewport)
    if (status >= proposalAdded) this.pass(id, viewport)
    this.tell()
    return {status: status % proposalAdded, body: response, version: response?.version, headers: new Headers()}
  }

  /**
   * How a change ends that the page has just made.
   *
   * @param {string} id
   * @returns {Promise<Fate>}
   */
  fate(id) {
    if (!this.#outbox.has(id)) return Promise.resolve({type: "settled"})
    return new Promise(done => this.#fates.set(id, done))
  }

  /**
   * Opens a viewport of the collection that is here. Events no longer have its changes.
   *
   * @param {string} name
   * @param {"content"} [include]
   */
  viewport(name, include) {
    const engine = this.#engine, collection = this.#number, base = this.#bases
    const isCurrent = () => this.isHere && base == this.#bases
    return new EngineViewport({engine, collection, guarded: run => this.#guarded(run), isCurrent}, name, include)
  }

  /**
   * The page has moved a viewport, which the service should know.
   *
   * @param {string} viewport
   * @param {object} state
   */
  note(viewport, state) {
    this.#viewports.note(viewport, state)
  }

  /**
   * Passes a change of the page on to the service.
   *
   * @param {string} id Of the request.
   * @param {string} viewport
   * @param {{method: string, path: string, body: object}} [request] By default the newest change that the module has made.
   */
  pass(id, viewport, request = this.#proposed()) {
    const {method, path, body} = request
    const target = this.#path + path + (path == "/viewports/" ? encodeURIComponent(viewport) : "")
    this.#outbox.add({id, method, path: target, viewport, body: {...body, resync: undefined}})
  }

  #proposed() {
    const kind = this.#guarded(() => this.#engine.call("tessera_replica_proposal", this.#number)), [method, path] = requests[kind]
    return {method, path, body: this.#engine.json}
  }

  /**
   * Has the other sessions of the page look for changes.
   *
   * @param {Listener} [except] The listener of the session that has made them.
   */
  tell(except) {
    for (const listener of this.#listeners) if (listener != except) listener.onNews?.()
  }

  /**
   * @param {Query} query
   * @returns {Reply}
   */
  #attributes({rect, viewport = "main"}) {
    const [x, y, width, height] = `${rect}`.split(",").map(Number), engine = this.#engine
    const status = this.#guarded(() => engine.call(
      "tessera_replica_elements", this.#number, `${viewport}`, 1, x, y, width, height, engine.numberOf("objects")))
    if (status != 200) throw engine.problem
    return {status, body: {...engine.json, id: this.collection.id}, version: this.version, headers: new Headers()}
  }

  // ---- Frames of the service

  #follow() {
    this.#feed = openSharedFeed(this.#tessera, `${this.#path}/replica`, {
      version: () => this.#isBaseNeeded ? 0 : this.version,
      stored: () => this.#stored(),
      onFrame: (name, content) => this.#take(name, content),
      onState: state => {
        this.#isOffline = this.#viewports.isOffline = state == "offline"
        if (state == "open") {
          for (const resume of this.#returning.splice(0)) resume()
          this.#outbox.wake()
          this.#viewports.renew()
        }
        this.#status({type: state == "open" ? "online" : "offline"})
        for (const listener of this.#listeners) listener.onState?.(state)
      },
      onEnd: error => {
        const problem = /** @type {TesseraProblem | undefined} */ (error), reason = problem?.code ?? "collection_deleted"
        if (problem && /^engine_/.test(reason)) return this.#give(problem)
        this.#opened(problem ?? new Error("The feed has ended."))
        this.#status({type: "closed", reason})
        for (const {onEvent} of this.#listeners) onEvent({event: "closed", id: "", data: {reason}})
      },
    })
  }

  /**
   * @param {import("./Feed.js").FrameName} name
   * @param {Uint8Array} content
   */
  #take(name, content) {
    if (this.#isRestarting) return void this.#held?.push([name, content])
    try {
      this.#takeNow(name, content)
    } catch (problem) {
      if (!this.#isRestarting || !this.#engine.lacksPart) throw problem
      if (name == "base") this.#held = [[name, content]]
    }
  }

  /**
   * @param {import("./Feed.js").FrameName} name
   * @param {Uint8Array} content
   */
  #takeNow(name, content) {
    if (name == "open") {
      const {format} = JSON.parse(new TextDecoder().decode(content))
      // An engine of another release: the page goes on with the service alone.
      if (format != 1) this.#give(new TesseraProblem(406, {code: "engine_outdated", detail: "The feed has another format."}))
    } else if (name == "base") this.#begin(content)
    else if (name == "entry") this.#apply(content)
    else if (name == "reset") this.#anew()
  }

  /** @param {Uint8Array} base */
  #begin(base) {
    const engine = this.#engine
    const number = this.#guarded(() => engine.call("tessera_replica", base))
    if (number < 0) {
      const {problem} = engine
      if (problem.status == 406) return this.#give(new TesseraProblem(406, {code: "engine_outdated", detail: problem.detail}))
      throw problem
    }
    const isNew = !this.#number
    if (!isNew) engine.call("tessera_close", this.#number)
    this.#number = number
    this.#bases++
    this.#isBaseNeeded = false
    this.#opened()
    if (isNew) this.#options.onHere?.()
    this.#wake()
    // The page's viewports are gone with the replica before: their views send their requests anew.
    for (const viewport of new Set([...this.#listeners].map(({viewport}) => viewport))) this.#reset(viewport)
    if (!isNew || this.#isReloading) this.#status({type: "reloaded"})
    this.#isReloading = false
  }

  /** @param {Uint8Array} entry */
  #apply(entry) {
    if (!this.#number || this.#isBaseNeeded) return
    const status = this.#guarded(() => this.#engine.call("tessera_replica_apply", this.#number, entry, 1))
    // An entry that does not follow the version here makes the page request a new base.
    if (status != 200) return this.#anew()
    this.#failures = 0
    this.#tellListeners(this.#engine.json)
    this.#wake()
  }

  /** A base of the newest version of the service, without the changes of the page. */
  #stored() {
    // The bounds of the main viewport are part of a base: it would have those of this page.
    if (!this.#number || this.#viewports.has("main")) return undefined
    const status = this.#guarded(() => this.#engine.call("tessera_replica_stored", this.#number))
    return status == 200 ? this.#engine.answer.slice() : undefined
  }

  /** Drops the collection and requests a new base. */
  #anew() {
    this.#isBaseNeeded = true
    this.#feed?.again()
  }

  /**
   * Runs calls of the module; where they fail, a new module begins with a new base.
   *
   * @param {() => number} run
   */
  #guarded(run) {
    try {
      return run()
    } catch (error) {
      const isIncomplete = this.#engine.lacksPart
      if (this.#engine.isBroken && !this.#isRestarting) this.#restart()
      const refusal = isIncomplete
        ? {code: incomplete, detail: "This needs a part of the engine that is on its way."}
        : {code: "engine_failed", detail: "The engine has failed, and starts anew."}
      throw new TesseraProblem(503, refusal, undefined, error)
    }
  }

  /** Goes on with another engine: one that has the rest of the module, or one in place of an engine that has failed. */
  async #restart() {
    const engine = this.#engine, {lacksPart} = engine
    this.#isReloading = lacksPart && this.#number > 0
    this.#number = 0
    this.#isBaseNeeded = true
    this.#options.onHere?.()
    // A request at which the engine fails once may be one at which it always fails.
    const problem = new TesseraProblem(503, {code: "engine_failed", detail: "The engine fails."})
    if (!lacksPart && ++this.#failures > 3) return this.#give(problem)
    this.#isRestarting = true
    try {
      this.#engine = await (lacksPart ? this.#completed(engine) : engine.renewed())
    } catch {
      return this.#give(problem)
    } finally {
      this.#isRestarting = false
    }
    if (!lacksPart) this.#status({type: "restarted"})
    const held = this.#held
    this.#held = undefined
    try {
      for (const [name, content] of held ?? []) this.#take(name, content)
    } catch {
      // The feed counts damaged frames when they come again.
    }
    if (this.#isBaseNeeded) this.#feed?.again()
  }

  /**
   * Waits for the rest of the module, which a page that is offline may get once it is back.
   *
   * @param {Engine} engine
   * @returns {Promise<Engine>} The engine that has it.
   */
  async #completed(engine) {
    for (;;) {
      try {
        return await engine.whole
      } catch (error) {
        if (!this.#isOffline) throw error
        await new Promise(done => this.#returning.push(() => done(undefined)))
      }
    }
  }

  /** @param {TesseraProblem} problem */
  #give(problem) {
    this.#feed?.close()
    this.#opened(problem)
    this.#status({type: "closed", reason: problem.code})
  }

  // ---- Changes of the page

  /**
   * @param {string} id
   * @param {number} [version] The version after the change.
   */
  async #settled(id, version) {
    // Its entry takes the change's place; a change that changes nothing has none, and its version is here.
    if (version !== undefined && this.#number) await this.#after(version - 1)
    if (this.pending) this.#withdraw(id)
    this.#status({type: "settled", id})
    this.#end(id, {type: "settled", version})
  }

  /** @param {string} id */
  #withdraw(id) {
    if (!this.#number) return
    if (this.#guarded(() => this.#engine.call("tessera_replica_withdraw", this.#number, id)) == 200) {
      this.#tellListeners(this.#engine.json)
    }
  }

  /** @param {PageEvent[]} events */
  #tellListeners(events) {
    for (const {event, viewport, requestId, data} of events) {
      if (event == "lost") {
        this.#outbox.drop(requestId)
        this.#status({type: "lost", id: requestId})
        this.#end(requestId, {type: "conflict", problem: new TesseraProblem(409, overtaken)})
      } else this.#send(viewport, event, data)
    }
    this.tell()
  }

  /** @param {string} viewport */
  #reset(viewport) {
    this.#send(viewport, "reset", {version: this.version})
  }

  /**
   * @param {string} viewport
   * @param {string} event
   * @param {{version: number}} data
   */
  #send(viewport, event, data) {
    for (const listener of this.#listeners) {
      if (listener.viewport == viewport) listener.onEvent({event, id: `${data.version}`, data})
    }
  }

  /**
   * Waits until there is a version after another one.
   *
   * @param {number} version
   */
  async #after(version) {
    while (this.version <= version) await new Promise(done => this.#waking.push(() => done(undefined)))
  }

  #wake() {
    for (const wake of this.#waking.splice(0)) wake()
  }

  /**
   * @param {string} id
   * @param {Fate} fate
   */
  #end(id, fate) {
    this.#fates.get(id)?.(fate)
    this.#fates.delete(id)
  }

  /** @param {Status} status */
  #status(status) {
    this.#options.onStatus?.(status)
  }
}
