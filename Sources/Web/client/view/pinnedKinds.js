/**
 * @typedef {"start" | "end"} Edge The edge of the viewport that a header or footer stays at.
 * @typedef {{kind: string, pinToVisibleBounds?: boolean, alignment?: string}} BoundaryItem
 */

/**
 * The kinds of headers and footers that stay in the viewport, by the layout.
 *
 * @param {any} layout
 * @returns {Map<string, Edge>}
 */
export function pinnedKinds(layout) {
  /** @type {Map<string, Edge>} */
  const pins = new Map()
  const {kind, style = "plain", sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds} = layout
  const isPlain = kind == "list" && style == "plain"
  if (isPlain || sectionHeadersPinToVisibleBounds) pins.set("header", "start")
  if (isPlain || sectionFootersPinToVisibleBounds) pins.set("footer", "end")
  for (const section of layout.sections ?? []) {
    for (const item of /** @type {BoundaryItem[]} */ (section.boundarySupplementaryItems ?? [])) {
      if (item.pinToVisibleBounds) pins.set(item.kind, item.alignment?.startsWith("bottom") ? "end" : "start")
    }
  }
  return pins
}
