/**
 * @typedef {object} AppliedUpdate An operation of a diff.
 * @property {string} op
 * @property {(number | number[])[]} [at]
 * @property {number | number[]} [from]
 * @property {number | number[]} [to]
 */

/**
 * Counts the items of a mirror after a batch of updates. Of sections behind those that it knows, it knows the sum alone.
 *
 * @param {import("./Rows.js").Rows} rows
 * @param {AppliedUpdate[]} updates
 */
export function count(rows, updates) {
  const last = Math.max(...rows.itemCounts.keys())
  rows.isStale ||= updates.some(({at = [], from, to}) => [...at, from, to].some(place => Number([place].flat()[0]) > last))
  rows.itemCounts = updatedCounts(rows.itemCounts, updates)
}

/**
 * The numbers of items by section after a batch of updates, as far as they follow from those before it.
 *
 * @param {ReadonlyMap<number, number>} counts
 * @param {AppliedUpdate[]} updates
 * @returns {Map<number, number>}
 */
export function updatedCounts(counts, updates) {
  const lost = /** @type {Set<number>} */ (new Set()), made = /** @type {Set<number>} */ (new Set())
  const moved = /** @type {Map<number, number>} */ (new Map())
  const before = new Map(counts), come = /** @type {number[]} */ ([])
  for (const {op, at = [], from, to} of updates) {
    for (const place of at) {
      if (typeof place == "number") {
        if (op == "insertSections") made.add(place)
        else lost.add(place)
      } else if (op == "deleteItems") add(before, place[0], -1)
      else if (op == "insertItems") come.push(place[0])
    }
    if (typeof from == "number") moved.set(from, Number(to))
    else if (from && typeof to == "object") {
      add(before, from[0], -1)
      come.push(to[0])
    }
  }
  // A reloaded section stays where it is, but its items are not known.
  const gone = new Set([...updates.flatMap(({op, at}) => op == "deleteSections" ? at : [])])
  const taken = [...made, ...moved.values()].sort((a, b) => a - b)
  const left = [...gone, ...moved.keys()].map(Number)
  const after = /** @type {Map<number, number>} */ (new Map())
  for (const [section, count] of before) {
    if (lost.has(section)) continue
    let place = moved.get(section) ?? section - left.filter(other => other < section).length
    if (!moved.has(section)) for (const other of taken) if (other <= place) place++
    after.set(place, count)
  }
  for (const section of come) add(after, section, 1)
  return after
}

/**
 * @param {Map<number, number>} counts
 * @param {number} section
 * @param {number} difference
 */
function add(counts, section, difference) {
  const count = counts.get(section)
  if (count != null) counts.set(section, count + difference)
}
