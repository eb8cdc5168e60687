import { TesseraProblem } from "../service/TesseraProblem.js"

/**
 * @typedef {import("./Engine.js").Engine} Engine
 *
 * @typedef {object} Owner Who uses the engine.
 * @property {(lacksPart: boolean) => void} lost The engine has failed, or lacks a part: all that it has is gone.
 * @property {(lacksPart: boolean) => void} back Another engine is here.
 * @property {(problem: TesseraProblem) => void} gone There will be none.
 */

/** The code of problems with requests that need a part of the module that is not here yet. */
export const incomplete = "engine_incomplete"

/** An engine, and the one that goes on when it fails, or when a call needs the rest of the module. */
export class EngineKeeper {
  engine
  isOffline = false
  /** Whether another engine is on its way. */
  isReplacing = false
  #owner
  /** How often the engine has failed since it succeeded. */
  #failures = 0
  /** @type {(() => void)[]} Functions that wait until the page is no longer offline. */
  #returning = []

  /**
   * @param {Engine} engine
   * @param {Owner} owner
   */
  constructor(engine, owner) {
    this.engine = engine
    this.#owner = owner
  }

  /**
   * Runs calls of the module; where they fail, another module takes its place.
   *
   * @param {() => number} run
   */
  run(run) {
    try {
      return run()
    } catch (error) {
      const isIncomplete = this.engine.lacksPart
      if (this.engine.isBroken && !this.isReplacing) this.#replace()
      const refusal = isIncomplete
        ? {code: incomplete, detail: "This needs a part of the engine that is on its way."}
        : {code: "engine_failed", detail: "The engine has failed, and starts anew."}
      throw new TesseraProblem(503, refusal, undefined, error)
    }
  }

  /** The engine works: its failures do not count any longer. */
  succeed() {
    this.#failures = 0
  }

  /** @param {boolean} isOffline */
  setOffline(isOffline) {
    this.isOffline = isOffline
    if (!isOffline) for (const resume of this.#returning.splice(0)) resume()
  }

  /** Goes on with another engine: one that has the rest of the module, or one in place of an engine that has failed. */
  async #replace() {
    const {engine} = this, {lacksPart} = engine
    this.#owner.lost(lacksPart)
    // A request at which the engine fails once may be one at which it always fails.
    const problem = new TesseraProblem(503, {code: "engine_failed", detail: "The engine fails."})
    if (!lacksPart && ++this.#failures > 3) return this.#owner.gone(problem)
    this.isReplacing = true
    try {
      this.engine = await (lacksPart ? this.#completed(engine) : engine.renewed())
    } catch {
      return this.#owner.gone(problem)
    } finally {
      this.isReplacing = false
    }
    this.#owner.back(lacksPart)
  }

  /**
   * Waits for the rest of the module, which a page that is offline may get once it is back.
   *
   * @param {Engine} engine
   * @returns {Promise<Engine>} The engine that has it.
   */
  async #completed(engine) {
    for (;;) {
      try {
        return await engine.whole
      } catch (error) {
        if (!this.isOffline) throw error
        await new Promise(done => this.#returning.push(() => done(undefined)))
      }
    }
  }
}
