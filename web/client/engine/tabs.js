import { takeLock } from "../events/locks.js"
import { pause } from "../service/transport.js"
import { openFeed } from "./Feed.js"
import { TabGroup } from "./TabGroup.js"

/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("./Feed.js").FeedOptions} FeedOptions
 * @typedef {import("./TabGroup.js").Message} Message
 * @typedef {import("./TabGroup.js").MessageType} MessageType
 */

/** How long the leader may take for a response, in milliseconds. */
const patience = 5_000
/** After how many milliseconds without a message a tab checks whether the leader is still there. */
const interval = 10_000
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
  #standing = new AbortController()
  /** @type {ReturnType<typeof openFeed> | undefined} The feed of a tab that leads, or shares none. */
  #own
  /** @type {(() => void) | undefined} Gives the lock of the leader back. */
  #free
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
  /** How often the leader was heard. */
  #heardCount = 0
  /** How often this tab was not the one to replace a leader that does not respond. */
  #turnsMissed = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
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
    this.#leave()
    this.#group?.close()
    this.#group = undefined
  }

  again() {
    if (this.#own) return this.#own.again()
    this.#requested = ""
    if (this.#isFollowing) this.#ask()
  }

  // ---- The group

  async #start() {
    const {signal} = this.#closing
    const group = await TabGroup.join(this.#tessera, this.#path, message => this.#receive(message)).catch(() => undefined)
    if (signal.aborted) return group?.close()
    if (!group) return this.#openAlone()
    this.#group = group
    // A tab that wakes may have missed something, or its leader be gone.
    for (const type of ["online", "pageshow", "visibilitychange"]) {
      globalThis.addEventListener?.(type, () => this.#isFollowing && this.#ask(), {signal})
    }
    // A page that the browser stops, or puts into its cache, leads no other.
    for (const [target, stop, resume] of /** @type {const} */ ([
      [globalThis, "pagehide", "pageshow"], [document, "freeze", "resume"],
    ])) {
      target.addEventListener?.(stop, () => this.#group && this.#leave(), {signal})
      target.addEventListener?.(resume, () => this.#standing.signal.aborted && this.#join(), {signal})
    }
    this.#join()
  }

  #join() {
    const group = this.#group
    if (!group) return
    const {signal} = this.#standing = new AbortController()
    takeLock(group.name, {signal}, () => this.#lose()).then(
      free => signal.aborted ? free?.() : this.#lead(free), () => signal.aborted || this.#openAlone())
    this.#ask()
  }

  #leave() {
    this.#standing.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#deadline)
    this.#requested = ""
    if (this.#own) this.#incarnation = this.#own.incarnation
    this.#own?.close()
    this.#own = undefined
    this.#free?.()
    this.#free = undefined
  }

  #openAlone() {
    this.#leave()
    this.#group?.close()
    this.#group = undefined
    if (!this.#closing.signal.aborted) this.#open()
  }

  get #isFollowing() {
    return !this.#own && !!this.#group && !this.#standing.signal.aborted
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
    if (this.#free) {
      if (type == "ask") this.#send("state", {to: from})
      else if (type == "request") this.#sendBase(from)
    } else if (this.#isFollowing && type != "ask" && type != "request") this.#follow(message)
  }

  // ---- The leader

  /** @param {() => void} [free] */
  #lead(free) {
    clearTimeout(this.#timer)
    clearTimeout(this.#deadline)
    this.#requested = ""
    this.#free = free
    this.#open()
    this.#send("lead")
  }

  /** The lock was stolen: this tab has not responded for a while. */
  #lose() {
    if (!this.#free) return
    this.#leave()
    this.#join()
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
    if (type == "lead") return this.#ask()
    if (to && from != this.#leader) {
      this.#leader = from
      this.#requested = ""
    }
    if (from == this.#leader) this.#heard()
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

  #heard() {
    this.#heardCount++
    this.#turnsMissed = 0
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ask(), interval)
  }

  #ask() {
    this.#send("ask")
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#replaceLeader(), patience)
  }

  /** Takes the place of a leader that does not respond. */
  async #replaceLeader() {
    const standing = this.#standing, name = /** @type {TabGroup} */ (this.#group).name
    const isVain = () => !this.#isFollowing || standing != this.#standing
    // One tab at a time: the next one finds a new leader.
    const free = await takeLock(`${name} next`, {ifAvailable: true}).catch(() => {})
    if (isVain()) return free?.()
    if (!free) {
      if (++this.#turnsMissed > 3) this.#openAlone()
      else this.#timer = setTimeout(() => this.#replaceLeader(), patience)
      return
    }
    const count = this.#heardCount
    this.#send("ask")
    await pause(patience / 3)
    if (!isVain() && count == this.#heardCount) {
      standing.abort()
      const {signal} = this.#standing = new AbortController()
      await takeLock(name, {steal: true}, () => this.#lose()).then(
        stolen => signal.aborted ? stolen?.() : this.#lead(stolen), () => signal.aborted || this.#openAlone())
    }
    free()
  }
}
