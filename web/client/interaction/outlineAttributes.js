/**
 * The attributes of a cell in an outline; those that it does not have are undefined. An item of a list has a level, but only
 * one of a tree may be expanded. The position of a cell among all rows is not the one among its siblings that a tree has.
 *
 * @param {import("../mirror/Element.js").Element} element
 * @param {import("./roles.js").Role} role
 * @returns {Record<string, string | undefined>}
 */
export function outlineAttributes({category, level, isExpanded}, role) {
  const isTree = role == "tree"
  if (category != "cell" || !isTree && role != "list") return {}
  return {
    "aria-level": level == null ? undefined : `${level + 1}`,
    "aria-expanded": isTree && isExpanded != null ? `${isExpanded}` : undefined,
    ...isTree && {"aria-posinset": undefined, "aria-setsize": undefined},
  }
}
