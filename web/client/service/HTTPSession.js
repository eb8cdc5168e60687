import { isEqual } from "../mirror/Element.js"
import { Mirror } from "../mirror/Mirror.js"
import { operations } from "./operations.js"
import { backoff, loaded, newID, pause } from "./transport.js"

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Mirror.js").ScrollOutcome} ScrollOutcome
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 * @typedef {import("./Collection.js").Collection} Collection
 * @typedef {import("./Session.js").Build} Build
 * @typedef {import("./Session.js").Delta} Delta
 * @typedef {import("./Session.js").ChangeOptions} ChangeOptions
 * @typedef {import("./Session.js").Listener} Listener
 * @typedef {import("./Session.js").Opening} Opening
 * @typedef {import("./Session.js").Place} Place
 * @typedef {import("./Session.js").Row} Row
 * @typedef {import("./Session.js").Session} Session
 * @typedef {import("./TesseraProblem.js").TesseraProblem} TesseraProblem
 *
 * @typedef {object} PerformOptions Options of a request whose response is handled in order.
 * @property {string} [viewport]
 * @property {"content"} [include]
 * @property {number} [ifMatch] A change that names items by their ids alone may do without.
 * @property {string} idempotencyKey
 * @property {AbortSignal} signal
 *
 * @typedef {{event: string, data: unknown}} ViewportEvent
 * @typedef {object} Job
 * @property {(options: PerformOptions) => Promise<unknown>} send
 * @property {(outcome: unknown) => void} resolve
 * @property {(problem: unknown) => void} reject
 * @property {string} key
 * @property {boolean} [isReset] Whether the window was read anew for it: the service has not found its viewport.
 * @property {{viewport?: string, include?: "content", ifMatch?: number}} [sent] As it was sent, until it was refused: a repetition
 * with the same key is the same request.
 */

/** How a view keeps its place, and whose state of outlines it shows. */
export const policies = /** @type {const} */ (["follow", "followDistance", "contentAlignment", "roomBelow", "outline"])
// Sent if they are others than before: for some of them the service compares all elements.
const lasting = /** @type {const} */ (["container", "layout", ...policies])
const members = /** @type {const} */ (
  ["orthogonalOffsets", "bounds", "boundsVersion", "velocity", "overscan", "measurements", "anchor", "scrollTo", "paging",
    ...lasting])
/** @type {typeof import("../mirror/Change.js").merge | undefined} */
let merge
/** @type {typeof import("../guesses/update.js").update | undefined} */
let update

/**
 * A viewport that a service lays out. Its requests go one after the other; events wait until the response has come.
 *
 * @implements {Session}
 */
export class HTTPSession {
  /** The smoothed time that a response takes, in milliseconds. */
  latency = 50
  // The guess that the page shows before the service confirms it.
  /** @type {{withdraw(): Change | undefined, renew(): Change | undefined} | undefined} */
  overlay

  #begins
  #listener
  #stop = new AbortController()
  /** @type {Place | undefined} The place that the service has accepted last. */
  known
  /** @type {Job[]} */
  #jobs = []
  /** @type {ViewportEvent[]} */
  #events = []
  /** @type {Change[]} */
  #changes = []
  /** @type {{close(): void} | undefined} */
  #stream
  /** @type {Promise<unknown> | undefined} The request that is under way for the viewport. */
  #moving
  #isBusy = false
  #isWithdrawn = false
  #needsAll = true
  /** Whether the service has refused the last place. */
  #isRefused = false
  /** How many changes wait for their module. */
  #coming = 0
  #mismatches = 0
  /** The code of the problem that was reported last, until a request succeeds. */
  #reported = ""
  /** @type {(() => void) | undefined} */
  #leave
  #arrived = () => {}
  #hurry = () => {}

  /**
   * @param {Collection} collection
   * @param {Opening} opening
   * @param {Listener} listener
   */
  constructor(collection, {name = `view-${newID()}`, include, mirror = new Mirror(), begins, isOnline = true}, listener) {
    this.isOnline = isOnline
    this.collection = collection
    this.name = name
    this.include = include
    this.mirror = mirror
    this.#begins = begins
    this.#listener = listener
  }

  /** The view needs something: it is requested as soon as no request is open. */
  request() {
    this.#run()
  }

  /** Reads the whole window anew. */
  resync() {
    this.#needsAll = true
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
  perform(send, key = newID()) {
    return new Promise((resolve, reject) => {
      this.signal.throwIfAborted()
      this.#jobs.push({send, resolve: /** @type {(outcome: unknown) => void} */ (resolve), reject, key})
      this.#run()
    })
  }

  /**
   * Changes items, and delivers the probable result at once. The response replaces it.
   *
   * @param {Build} build
   * @param {ChangeOptions} [options]
   */
  async change(build, options) {
    const list = operations(build)
    this.#coming++
    try {
      // Another import would wait for a task of its own, and a frame may come before.
      update ??= (await loaded(() => import("../guesses/update.js"), this.signal)).update
    } finally {
      this.#coming--
    }
    return update(this, list, options)
  }

  /** @param {import("./Session.js").Step} step */
  drag({type, body = {}, isNamed}) {
    const {collection} = this
    return this.perform(options => {
      const sent = isNamed ? {...options, ifMatch: undefined} : options
      return type == "cancel" ? collection.cancelMovement(sent) : collection[`${type}Movement`](/** @type {any} */ (body), sent)
    })
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
      this.#stream?.close()
      done()
    }
    this.#hurry()
    this.#run()
  }

  /** Whether a request would be sent at once. */
  get isIdle() {
    return !this.#isBusy
  }

  /** The overlay shows something else. */
  refresh() {
    if (this.#isWithdrawn) return
    this.#withdraw()
    this.#deliver()
  }

  close() {
    if (this.signal.aborted) return
    const {collection, name, mirror: {version}} = this, moving = this.#moving?.catch(() => {})
    this.#end("closed")
    // The service may carry out a request that is under way after the deletion, and have the viewport again.
    Promise.resolve(moving).then(outcome => (outcome || version) && collection.deleteViewport(name)).catch(() => {})
  }

  async #run() {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      await this.#begins
      for (let failures = 0; !this.signal.aborted;) {
        this.#followAll()
        await this.#deliver()
        if (this.#events.length) continue
        if (this.#leave && !this.#coming && !this.#jobs.length && this.mirror.held == null) {
          if (!this.overlay) return this.#leave()
          // The next session begins with the mirror as the service knows it.
          this.#withdraw()
          this.overlay = undefined
          continue
        }
        // A stream that opens meanwhile needs everything, but this request stays as it was.
        const state = this.#listener.place(), needsAll = this.#needsAll
        const job = !(state && needsAll) && this.#jobs[0]
        if (!job && !(state && (needsAll || state.isNeeded || this.mirror.isStale))) break
        try {
          if (job) await this.#carryOut(job)
          else await this.#move(/** @type {Place} */ (state))
          failures = this.#mismatches = 0
          this.#reported = ""
          this.#setOnline(true)
        } catch (error) {
          if (this.signal.aborted) break
          const problem = /** @type {TesseraProblem} */ (error)
          if (problem.status == null) throw error
          if (problem.status == 412) {
            this.#mismatches++
            await this.#catchUp(problem.version ?? Infinity)
          } else if (job && !problem.isTransient) this.#refuse(job, problem)
          else await this.#recover(problem, failures++, /** @type {Place} */ (state), needsAll)
        }
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** @param {Place} state */
  async #move(state) {
    const isResync = this.#needsAll || this.#mismatches > 3
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
    this.#needsAll &&= !isResync
    this.#isRefused = false
    this.known = sent
    this.#withdraw()
    this.#changes.push(this.mirror.apply(/** @type {ScrollOutcome} */ (outcome)))
    this.#watch()
    state.accepted?.(/** @type {ScrollOutcome} */ (outcome), sent)
  }

  /** @param {Job} job */
  async #carryOut(job) {
    const {include, signal, mirror: {version}} = this
    const sent = job.sent ??= {include, ...version && {viewport: this.name, ifMatch: version}}
    const outcome = await job.send({...sent, idempotencyKey: job.key, signal}).catch(problem => {
      if (problem.status == 412) job.sent = undefined
      if (problem.status != 404 || job.isReset) throw problem
      // It may be the viewport that is gone: the request that creates it comes first then.
      job.isReset = this.#needsAll = true
      return job
    })
    if (outcome == job) return
    this.#jobs.shift()
    const diff = /** @type {UpdateDiff | undefined} */ (outcome)
    if (!sent.viewport) this.#needsAll = true
    else if (diff?.changes) {
      await this.#catchUp(diff.fromVersion ?? 0)
      this.#follow(diff)
      await this.#deliver()
    }
    job.resolve(outcome)
  }

  /**
   * @param {Job} job
   * @param {TesseraProblem} problem
   */
  #refuse(job, problem) {
    this.#jobs.shift()
    // A movement that has ended without the client, or a change whose response is lost.
    this.#needsAll ||= this.mirror.held != null || problem.code == "answer_not_kept"
    this.mirror.held = undefined
    if (problem.code == "answer_not_kept") job.resolve(undefined)
    else job.reject(problem)
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
      if (wasAll) this.#end(this.mirror.version ? "collection_deleted" : "collection_not_found", problem)
      else this.#needsAll = true
      return
    }
    const isRefused = this.#isRefused = !problem.isTransient && problem.status < 500
    // It may have been carried out all the same.
    if (!isRefused) this.#needsAll = true
    if (problem.status) this.#report(problem)
    else this.#setOnline(false)
    if (isRefused) {
      // The view may mend the cause of a refusal at once.
      sent.refused?.(problem)
      if (!failures) return
    }
    await this.#wait(backoff(problem, failures, 500, 30_000), wake => this.#hurry = wake)
  }

  // ---- Events

  #watch() {
    if (this.#stream) return
    import("../mirror/Change.js").then(module => ({merge, addFlights: this.mirror.fly} = module))
    import("../mirror/itemCounts.js").then(({count}) => this.mirror.count = count)
    const {include, collection: {tessera, path}} = this
    const query = `viewport=${this.name}&own=false${include ? `&include=${include}` : ""}`
    let wasOpen = false
    this.#stream = tessera.events(`${path}/events?${query}`, {
      since: this.mirror.version,
      onEvent: event => {
        this.#events.push(event)
        this.#arrived()
        this.#run()
      },
      onState: (state, problem) => {
        this.#setOnline(state == "open")
        if (problem?.status) this.#report(problem)
        if (state != "open") return
        // The state of the viewport in the service may be older than the missed events.
        this.#needsAll ||= wasOpen
        wasOpen = true
        this.#hurry()
        this.#run()
      },
    })
  }

  #followAll(last = Infinity) {
    for (let event; event = this.#events[0];) {
      const {event: name} = event
      const data = /** @type {UpdateDiff & {version: number, reason: string}} */ (event.data)
      if (data.version > last) return
      this.#events.shift()
      if (!name || name == "message") this.#follow(data)
      else if (name == "closed") this.#end(data.reason)
      else if (name != "open" || data.version > this.mirror.version) this.#needsAll = true
    }
  }

  /** @param {UpdateDiff} diff */
  #follow(diff) {
    const {fromVersion = 0, version = 0} = diff
    if (version < this.mirror.version || version == this.mirror.version && fromVersion < version) return
    this.#withdraw()
    if (fits(diff, this.mirror)) this.#changes.push(this.mirror.apply(diff))
    else this.#needsAll = true
  }

  /**
   * Applies the events up to a version that others have made, and waits for those that have not come yet.
   *
   * @param {number} version
   */
  async #catchUp(version) {
    for (;;) {
      this.#followAll(version)
      if (this.mirror.version >= version || this.#needsAll || this.signal.aborted) return
      const isNews = await this.#wait(1000 + 2 * this.latency, wake => this.#arrived = wake)
      if (!isNews) this.#needsAll = true
    }
  }

  // ---- Delivery

  #withdraw() {
    const change = this.#isWithdrawn ? undefined : this.overlay?.withdraw()
    this.#isWithdrawn = true
    if (change) this.#changes.push(change)
  }

  async #deliver() {
    const renewed = this.#isWithdrawn ? this.overlay?.renew() : undefined
    if (renewed) this.#changes.push(renewed)
    this.#isWithdrawn = false
    // Not needed for a first screen.
    if (this.#changes.length > 1) merge ??= (await import("../mirror/Change.js")).merge
    const changes = this.#changes.splice(0)
    if (changes.length) this.deliver(merge ? changes.reduce(merge) : changes[0])
  }

  /**
   * @protected
   * @param {Change} change
   */
  deliver(change) {
    this.#listener.delta(deltaOf(change, this.mirror))
  }

  /** @param {TesseraProblem} problem */
  #report(problem) {
    if (problem.code != this.#reported) this.#listener.status?.({type: "error", problem})
    this.#reported = problem.code
  }

  /** @param {boolean} isOnline */
  #setOnline(isOnline) {
    if (this.isOnline == isOnline) return
    this.isOnline = isOnline
    this.#listener.status?.({type: isOnline ? "online" : "offline"})
  }

  /**
   * @param {string} reason
   * @param {TesseraProblem} [problem]
   */
  #end(reason, problem) {
    const closed = new DOMException("The viewport was closed", "AbortError")
    this.#stop.abort(closed)
    this.#stream?.close()
    this.#arrived()
    this.#hurry()
    for (const job of this.#jobs.splice(0)) job.reject(closed)
    this.#listener.status?.({type: "closed", reason, ...problem && {problem}})
  }

  /**
   * @param {number} time
   * @param {(wake: () => void) => void} take
   * @returns {Promise<boolean>} Whether it was woken.
   */
  #wait(time, take) {
    const waking = new AbortController()
    take(() => waking.abort())
    return pause(time, waking.signal).then(() => false, () => true)
  }
}

/**
 * The body of the request for a place.
 *
 * @param {Place} place
 * @param {Place | undefined} known The place that was accepted last.
 * @param {boolean} resync
 */
export function bodyOf(place, known, resync) {
  const told = members.filter(name => !lasting.some(each => each == name) || !isEqual(known?.[name], place[name]))
  return {resync, ...Object.fromEntries(told.map(name => [name, place[name]]))}
}

/**
 * Whether a diff begins at the state of a mirror.
 *
 * @param {UpdateDiff} diff
 * @param {Mirror} mirror
 */
function fits({fromVersion, contentOffset: {from}, contentSize: {from: {width, height}}}, {version, bounds, contentSize}) {
  const distance = Math.abs(from.x - bounds.x) + Math.abs(from.y - bounds.y)
    + Math.abs(width - contentSize.width) + Math.abs(height - contentSize.height)
  return (fromVersion ?? 0) == version && distance < 1e-3
}

/**
 * @param {Change} change
 * @param {Mirror} mirror The mirror after it.
 * @returns {Delta}
 */
export function deltaOf({changes, outcome, isReset, contentOffset, ...change}, mirror) {
  const {bounds, scrollRange, itemCounts, itemsBehind, orthogonalSections, isStale, held} = mirror
  return {
    ...change, bounds, scrollRange, held, itemCounts, itemsBehind, strips: isStale ? undefined : orthogonalSections, from: contentOffset.from,
    type: isReset ? "reset" : outcome ? "scroll" : "change",
    gone: changes.filter(({after}) => !after), rows: /** @type {Row[]} */ (changes.filter(({after}) => after)),
    snap: outcome?.targetContentOffset, prefetch: outcome?.prefetch, cancel: outcome?.cancelPrefetch,
    ignored: outcome?.ignored,
  }
}
