import { pinnedKinds } from "./pinnedKinds.js"

/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Options} Options
 * @typedef {import("./CollectionView.js").Feature} Feature
 */

/**
 * Attaches the parts that the layout of a view needs, now and whenever it becomes another one.
 *
 * @param {CollectionView} view
 * @param {Options} options
 */
export async function attachParts(view, options) {
  /** @type {Feature[]} */
  let parts = []
  let current = "", queue = Promise.resolve()

  async function choose() {
    const layout = options.layout ?? (await view.collection.describe()).layout
    if (JSON.stringify(layout) == current) return
    current = JSON.stringify(layout)
    for (const part of parts.splice(0)) view.drop(part)
    const chosen = await partsOf(/** @type {{kind: string}} */ (layout))
    parts = chosen
    for (const part of chosen) view.use(part)
  }

  const update = (/** @type {Event} */ event) => {
    const {type, target} = event, {cause} = /** @type {CustomEvent} */ (event).detail
    const mayBeOther = type == "tessera-layout" || cause == "layout" || cause == "resync"
    if (target == view.element && mayBeOther) queue = queue.then(choose).catch(() => {})
  }
  view.element.addEventListener("tessera-change", update)
  view.element.addEventListener("tessera-layout", update)
  queue = queue.then(choose)
  await queue
}

/**
 * @param {{kind: string}} layout
 * @returns {Promise<Feature[]>}
 */
async function partsOf(layout) {
  /** @type {Feature[]} */
  const parts = []
  const pins = pinnedKinds(layout)
  if (pins) parts.push(new (await import("./Pinned.js")).Pinned(pins))
  if (layout.kind == "compositional") parts.push(new (await import("./Strips.js")).Strips())
  if (["coverFlow", "carousel"].includes(layout.kind)) parts.push(new (await import("./Turning.js")).Turning(layout))
  return parts
}
