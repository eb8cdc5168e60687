import { TesseraProblem } from "../service/TesseraProblem.js"
import { backoff, pause } from "../service/transport.js"
import { minimal } from "./KnownViewports.js"

/**
 * @typedef {import("../service/Session.js").Fate} Fate
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 *
 * @typedef {object} Proposal A change of the page that the service has not ordered yet.
 * @property {string} id
 * @property {string} method
 * @property {string} path
 * @property {string} viewport The viewport whose index paths it has. The service returns its diff only.
 * @property {unknown} body
 * @property {number} [known] The version that it was sent for, until it was refused: a repetition is the same request.
 *
 * @typedef {object} OutboxOptions
 * @property {() => number} version The newest version of the service that is here.
 * @property {(viewport: string) => Promise<void>} introduce Creates a viewport in the service that does not know it.
 * @property {(proposal: Proposal, version: number | undefined) => void} settled The service has made the change, and the
 * collection had that version then.
 * @property {(proposal: Proposal, problem: TesseraProblem) => void} refused
 * @property {(after: number) => Promise<void>} caughtUp Resolves once an entry has come after a version.
 */

/** Sends the changes of a page to the service, one after the other, and keeps them while it cannot be reached. */
export class Outbox {
  #tessera
  #options
  /** @type {Proposal[]} */
  #waiting = []
  /** @type {Map<string, (fate: Fate) => void>} Called with the fates that are asked for. */
  #asked = new Map()
  #isBusy = false
  #closing = new AbortController()
  #hurry = new AbortController()

  /**
   * @param {Tessera} tessera
   * @param {OutboxOptions} options
   */
  constructor(tessera, options) {
    this.#tessera = tessera
    this.#options = options
  }

  /** @param {Proposal} proposal */
  add(proposal) {
    this.#waiting.push(proposal)
    // A request takes a millisecond to begin: the page draws its change before.
    setTimeout(() => this.#run())
  }

  /**
   * Drops a change that can no longer be made; one that is being sent may be made all the same.
   *
   * @param {string} id
   */
  drop(id) {
    this.#waiting = this.#waiting.filter((proposal, index) => proposal.id != id || index == 0 && this.#isBusy)
  }

  /**
   * How a change ends.
   *
   * @param {string} id
   * @returns {Promise<Fate>} Fulfilled at once for a change that the service has ordered.
   */
  fate(id) {
    if (!this.#waiting.some(proposal => proposal.id == id)) return Promise.resolve({type: "settled"})
    return new Promise(done => this.#asked.set(id, done))
  }

  /**
   * A change has ended.
   *
   * @param {string} id
   * @param {Fate} fate
   */
  end(id, fate) {
    this.#asked.get(id)?.(fate)
    this.#asked.delete(id)
  }

  /** The service can be reached again. */
  wake() {
    this.#hurry.abort()
  }

  close() {
    this.#closing.abort()
    this.#hurry.abort()
    for (const id of this.#asked.keys()) this.end(id, {type: "lost"})
  }

  async #run() {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let failures = 0, proposal; (proposal = this.#waiting[0]) && !this.#closing.signal.aborted;) {
      // Entries that came meanwhile count, too: a rejection may arrive behind the entry that it is about.
      const known = proposal.known ??= this.#options.version()
      try {
        const version = await this.#send(proposal, known)
        this.#waiting.shift()
        failures = 0
        this.#options.settled(proposal, version)
      } catch (error) {
        if (this.#closing.signal.aborted) break
        const problem = /** @type {TesseraProblem} */ (error)
        if (problem.status === undefined) throw error
        if (problem.status == 412) {
          proposal.known = undefined
          await this.#options.caughtUp(known)
        } else if (problem.status == 404 && failures++ < 3) await this.#options.introduce(proposal.viewport).catch(() => {})
        else if (problem.isTransient || problem.status >= 500 && problem.status != 500) await this.#rest(failures++, problem)
        else {
          this.#waiting.shift()
          failures = 0
          this.#options.refused(proposal, problem)
        }
      }
    }
    this.#isBusy = false
  }

  /**
   * @param {Proposal} proposal
   * @param {number} known The version that the change is made on.
   * @returns {Promise<number | undefined>} The version after the change.
   */
  async #send({id, method, path, viewport, body}, known) {
    const query = method == "PUT" && path.includes("/viewports/") ? {} : {viewport}
    // As a header: the service compares it before it looks for the viewport, which it may not know yet.
    const {version} = await this.#tessera.send(method, path, {
      query, body, ifMatch: `"${known}"`, idempotencyKey: id, headers: {...minimal, "x-request-id": id},
      retry: {times: 0}, signal: this.#closing.signal,
    })
    return version
  }

  /**
   * @param {number} failures
   * @param {TesseraProblem} problem
   */
  async #rest(failures, problem) {
    this.#hurry = new AbortController()
    await pause(backoff(problem, failures), this.#hurry.signal).catch(() => {})
  }
}
