import { isEqual } from "../mirror/Element.js"
import { bodyOf, policies } from "../service/conversions.js"
import { operations } from "../service/operations.js"
import { backoff, newID } from "../service/transport.js"
import { recordOf } from "./batchRecords.js"
import { bodyRecord, moveRecord } from "./records.js"
import { ShownElements } from "./ShownElements.js"

/**
 * @typedef {import("../service/Session.js").Build} Build
 * @typedef {import("../service/Session.js").ChangeOptions} ChangeOptions
 * @typedef {import("../service/Session.js").Dragged} Dragged
 * @typedef {import("../service/Session.js").Listener} Listener
 * @typedef {import("../service/Session.js").Made} Made
 * @typedef {import("../service/Session.js").Opening} Opening
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("../service/Session.js").Session} Session
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 * @typedef {import("./EngineViewport.js").EngineViewport} EngineViewport
 * @typedef {import("./DeltaReader.js").Delta} EngineDelta
 *
 * @typedef {object} Request A change of the view.
 * @property {string} method
 * @property {string} path
 * @property {object} body
 *
 * @typedef {object} Job A change of the view that waits.
 * @property {Request} request
 * @property {(id: string) => Uint8Array} record
 * @property {(next: Session) => Promise<any>} again Makes the change through another session.
 * @property {string} [id] The key of a change, whose fate the view learns.
 * @property {(made: any) => void} resolve
 * @property {(problem: unknown) => void} reject
 */

/** How many requests a view may have carried out without a pause. */
const most = 20
/** The members of a place that the engine knows until they are others. */
const lasting = /** @type {const} */ (["container", "layout", "overscan", ...policies])
/** The requests of a movement, and their numbers in the module. */
const steps = /** @type {const} */ ({
  begin: ["POST", "/movement", 7], update: ["PATCH", "/movement", 8], end: ["POST", "/movement/end", 9], cancel: ["DELETE", "/movement", 10],
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
  #shown
  /** @type {EngineViewport | undefined} */
  #viewport
  /** @type {import("./PageReplica.js").Listener} */
  #listening
  #events
  /** @type {Place | undefined} The place that the engine has accepted last. */
  #known
  /** @type {Job[]} */
  #jobs = []
  /** @type {import("../service/Session.js").Facts | undefined} */
  #facts
  #isQueued = false
  #isBusy = false
  #hasLeft = false
  #needsAll = true
  #hasNews = false
  #failures = 0
  /** The code of the problem that was reported last, until a request succeeds. */
  #reported = ""
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry

  /**
   * @param {import("./PageReplica.js").PageReplica} replica
   * @param {Opening} opening
   * @param {Listener} listener
   */
  constructor(replica, {name = `view-${newID()}`, include, mirror, isOnline = true}, listener) {
    this.isOnline = isOnline
    this.name = name
    this.include = include
    this.#replica = replica
    this.#listener = listener
    this.#shown = new ShownElements(mirror)
    this.#listening = {
      viewport: name,
      onEvent: ({event, data}) => {
        if (event == "closed") this.#end(/** @type {{reason: string}} */ (data).reason)
        // The collection in the module is another one.
        else this.resync()
      },
      onState: state => this.#setOnline(state == "open"),
      onNews: () => {
        this.#hasNews = true
        this.request()
      },
    }
    this.#events = replica.listen(this.#listening)
  }

  /** A mirror with the elements that the view shows. */
  get mirror() {
    return this.#shown.mirror
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
   * @returns {Promise<import("../service/Session.js").Shown>}
   */
  async change(build, {id = newID(), ...options} = {}) {
    const body = {anchor: options.anchor, updates: operations(build)}
    const request = {method: "POST", path: "/updates", body}
    return this.#propose(request, id => recordOf(body, id), next => next.change(body.updates, {...options, id}), id)
  }

  /** @param {import("../service/Session.js").Step} step */
  drag(step) {
    const {type, body = {}} = step, [method, path, kind] = steps[type]
    return this.#propose({method, path, body}, id => bodyRecord(kind, body, id), next => next.drag(step))
  }

  /** @param {import("../service/Session.js").LayoutKind} layout */
  setLayout(layout) {
    const body = {layout}
    return this.#propose({method: "PUT", path: "/layout", body}, id => bodyRecord(2, body, id), next => next.setLayout(layout))
  }

  /** @param {import("../service/Session.js").InvalidationRequest} context */
  invalidate(context) {
    const request = {method: "POST", path: "/invalidations", body: context}
    return this.#propose(request, id => bodyRecord(4, context, id), next => next.invalidate(context))
  }

  async facts() {
    return this.#facts ?? this.#replica.collection.describe()
  }

  close() {
    if (this.signal.aborted || this.#hasLeft) return
    this.#end("closed")
    if (this.#shown.version && this.#replica.isHere) {
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
    this.#leaveViewport()
    this.#replica.forget(this.name)
    for (const {again, resolve, reject} of this.#jobs.splice(0)) again(next).then(resolve, reject)
  }

  #leaveViewport() {
    this.#events.close()
    this.#viewport?.close()
    clearTimeout(this.#retry)
  }

  /**
   * @param {Request} request
   * @param {Job["record"]} record
   * @param {Job["again"]} again
   * @param {string} [id]
   * @returns {Promise<any>}
   */
  #propose(request, record, again, id) {
    return new Promise((resolve, reject) => {
      this.signal.throwIfAborted()
      this.#jobs.push({request, record, again, id, resolve, reject})
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
        this.#followOthers()
        this.#needsAll ||= !this.#viewport?.isCurrent
        const place = this.#listener.place(), job = this.#jobs[0]
        if (job && !(place && this.#needsAll)) this.#carryOut(job)
        else if (!place || !this.#needsAll && !place.isNeeded || !this.#move(place)) break
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** The viewport in the module. It begins anew with the collection there. */
  #here() {
    if (this.#viewport?.isCurrent) return this.#viewport
    this.#viewport?.close()
    this.#viewport = undefined
    this.#viewport = this.#replica.viewport(this.name, this.include)
    this.#shown.begin()
    return this.#viewport
  }

  #followOthers() {
    try {
      while (this.#hasNews && this.#viewport?.isCurrent) {
        const delta = this.#viewport.next()
        this.#hasNews = Boolean(delta?.waits)
        if (delta) this.#deliver(delta, false)
      }
    } catch (error) {
      // The next move meets the same problem, if it lasts.
      if (/** @type {TesseraProblem} */ (error).status == null) throw error
      this.#needsAll = true
    }
  }

  /**
   * @param {Place} place
   * @returns {boolean} Whether to go on at once.
   */
  #move(place) {
    /** @type {EngineDelta | undefined} */
    let delta, sent = place, id = "", record, more
    // A viewport that is new there has the bounds that it is given; the module knows where another is by now.
    const boundsVersion = this.#viewport?.isCurrent ? this.#shown.version : undefined
    try {
      const viewport = this.#here(), resync = this.#needsAll
      // Another view of the page may have changed the collection.
      if (resync) sent = {...place, measurements: undefined, anchor: undefined, orthogonalOffsets: undefined}
      more = this.#more(sent, resync ? undefined : this.#known)
      if (more || sent.scrollTo || isAtRest(sent)) record = moveRecord({id: id = newID(), ...this.#targets(sent), body: more})
      delta = viewport.scroll({...sent, resync}, record)
    } catch (problem) {
      return this.#recover(/** @type {TesseraProblem} */ (problem), place)
    }
    if (delta?.isProposal) this.#replica.pass(id, this.name, {method: "PUT", path: "/viewports/", body: bodyOf(sent, this.#known, false)})
    this.#needsAll = false
    this.#failures = 0
    this.#reported = ""
    this.#known = sent
    place.accepted?.(undefined, {...sent, boundsVersion})
    if (delta) this.#deliver(delta, true)
    else this.#listener.delta(this.#shown.stay(sent))
    // The view may have closed it.
    if (!this.signal.aborted) this.#tellService(more)
    // Without a record, it concerns this viewport alone.
    if (record) this.#replica.tell(this.#listening)
    return true
  }

  /**
   * Says where the viewport stands now: a place to scroll to may have moved it.
   *
   * @param {Partial<Place> | undefined} more
   */
  #tellService(more) {
    const {bounds: {x, y, width, height}, strips} = /** @type {import("../service/Session.js").Delta} */ (this.#shown.last)
    const offsets = strips.map(({section, offset}) => ({section, offset}))
    this.#replica.note(this.name, {...more, bounds: [x, y, width, height], orthogonalOffsets: offsets.length ? offsets : undefined})
  }

  /**
   * The members of a place that have no form as numbers, as far as the engine does not know them.
   *
   * @param {Place} place
   * @param {Place | undefined} known
   * @returns {Partial<Place> | undefined}
   */
  #more(place, known) {
    const {measurements, orthogonalOffsets, scrollTo} = place, told = lasting.filter(name => !isEqual(known?.[name], place[name]))
    const shown = orthogonalOffsets && new Map(this.#shown.last?.strips.map(({section, offset}) => [section, offset]))
    const isAcross = orthogonalOffsets?.some(({section, offset}) => shown?.get(section) != offset)
    const isToEdge = scrollTo?.edge !== undefined
    if (!told.length && !measurements?.length && !isAcross && !isToEdge) return undefined
    return {...Object.fromEntries(told.map(name => [name, place[name]])), ...measurements?.length && {measurements},
      ...isAcross && {orthogonalOffsets}, ...isToEdge && {scrollTo}}
  }

  /** @param {Place} place */
  #targets({anchor, scrollTo}) {
    const shown = this.#shown, item = scrollTo?.edge === undefined ? scrollTo : undefined
    return {
      anchor: /** @type {import("./records.js").Anchor | undefined} */ (typeof anchor == "object" ? shown.keyOf(anchor) : anchor),
      goal: item && /** @type {import("./records.js").Goal} */ ({item: shown.keyOf(item), position: item.position}),
    }
  }

  /** @param {Job} job */
  #carryOut({request, record, id: key, resolve, reject}) {
    const id = key ?? newID()
    /** @type {EngineDelta} */
    let delta
    try {
      delta = this.#here().change(record(id))
    } catch (problem) {
      if (this.#hasLeft) return
      this.#jobs.shift()
      // A movement that has ended without the view.
      this.#needsAll ||= this.#shown.last?.held != null
      this.#replica.tell()
      return reject(problem)
    }
    this.#jobs.shift()
    // The service knows nothing of the movement: it gets the batch that the movement ends with.
    if (delta.isProposal) this.#replica.pass(id, this.name, request.path.startsWith("/movement") ? undefined : request)
    const {fromVersion, version, movement} = delta
    if (key) resolve({diff: {fromVersion, version}, fate: this.#replica.fate(key)})
    // A hidden view has no window in a collection that begins anew: it reads its rows when it is shown again.
    if (delta.type == "reset" && !this.#listener.place()) this.#needsAll = true
    else this.#deliver(delta, false)
    const proposedIndexPath = delta.rows.findLast(({isHeld}) => isHeld)?.indexPath
    if (!key) resolve({fromVersion, version, ...movement, proposedIndexPath})
    this.#replica.tell(this.#listening)
  }

  /**
   * @param {EngineDelta} delta
   * @param {boolean} isMove Whether it is the response to a move of the view.
   */
  #deliver(delta, isMove) {
    this.#facts = delta.facts ? {layout: /** @type {import("../../types/api").LayoutKind} */ (delta.facts.layout)} : this.#facts
    this.#listener.delta(this.#shown.take(delta, isMove))
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
    this.#needsAll ||= problem.status == 404
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
    this.#leaveViewport()
    for (const job of this.#jobs.splice(0)) job.reject(closed)
    this.#listener.status?.({type: "closed", reason})
  }
}

/** @param {Place} place */
const isAtRest = ({velocity}) => !velocity?.some(Boolean)
