/**
 * @typedef {import("./Engine.js").Engine} Engine
 * @typedef {import("./Engine.js").Rect} Rect
 * @typedef {import("./columns.js").Columns} Columns
 * @typedef {import("../../types/api").Layout} LayoutAnswer
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 */

/** @type {FinalizationRegistry<{engine: Engine, number: number}>} */
const forgotten = new FinalizationRegistry(({engine, number}) => {
  if (!engine.isBroken) engine.call("tessera_close", number)
})

/** A layout that the page computes itself, from the body of `POST /v1/layouts`. */
export class Layout {
  #engine
  #number

  /**
   * @param {Engine} engine
   * @param {LayoutRequest} request
   */
  constructor(engine, request) {
    this.#engine = engine
    this.#number = engine.call("tessera_layout", JSON.stringify(request))
    if (this.#number < 0) throw engine.problem
    forgotten.register(this, {engine, number: this.#number}, this)
  }

  /**
   * The response of the service: the content size, and the elements in a rect.
   *
   * @param {Rect} [rect] By default the visible rect of the request, or everything.
   * @returns {LayoutAnswer}
   */
  solve(rect) {
    return /** @type {LayoutAnswer} */ (this.#answer("objects", rect))
  }

  /**
   * The elements in a rect.
   *
   * @param {Rect} [rect] By default the visible rect of the request, or everything.
   */
  elements(rect) {
    return this.solve(rect).attributes
  }

  /**
   * The elements in a rect as typed arrays over the engine's memory, valid until its next call.
   *
   * @param {Rect} [rect] By default the visible rect of the request, or everything.
   * @returns {Columns}
   */
  columns(rect) {
    return /** @type {Columns} */ (this.#answer("binary", rect))
  }

  /** Gives the memory of the layout back now, and not when the page's memory is tidied up. */
  close() {
    forgotten.unregister(this)
    this.#engine.call("tessera_close", this.#number)
  }

  /**
   * @param {import("./Engine.js").Format} format
   * @param {Rect} [rect]
   */
  #answer(format, rect) {
    const {x, y, width, height} = rect ?? {x: 0, y: 0, width: 0, height: 0}, engine = this.#engine
    const status = engine.call(
      "tessera_layout_elements", this.#number, rect ? 1 : 0, x, y, width, height, engine.numberOf(format))
    if (status != 200) throw engine.problem
    return engine.answerAs(format)
  }
}
