// The engine in the page: its worker, and the handling of its failures.

import { TesseraProblem } from "../../client/tessera.js"

/**
 * @typedef {import("./worker.js").Answer} Answer
 * @typedef {import("./worker.js").Refusal} Refusal
 * @typedef {import("./worker.js").LayoutRequest} LayoutRequest
 * @typedef {import("./worker.js").LayoutResponse} LayoutResponse
 */

/**
 * Whether the module has refused a request because it has content, which only the service can measure.
 *
 * @param {Refusal["errors"]} errors
 */
export const needsService = (errors = []) =>
  errors.some(({detail}) => /\bneeds? the service\b/.test(detail))

export class PageEngine {
  /** @type {Worker | undefined} It is there when it can take requests. */
  #worker
  /** @type {Map<number, (answer?: Answer) => void>} */
  #waiting = new Map()
  #last = 0
  #replacements = 1
  /** @type {() => void} */
  #begun = () => {}
  /** Resolves when the first attempt to start has succeeded or failed. */
  started = new Promise(done => this.#begun = () => done(undefined))

  /** @param {(isReady: boolean) => void} onChange Called when the page can lay out, and when it no longer can. */
  constructor(onChange) {
    this.onChange = onChange
  }

  start() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), {type: "module"})
    worker.addEventListener("message", ({data}) => {
      if (data.isReady) {
        this.#worker = worker
        this.#tell(true)
      } else if (data.isReady === false) this.#end(worker)
      else this.#receive(worker, data)
    })
    worker.addEventListener("error", event => {
      event.preventDefault()
      this.#end(worker)
    })
  }

  /**
   * Returns the layout of a request and the milliseconds that it took, or undefined if the server has to lay it out.
   *
   * @param {LayoutRequest} request
   * @returns {Promise<{layout: LayoutResponse, time: number} | undefined>}
   * @throws {TesseraProblem} If the request has faults.
   */
  async solve(request) {
    const worker = this.#worker
    if (!worker) return undefined
    const number = this.#last += 1
    const answer = /** @type {Answer | undefined} */ (await new Promise(done => {
      this.#waiting.set(number, done)
      worker.postMessage({number, request})
    }))
    const {problem, layout, time = 0} = answer ?? {}
    if (needsService(problem?.errors)) return undefined
    if (problem) throw new TesseraProblem(problem.status, problem)
    return layout && {layout, time}
  }

  /**
   * @param {Worker} worker
   * @param {Answer} answer
   */
  #receive(worker, answer) {
    this.#waiting.get(answer.number)?.(answer)
    this.#waiting.delete(answer.number)
    if (answer.isBroken) this.#end(worker)
  }

  /** @param {Worker} worker */
  #end(worker) {
    const hasFailed = this.#worker == worker
    worker.terminate()
    this.#worker = undefined
    for (const answer of this.#waiting.values()) answer()
    this.#waiting.clear()
    this.#tell(false)
    if (hasFailed && this.#replacements-- > 0) this.start()
  }

  /** @param {boolean} isReady */
  #tell(isReady) {
    this.onChange(isReady)
    this.#begun()
  }
}
