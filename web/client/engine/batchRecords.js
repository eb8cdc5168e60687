import { batchRecord, bodyRecord, isAnimation } from "./records.js"

/**
 * @typedef {import("./records.js").Anchor} Anchor
 * @typedef {import("./records.js").NewItem} NewItem
 * @typedef {import("./records.js").Operation} Operation
 * @typedef {import("./records.js").Item | {section: number | string}} Name
 * @typedef {Record<string, unknown>} Members The members of an object of JSON.
 */

/** Thrown for an operation that has no form as numbers. */
const other = new Error("This has no form as numbers.")
/** The greatest number of a column. */
const most = 2 ** 31 - 1

/**
 * The record of a batch: as numbers, or as JSON if there is anything in it that has none. In that the engine finds faults, and
 * points to them.
 *
 * @param {{updates: unknown, anchor?: unknown}} body
 * @param {string} id The id of the request.
 */
export function recordOf(body, id) {
  try {
    const anchor = body.anchor === undefined ? "automatic" : anchorOf(body.anchor)
    return batchRecord(listOf(body.updates).map(operationOf), id, anchor)
  } catch (error) {
    if (error != other) throw error
    return bodyRecord(0, body, id)
  }
}

/**
 * @param {unknown} update
 * @returns {Operation}
 */
function operationOf(update) {
  const {op, animation = "automatic", ...members} = membersOf(update), isOfSections = op == "deleteSections" || op == "moveSection"
  /** @param {unknown} id @returns {Name} */
  const named = id => isOfSections ? {section: textOf(id)} : {id: textOf(id)}
  /** @param {unknown} at @returns {Name} */
  const placed = at => isOfSections ? {section: numberOf(at)} : pathOf(at)
  expect(isAnimation(animation))
  const made = {op: /** @type {Operation["op"]} */ (op), animation: /** @type {Operation["animation"]} */ (animation)}
  switch (op) {
    case "deleteItems": case "deleteSections": return {...made, members: namesOf(members, named, placed)}
    case "reloadItems": case "reconfigureItems": {
      const {items, ...names} = members
      return {...made, members: namesOf(names, named, placed), ...items !== undefined && {items: listOf(items).map(newItemOf)}}
    }
    case "insertItems": {
      const {items, at, ...place} = members, described = {...made, items: listOf(items).map(newItemOf)}
      if (at === undefined) return {...described, ...placeOf(place, false)}
      return {...described, members: only(listOf(at), place).map(pathOf)}
    }
    case "moveItem": case "moveSection": {
      const {id, from, to, ...place} = members, item = id === undefined ? placed(from) : named(id)
      expect(id === undefined || from === undefined)
      if (to === undefined) return {...made, members: [item], ...placeOf(place, isOfSections)}
      return {...made, members: [item, only(placed(to), place)]}
    }
  }
  throw other
}

/**
 * The members that an operation names: by their ids, or by their positions.
 *
 * @param {Members} members
 * @param {(id: unknown) => Name} named
 * @param {(at: unknown) => Name} placed
 */
function namesOf({ids, at, ...rest}, named, placed) {
  expect((ids === undefined) != (at === undefined))
  return ids === undefined ? listOf(only(at, rest)).map(placed) : listOf(only(ids, rest)).map(named)
}

/**
 * A position beside a member, or at an edge of a section or of the collection.
 *
 * @param {Members} members
 * @param {boolean} isOfSections
 * @returns {Pick<Operation, "place" | "beside">}
 */
function placeOf(members, isOfSections) {
  const [[name, value] = [], ...more] = Object.entries(members)
  if (name == "before" || name == "after") return {place: name, beside: {id: textOf(only(value, more))}}
  const {edge, section, ...rest} = members
  expect(edge == "start" || edge == "end")
  const place = /** @type {"start" | "end"} */ (only(edge, rest))
  if (isOfSections) return {place: only(place, section === undefined ? {} : {section})}
  return {place, beside: {section: textOf(section)}}
}

/**
 * @param {unknown} anchor
 * @returns {Anchor}
 */
function anchorOf(anchor) {
  if (anchor == "start" || anchor == "end" || anchor == "none") return /** @type {Anchor} */ (anchor)
  const {id, ...rest} = membersOf(anchor)
  return {id: textOf(only(id, rest))}
}

/**
 * @param {unknown} item
 * @returns {NewItem}
 */
function newItemOf(item) {
  const {id, size, template, content, ...rest} = membersOf(item)
  /** @type {NewItem} */
  const made = only({}, rest)
  if (id !== undefined) made.id = textOf(id)
  if (size !== undefined) {
    const [width, height, ...more] = listOf(size)
    expect(typeof width == "number" && typeof height == "number" && !more.length)
    made.size = {width: /** @type {number} */ (width), height: /** @type {number} */ (height)}
  }
  if (template !== undefined) made.template = textOf(template)
  if (content !== undefined) made.content = content
  return made
}

/** @param {unknown} path */
function pathOf(path) {
  const list = listOf(path)
  expect(list.length == 2)
  return {indexPath: list.map(numberOf)}
}

/** @param {unknown} number */
function numberOf(number) {
  expect(Number.isInteger(number) && Number(number) >= 0 && Number(number) <= most)
  return Number(number)
}

/** @param {unknown} text */
function textOf(text) {
  expect(typeof text == "string")
  return /** @type {string} */ (text)
}

/** @param {unknown} list */
function listOf(list) {
  expect(Array.isArray(list))
  return /** @type {unknown[]} */ (list)
}

/**
 * The members that an object has as JSON.
 *
 * @param {unknown} object
 * @returns {Members}
 */
function membersOf(object) {
  expect(typeof object == "object" && object != null)
  return Object.fromEntries(Object.entries(/** @type {object} */ (object)).filter(([, value]) => value !== undefined))
}

/**
 * @template Value
 * @param {Value} value
 * @param {object} rest Members beside it, of which there are none.
 */
function only(value, rest) {
  expect(!Object.keys(rest).length)
  return value
}

/** @param {boolean} isSo */
function expect(isSo) {
  if (!isSo) throw other
}
