/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {"list" | "tree" | "feed" | "grid" | "none"} Role
 */

/** @type {Record<string, string>} */
const cellRoles = {feed: "article", grid: "gridcell"}

/**
 * The attributes of the element that scrolls. One of the cells is in the tab order, so it is not itself.
 *
 * @param {{role?: Role, label?: string}} options
 * @returns {Record<string, string>}
 */
export function viewAttributes({role = "list", label}) {
  return {tabindex: role == "none" ? "0" : "-1", ...role != "none" && {role}, ...label && {"aria-label": label}}
}

/**
 * The role of a cell, and its position in its section: a view knows the sizes of the sections that are in its window.
 *
 * @param {Element} element
 * @param {{role?: Role, itemCounts?: ReadonlyMap<number, number>}} options
 * @returns {Record<string, string>}
 */
export function cellRole({category, indexPath: [section, item]}, {role = "list", itemCounts}) {
  if (category != "cell" || role == "none") return {}
  const count = itemCounts?.get(section) ?? -1
  return {
    role: cellRoles[role] ?? role + "item", tabindex: "-1",
    ...role != "grid" && {"aria-posinset": `${item + 1}`, "aria-setsize": `${count}`},
  }
}
