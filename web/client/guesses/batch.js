/**
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("../mirror/Mirror.js").Element} Element
 * @typedef {import("../../types/api").Item} Item
 *
 * @typedef {{element?: Element, item?: Item, isMoved?: boolean}} Slot
 *   A cell of the mirror, or a new item; both if the cell gets other content.
 * @typedef {{section: number, first: number, before: Element[], after: Slot[]}} Run
 *   The cells of a section before and after; `first` is the number of the first item.
 * @typedef {object} Operation Of the API, with the members that matter here.
 * @property {string} op
 * @property {readonly string[]} [ids]
 * @property {readonly number[][]} [at]
 * @property {readonly Item[]} [items]
 * @property {string} [id]
 * @property {number[]} [from]
 * @property {number[]} [to]
 * @property {string} [before]
 * @property {string} [after]
 */

/**
 * The cells of a mirror after a batch of updates. Operations on sections, and on items that the mirror does
 * not have, are left to the service.
 *
 * @param {Mirror} mirror
 * @param {readonly Operation[]} operations
 * @returns {Run[]}
 */
export function applied(mirror, operations) {
  const runs = runsOf(mirror)
  const named = (/** @type {Operation} */ {ids, at, id, from}) =>
    ids?.map(each => mirror.get(each)) ?? at?.map(path => mirror.element("cell", undefined, path))
      ?? [id != null ? mirror.get(id) : from && mirror.element("cell", undefined, from)]
  /** @type {{to?: number[], before?: string, after?: string, slots: Slot[]}[]} */
  const coming = []
  for (const operation of operations) {
    const {op, items = [], at} = operation
    if (op == "deleteItems") for (const element of named(operation)) take(runs, element)
    if (op == "reconfigureItems") named(operation).forEach((element, index) => {
      const slot = slotOf(runs, element)
      if (slot && items[index]) slot.item = items[index]
    })
    if (op != "insertItems") continue
    if (at) items.forEach((item, index) => coming.push({to: at[index], slots: [{item}]}))
    else coming.push({...operation, slots: items.map(item => ({item}))})
  }
  for (const operation of operations) {
    const slot = operation.op == "moveItem" && slotOf(runs, named(operation)[0])
    if (!slot || !placeOf(runs, operation, coming)) continue
    slot.isMoved = true
    coming.push({...operation, slots: [slot]})
  }
  for (const {slots} of coming) take(runs, slots[0]?.element)
  // Index paths are those after the change, so the first ones go first.
  coming.sort((a, b) => a.to && b.to ? a.to[0] - b.to[0] || a.to[1] - b.to[1] : Number(!a.to) - Number(!b.to))
  for (const {slots, ...operation} of coming) {
    const place = placeOf(runs, operation)
    place?.run.after.splice(place.index, 0, ...slots)
  }
  return runs
}

/**
 * @param {Mirror} mirror
 * @returns {Run[]}
 */
function runsOf(mirror) {
  /** @type {Map<number, Run>} */
  const runs = new Map()
  for (const element of mirror.ordered()) {
    if (element.category != "cell") continue
    const [section, first] = element.indexPath
    const run = runs.get(section) ?? {section, first, before: [], after: []}
    runs.set(section, run)
    run.before.push(element)
    run.after.push({element})
  }
  return [...runs.values()]
}

/**
 * @param {Run[]} runs
 * @param {Element} [element]
 */
const slotOf = (runs, element) =>
  element && runs.flatMap(({after}) => after).find(slot => slot.element == element)

/**
 * @param {Run[]} runs
 * @param {Element} [element]
 */
function take(runs, element) {
  if (element) for (const run of runs) run.after = run.after.filter(slot => slot.element != element)
}

// The position of an operation, if its neighbours are known.
/**
 * @param {Run[]} runs
 * @param {{to?: number[], before?: string, after?: string}} operation
 * @param {{slots: Slot[]}[]} coming items that are not in the runs yet
 * @returns {{run: Run, index: number} | undefined}
 */
function placeOf(runs, {to, before, after}, coming = []) {
  const neighbour = before ?? after
  for (const run of runs) {
    const index = to ? to[0] == run.section ? to[1] - run.first : -1
      : run.after.findIndex(({element, item}) => neighbour != null && (element?.id ?? item?.id) == neighbour)
    const isBehind = before == null && !to
    if (index >= 0 && index <= run.after.length) return {run, index: isBehind ? index + 1 : index}
  }
  const isComing = coming.some(({slots}) => slots.some(({item}) => item?.id == neighbour))
  return neighbour != null && isComing && runs.length ? {run: runs[0], index: 0} : undefined
}
