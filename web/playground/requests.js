// Requests of the playground, through the client that every page can use.

import { Tessera } from "../client/tessera.js"

let key = ""

/** Where the service is: the origin of the page. */
export const origin = location.origin

let askForKey = () => {}

/** @param {() => void} ask Called when the service has refused a request for want of a key. */
export function onKeyMissing(ask) {
  askForKey = ask
}

/** @param {typeof globalThis.fetch} [fetch] */
function connect(fetch = (...request) => globalThis.fetch(...request)) {
  return new Tessera(origin, {
    ...key && {token: key},
    async fetch(...request) {
      const response = await fetch(...request)
      if (response.status == 401) askForKey()
      return response
    },
  })
}

export let tessera = connect()

/** @param {string} value For services that require one; it is forgotten with the page. */
export function useKey(value) {
  key = value
  tessera = connect()
}

export const hasKey = () => key != ""

/**
 * A client of its own whose requests take longer.
 *
 * @param {() => number} latency In milliseconds.
 */
export function slowClient(latency) {
  const wait = () => new Promise(done => setTimeout(done, latency() / 2))
  return connect(async (...request) => {
    await wait()
    const response = await globalThis.fetch(...request)
    await wait()
    return response
  })
}

/**
 * One request at a time: while one is under way, only the newest of those that follow waits.
 *
 * @template Input
 */
export class Latest {
  /** @type {{input: Input} | undefined} */
  #next
  #isBusy = false

  /** @param {(input: Input, isNewest: () => boolean) => Promise<void>} run */
  constructor(run) {
    this.run = run
  }

  /** @param {Input} input */
  async ask(input) {
    this.#next = {input}
    if (this.#isBusy) return
    this.#isBusy = true
    while (this.#next) {
      const {input} = this.#next
      this.#next = undefined
      await this.run(input, () => !this.#next)
    }
    this.#isBusy = false
  }
}
