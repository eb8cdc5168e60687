import { bodyOf, deltaOf } from "./conversions.js"
import { ShownMirror } from "./ShownMirror.js"
import { backoff, loaded, newID, pause } from "./transport.js"

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Mirror.js").ScrollOutcome} ScrollOutcome
 * @typedef {import("./Collection.js").Collection} Collection
 * @typedef {import("./Session.js").Build} Build
 * @typedef {import("./Session.js").ChangeOptions} ChangeOptions
 * @typedef {import("./Session.js").Listener} Listener
 * @typedef {import("./Session.js").Opening} Opening
 * @typedef {import("./Session.js").Place} Place
 * @typedef {import("./Session.js").Session} Session
 * @typedef {import("./TesseraProblem.js").TesseraProblem} TesseraProblem
 *
 * @typedef {object} PerformOptions Options of a request whose response is handled in order.
 * @property {string} [viewport]
 * @property {"content"} [include]
 * @property {number} [ifMatch] A change that names items by their ids alone may do without.
 * @property {string} idempotencyKey
 * @property {AbortSignal} signal
 */

/** @type {typeof import("../guesses/update.js") | undefined} */
let updating

/**
 * A viewport that a service lays out. Its requests go one after the other; events wait until the response has come.
 *
 * @implements {Session}
 */
export class HTTPSession {
  /** The smoothed time that a response takes, in milliseconds. */
  latency = 50
  /** @type {Place | undefined} The place that the service has accepted last. */
  known
  /** The elements in the window, with the guesses of the page. */
  shown

  #begins
  #listener
  #stop = new AbortController()
  /** @type {import("./OrderedChanges.js").OrderedChanges | undefined} Loaded when the first screen is there, or when it is changed. */
  #order
  /** Whether the whole window is to be read anew. */
  needsAll = true
  /** @type {Promise<unknown> | undefined} The request that is under way for the viewport. */
  #moving
  #isBusy = false
  /** Whether it has ended, or another session goes on. */
  #isOver = false
  /** Whether the service has refused the last place. */
  #isRefused = false
  /** How many changes wait for their module. */
  #waiting = 0
  #mismatches = 0
  /** The code of the problem that was reported last, until a request succeeds. */
  #reported = ""
  /** @type {(() => void) | undefined} */
  #leave
  #hurry = () => {}

  /**
   * @param {Collection} collection
   * @param {Opening} opening
   * @param {Listener} listener
   */
  constructor(collection, {name = `view-${newID()}`, include, mirror, begins, isOnline = true}, listener) {
    this.isOnline = isOnline
    this.collection = collection
    this.name = name
    this.include = include
    this.shown = new ShownMirror(change => this.deliver(change), mirror)
    this.#begins = begins
    this.#listener = listener
  }

  /** The elements in the window. */
  get mirror() {
    return this.shown.mirror
  }

  /** The view needs something: it is requested as soon as no request is open. */
  request() {
    this.#run()
  }

  /** Reads the whole window anew. */
  resync() {
    this.needsAll = true
    this.#run()
  }

  /**
   * Sends a change of this client in its order. It is sent again until there is a response, always with the same
   * key; after a change by another client with the new version.
   *
   * @template Outcome
   * @param {(options: PerformOptions) => Promise<Outcome>} send
   * @param {string} [key]
   * @returns {Promise<Outcome>} After the mirror has taken it. Undefined if the change was made, but its response
   * is lost.
   */
  perform(send, key) {
    return this.#coming(() => this.#ordered(), order => order.add(send, key))
  }

  /**
   * Changes items, and delivers the probable result at once. The response replaces it.
   *
   * @param {Build} build
   * @param {ChangeOptions} [options]
   */
  change(build, options) {
    // Another import would wait for a task of its own, and a frame may come before.
    return this.#coming(async () => updating ??= await loaded(() => import("../guesses/update.js"), this.signal),
      ({update}) => update(this, build, options))
  }

  /** @param {import("./Session.js").Step} step */
  drag(step) {
    return this.#coming(() => this.#ordered(), order => order.drag(step))
  }

  /** @param {import("./Session.js").LayoutKind} layout */
  setLayout(layout) {
    return this.perform(options => this.collection.setLayout(layout, options))
  }

  /** @param {import("./Session.js").InvalidationRequest} context */
  invalidate(context) {
    return this.perform(options => this.collection.invalidate(context, options))
  }

  facts() {
    return this.collection.describe()
  }

  /** Aborted when the session has ended. */
  get signal() {
    return this.#stop.signal
  }

  /**
   * Ends as soon as nothing is under way, so that another session goes on with the viewport.
   *
   * @param {() => void} done Called then, and at once: no change comes in between.
   */
  leave(done) {
    this.#leave = () => {
      this.#isOver = true
      this.#order?.close()
      done()
    }
    this.wake()
  }

  /** Does not wait for another attempt any longer. */
  wake() {
    this.#hurry()
    this.#run()
  }

  /** Whether a request would be sent at once. */
  get isIdle() {
    return !this.#isBusy
  }

  close() {
    if (this.signal.aborted) return
    const {collection, name, mirror: {version}} = this, moving = this.#moving?.catch(() => {})
    this.end("closed")
    // The service may carry out a request that is under way after the deletion, and have the viewport again.
    Promise.resolve(moving).then(outcome => (outcome || version) && collection.deleteViewport(name)).catch(() => {})
  }

  async #run() {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      await this.#begins
      for (let failures = 0; !this.signal.aborted;) {
        this.#order?.follow()
        await this.shown.deliver()
        if (this.#order?.hasNews) continue
        if (this.#leave && !this.#waiting && !this.#order?.first && this.mirror.held == null) {
          if (!this.shown.overlay) return this.#leave()
          // The next session begins with the mirror as the service knows it.
          this.shown.withdraw()
          this.shown.overlay = undefined
          continue
        }
        // A stream that opens meanwhile needs everything, but this request stays as it was.
        const state = this.#listener.place(), needsAll = this.needsAll
        const order = /** @type {import("./OrderedChanges.js").OrderedChanges} */ (this.#order)
        const job = !(state && needsAll) && order?.first
        if (!job && !(state && (needsAll || state.isNeeded))) break
        try {
          if (job) await order.carryOut(job)
          else await this.#move(/** @type {Place} */ (state))
          failures = this.#mismatches = 0
          this.#reported = ""
          this.setOnline(true)
        } catch (error) {
          if (this.signal.aborted) break
          const problem = /** @type {TesseraProblem} */ (error)
          if (problem.status == null) throw error
          if (problem.status == 412) {
            this.#mismatches++
            if (order) await order.catchUp(problem.version ?? Infinity)
            else this.needsAll = true
          } else if (job && !problem.isTransient) order.refuse(job, problem)
          else await this.#recover(problem, failures++, /** @type {Place} */ (state), needsAll)
        }
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** @param {Place} state */
  async #move(state) {
    const isResync = this.needsAll || this.#mismatches > 3
    const {include, mirror: {version}, collection: {tessera, path}} = this
    // Index paths may be others by now, and the anchor gone. The bounds are those of the version that the view shows, unless
    // that is one of a collection that was deleted.
    const sent = isResync ? {...state, measurements: undefined, anchor: undefined, orthogonalOffsets: undefined,
      boundsVersion: this.#isRefused || !version ? undefined : version} : state
    const body = bodyOf(sent, isResync ? undefined : this.known, isResync)
    const began = performance.now()
    const sending = tessera.send("PUT", `${path}/viewports/${this.name}`, {
      query: {include}, body, ifMatch: isResync ? undefined : version, retry: {times: 0},
    })
    this.#moving = sending
    const {body: outcome} = await sending.finally(() => this.#moving = undefined)
    this.signal.throwIfAborted()
    this.latency += (performance.now() - began - this.latency) / 4
    this.#listener.status?.({type: "latency", latency: this.latency})
    this.needsAll &&= !isResync
    this.#isRefused = false
    this.known = sent
    this.shown.take(/** @type {ScrollOutcome} */ (outcome))
    this.#ordered().then(order => this.#isOver || order.watch(), () => {})
    state.accepted?.(/** @type {ScrollOutcome} */ (outcome), sent)
  }

  /**
   * @param {TesseraProblem} problem
   * @param {number} failures
   * @param {Place} sent
   * @param {boolean} wasAll Whether the request had the container.
   */
  async #recover(problem, failures, sent, wasAll) {
    if (problem.status == 404) {
      // Without the container it may be the viewport alone that is gone.
      if (wasAll) this.end(this.mirror.version ? "collection_deleted" : "collection_not_found", problem)
      else this.needsAll = true
      return
    }
    const isRefused = this.#isRefused = !problem.isTransient && problem.status < 500
    // It may have been carried out all the same.
    if (!isRefused) this.needsAll = true
    if (problem.status) this.report(problem)
    else this.setOnline(false)
    if (isRefused) {
      // The view may mend the cause of a refusal at once.
      sent.refused?.(problem)
      if (!failures) return
    }
    const waiting = new AbortController()
    this.#hurry = () => waiting.abort()
    await pause(backoff(problem, failures, 500, 30_000), waiting.signal).catch(() => {})
  }

  async #ordered() {
    if (this.#order) return this.#order
    const {OrderedChanges} = await loaded(() => import("./OrderedChanges.js"), this.signal)
    return this.#order ??= new OrderedChanges(this)
  }

  /**
   * Makes a change as soon as its module is here. Meanwhile no other session goes on with the viewport.
   *
   * @template Module, Outcome
   * @param {() => Promise<Module>} load
   * @param {(module: Module) => Promise<Outcome>} make
   * @returns {Promise<Outcome>}
   */
  async #coming(load, make) {
    /** @type {Module} */
    let module
    this.#waiting++
    try {
      module = await load()
    } finally {
      this.#waiting--
    }
    return make(module)
  }

  // ---- Delivery

  /**
   * @protected
   * @param {Change} change
   */
  deliver(change) {
    this.#listener.delta(deltaOf(change, this.mirror))
  }

  // ---- Status

  /** @param {TesseraProblem} problem */
  report(problem) {
    if (problem.code != this.#reported) this.#listener.status?.({type: "error", problem})
    this.#reported = problem.code
  }

  /** @param {boolean} isOnline */
  setOnline(isOnline) {
    if (this.isOnline == isOnline) return
    this.isOnline = isOnline
    this.#listener.status?.({type: isOnline ? "online" : "offline"})
  }

  /**
   * Ends the session.
   *
   * @param {string} reason
   * @param {TesseraProblem} [problem]
   */
  end(reason, problem) {
    const closed = new DOMException("The viewport was closed", "AbortError")
    this.#isOver = true
    this.#stop.abort(closed)
    this.#order?.close(closed)
    this.#hurry()
    this.#listener.status?.({type: "closed", reason, ...problem && {problem}})
  }
}
