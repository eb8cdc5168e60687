/**
 * @typedef {"start" | "end"} Edge The edge of the viewport that a header or footer stays at.
 * @typedef {{kind: string, pinToVisibleBounds?: boolean, alignment?: string}} BoundaryItem
 */

/**
 * Which headers and footers stay in the viewport, by the layout.
 *
 * @param {any} layout
 * @returns {((kind: string, section: number) => Edge | undefined) | undefined} Undefined if none of them
 * does.
 */
export function pinnedKinds(layout) {
  const {kind, style = "plain", sections, sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds} = layout
  if (kind == "compositional") {
    const all = /** @type {{boundarySupplementaryItems?: BoundaryItem[]}[]} */ (sections)
    const edges = all.map(({boundarySupplementaryItems = []}) => new Map(boundarySupplementaryItems
      .filter(({pinToVisibleBounds}) => pinToVisibleBounds)
      .map(({kind, alignment}) => [kind, alignment?.startsWith("bottom") ? /** @type {const} */ ("end") : "start"])))
    // The last definition is that of all sections after it.
    if (!edges.some(({size}) => size)) return undefined
    return (kind, section) => /** @type {Edge} */ (edges[Math.min(section, edges.length - 1)].get(kind))
  }
  const isPlain = kind == "list" && style == "plain"
  const header = isPlain || sectionHeadersPinToVisibleBounds, footer = isPlain || sectionFootersPinToVisibleBounds
  if (!header && !footer) return undefined
  return kind => kind == "header" && header ? "start" : kind == "footer" && footer ? "end" : undefined
}
