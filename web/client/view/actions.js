import { policies } from "../service/conversions.js"

/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Options} Options
 */

/**
 * @param {CollectionView} view
 * @param {Options} options
 * @param {string[]} ids
 */
export function reload(view, {update = view.render}, ids) {
  for (const id of ids) {
    const element = view.mirror.get(id), cell = element && view.cells.get(element.key)
    if (cell) update(cell.node, cell.element)
  }
  return view.session.invalidate({ids})
}

/**
 * @param {CollectionView} view
 * @param {string} title
 * @returns {Promise<boolean>}
 */
export async function scrollToIndexTitle(view, title) {
  const {sectionIndexTitles = []} = await view.collection.describe()
  const entry = sectionIndexTitles.find(entry => entry.title == title)
  if (entry) await view.scrollTo({section: entry.section}, {position: "start"})
  return !!entry
}

/**
 * Drops the policies, the insets and the text size that the service has refused: it would refuse them again.
 *
 * @param {Options} options
 * @param {import("../service/TesseraProblem.js").TesseraProblem} problem
 */
export function dropPolicies(options, {errors}) {
  const pointers = errors.map(({pointer = ""}) => `${pointer.replace(/^\/container(?=\/)/, "")}/`)
  for (const name of /** @type {const} */ ([...policies, "insets", "contentSizeCategory"])) {
    if (pointers.some(pointer => pointer.startsWith(`/${name}/`))) delete options[name]
  }
}

/**
 * Changes the layout of a collection, or that of a view that has one of its own.
 *
 * @param {CollectionView} view
 * @param {Options} options
 * @param {import("../../types/api").LayoutKind} layout
 * @returns {Promise<unknown>} Fulfilled when the layout is there, or another has come first. It is rejected with the problem
 * of a layout that cannot be, and the view keeps the one that it had.
 */
export async function setLayout(view, options, layout) {
  if (options.layout === undefined) {
    const diff = await view.session.setLayout(layout)
    view.emit("layout", {layout})
    return diff
  }
  const before = options.layout
  await new Promise((resolve, reject) => {
    /** @type {import("./CollectionView.js").Feature} */
    const waiting = {
      needs: () => true,
      answered(place, problem) {
        const isOther = options.layout != layout
        if (place.layout != layout && !isOther) return
        if (problem && !isOther) options.layout = before
        if (problem && place.layout == layout) reject(problem)
        else resolve(undefined)
        queueMicrotask(() => view.drop(waiting))
      },
      detach: () => resolve(undefined),
    }
    view.use(waiting)
    view.set({layout})
  })
  view.emit("layout", {layout})
}
