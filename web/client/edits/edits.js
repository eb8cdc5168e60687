import { drop, keep } from "./kept.js"

/**
 * @typedef {import("../service/Session.js").Fate} Fate
 * @typedef {import("../service/operations.js").Operations} Operations
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/CollectionView.js").Options} Options
 *
 * @typedef {object} Edit A change by this page.
 * @property {string} id
 * @property {Operations} operations
 *
 * @typedef {object} ShownEdit An edit that the view shows.
 * @property {string} id
 * @property {Operations} operations
 * @property {import("../service/Session.js").Made} [diff] The versions before and after it; absent if its response is lost.
 * @property {Promise<Fate>} fate How it ends. It is never rejected.
 */

/** The edits of this tab whose fate is open. @type {Set<string>} */
export const open = new Set()
/** How many edits of a view the service has made. @type {WeakMap<CollectionView, number>} */
const settled = new WeakMap()

/**
 * Reports the fate of an edit, and keeps it in the browser until then.
 *
 * @param {CollectionView} view
 * @param {Options} options
 * @param {Edit} edit
 * @param {ReturnType<import("../service/Session.js").Session["change"]>} made
 * @returns {Promise<ShownEdit>}
 */
export async function follow(view, {keepEdits = true}, edit, made) {
  const {version} = view.mirror, before = settled.get(view) ?? 0
  open.add(edit.id)
  view.emit("edit", {...edit, type: "pending"})
  if (keepEdits) keep(view.collection, edit, version)

  /** @param {Fate} fate */
  const end = fate => {
    open.delete(edit.id)
    // A view that has ended may have left it to the next one.
    if (keepEdits && fate.type != "lost") drop(edit.id)
    if (fate.type == "settled") settled.set(view, (settled.get(view) ?? 0) + 1)
    view.emit("edit", {...edit, ...fate})
    return fate
  }
  try {
    const {diff, fate} = await made
    return {...edit, diff, fate: fate.then(end)}
  } catch (error) {
    const problem = /** @type {import("../service/TesseraProblem.js").TesseraProblem} */ (error)
    const own = (settled.get(view) ?? 0) - before
    if (problem.status == null) end({type: "lost"})
    else end({type: view.mirror.version - version > own ? "conflict" : "refused", problem})
    throw problem
  }
}
