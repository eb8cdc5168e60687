/**
 * @typedef {import("./CellModule.js").CellModule} CellModule
 * @typedef {import("../../types/api").Template} Template
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 *
 * @typedef {object} CellRoom
 * @property {number} [width] The width of the cell, in points; by default the content decides it.
 * @property {number} [height] The height of the cell, in points; by default the content decides it.
 * @property {number} [maximumWidth] The largest width that the content may decide.
 * @property {number} [maximumHeight] The largest height that the content may decide.
 * @property {string} [contentSizeCategory] The text size that the reader prefers; `large` by default.
 * @property {"leftToRight" | "rightToLeft"} [layoutDirection] `leftToRight` by default.
 * @property {number} [scale] Pixels per point, to which sizes of texts are rounded up; by default they are not.
 */

const categories = [
  "extraSmall", "small", "medium", "large", "extraLarge", "extraExtraLarge", "extraExtraExtraLarge",
  "accessibilityMedium", "accessibilityLarge", "accessibilityExtraLarge", "accessibilityExtraExtraLarge",
  "accessibilityExtraExtraExtraLarge",
]
const members = ["width", "height", "maximumWidth", "maximumHeight", "contentSizeCategory", "layoutDirection", "scale"]
const longest = 10_000_000

/** Templates whose cells a page measures. */
export class CellTemplates {
  #module
  #number
  /** @type {Map<string, string[]>} The names of the views of a template. */
  #views = new Map()

  /**
   * @param {CellModule} module
   * @param {Record<string, Template>} templates
   */
  constructor(module, templates) {
    this.#module = module
    this.#number = module.call("cells_open", JSON.stringify(templates))
  }

  /**
   * The size of a cell.
   *
   * @param {string} name The name of the template.
   * @param {unknown} content As an item of a request has it; undefined is that of the template.
   * @param {CellRoom} room
   * @returns {{width: number, height: number}}
   * @throws {TesseraProblem} For a template that is unknown, or content that does not fit it.
   */
  size(name, content, room) {
    const [width, height] = this.#measure(name, content, room)
    return {width, height}
  }

  /**
   * The size of a cell, and the frames of its views in it, by their names.
   *
   * @param {string} name The name of the template.
   * @param {unknown} content As an item of a request has it; undefined is that of the template.
   * @param {CellRoom} room
   * @returns {{width: number, height: number, views: Record<string, Rect>}}
   * @throws {TesseraProblem} For a template that is unknown, or content that does not fit it.
   */
  layOut(name, content, room) {
    const [width, height, ...lengths] = this.#measure(name, content, room)
    /** @type {Record<string, Rect>} */
    const views = {}
    for (const [place, view] of this.#namesOf(name).entries()) {
      const [x, y, width, height] = lengths.slice(4 * place)
      views[view] = {x, y, width, height}
    }
    return {width, height, views}
  }

  /**
   * @param {string} name
   * @param {unknown} content
   * @param {CellRoom} room
   */
  #measure(name, content, room) {
    if (!this.#number) throw new Error("The templates are released.")
    this.#module.call(
      "cells_measure", this.#number, name, content === undefined ? "" : JSON.stringify(content), ...numbersOf(room),
    )
    return this.#module.lengths
  }

  /** @param {string} name */
  #namesOf(name) {
    let names = this.#views.get(name)
    if (!names) {
      this.#module.call("cells_views", this.#number, name)
      this.#views.set(name, names = /** @type {string[]} */ (this.#module.json))
    }
    return names
  }

  /** Frees the memory of the templates, and of the texts that were measured with them. */
  release() {
    if (this.#number) this.#module.call("cells_close", this.#number)
    this.#number = 0
  }
}

/**
 * A room as the module takes it.
 *
 * @param {CellRoom} room
 */
function numbersOf(room) {
  for (const name in room) check(members.includes(name), name, name, `there are ${members.join(", ")}`)
  const {contentSizeCategory = "large", layoutDirection = "leftToRight", scale} = room
  const category = categories.indexOf(contentSizeCategory)
  check(category >= 0, "contentSizeCategory", contentSizeCategory, `it takes ${categories.join(", ")}`)
  check(/^(?:leftToRight|rightToLeft)$/.test(layoutDirection), "layoutDirection", layoutDirection, "it takes leftToRight or rightToLeft")
  check(scale === undefined || scale > 0 && scale <= 100, "scale", scale, "it takes a number above 0, up to 100")
  return [
    lengthOf(room, "width", NaN), lengthOf(room, "height", NaN), lengthOf(room, "maximumWidth", Infinity),
    lengthOf(room, "maximumHeight", Infinity), category, Number(layoutDirection == "rightToLeft"), scale ?? 0,
  ]
}

/**
 * @param {CellRoom} room
 * @param {"width" | "height" | "maximumWidth" | "maximumHeight"} name
 * @param {number} fallback
 */
function lengthOf(room, name, fallback) {
  const length = room[name] ?? fallback
  const isRight = room[name] === undefined || typeof length == "number" && length >= 0 && (length <= longest || length == fallback)
  check(isRight, name, length, `it takes 0 to ${longest.toLocaleString("en")}`)
  return length
}

/**
 * @param {boolean} isRight
 * @param {string} name
 * @param {unknown} value
 * @param {string} takes
 */
function check(isRight, name, value, takes) {
  if (!isRight) throw new RangeError(`The room's ${name} is ${value}; ${takes}.`)
}
