/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Options} Options
 * @typedef {import("./CollectionView.js").Feature} Feature
 *
 * @typedef {object} Layout
 * @property {string} kind
 * @property {string} [pitch] Of a carousel.
 * @property {Definition[]} [sections] Of a compositional layout.
 * @property {{sections?: Definition[]}[]} [alternatives]
 *
 * @typedef {{visibleItems?: object}} Definition
 */

/**
 * Attaches the parts that the layout and the elements of a view need, now and whenever others are needed.
 *
 * @param {CollectionView} view
 * @param {Options} options
 */
export async function attachParts(view, options) {
  /** @type {Feature[]} */
  let parts = []
  /** @type {Feature | undefined} */
  let pinned
  /** @type {Layout | undefined} */
  let layout
  let queue = Promise.resolve()

  async function choose() {
    const found = options.layout ?? (await view.session.facts()).layout
    if (JSON.stringify(found) == JSON.stringify(layout)) return
    layout = /** @type {Layout} */ (found)
    for (const part of parts.splice(0)) view.drop(part)
    const chosen = await partsOf(layout)
    parts = chosen
    for (const part of chosen) view.use(part)
  }

  // Elements say themselves whether they pin: sections and headers may differ from their layout.
  async function pin() {
    if (pinned || !view.mirror.ordered().some(({pins}) => pins)) return
    pinned = new (await import("./Pinned.js")).Pinned()
    view.use(pinned)
  }

  const update = (/** @type {Event} */ event) => {
    const {type, target} = event, {cause} = /** @type {CustomEvent} */ (event).detail
    const mayBeOther = type == "tessera-layout" || cause == "layout" || cause == "resync"
    if (target != view.element) return
    if (mayBeOther) queue = queue.then(choose).catch(() => {})
    queue = queue.then(pin).catch(() => {})
  }
  view.element.addEventListener("tessera-change", update)
  view.element.addEventListener("tessera-layout", update)
  queue = queue.then(choose).then(pin)
  const {role = "list"} = options
  if (role == "list" || role == "grid") view.use(new (await import("../interaction/Sections.js")).Sections(view))
  await queue
}

/**
 * @param {Layout} layout
 * @returns {Promise<Feature[]>}
 */
async function partsOf(layout) {
  /** @type {Feature[]} */
  const parts = []
  if (layout.kind == "compositional") parts.push(...(await import("./compositional.js")).compositionalParts(layout))
  if (layout.pitch == "own") parts.push(new (await import("./VisibleItems.js")).VisibleItems())
  else if (["coverFlow", "carousel"].includes(layout.kind)) {
    parts.push(new (await import("./FormulaLooks.js")).FormulaLooks(layout))
  }
  return parts
}
