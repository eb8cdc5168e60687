import "../mirror/diffs.js"
import { newID } from "./transport.js"
import { ViewportEvents } from "./ViewportEvents.js"

/**
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 * @typedef {import("./HTTPSession.js").HTTPSession} HTTPSession
 * @typedef {import("./HTTPSession.js").PerformOptions} PerformOptions
 * @typedef {import("./TesseraProblem.js").TesseraProblem} TesseraProblem
 *
 * @typedef {object} Job
 * @property {(options: PerformOptions) => Promise<unknown>} send
 * @property {(outcome: unknown) => void} resolve
 * @property {(problem: unknown) => void} reject
 * @property {string} key
 * @property {boolean} [isReset] Whether the window was read anew for it: the service has not found its viewport.
 * @property {{viewport?: string, include?: "content", ifMatch?: number}} [sent] As it was sent, until it was refused: a repetition
 * with the same key is the same request.
 */

/** The changes of a viewport in their order: those of this client, and the events of those that others make. */
export class OrderedChanges {
  #session
  #shown
  /** @type {Job[]} */
  #jobs = []
  /** @type {ViewportEvents | undefined} */
  #events

  /** @param {HTTPSession} session */
  constructor(session) {
    this.#session = session
    this.#shown = session.shown
  }

  /** The change of this client that is to be made next. */
  get first() {
    return /** @type {Job | undefined} */ (this.#jobs[0])
  }

  /** Whether an event waits. */
  get hasNews() {
    return Boolean(this.#events && !this.#events.isEmpty)
  }

  /** Follows the changes of others, from now on. */
  watch() {
    const session = this.#session
    let wasOpen = false
    this.#events ??= new ViewportEvents(session.collection, session, {
      since: this.#shown.mirror.version,
      onEvent: () => session.request(),
      onState: (state, problem) => {
        session.setOnline(state == "open")
        if (problem?.status) session.report(problem)
        if (state != "open") return
        // The state of the viewport in the service may be older than the missed events.
        if (wasOpen) session.resync()
        wasOpen = true
        session.wake()
      },
    })
  }

  /**
   * @template Outcome
   * @param {(options: PerformOptions) => Promise<Outcome>} send
   * @param {string} [key]
   * @returns {Promise<Outcome>} After the mirror has taken it.
   */
  add(send, key = newID()) {
    return new Promise((resolve, reject) => {
      this.#session.signal.throwIfAborted()
      this.#jobs.push({send, resolve: /** @type {(outcome: unknown) => void} */ (resolve), reject, key})
      this.#session.request()
    })
  }

  /** @param {import("./Session.js").Step} step */
  drag({type, body = {}, isNamed}) {
    const {collection} = this.#session
    return this.add(options => {
      const sent = isNamed ? {...options, ifMatch: undefined} : options
      return type == "cancel" ? collection.cancelMovement(sent) : collection[`${type}Movement`](/** @type {any} */ (body), sent)
    })
  }

  /**
   * Sends a change of this client, and takes its response.
   *
   * @param {Job} job
   */
  async carryOut(job) {
    const session = this.#session, {include, signal, name, mirror: {version}} = session
    const sent = job.sent ??= {include, ...version && {viewport: name, ifMatch: version}}
    const outcome = await job.send({...sent, idempotencyKey: job.key, signal}).catch(problem => {
      if (problem.status == 412) job.sent = undefined
      if (problem.status != 404 || job.isReset) throw problem
      // It may be the viewport that is gone: the request that creates it comes first then.
      job.isReset = true
      session.resync()
      return job
    })
    if (outcome == job) return
    this.#jobs.shift()
    const diff = /** @type {UpdateDiff | undefined} */ (outcome)
    if (!sent.viewport) session.resync()
    else if (diff?.changes) {
      await this.catchUp(diff.fromVersion ?? 0)
      this.#take(diff)
      await this.#shown.deliver()
    }
    job.resolve(outcome)
  }

  /**
   * @param {Job} job
   * @param {TesseraProblem} problem
   */
  refuse(job, problem) {
    const {mirror} = this.#shown, isLost = problem.code == "answer_not_kept"
    this.#jobs.shift()
    // A movement that has ended without the client, or a change whose response is lost.
    if (mirror.held != null || isLost) this.#session.resync()
    mirror.held = undefined
    if (isLost) job.resolve(undefined)
    else job.reject(problem)
  }

  /**
   * Takes the events that wait.
   *
   * @param {number} [last] Those of later versions go on waiting.
   */
  follow(last = Infinity) {
    const session = this.#session
    for (let event; event = this.#events?.next(last);) {
      const {event: name, data} = event
      if (!name || name == "message") this.#take(data)
      else if (name == "closed") session.end(data.reason)
      else if (name != "open" || data.version > this.#shown.mirror.version) session.resync()
    }
  }

  /** @param {UpdateDiff} diff */
  #take(diff) {
    const {mirror} = this.#shown, {fromVersion = 0, version = 0} = diff
    if (version < mirror.version || version == mirror.version && fromVersion < version) return
    this.#shown.withdraw()
    if (fits(diff, mirror)) this.#shown.take(diff)
    else this.#session.resync()
  }

  /**
   * Takes the events up to a version, and waits for those that have not come yet.
   *
   * @param {number} version
   */
  async catchUp(version) {
    const session = this.#session
    for (;;) {
      this.follow(version)
      if (this.#shown.mirror.version >= version || session.needsAll || session.signal.aborted) return
      if (!await this.#events?.arrival(1000 + 2 * session.latency)) session.resync()
    }
  }

  /** @param {unknown} [reason] With which the changes are refused that wait; without it, there are none. */
  close(reason) {
    this.#events?.close()
    for (const job of this.#jobs.splice(0)) job.reject(reason)
  }
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
