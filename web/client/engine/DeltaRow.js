import { categories, changes, changeShift, presences, presenceShift, renewals, renewalShift, rowFlags } from "./waist.js"

/**
 * @typedef {import("./DeltaReader.js").Look} Look
 * @typedef {import("./DeltaReader.js").Pin} Pin
 * @typedef {import("./DeltaReader.js").Rect} Rect
 */

const decoder = new TextDecoder()

/**
 * The text of bytes of UTF-8. Short ones are read one by one, which is faster than to call the decoder.
 *
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  if (bytes.length > 32) return decoder.decode(bytes)
  let text = ""
  for (const byte of bytes) {
    if (byte > 127) return decoder.decode(bytes)
    text += String.fromCharCode(byte)
  }
  return text
}

/** An element that comes, or has another form from now on. */
export class Row {
  alpha = 1
  /** @type {number[] | undefined} */
  transform
  /** @type {number[] | undefined} */
  transform3D
  /** @type {Pin | undefined} Of a scroll, only that of a new element; its range stays as it was otherwise. */
  pin
  /** @type {Look | undefined} Where an animation of it begins. */
  initial
  /** @type {number | undefined} Of an item in an outline, if the row is filled. */
  level
  /** @type {boolean | undefined} Whether the children of an item in an outline are shown, if it has any and the row is filled. */
  isExpanded
  /** @type {Uint8Array | undefined} */
  #bytes
  /** @type {number[]} */
  #ends = []
  /** @type {unknown} */
  #content

  /**
   * @param {number} key
   * @param {typeof categories[number]} category
   * @param {string | undefined} kind
   * @param {number[]} indexPath
   * @param {Rect} frame
   * @param {number} zIndex
   * @param {number} flags
   */
  constructor(key, category, kind, indexPath, frame, zIndex, flags) {
    this.key = key
    this.category = category
    this.kind = kind
    this.indexPath = indexPath
    this.frame = frame
    this.zIndex = zIndex
    this.hidden = (flags & rowFlags.hidden) > 0
    this.estimated = (flags & rowFlags.estimated) > 0
    this.isAway = (flags & rowFlags.away) > 0
    this.isNew = (flags & rowFlags.new) > 0
    /** Whether the row has the texts of its element; without, they are those of before. */
    this.isFilled = (flags & rowFlags.filled) > 0
    this.isHeld = (flags & rowFlags.held) > 0
    /** Whether the element has the default of each attribute of looks. */
    this.isPlain = !zIndex && !this.hidden && !this.estimated
    this.change = changes[flags >> changeShift & 7]
    this.presence = presences[flags >> presenceShift & 3]
    this.renewal = renewals[flags >> renewalShift & 3]
  }

  /**
   * Gives the row its texts.
   *
   * @param {Uint8Array} bytes
   * @param {...number} ends Where the id begins, and where it, the template and the content end.
   */
  fill(bytes, ...ends) {
    this.#bytes = bytes
    this.#ends = ends
  }

  /** @param {number} index */
  #text(index) {
    const from = this.#ends[index], to = this.#ends[index + 1]
    return this.#bytes && to > from ? textOf(this.#bytes.subarray(from, to)) : undefined
  }

  /** The id of the item; undefined if it has none, or if the row is not filled. */
  get id() {
    return this.#text(0)
  }

  /** The name of the template; undefined as for `id`. */
  get template() {
    return this.#text(1)
  }

  /** The content of the item; undefined as for `id`. */
  get content() {
    const text = this.#content === undefined && this.#text(2)
    if (text) this.#content = JSON.parse(text)
    return this.#content
  }
}
