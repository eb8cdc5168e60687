import { policies } from "../service/HTTPSession.js"

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
 * Drops the policies that the service has refused: it would refuse them again.
 *
 * @param {Options} options
 * @param {import("../service/TesseraProblem.js").TesseraProblem} problem
 */
export function dropPolicies(options, {errors}) {
  const named = new Set(errors.map(({pointer}) => pointer?.split("/")[1]))
  for (const name of policies) if (named.has(name)) delete options[name]
}

/**
 * @param {CollectionView} view
 * @param {Options} options
 * @param {import("../../types/api").LayoutKind} layout
 * @returns {Promise<unknown>}
 */
export async function setLayout(view, options, layout) {
  if (options.layout === undefined) {
    const diff = await view.session.setLayout(layout)
    view.emit("layout", {layout})
    return diff
  }
  view.set({layout})
  view.emit("layout", {layout})
}
