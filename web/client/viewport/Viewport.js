import { isEqual } from "../mirror/Element.js"
import { Mirror } from "../mirror/Mirror.js"
import { backoff, newID, pause } from "../service/transport.js"

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Mirror.js").ScrollOutcome} ScrollOutcome
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 *
 * @typedef {object} ViewportState The state and the wishes of the view; the members that the API has are as there.
 * @property {boolean} isNeeded Whether there is anything to request.
 * @property {object} container
 * @property {number[]} bounds
 * @property {number[]} [velocity]
 * @property {object} [overscan]
 * @property {object[]} [measurements]
 * @property {string | {id: string}} [anchor]
 * @property {{id?: string, indexPath?: number[], position?: string}} [scrollTo]
 * @property {boolean} [paging]
 * @property {object | null} [layout]
 * @property {(outcome: ScrollOutcome, sent: ViewportState) => void} [accepted] Called with the response, just
 * before the mirror's change. After a resync `sent` has no measurements.
 * @property {(problem: TesseraProblem) => void} [refused] Called if the service does not accept the state.
 *
 * @typedef {{type: "offline" | "online"} | {type: "latency", latency: number}
 *   | {type: "closed", reason: string} | {type: "error", problem: TesseraProblem}} Status
 *
 * @typedef {object} PerformOptions Options of a request whose response is handled in order.
 * @property {string} [viewport]
 * @property {"content"} [include]
 * @property {number} [ifMatch] A change that names items by their ids alone may do without.
 * @property {string} idempotencyKey
 * @property {AbortSignal} signal
 *
 * @typedef {object} ViewportOptions
 * @property {() => ViewportState | undefined} state Asked just before each request.
 * @property {(change: Change) => void} onChange
 * @property {(status: Status) => void} [onStatus]
 * @property {string} [name]
 * @property {"content"} [include]
 * @property {ScrollOutcome} [adopt] The response that the page shows already.
 *
 * @typedef {{event: string, data: unknown}} ViewportEvent
 * @typedef {object} Job
 * @property {(options: PerformOptions) => Promise<unknown>} send
 * @property {(outcome: unknown) => void} resolve
 * @property {(problem: unknown) => void} reject
 * @property {string} key
 */

const members = /** @type {const} */ (
  ["container", "bounds", "velocity", "overscan", "measurements", "anchor", "scrollTo", "paging", "layout"])
// Those that the service compares all elements for.
const costly = ["container", "layout"]
/** @type {typeof import("../mirror/Change.js").merge | undefined} */
let merge

/**
 * One viewport of a collection and the elements of its client. Its requests go one after the other; events wait until
 * the response has come.
 */
export class Viewport {
  mirror = new Mirror()
  /** The smoothed time that a response takes, in milliseconds. */
  latency = 50
  // The guess that the page shows before the service confirms it.
  /** @type {{withdraw(): Change | undefined, renew(): Change | undefined} | undefined} */
  overlay

  #collection
  #options
  #stop = new AbortController()
  /** @type {ViewportState | undefined} The state that the service has accepted last. */
  #known
  /** @type {Job[]} */
  #jobs = []
  /** @type {ViewportEvent[]} */
  #events = []
  /** @type {Change[]} */
  #changes = []
  /** @type {{close(): void} | undefined} */
  #stream
  #isBusy = false
  #isOnline = true
  #isWithdrawn = false
  #needsAll = true
  #mismatches = 0
  #arrived = () => {}
  #hurry = () => {}

  /**
   * @param {Collection} collection
   * @param {ViewportOptions} options
   */
  constructor(collection, options) {
    this.#collection = collection
    this.#options = options
    this.name = options.name ?? `view-${newID()}`
    if (options.adopt) this.mirror.apply(options.adopt)
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
   * @returns {Promise<Outcome>} After the mirror has taken it. Undefined if the change was made, but its response
   * is lost.
   */
  perform(send) {
    return new Promise((resolve, reject) => {
      this.#stop.signal.throwIfAborted()
      const take = /** @type {(outcome: unknown) => void} */ (resolve)
      this.#jobs.push({send, resolve: take, reject, key: newID()})
      this.#run()
    })
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
    if (this.#stop.signal.aborted) return
    this.#end("closed")
    if (this.mirror.version) this.#collection.deleteViewport(this.name).catch(() => {})
  }

  async #run() {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (let failures = 0; !this.#stop.signal.aborted;) {
        this.#followAll()
        await this.#deliver()
        if (this.#events.length) continue
        const state = this.#options.state(), job = this.#jobs[0]
        const isDue = this.#needsAll || state?.isNeeded || this.mirror.isStale
        if (!job && !(state && isDue)) break
        try {
          if (job && !(state && this.#needsAll)) await this.#carryOut(job)
          else await this.#move(/** @type {ViewportState} */ (state))
          failures = 0
          this.#mismatches = 0
          this.#setOnline(true)
        } catch (error) {
          if (this.#stop.signal.aborted) break
          const problem = /** @type {TesseraProblem} */ (error)
          if (problem.status == null) throw error
          if (problem.status == 412) {
            this.#mismatches++
            await this.#catchUp(problem.version ?? Infinity)
          } else if (job && !(state && this.#needsAll) && !problem.isTransient) this.#refuse(job, problem)
          else await this.#recover(problem, failures++, /** @type {ViewportState} */ (state))
        }
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** @param {ViewportState} state */
  async #move(state) {
    const isResync = this.#needsAll || this.#mismatches > 3
    // Index paths may be others by now, and the anchor gone.
    const sent = isResync ? {...state, measurements: undefined, anchor: undefined} : state
    const {version} = this.mirror, {include} = this.#options, {tessera, path} = this.#collection
    const known = isResync ? undefined : this.#known
    const told = members.filter(name => !costly.includes(name) || !isEqual(known?.[name], sent[name]))
    const body = {resync: isResync, ...Object.fromEntries(told.map(name => [name, sent[name]]))}
    const began = performance.now()
    const {body: outcome} = await tessera.send("PUT", `${path}/viewports/${this.name}`, {
      query: {include}, body, ifMatch: isResync ? undefined : version, retry: {times: 0},
      signal: this.#stop.signal,
    })
    this.latency += (performance.now() - began - this.latency) / 4
    this.#options.onStatus?.({type: "latency", latency: this.latency})
    this.#needsAll = false
    this.#known = sent
    this.#withdraw()
    this.#changes.push(this.mirror.apply(/** @type {ScrollOutcome} */ (outcome)))
    this.#watch()
    state.accepted?.(/** @type {ScrollOutcome} */ (outcome), sent)
  }

  /** @param {Job} job */
  async #carryOut(job) {
    const {version} = this.mirror, viewport = version ? this.name : undefined
    const {signal} = this.#stop, {include} = this.#options
    const ifMatch = version || undefined
    const outcome = await job.send({viewport, include, ifMatch, idempotencyKey: job.key, signal})
    this.#jobs.shift()
    const diff = /** @type {UpdateDiff | undefined} */ (outcome)
    if (version && diff?.changes) {
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
   * @param {ViewportState} sent
   */
  async #recover(problem, failures, sent) {
    if (problem.status == 404) {
      // Without the container it may be the viewport alone that is gone.
      if (this.#needsAll) this.#end("collection_deleted")
      else this.#needsAll = true
      return
    }
    const isRefused = !problem.isTransient && problem.status < 500
    // It may have been carried out all the same.
    if (!isRefused) this.#needsAll = true
    if (problem.status) this.#options.onStatus?.({type: "error", problem})
    else this.#setOnline(false)
    // The view may mend the cause of a refusal at once.
    if (isRefused) sent.refused?.(problem)
    if (isRefused && !failures) return
    await this.#wait(backoff(problem, failures, 500, 30_000), wake => this.#hurry = wake)
  }

  // ---- Events

  #watch() {
    if (this.#stream) return
    import("../mirror/Change.js").then(module => merge = module.merge)
    import("../mirror/itemCounts.js").then(({updatedCounts}) => this.mirror.count = updatedCounts)
    const {tessera, path} = this.#collection, {include} = this.#options
    const query = `viewport=${this.name}&own=false${include ? `&include=${include}` : ""}`
    let wasOpen = false
    this.#stream = tessera.events(`${path}/events?${query}`, {
      since: this.mirror.version,
      onEvent: event => {
        this.#events.push(event)
        this.#arrived()
        this.#run()
      },
      onState: state => {
        this.#setOnline(state == "open")
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
    const {fromVersion = 0, version = 0, contentOffset: {from}} = diff
    if (version < this.mirror.version || version == this.mirror.version && fromVersion < version) return
    this.#withdraw()
    const {bounds, contentSize: {width, height}} = this.mirror, size = diff.contentSize.from
    const distance = Math.abs(from.x - bounds.x) + Math.abs(from.y - bounds.y)
      + Math.abs(size.width - width) + Math.abs(size.height - height)
    const fits = fromVersion == this.mirror.version && distance < 1e-3
    if (fits) this.#changes.push(this.mirror.apply(diff))
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
      if (this.mirror.version >= version || this.#needsAll || this.#stop.signal.aborted) return
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
    if (changes.length) this.#options.onChange(merge ? changes.reduce(merge) : changes[0])
  }

  /** @param {boolean} isOnline */
  #setOnline(isOnline) {
    if (this.#isOnline == isOnline) return
    this.#isOnline = isOnline
    this.#options.onStatus?.({type: isOnline ? "online" : "offline"})
  }

  /** @param {string} reason */
  #end(reason) {
    const closed = new DOMException("The viewport was closed", "AbortError")
    this.#stop.abort(closed)
    this.#stream?.close()
    this.#arrived()
    this.#hurry()
    for (const job of this.#jobs.splice(0)) job.reject(closed)
    this.#options.onStatus?.({type: "closed", reason})
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
