import { Leadership } from "../connection/Leadership.js"
import { openFeed } from "./Feed.js"
import { TabGroup } from "./TabGroup.js"

/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("./Feed.js").FeedOptions} FeedOptions
 * @typedef {import("./TabGroup.js").Message} Message
 * @typedef {import("./TabGroup.js").MessageType} MessageType
 */

/** How long the leader may take for a base, in milliseconds. */
const baseTime = 15_000
/** How many entries are held while a base is awaited. */
const mostEntries = 1000

/**
 * As `openFeed`, for one of the tabs that show a collection with the same credentials.
 *
 * One of them leads: it has the feed, and sends the others its frames. The others wait for its lock, and go on with a
 * feed at their version when it closes. A leader that does not respond loses the lock. Where tabs cannot share a feed,
 * each has one of its own.
 *
 * @param {Tessera} tessera
 * @param {string} path
 * @param {FeedOptions & {stored: () => Uint8Array | undefined}} options `stored` returns a base of the version that is
 * here, if there can be one.
 * @returns {{close(): void, again(): void}} `again` requests a base, if the version is 0 by then.
 */
export function openSharedFeed(tessera, path, options) {
  if (!tessera.isShared || !globalThis.BroadcastChannel || !globalThis.crypto?.subtle) return openFeed(tessera, path, options)
  const feed = new SharedFeed(tessera, path, options)
  return {close: () => feed.close(), again: () => feed.again()}
}

class SharedFeed {
  #tessera
  #path
  #options
  /** @type {TabGroup | undefined} Undefined once this tab shares no feed. */
  #group
  #closing = new AbortController()
  /** @type {Leadership | undefined} */
  #leadership
  /** @type {ReturnType<typeof openFeed> | undefined} The feed of a tab that leads, or shares none. */
  #own
  #leader = ""
  /** Names the base that the state here began with. */
  #base = ""
  /** That of the collection whose state is here. */
  #incarnation = ""
  /** Whether the service has begun with another base since. */
  #isOutdated = false
  /** The base that is awaited. */
  #requested = ""
  /** @type {Message[]} Those that have come meanwhile. */
  #entries = []
  /** @type {"open" | "offline"} */
  #state = "open"
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline

  /**
   * @param {Tessera} tessera
   * @param {string} path
   * @param {Parameters<typeof openSharedFeed>[2]} options
   */
  constructor(tessera, path, options) {
    this.#tessera = tessera
    this.#path = path
    this.#options = options
    this.#start()
  }

  close() {
    this.#closing.abort()
    this.#part()
  }

  again() {
    if (this.#own) return this.#own.again()
    this.#requested = ""
    if (this.#isFollowing) this.#leadership?.ask()
  }

  // ---- The group

  async #start() {
    const {signal} = this.#closing
    const group = await TabGroup.join(this.#tessera, this.#path, message => this.#receive(message)).catch(() => undefined)
    if (signal.aborted) return group?.close()
    if (!group) return this.#openAlone()
    this.#group = group
    this.#leadership = new Leadership(group.name, 1, {
      lead: () => this.#lead(),
      leave: () => this.#leave(),
      resume: () => this.#leadership?.join(),
      alone: () => this.#openAlone(),
      ask: () => this.#send("ask"),
    })
    this.#leadership.join()
  }

  #leave() {
    clearTimeout(this.#deadline)
    this.#requested = ""
    if (this.#own) this.#incarnation = this.#own.incarnation
    this.#own?.close()
    this.#own = undefined
  }

  /** Leaves the group for good. */
  #part() {
    this.#leave()
    this.#leadership?.close()
    this.#group?.close()
    this.#group = undefined
  }

  #openAlone() {
    this.#part()
    if (!this.#closing.signal.aborted) this.#open()
  }

  get #isFollowing() {
    return !!this.#leadership?.isFollowing
  }

  /**
   * @param {MessageType} type
   * @param {Partial<Message>} [more]
   */
  #send(type, more) {
    const version = this.#version
    this.#group?.send({type, base: version ? this.#base : "", version, state: this.#state, ...more})
  }

  /** The version from which on entries are needed; 0 if a base is. */
  get #version() {
    try {
      return this.#isOutdated ? 0 : this.#options.version()
    } catch {
      // The engine has failed. The replica requests a base once there is another.
      return 0
    }
  }

  /** @param {Message} message */
  #receive(message) {
    const {type, from} = message
    if (this.#leadership?.isLeading) {
      if (type == "ask") this.#send("state", {to: from})
      else if (type == "request") this.#sendBase(from)
    } else if (this.#isFollowing && type != "ask" && type != "request") this.#follow(message)
  }

  // ---- The leader

  #lead() {
    clearTimeout(this.#deadline)
    this.#requested = ""
    this.#open()
    this.#send("lead")
  }

  #open() {
    const {onFrame, onEnd} = this.#options
    this.#own = openFeed(this.#tessera, this.#path, {
      ...this.#options,
      version: () => this.#version,
      incarnation: this.#incarnation,
      onFrame: (name, content) => {
        this.#setState("open")
        onFrame(name, content)
        if (name == "base") this.#has(crypto.randomUUID())
        // A message has the whole buffer that bytes are in.
        if (name == "entry") this.#send("entry", {content: content.slice()})
        else if (name == "base" || name == "heartbeat") this.#send("state")
      },
      onState: state => {
        this.#setState(state)
        this.#send("state")
      },
      onEnd: problem => {
        // A tab that the service refuses something does not speak for the others.
        if (!problem) this.#send("closed")
        onEnd(problem)
        this.close()
      },
    })
  }

  /** @param {string} to */
  #sendBase(to) {
    if (!this.#version) return
    /** @type {Uint8Array | undefined} */
    let content
    try {
      content = this.#options.stored()
    } catch {
      // The other tab sends a request to the service.
    }
    this.#send("base", {to, content, incarnation: this.#own?.incarnation})
  }

  // ---- The others

  /** @param {Message} message */
  #follow(message) {
    const {type, from, to, base, version, state} = message
    // The leader is the one that responds.
    if (type == "lead") return this.#leadership?.ask()
    if (to && from != this.#leader) {
      this.#leader = from
      this.#requested = ""
    }
    if (from == this.#leader) this.#leadership?.heard()
    if (type == "entry") return this.#take(message)
    if (from != this.#leader) return
    if (type == "base") return this.#begin(message)
    if (type == "closed") {
      if (base != this.#base) return
      this.#options.onEnd(undefined)
      return this.close()
    }
    this.#setState(state)
    // All entries before have come by now: others are lost.
    if (base != this.#base || version > this.#version) this.#request(base)
  }

  /**
   * Takes an entry of any tab that began with the same base: the service has sent it. One that does not follow from the
   * version here makes the replica request a base.
   *
   * @param {Message} message
   */
  #take(message) {
    const {from, base, content} = message
    if (!(content instanceof Uint8Array)) return
    if (this.#requested) {
      if (base == this.#requested && this.#entries.length < mostEntries) this.#entries.push(message)
    } else if (base != this.#base || !this.#version) {
      if (from == this.#leader) this.#request(base)
    } else {
      try {
        this.#options.onFrame("entry", content)
      } catch (error) {
        // A new engine requests a base.
        if (/** @type {{code?: string}} */ (error).code != "engine_failed") throw error
      }
    }
  }

  /** @param {string} base */
  #request(base) {
    if (!base || this.#requested == base) return
    this.#requested = base
    this.#isOutdated = base != this.#base
    this.#entries = []
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => this.#openAlone(), baseTime)
    this.#send("request")
  }

  /** @param {Message} message */
  #begin({base, content, incarnation = ""}) {
    if (base != this.#requested) return
    clearTimeout(this.#deadline)
    this.#requested = ""
    try {
      if (!(content instanceof Uint8Array)) throw new Error("The leader has no base.")
      this.#options.onFrame("base", content)
    } catch {
      return this.#openAlone()
    }
    this.#has(base)
    this.#incarnation = incarnation
    for (const entry of this.#entries.splice(0)) if (this.#isFollowing) this.#take(entry)
  }

  /** @param {string} base */
  #has(base) {
    this.#base = base
    this.#isOutdated = false
  }

  /** @param {"open" | "offline"} state */
  #setState(state) {
    if (state == this.#state) return
    this.#state = state
    this.#options.onState(state)
  }
}
