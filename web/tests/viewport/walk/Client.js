import assert from "node:assert/strict"
import { Tessera } from "../../../client/service/Tessera.js"
import { Rows } from "../../../client/mirror/Rows.js"
import { deltaOf } from "../../../client/service/conversions.js"
import { Viewport } from "../../../client/viewport/Viewport.js"
import { sleep } from "../../support/wait.js"

/** A page without a browser: it shows a viewport, scrolls, and measures rows that are estimates. */
export class Client {
  requests = 0
  resyncs = 0
  resyncsWanted = 0
  offset = {x: 0, y: 0}
  velocity = 0
  isNeeded = true
  /** @type {{id: string, position: string} | undefined} */
  goal
  /** The elements by the changes alone: they must be those of the mirror. */
  shown = new Map()
  /** Those of a view, which has nothing but deltas. */
  rows = new Rows()
  failures = []
  // Those that the service has said it does not take.
  #ignored = new Set()
  #pending = 0
  #lastEvent = Promise.resolve()

  /**
   * @param {string} url
   * @param {{id: string, name: string, layout: object, width: number, height: number, measures: boolean,
   *   overscan: object, include?: "content"}} options
   * @param {ReturnType<typeof import("../../support/random.js").random>} random
   */
  constructor(url, options, random) {
    Object.assign(this, options)
    this.random = random
    this.delay = 8
    const tessera = new Tessera(url, {fetch: this.#fetch, retry: {times: 3, delay: 20}})
    const events = tessera.events.bind(tessera)
    tessera.events = (path, {onEvent, ...rest}) => events(path, {...rest, onEvent: event => {
      // Later than responses or earlier, but in their order.
      this.#pending++
      const delay = this.#later()
      this.#lastEvent = this.#lastEvent.then(() => delay).then(() => {
        this.#pending--
        this.#note(`event ${event.event} ${event.data.fromVersion} > ${event.data.version} `
          + (process.env.RAW ? JSON.stringify(event.data) : ""))
        onEvent(event)
     })
   }})
    this.collection = tessera.collection(options.id)
    this.viewport = new Viewport(this.collection, {
      name: options.name, include: options.include, state: this.#state,
      onChange: change => {
        try {
          this.#take(change)
        } catch (error) {
          this.error ??= error
        }
      },
      onStatus: status => status.type == "error" && this.failures.push(status.problem),
   })
    this.mirror = this.viewport.mirror
 }

  /** Delays requests and responses, and loses some of the latter. */
  #fetch = async (input, init) => {
    this.#pending++
    try {
      await this.#later()
      init.signal?.throwIfAborted()
      const isStream = `${input}`.includes("/events?")
      this.#note(`${init.method ?? "GET"} ${new URL(input).pathname} ${init.body}`)
      const response = await fetch(input, init)
      this.#note(`response ${response.status} ${response.headers.get("etag")}`)
      await this.#later()
      if (!isStream && this.random() < this.losses) {
        await response.arrayBuffer()
        throw new TypeError("The response was lost.")
     }
      return response
   } finally {
      this.#pending--
   }
 }

  losses = 0
  trace = []
  #note(text) {
    this.trace.push(`${Math.round(performance.now())} ${text}`)
    this.trace.splice(0, this.trace.length - 40)
  }

  #later() {
    return this.random() < 0.4 ? Promise.resolve() : sleep(this.random() * this.delay)
 }

  #state = () => {
    const {width, height, overscan, layout, offset, velocity, goal} = this
    const measurements = this.measures ? this.#measurements() : []
    const isNeeded = this.isNeeded || measurements.length > 0
    const top = this.mirror.at({...offset, width, height}).find(({id}) => id)
    return {
      isNeeded, container: {width, height}, bounds: [offset.x, offset.y, width, height], velocity: [0, velocity],
      overscan, layout, measurements, scrollTo: goal, ...measurements.length && top && {anchor: {id: top.id}},
      sentOffset: offset,
      accepted: (outcome, sent) => {
        this.requests++
        if (outcome.resync) this.resyncs++
        if (sent.sentOffset == this.offset) this.isNeeded = false
        if (goal == this.goal) this.goal = undefined
        for (const {id} of outcome.ignored ?? []) this.#ignored.add(id)
     },
      refused: () => this.goal = undefined,
   }
 }

  #measurements() {
    const rows = [...this.mirror.elements.values()].filter(({estimated, id}) => estimated && id)
    return rows.filter(({id}) => !this.#ignored.has(id))
      .map(({id, frame}) => ({id, size: [frame.width, heightOf(id, frame.width)]}))
 }

  #take = change => {
    this.#note(`${change.version} ${change.cause} ${JSON.stringify([change.contentOffset, change.adjustment, change.window])}`
      + change.changes.map(({key, type, presence = "", before, after}) => `\n  ${key} ${type} ${presence} ${brief(before)} > `
        + brief(after)).join(""))
    this.offset = {x: this.offset.x + change.adjustment.x, y: this.offset.y + change.adjustment.y}
    for (const {key, before, after} of change.changes) {
      assert.deepEqual(this.shown.get(key), before, `${this.name}: a change begins elsewhere`)
      assert.equal((after ?? before).key, key)
      if (after) this.shown.set(key, after)
      else this.shown.delete(key)
   }
    assert.deepEqual(this.shown, this.mirror.elements,
      `${this.name}: the changes do not lead to what the mirror has`)
    this.#checkRows(change)
    this.#checkKeys(change)
    assert.equal(change.version, this.mirror.version)
 }

  #checkRows(change) {
    const {rows, mirror} = this
    rows.follow(deltaOf(change, mirror))
    assert.deepEqual(rows.elements, mirror.elements, `${this.name}: the deltas do not lead to what the mirror has`)
    for (const {category, kind, indexPath, id, key} of mirror.elements.values()) {
      assert.equal(rows.element(category, kind, indexPath)?.key, mirror.element(category, kind, indexPath)?.key)
      if (id != null) assert.equal(rows.get(id)?.key, key)
   }
    for (const name of ["version", "contentSize", "bounds", "window", "itemCounts", "pinRanges", "held"]) {
      assert.deepEqual(rows[name], mirror[name], `${this.name}: ${name}`)
   }
 }

  // An item keeps its key for as long as it is in the window.
  #keys = new Map()
  #checkKeys({changes}) {
    // It may have left, and come back, in changes that are shown as one.
    const gone = new Set(changes.filter(({after}) => !after).map(({key}) => key))
    const keys = new Map()
    for (const {id, key} of this.mirror.elements.values()) {
      if (!id) continue
      assert(!this.#keys.has(id) || this.#keys.get(id) == key || gone.has(this.#keys.get(id)), `${this.name}: ${id} has another key`)
      keys.set(id, key)
   }
    this.#keys = keys
 }

  /** The page's own scrolling. */
  scroll(x, y, velocity) {
    Object.assign(this, {offset: {x, y}, velocity, isNeeded: true})
    this.viewport.request()
 }

  change(settings) {
    Object.assign(this, settings, {isNeeded: true})
    this.viewport.request()
 }

  /** Whether nothing is on its way to or from the service. */
  get isQuiet() {
    return this.resyncs >= this.resyncsWanted && !this.#pending && !this.#state().isNeeded
 }
}

const brief = element => element && `${element.category[0]}${element.indexPath} ${element.id ?? ""} ${element.frame.y}`

/** The measured height of a row: it follows from its id and width, as for every page. */
function heightOf(id, width) {
  const number = [...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0) | 0, 7) >>> 0
  return 20 + Math.ceil((number % 900) * 40 / width) * 5
}
