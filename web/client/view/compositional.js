import { Strips } from "./Strips.js"
import { VisibleItems } from "./VisibleItems.js"

/**
 * What a view needs of a compositional layout.
 *
 * @param {import("./parts.js").Layout} layout
 * @returns {import("./CollectionView.js").Feature[]}
 */
export function compositionalParts(layout) {
  const isLive = [layout, ...layout.alternatives ?? []].some(({sections}) => sections?.some(({visibleItems}) => visibleItems))
  return isLive ? [new Strips(isLive), new VisibleItems()] : [new Strips()]
}
