import {
  anchors, animations, batchColumns, batchFields, batchSize, digest, moveFields, moveSize, operations, places,
  positions, sizes, targets,
} from "./waist.js"

/**
 * @typedef {import("./DeltaReader.js").Size} Size
 */

const encoder = new TextEncoder()

/**
 * @typedef {number | {id: string} | {indexPath: number[]}} Item A key, an id, or an index path.
 * @typedef {"automatic" | "start" | "end" | "none" | Item} Anchor
 * @typedef {{item: Item | {section: number | string}, position?: typeof positions[number]}} Goal
 */

/**
 * The record of a move with more than numbers.
 *
 * @param {object} move
 * @param {string} [move.id] The id of the request, if the move has measurements.
 * @param {Anchor} [move.anchor]
 * @param {Goal} [move.goal]
 * @param {object} [move.body] Other members of the body of `PUT …/viewports/{name}`.
 */
export function moveRecord({id = "", anchor = "automatic", goal, body}) {
  const text = new Text(id), json = body ? encoder.encode(JSON.stringify(body)) : new Uint8Array(0)
  const ends = text.length, [form, target] = anchorOf(anchor, text), goalTarget = goal && targetOf(goal.item, text)
  const bytes = new Uint8Array(moveSize + text.length + json.length), words = new DataView(bytes.buffer)
  /**
   * @param {keyof typeof moveFields} field
   * @param {number[]} numbers
   */
  const set = (field, ...numbers) =>
    numbers.forEach((number, index) => words.setInt32(moveFields[field] + 4 * index, number, true))
  set("digest", digest)
  set("bytes", bytes.length)
  set("anchor", form)
  set("anchorTarget", ...target)
  if (goal && goalTarget) {
    set("goal", 1)
    set("goalTarget", ...goalTarget)
    set("goalPosition", positions.indexOf(goal.position ?? "nearest"))
  }
  set("textBytes", text.length)
  set("jsonBytes", json.length)
  set("requestID", ends)
  text.copy(bytes, moveSize)
  bytes.set(json, moveSize + text.length)
  return bytes
}

/**
 * The record of a change whose body is JSON.
 *
 * @param {number} kind The number of the kind of the request, as for `tessera_replica_request`.
 * @param {object} body
 * @param {string} id The id of the request.
 */
export function bodyRecord(kind, body, id) {
  return record(kind, id, new Text(id), {json: encoder.encode(JSON.stringify(body))})
}

/**
 * @typedef {object} NewItem
 * @property {string} [id]
 * @property {Size} [size]
 * @property {string} [template]
 * @property {unknown} [content]
 *
 * @typedef {object} Operation
 * @property {typeof operations[number]} op
 * @property {(Item | {section: number | string})[]} [members] Those that change; the index paths of an
 * insertion; the member that a move moves, and where it goes.
 * @property {typeof places[number]} [place]
 * @property {{id: string} | {section: string} | number} [beside] The member beside which, or the section in which, the
 * place is.
 * @property {NewItem[]} [items]
 * @property {typeof animations[number]} [animation]
 */

/** @param {unknown} name */
export const isAnimation = name => animations.some(animation => animation == name)

/**
 * The record of a batch as numbers.
 *
 * @param {Operation[]} batch
 * @param {string} id The id of the request.
 * @param {Anchor} [anchor]
 */
export function batchRecord(batch, id, anchor = "automatic") {
  const text = new Text(id)
  /** @type {number[]} */
  const numbers = [], members = [], spans = [], itemSizes = []
  for (const {op, members: own = [], place = "paths", beside, items, animation = "automatic"} of batch) {
    const first = members.length / 3, firstItem = items ? spans.length / 6 : -1
    for (const member of own) members.push(...targetOf(member, text))
    const besideTarget = beside === undefined ? -1 : members.length / 3
    if (beside !== undefined) members.push(...targetOf(beside, text))
    for (const {id, size, template, content} of items ?? []) {
      spans.push(...text.span(id), ...text.span(template), ...text.span(content === undefined ? content : JSON.stringify(content)))
      itemSizes.push(size?.width ?? NaN, size?.height ?? NaN)
    }
    numbers.push(operations.indexOf(op), animations.indexOf(animation), places.indexOf(place), besideTarget, first,
      own.length, firstItem, items?.length ?? 0)
  }
  return record(0, id, text, {operations: numbers, targets: members, itemSpans: spans, itemSizes}, anchor)
}

/**
 * @param {number} kind
 * @param {string} id
 * @param {Text} text
 * @param {Partial<Record<"operations" | "targets" | "itemSpans" | "itemSizes", number[]>> & {json?: Uint8Array}} parts
 * @param {Anchor} [anchor]
 */
function record(kind, id, text, parts, anchor = "automatic") {
  const [form, target] = anchorOf(anchor, text)
  /** @type {Record<string, {length: number}>} */
  const columns = {...parts, text}
  let next = batchSize
  const rows = batchColumns.map(([name, scalar, width, field]) => {
    const place = next + 7 & ~7, length = columns[name]?.length ?? 0
    next = place + length * sizes[scalar]
    return {name, place, scalar, count: length / width, field}
  })
  const bytes = new Uint8Array(next + 7 & ~7), words = new DataView(bytes.buffer)
  /**
   * @param {string} field
   * @param {number[]} numbers
   */
  const set = (field, ...numbers) => numbers.forEach((number, index) =>
    words.setInt32(batchFields[/** @type {keyof typeof batchFields} */ (field)] + 4 * index, number, true))
  for (const {name, place, scalar, count, field} of rows) {
    set(field, count)
    const numbers = parts[/** @type {"operations"} */ (name)] ?? []
    if (name == "text") text.copy(bytes, place)
    else if (name == "json") bytes.set(parts.json ?? [], place)
    else {
      numbers.forEach((number, index) => scalar == "float64"
        ? words.setFloat64(place + 8 * index, number, true) : words.setInt32(place + 4 * index, number, true))
    }
  }
  set("digest", digest)
  set("bytes", bytes.length)
  set("kind", kind)
  set("anchor", form)
  set("anchorTarget", ...target)
  set("requestID", encoder.encode(id).length)
  return bytes
}

/**
 * @param {Anchor} anchor
 * @param {Text} text
 * @returns {[form: number, target: number[]]}
 */
const anchorOf = (anchor, text) => typeof anchor == "string"
  ? [anchors.indexOf(anchor), [0, 0, 0]] : [anchors.indexOf("item"), targetOf(anchor, text)]

/**
 * @param {Item | {section: number | string}} item
 * @param {Text} text
 * @returns {number[]}
 */
function targetOf(item, text) {
  if (typeof item == "number") return [targets.indexOf("key"), item, 0]
  if ("indexPath" in item) return [targets.indexOf("path"), item.indexPath[0], item.indexPath[1]]
  if ("id" in item) return [targets.indexOf("id"), ...text.span(item.id)]
  const {section} = item
  return typeof section == "number"
    ? [targets.indexOf("section"), section, 0] : [targets.indexOf("sectionID"), ...text.span(section)]
}

/** The texts of a record, one behind the other. */
class Text {
  /** @type {Uint8Array[]} */
  #parts = []
  length = 0

  /** @param {string} first The id of the request. */
  constructor(first) {
    this.span(first)
  }

  /**
   * Adds a text; returns where it starts and ends.
   *
   * @param {string | undefined} text
   * @returns {[number, number]}
   */
  span(text) {
    if (text === undefined) return [-1, -1]
    const part = encoder.encode(text), start = this.length
    this.#parts.push(part)
    this.length += part.length
    return [start, this.length]
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} place
   */
  copy(bytes, place) {
    for (const part of this.#parts) {
      bytes.set(part, place)
      place += part.length
    }
  }
}
