import { categories, changes, changeShift, presences, presenceShift, renewals, renewalShift, rowFlags } from "./waist.js"

/**
 * @typedef {import("./DeltaReader.js").Look} Look
 * @typedef {import("./DeltaReader.js").Pin} Pin
 * @typedef {import("./DeltaReader.js").Rect} Rect
 */

const decoder = new TextDecoder()

/**
 * The text of bytes of UTF-8. Those of a short one are read one by one, which is faster than to call the decoder.
 *
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 */
export function textOf(bytes, from, to) {
  let text = ""
  for (let place = from; place < to; place++) {
    if (bytes[place] > 127 || to - from > 32) return decoder.decode(bytes.subarray(from, to))
    text += String.fromCharCode(bytes[place])
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
  /** @type {string | undefined} The id of the item; undefined if it has none, or if the row is not filled. */
  id
  /** @type {string | undefined} The name of the template; undefined as for `id`. */
  template
  /** @type {unknown} The content of the item; undefined as for `id`. */
  content

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
   * @param {number} idStart Where the id begins, in the bytes.
   * @param {number} idEnd
   * @param {number} templateEnd
   * @param {number} contentEnd
   */
  fill(bytes, idStart, idEnd, templateEnd, contentEnd) {
    if (idEnd > idStart) this.id = textOf(bytes, idStart, idEnd)
    if (templateEnd > idEnd) this.template = textOf(bytes, idEnd, templateEnd)
    if (contentEnd > templateEnd) this.content = JSON.parse(textOf(bytes, templateEnd, contentEnd))
  }
}
