// Second states to compare a request with.

/** @typedef {import("../types/api").LayoutRequest} LayoutRequest */

/**
 * The request with some of its items elsewhere, and the last one of each section gone.
 *
 * @param {LayoutRequest} request
 * @returns {LayoutRequest}
 */
export function shuffled(request) {
  const sections = request.sections.map(section => {
    if (!section.items || section.items.length < 3) return section
    const [first, ...rest] = section.items.slice(0, -1)
    const middle = Math.ceil(rest.length / 2)
    return {...section, items: [...rest.slice(middle), first, ...rest.slice(0, middle)]}
  })
  return {...request, sections}
}

/**
 * The request in a container that has been turned on its side.
 *
 * @param {LayoutRequest} request
 * @returns {LayoutRequest}
 */
export function rotated({visibleRect, ...request}) {
  const {width, height} = request.container
  return {...request, container: {...request.container, width: height, height: width}}
}
