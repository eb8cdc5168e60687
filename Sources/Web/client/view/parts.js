import { pinnedKinds } from "./pinnedKinds.js"

/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Options} Options
 * @typedef {import("./CollectionView.js").Feature} Feature
 */

/**
 * Attaches what the layout of a view asks for, now and whenever it becomes another one.
 *
 * @param {CollectionView} view
 * @param {Options} options
 */
export async function attachParts(view, {layout: own}) {
  /** @type {Feature[]} */
  let parts = []
  let current = ""

  async function choose() {
    const layout = own ?? (await view.collection.describe()).layout
    if (JSON.stringify(layout) == current) return
    current = JSON.stringify(layout)
    for (const part of parts.splice(0)) view.drop(part)
    const chosen = await partsOf(/** @type {{kind: string}} */ (layout))
    parts = chosen
    for (const part of chosen) view.use(part)
  }

  view.element.addEventListener("tessera-change", event => {
    const {cause} = /** @type {CustomEvent} */ (event).detail
    if (cause == "layout" || cause == "resync") choose().catch(() => {})
  })
  await choose()
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
