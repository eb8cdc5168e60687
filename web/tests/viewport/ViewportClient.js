import { Tessera } from "../../client/service/Tessera.js"
import { Viewport } from "../../client/viewport/Viewport.js"

/** A collection of 200 rows of 50 points. */
export const rows = id => ({
  id, container: {width: 300, height: 400}, layout: {kind: "list", rowHeight: "automatic"}, bounds: [0, 0, 300, 400],
  sections: [{id: "a", items: Array.from({length: 200}, (_, index) => ({id: `r${index}`, size: [300, 50]}))}],
})

/** The client of one viewport, whose connection to the service can be watched, slowed down and cut. */
export class ViewportClient {
  /** The requests that were sent, except for streams: {method, path, body, version, key}. */
  log = []
  changes = []
  statuses = []
  y = 0
  isNeeded = true
  isHidden = false
  more = {}
  isOffline = false
  /** The responses of the next requests that are lost. */
  lost = 0
  /** A promise that responses wait for. */
  gate = undefined
  open = 0
  most = 0
  /** How often a stream was opened. */
  streams = 0
  /** Called before each request of {method, version}, and awaited. */
  before = async () => {}
  /** Whether an event arrives; one that does not can be sent by `late()`. */
  arrives = () => true

  constructor(service, id, options = {}) {
    this.tessera = new Tessera(service.url, {fetch: this.#fetch, retry: {times: 0}})
    const events = this.tessera.events.bind(this.tessera)
    this.tessera.events = (path, {onEvent, ...rest}) =>
      events(path, {...rest, onEvent: event => {
        if (this.arrives(event)) onEvent(event)
        else this.late = () => onEvent(event)
      }})
    this.collection = this.tessera.collection(id)
    this.viewport = new Viewport(this.collection, {
      state: this.#state, onChange: change => this.changes.push(change), onStatus: status => this.statuses.push(status),
      ...options,
    })
    this.mirror = this.viewport.mirror
    this.viewport.request()
  }

  scroll(y, more = {}) {
    Object.assign(this, {y, more, isNeeded: true})
    this.viewport.request()
  }

  get ids() {
    return this.mirror.ordered().map(({id}) => id)
  }

  /** Whether the mirror has all of a version, and nothing is on its way. */
  isAt(version) {
    return this.mirror.version == version && !this.open && !this.isNeeded
  }

  #state = () => this.isHidden ? undefined : {
    isNeeded: this.isNeeded, container: {width: 300, height: 400}, bounds: [0, this.y, 300, 400], ...this.more,
    sentAt: this.y,
    accepted: (outcome, sent) => {
      if (sent.sentAt == this.y) this.isNeeded = false
      this.outcome = outcome
      this.y += outcome.contentOffsetAdjustment?.y ?? 0
    },
    refused: () => this.more = {},
  }

  #fetch = async (input, init) => {
    const path = `${input}`.replace(/^http:\/\/[^/]*/, "")
    if (this.isOffline) throw new TypeError("offline")
    if (path.includes("/events?")) {
      const response = await fetch(input, init)
      this.streams++
      return response
    }
    const {method = "GET", headers, body} = init
    const sent = body && JSON.parse(body)
    this.log.push({method, path, body: sent, version: sent?.version, key: headers.get("idempotency-key")})
    this.most = Math.max(this.most, ++this.open)
    try {
      await this.before(this.log.at(-1))
      const response = await fetch(input, init)
      await this.gate
      if (this.lost > 0) {
        this.lost--
        throw new TypeError("The response is lost.")
      }
      return response
    } finally {
      this.open--
    }
  }
}
