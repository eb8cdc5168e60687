import { Collection } from "../service/Collection.js"
import { TesseraProblem } from "../service/TesseraProblem.js"
import { newID } from "../service/transport.js"
import { Engine } from "./Engine.js"
import { EngineCollection } from "./EngineCollection.js"
import { EngineKeeper } from "./EngineKeeper.js"
import { KnownViewports } from "./KnownViewports.js"
import { Listeners } from "./Listeners.js"
import { Outbox } from "./Outbox.js"
import { PageService } from "./PageService.js"
import { openSharedFeed } from "./SharedFeed.js"

/**
 * @typedef {import("./Engine.js").Parts} Parts
 * @typedef {import("../service/Session.js").Fate} Fate
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("./Listeners.js").Listener} Listener
 * @typedef {import("./Listeners.js").PageEvent} PageEvent
 * @typedef {import("../service/transport.js").Query} Query
 * @typedef {import("../service/transport.js").Reply} Reply
 *
 * @typedef {{type: "offline" | "online" | "reloaded" | "restarted"} | {type: "settled" | "refused" | "lost", id: string,
 *   problem?: TesseraProblem} | {type: "closed", reason: string}} Status The actions of a replica by itself: a change
 *   of the page was ordered, refused, or cannot be made any more; the engine has failed and began anew.
 *
 * @typedef {object} PageReplicaOptions
 * @property {Engine | Parts} [engine] By default the module that comes with the client.
 * @property {(status: Status) => void} [onStatus]
 * @property {() => void} [onHere] Called when `isHere` is another one.
 */

const proposalAdded = 1000
const overtaken = {
  code: "edit_overtaken", title: "Edit overtaken",
  detail: "Another client has changed the collection first, so that this change can no longer be made.",
}

/** A collection of a service that the page lays out itself: the service sends its journal. */
export class PageReplica {
  #tessera
  #path
  #options
  #keeper
  /** The collection in the module. */
  #here
  /** @type {ReturnType<typeof openSharedFeed> | undefined} */
  #feed
  #outbox
  #listeners = new Listeners()
  #viewports
  #isBaseNeeded = false
  /** Whether the collection has gone with an engine that lacked a part. */
  #isReloading = false
  /** @type {[name: import("./Feed.js").FrameName, content: Uint8Array][] | undefined} Frames that wait for the rest of the module. */
  #held
  /** @type {(() => void)[]} */
  #waking = []
  /** @type {(problem?: unknown) => void} */
  #opened = () => {}

  /**
   * @param {Tessera} tessera
   * @param {string} id
   * @param {Engine} engine
   * @param {PageReplicaOptions} options
   */
  constructor(tessera, id, engine, options) {
    this.#tessera = tessera
    this.#path = tessera.collection(id).path
    this.#options = options
    this.#keeper = new EngineKeeper(engine, {
      lost: lacksPart => this.#lose(lacksPart),
      back: lacksPart => this.#goOn(lacksPart),
      gone: problem => this.#give(problem),
    })
    this.#here = new EngineCollection(this.#keeper)
    /** The collection, whose requests the page handles itself as far as it can. */
    this.collection = new Collection(/** @type {Tessera} */ (/** @type {unknown} */ (new PageService(tessera, this.#path, this))), id)
    this.#viewports = new KnownViewports(tessera, `${this.#path}/viewports/`)
    this.#outbox = new Outbox(tessera, {
      version: () => this.version,
      introduce: viewport => this.#viewports.introduce(viewport),
      settled: (proposal, version) => this.#settled(proposal.id, version),
      refused: (proposal, problem) => {
        this.#withdraw(proposal.id)
        this.#status({type: "refused", id: proposal.id, problem})
        this.#outbox.end(proposal.id, {type: "refused", problem})
      },
      caughtUp: version => this.#after(version),
    })
  }

  /**
   * Begins to follow a collection.
   *
   * @param {Collection} collection
   * @param {PageReplicaOptions} [options]
   * @returns {Promise<PageReplica>} Once it is here. It is rejected if the page or the service cannot do it.
   */
  static async open({tessera, id}, options = {}) {
    const {engine} = options
    const replica = new PageReplica(tessera, id, engine instanceof Engine ? engine : await Engine.begin(engine), options)
    await new Promise((resolve, reject) => {
      replica.#opened = problem => problem ? reject(problem) : resolve(undefined)
      replica.#follow()
    })
    return replica
  }

  /** The newest version of the service that is here. */
  get version() {
    return this.#here.version
  }

  /** How many changes of the page the service has not made yet. */
  get pending() {
    return this.#here.pending
  }

  /** Whether the page lays the collection out: not before there is a base, and not while an engine begins anew. */
  get isHere() {
    return this.#here.isHere
  }

  /** The version with the changes of the page that the service has not made yet. */
  get shown() {
    return this.version + this.pending
  }

  /** The engine that lays the collection out. */
  get engine() {
    return this.#keeper.engine
  }

  close() {
    this.#feed?.close()
    this.#outbox.close()
    this.#here.close()
  }

  // ---- The interface of an engine, for a session

  /**
   * Reports the changes of a viewport as they happen here.
   *
   * @param {Listener} listener
   * @returns {{close(): void}}
   */
  listen(listener) {
    return this.#listeners.add(listener, () => this.#keeper.isOffline ? "offline" : "open")
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
    const isViewport = path == "/viewports/", {shown} = this
    if (typeof ifMatch == "number" && ifMatch != shown) {
      const headers = new Headers({etag: `"${shown}"`})
      throw new TesseraProblem(412, {code: "version_mismatch", detail: `The replica is at version ${shown}.`}, headers)
    }
    const status = this.#here.request({method, path, viewport, id, includesContent: include == "content", body})
    if (status >= 400 && status < proposalAdded) throw this.engine.problem
    const response = this.engine.json
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
    return this.#outbox.fate(id)
  }

  /**
   * Opens a viewport of the collection that is here. Events no longer have its changes.
   *
   * @param {string} name
   * @param {"content"} [include]
   */
  viewport(name, include) {
    return this.#here.viewport(name, include)
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
   * Leaves it to another session to say where a viewport is.
   *
   * @param {string} viewport
   */
  forget(viewport) {
    this.#viewports.forget(viewport)
  }

  /**
   * Passes a change of the page on to the service.
   *
   * @param {string} id Of the request.
   * @param {string} viewport
   * @param {{method: string, path: string, body: object}} [request] By default the newest change that the module has made.
   */
  pass(id, viewport, request = this.#here.proposal) {
    const {method, path, body} = request
    const target = this.#path + path + (path == "/viewports/" ? encodeURIComponent(viewport) : "")
    this.#outbox.add({id, method, path: target, viewport, body: {...body, resync: undefined}})
  }

  /**
   * Has the other sessions of the page look for changes.
   *
   * @param {Listener} [except] The listener of the session that has made them.
   */
  tell(except) {
    this.#listeners.news(except)
  }

  /**
   * The attributes of the elements in a rect.
   *
   * @param {Query} query
   * @returns {Reply}
   */
  attributes({rect, viewport = "main"}) {
    const elements = this.#here.elements(`${viewport}`, `${rect}`.split(",").map(Number))
    return {status: 200, body: {...elements, id: this.collection.id}, version: this.version, headers: new Headers()}
  }

  // ---- Frames of the service

  #follow() {
    this.#feed = openSharedFeed(this.#tessera, `${this.#path}/replica`, {
      version: () => this.#isBaseNeeded ? 0 : this.version,
      stored: () => this.#stored(),
      onFrame: (name, content) => this.#take(name, content),
      onState: state => {
        this.#viewports.isOffline = state == "offline"
        this.#keeper.setOffline(state == "offline")
        if (state == "open") {
          this.#outbox.wake()
          this.#viewports.renew()
        }
        this.#status({type: state == "open" ? "online" : "offline"})
        this.#listeners.state(state)
      },
      onEnd: error => {
        const problem = /** @type {TesseraProblem | undefined} */ (error), reason = problem?.code ?? "collection_deleted"
        if (problem && /^engine_/.test(reason)) return this.#give(problem)
        this.#opened(problem ?? new Error("The feed has ended."))
        this.#status({type: "closed", reason})
        this.#listeners.closed(reason)
      },
    })
  }

  /**
   * @param {import("./Feed.js").FrameName} name
   * @param {Uint8Array} content
   */
  #take(name, content) {
    if (this.#keeper.isReplacing) return void this.#held?.push([name, content])
    try {
      this.#takeNow(name, content)
    } catch (problem) {
      if (!this.#keeper.isReplacing || !this.engine.lacksPart) throw problem
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
    const isNew = !this.isHere
    try {
      this.#here.begin(base)
    } catch (error) {
      const {status, detail} = /** @type {TesseraProblem} */ (error)
      if (status == 406) return this.#give(new TesseraProblem(406, {code: "engine_outdated", detail}))
      throw error
    }
    this.#isBaseNeeded = false
    this.#opened()
    if (isNew) this.#options.onHere?.()
    this.#wake()
    // The page's viewports are gone with the replica before: their views send their requests anew.
    this.#listeners.reset(this.version)
    if (!isNew || this.#isReloading) this.#status({type: "reloaded"})
    this.#isReloading = false
  }

  /** @param {Uint8Array} entry */
  #apply(entry) {
    if (!this.isHere || this.#isBaseNeeded) return
    const events = this.#here.apply(entry)
    // An entry that does not follow the version here makes the page request a new base.
    if (!events) return this.#anew()
    this.#keeper.succeed()
    this.#tellListeners(events)
    this.#wake()
  }

  /** A base of the newest version of the service, without the changes of the page. */
  #stored() {
    // The bounds of the main viewport are part of a base: it would have those of this page.
    return this.isHere && !this.#viewports.has("main") ? this.#here.stored() : undefined
  }

  /** Drops the collection and requests a new base. */
  #anew() {
    this.#isBaseNeeded = true
    this.#feed?.again()
  }

  /**
   * The collection has gone with an engine.
   *
   * @param {boolean} lacksPart
   */
  #lose(lacksPart) {
    this.#isReloading = lacksPart && this.isHere
    this.#here.lose()
    this.#isBaseNeeded = true
    this.#options.onHere?.()
  }

  /**
   * Goes on with another engine, which has no collection yet.
   *
   * @param {boolean} lacksPart
   */
  #goOn(lacksPart) {
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
    if (version !== undefined && this.isHere) await this.#after(version - 1)
    if (this.pending) this.#withdraw(id)
    this.#status({type: "settled", id})
    this.#outbox.end(id, {type: "settled", version})
  }

  /** @param {string} id */
  #withdraw(id) {
    const events = this.#here.withdraw(id)
    if (events) this.#tellListeners(events)
  }

  /** @param {PageEvent[]} events */
  #tellListeners(events) {
    for (const {event, viewport, requestId, data} of events) {
      if (event == "lost") {
        this.#outbox.drop(requestId)
        this.#status({type: "lost", id: requestId})
        this.#outbox.end(requestId, {type: "conflict", problem: new TesseraProblem(409, overtaken)})
      } else this.#listeners.send(viewport, event, data)
    }
    this.tell()
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

  /** @param {Status} status */
  #status(status) {
    this.#options.onStatus?.(status)
  }
}
