import { pause } from "../service/transport.js"

/** How long a leader may take for a response, in milliseconds. */
const patience = 5_000
/** After how many milliseconds without a message a tab checks whether the leader is still there. */
const interval = 10_000

/**
 * What a tab does in its group. What the tabs send each other is theirs.
 *
 * @typedef {object} Role
 * @property {() => void} lead This tab leads from now on.
 * @property {() => void} leave It ends its work as a leader, or as one of the others.
 * @property {() => void} resume It was stopped or has lost its lock, and joins the group again.
 * @property {() => void} [alone] The document has no locks, such as that of a sandbox; without this function it leads.
 * @property {() => void} [ask] Sends the leader a message that it responds to. Call `heard` with each of its messages.
 */

/**
 * The part of a tab in a group of which few lead: those that have one of the locks that the tabs of an origin share. A tab
 * that closes, crashes or is stopped gives its lock back.
 */
export class Leadership {
  #name
  #slots
  #role
  #closing = new AbortController()
  /** Ends what this tab waits for. */
  #standing = new AbortController()
  /** @type {(() => void) | undefined} Gives the lock back. */
  #free
  #isTrying = false
  /** How often a leader was heard. */
  #heardCount = 0
  /** How often this tab was not the one to replace a leader that does not respond. */
  #turnsMissed = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /**
   * @param {string} name That of the locks; a number follows where there are several.
   * @param {number} slots How many tabs may lead.
   * @param {Role} role
   */
  constructor(name, slots, role) {
    this.#name = name
    this.#slots = slots
    this.#role = role
    const {signal} = this.#closing
    // A tab that wakes may have missed something, or its leader be gone.
    for (const type of ["online", "pageshow", "visibilitychange"]) {
      globalThis.addEventListener?.(type, () => this.isFollowing && this.ask(), {signal})
    }
    // A page that the browser stops, or puts into its cache, leads no other.
    for (const [target, stop, resume] of /** @type {const} */ ([
      [globalThis, "pagehide", "pageshow"], [document, "freeze", "resume"],
    ])) {
      target.addEventListener?.(stop, () => this.leave(), {signal})
      target.addEventListener?.(resume, () => this.#standing.signal.aborted && role.resume(), {signal})
    }
  }

  get isLeading() {
    return !!this.#free
  }

  /** Whether this tab is one of the others. */
  get isFollowing() {
    return !this.#free && !this.#standing.signal.aborted
  }

  /** Follows, and leads once the lock is free. */
  join() {
    const {signal} = this.#standing = new AbortController()
    this.#request({signal})
    this.ask()
  }

  /**
   * Leads if a slot is free.
   *
   * @param {boolean} [isUnlimited] Whether it needs none.
   */
  async tryToLead(isUnlimited) {
    if (this.#isTrying || this.#free) return
    this.#isTrying = true
    if (this.#standing.signal.aborted) this.#standing = new AbortController()
    if (isUnlimited) this.#lead(() => {})
    for (let slot = 1; slot <= this.#slots && this.isFollowing; slot++) await this.#request({ifAvailable: true}, slot)
    this.#isTrying = false
  }

  leave() {
    this.#standing.abort()
    clearTimeout(this.#timer)
    this.#role.leave()
    this.#free?.()
    this.#free = undefined
  }

  close() {
    this.#closing.abort()
    this.leave()
  }

  /** Has the leader respond, or loses it. */
  ask() {
    if (!this.#role.ask) return
    this.#role.ask()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#replace(), patience)
  }

  heard() {
    this.#heardCount++
    this.#turnsMissed = 0
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.ask(), interval)
  }

  /** Takes the place of a leader that does not respond. */
  async #replace() {
    const standing = this.#standing
    const isVain = () => !this.isFollowing || standing != this.#standing
    // One tab at a time: the next one finds a new leader.
    const free = await takeLock(`${this.#name} next`, {ifAvailable: true}).catch(() => {})
    if (isVain()) return free?.()
    if (!free) {
      if (++this.#turnsMissed > 3) this.#alone()
      else this.#timer = setTimeout(() => this.#replace(), patience)
      return
    }
    const count = this.#heardCount
    this.#role.ask?.()
    await pause(patience / 3)
    if (!isVain() && count == this.#heardCount) {
      standing.abort()
      this.#standing = new AbortController()
      await this.#request({steal: true})
    }
    free()
  }

  /**
   * @param {LockOptions} options
   * @param {number} [slot]
   */
  #request(options, slot) {
    const {signal} = this.#standing
    return takeLock(this.#slots > 1 ? `${this.#name} ${slot}` : this.#name, options, () => this.#lose()).then(
      free => signal.aborted ? free?.() : free && this.#lead(free), () => signal.aborted || this.#alone())
  }

  /** @param {() => void} free */
  #lead(free) {
    clearTimeout(this.#timer)
    this.#free = free
    this.#role.lead()
  }

  /** The lock was stolen: this tab has not responded for a while. */
  #lose() {
    if (!this.#free) return
    this.leave()
    this.#role.resume()
  }

  #alone() {
    if (this.#role.alone) this.#role.alone()
    else this.#lead(() => {})
  }
}

/**
 * Takes a lock that the tabs of an origin share.
 *
 * @param {string} name
 * @param {LockOptions} options
 * @param {() => void} [onLost] Called when another tab has stolen the lock.
 * @returns {Promise<(() => void) | undefined>} Gives the lock back; undefined if only a free lock was wanted, and it is
 * not free. It is rejected if the request is aborted, and where there are no locks, as in the document of a sandbox.
 */
function takeLock(name, options, onLost = () => {}) {
  return new Promise((resolve, reject) => {
    let isHeld = false
    const request = navigator.locks.request(name, options, lock => {
      if (!lock) return resolve(undefined)
      isHeld = true
      return new Promise(free => resolve(() => free(undefined)))
    })
    request.catch(error => isHeld ? onLost() : reject(error))
  })
}
