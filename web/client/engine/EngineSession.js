import { updatedCounts } from "../mirror/itemCounts.js"
import { Mirror } from "../mirror/Mirror.js"
import { bodyOf, deltaOf, fits } from "../service/HTTPSession.js"
import { operations } from "../service/operations.js"
import { backoff, newID } from "../service/transport.js"

/**
 * @typedef {import("../mirror/Mirror.js").ScrollOutcome} ScrollOutcome
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 * @typedef {import("../service/Session.js").Build} Build
 * @typedef {import("../service/Session.js").CollectionDiff} CollectionDiff
 * @typedef {import("../service/Session.js").ChangeOptions} ChangeOptions
 * @typedef {import("../service/Session.js").Shown} Shown
 * @typedef {import("../service/Session.js").Listener} Listener
 * @typedef {import("../service/Session.js").Opening} Opening
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("../service/Session.js").Session} Session
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 *
 * @typedef {object} Job A change of the view.
 * @property {string} method
 * @property {string} path
 * @property {object} body
 * @property {(next: Session) => Promise<any>} again Makes the change through another session.
 * @property {string} [id] The key of a change, whose fate the view learns.
 * @property {import("../service/Session.js").Facts} [facts] Those after the change, if it changes them.
 * @property {(outcome: any) => void} resolve
 * @property {(problem: unknown) => void} reject
 */

/** How many requests a view may have carried out without a pause. */
const most = 20
/** The requests of a movement. */
const steps = /** @type {const} */ ({
  begin: ["POST", "/movement"], update: ["PATCH", "/movement"], end: ["POST", "/movement/end"], cancel: ["DELETE", "/movement"],
})

/**
 * A viewport that the engine in the page lays out. It delivers before the next frame, and shows changes of the view before the
 * service has ordered them.
 *
 * @implements {Session}
 */
export class EngineSession {
  latency = 0
  answersOffline = true
  #replica
  #listener
  #ending = new AbortController()
  #events
  /** @type {Place | undefined} The place that the engine has accepted last. */
  #known
  /** @type {Job[]} */
  #jobs = []
  /** @type {import("../service/Session.js").Facts | undefined} Those of a change that the service may not have ordered yet. */
  #facts
  #isQueued = false
  #isBusy = false
  #hasLeft = false
  #needsAll = true
  #failures = 0
  /** The code of the problem that was reported last, until a request succeeds. */
  #reported = ""
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry

  /**
   * @param {import("./Replica.js").Replica} replica
   * @param {Opening} opening
   * @param {Listener} listener
   */
  constructor(replica, {name = `view-${newID()}`, include, mirror = new Mirror(), isOnline = true}, listener) {
    this.isOnline = isOnline
    this.name = name
    this.include = include
    this.mirror = mirror
    this.#replica = replica
    this.#listener = listener
    mirror.count = updatedCounts
    this.#events = replica.listen({
      viewport: name,
      onEvent: ({event, data}) => {
        this.#facts = undefined
        if (event == "message") this.#follow(/** @type {UpdateDiff} */ (data))
        else if (event == "closed") this.#end(/** @type {{reason: string}} */ (data).reason)
        else this.#needsAll = true
        this.request()
      },
      onState: state => this.#setOnline(state == "open"),
    })
  }

  /** Aborted when the session has ended. */
  get signal() {
    return this.#ending.signal
  }

  get isIdle() {
    return !this.#isQueued && !this.#isBusy
  }

  request() {
    // The view may be drawing.
    if (!this.#isQueued) queueMicrotask(() => this.#run())
    this.#isQueued = true
  }

  resync() {
    this.#needsAll = true
    this.request()
  }

  /**
   * @param {Build} build
   * @param {ChangeOptions} options
   * @returns {Promise<Shown>}
   */
  async change(build, {id = newID(), ...options} = {}) {
    const {anchor, scope, runs} = options, updates = operations(build), body = {anchor, scope, runs, updates}
    return this.#propose("POST", "/updates", body, next => next.change(updates, {...options, id}), undefined, id)
  }

  /** @param {import("../service/Session.js").Step} step */
  drag(step) {
    const {type, body = {}} = step, [method, path] = steps[type]
    return this.#propose(method, path, body, next => next.drag(step))
  }

  /** @param {import("../service/Session.js").LayoutKind} layout */
  setLayout(layout) {
    return this.#propose("PUT", "/layout", {layout}, next => next.setLayout(layout), {layout})
  }

  /** @param {import("../service/Session.js").InvalidationRequest} context */
  invalidate(context) {
    return this.#propose("POST", "/invalidations", context, next => next.invalidate(context))
  }

  async facts() {
    return this.#facts ?? this.#replica.collection.describe()
  }

  close() {
    if (this.signal.aborted || this.#hasLeft) return
    this.#end("closed")
    if (this.mirror.version && this.#replica.isHere) {
      try {
        this.#replica.respond("DELETE", "/viewports/", this.name)
      } catch {
        // The viewport is gone with the engine.
      }
    }
  }

  /**
   * Ends, so that another session goes on with the viewport.
   *
   * @param {Session} next
   */
  leave(next) {
    this.#hasLeft = true
    this.#events.close()
    clearTimeout(this.#retry)
    for (const {again, resolve, reject} of this.#jobs.splice(0)) again(next).then(resolve, reject)
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} body
   * @param {Job["again"]} again
   * @param {Job["facts"]} [facts]
   * @param {string} [id]
   * @returns {Promise<any>}
   */
  #propose(method, path, body, again, facts, id) {
    return new Promise((resolve, reject) => {
      this.signal.throwIfAborted()
      this.#jobs.push({method, path, body, again, facts, id, resolve, reject})
      this.request()
    })
  }

  #run() {
    this.#isQueued = false
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (let moves = 0; !this.signal.aborted && !this.#hasLeft; moves++) {
        // A view that is never content must not stop the page.
        if (moves == most) return this.#rest(16)
        const place = this.#listener.place(), job = this.#jobs[0]
        const isDue = this.#needsAll || place?.isNeeded || this.mirror.isStale
        if (job && !(place && this.#needsAll)) this.#carryOut(job)
        else if (!place || !isDue || !this.#move(place)) break
      }
    } finally {
      this.#isBusy = false
    }
  }

  /**
   * @param {Place} place
   * @returns {boolean} Whether to go on at once.
   */
  #move(place) {
    const {mirror} = this
    // Another view of the page may have changed the collection.
    const isResync = this.#needsAll || mirror.version != this.#replica.shown
    const sent = isResync ? {...place, measurements: undefined, anchor: undefined, orthogonalOffsets: undefined}
      : place
    const body = bodyOf(sent, isResync ? undefined : this.#known, isResync)
    /** @type {ScrollOutcome} */
    let outcome
    try {
      outcome = this.#respond("PUT", "/viewports/", body)
    } catch (error) {
      return this.#recover(/** @type {TesseraProblem} */ (error), place)
    }
    this.#needsAll = false
    this.#failures = 0
    this.#reported = ""
    this.#known = sent
    const change = mirror.apply(outcome)
    place.accepted?.(outcome, sent)
    this.#listener.delta(deltaOf(change, mirror))
    return true
  }

  /** @param {Job} job */
  #carryOut({method, path, body, facts, id, resolve, reject}) {
    const {mirror} = this
    /** @type {CollectionDiff} */
    let diff
    try {
      diff = this.#respond(method, path, body, id)
    } catch (problem) {
      if (this.#hasLeft) return
      this.#jobs.shift()
      // A movement that has ended without the view.
      this.#needsAll ||= mirror.held != null
      mirror.held = undefined
      return reject(problem)
    }
    this.#jobs.shift()
    this.#facts = facts ?? this.#facts
    resolve(id ? {diff, fate: this.#replica.fate(id)} : diff)
    if (mirror.version && diff?.changes) this.#follow(/** @type {UpdateDiff} */ (/** @type {unknown} */ (diff)))
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} body
   * @param {string} [id]
   * @returns {any}
   */
  #respond(method, path, body, id) {
    return this.#replica.respond(method, path, this.name, {body, id, include: this.include}).body
  }

  /**
   * @param {TesseraProblem} problem
   * @param {Place} place
   * @returns {boolean} Whether to go on at once.
   */
  #recover(problem, place) {
    if (problem.status == null) throw problem
    // The service goes on while the engine begins anew.
    if (this.#hasLeft) return false
    if (problem.code != this.#reported) this.#listener.status?.({type: "error", problem})
    this.#reported = problem.code
    // The view may mend the cause of a refusal at once.
    place.refused?.(problem)
    if (!this.#failures++) return true
    this.#rest(backoff(problem, this.#failures, 500, 30_000))
    return false
  }

  /** @param {number} time In milliseconds. */
  #rest(time) {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.request(), time)
  }

  /** @param {UpdateDiff} diff */
  #follow(diff) {
    const {mirror} = this, {fromVersion = 0, version = 0} = diff
    if (version < mirror.version || version == mirror.version && fromVersion < version) return
    if (fits(diff, mirror)) this.#listener.delta(deltaOf(mirror.apply(diff), mirror))
    else this.#needsAll = true
  }

  /** @param {boolean} isOnline */
  #setOnline(isOnline) {
    if (this.isOnline == isOnline) return
    this.isOnline = isOnline
    this.#listener.status?.({type: isOnline ? "online" : "offline"})
  }

  /** @param {string} reason */
  #end(reason) {
    const closed = new DOMException("The viewport was closed", "AbortError")
    this.#ending.abort(closed)
    this.#events.close()
    clearTimeout(this.#retry)
    for (const job of this.#jobs.splice(0)) job.reject(closed)
    this.#listener.status?.({type: "closed", reason})
  }
}
