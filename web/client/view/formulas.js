/**
 * @typedef {{zIndex: number, alpha: number, hidden: boolean, transform3D: number[]}} Appearance
 * @typedef {{length: number, pitch: number, appearance(distance: number): Appearance}} DistanceFormula How items of a
 * layout look at a distance, in points, from the middle of the viewport: negative before it.
 */

const {abs, cos, max, min, PI, round, sin} = Math
const identity = () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
const clamped = (/** @type {number} */ value, /** @type {number} */ limit) => min(max(value, -limit), limit)
const radians = (/** @type {number} */ degrees) => (degrees % 720) * PI / 180

/**
 * The formulas of the service for coverFlow and carousel, without the metrics of single sections and items.
 *
 * @param {any} layout
 * @param {{length: number, scale: number}} view The length along the scroll direction, and the pixels in a point.
 * @returns {DistanceFormula | undefined} Undefined for other layouts.
 */
export function distanceFormula(layout, {length, scale}) {
  const {kind, scrollDirection = "horizontal", perspective = 500} = layout
  const isHorizontal = scrollDirection == "horizontal"
  const sharp = (/** @type {number} */ value) => round(value * scale) / scale
  const scene = {isHorizontal, eye: max(1, perspective)}
  const extent = ([width, height] = [0, 0]) => sharp(isHorizontal ? width : height)
  if (kind == "coverFlow") {
    const {angle = 65, sideShift = 75, sideDepth = 100, itemSpacing = -140, itemSize = [180, 180]} = layout
    const pitch = max(1, sharp(extent(pair(itemSize)) + itemSpacing)), turn = radians(angle)
    return slots(pitch, length, t => {
      const side = clamped(t, 1), distance = t * pitch
      const transform3D = stand(scene, -turn * side, distance + sideShift * side, 0, sideDepth * abs(side), distance)
      return {alpha: 1, hidden: false, transform3D}
    })
  }
  if (kind != "carousel") return undefined
  const {style = "linear", itemSpacing = 0, sideItemScale = 0.8} = layout, isRow = style == "linear"
  const {itemSize = isRow ? [220, 300] : [120, 160], sideItemAlpha = isRow ? 0.5 : 1} = layout
  const {itemsPerTurn = 12, radius = length / 2, tilt = 25} = layout
  if (isRow) {
    return slots(max(1, sharp(extent(pair(itemSize)) + itemSpacing)), length, t => {
      const side = min(abs(t), 1), transform3D = identity()
      transform3D[0] = transform3D[5] = 1 + (sideItemScale - 1) * side
      return {alpha: 1 + (sideItemAlpha - 1) * side, hidden: false, transform3D}
    })
  }
  const pitch = max(1, sharp(length / itemsPerTurn)), step = 2 * PI / itemsPerTurn
  const rise = radius * sin(radians(tilt)), depth = radius * cos(radians(tilt))
  return slots(pitch, length, t => {
    const angle = clamped(t * step, PI), away = 1 - cos(angle)
    const transform3D = stand(scene, 0, radius * sin(angle), rise * away, depth * away, t * pitch)
    return {alpha: 1 + (sideItemAlpha - 1) * away / 2, hidden: abs(t * step) > PI * (1 + 1e-9), transform3D}
  })
}

/**
 * @param {number} pitch
 * @param {number} length
 * @param {(t: number) => Omit<Appearance, "zIndex">} look
 * @returns {DistanceFormula}
 */
const slots = (pitch, length, look) => ({
  length, pitch,
  appearance(distance) {
    const t = abs(distance / pitch) < 1e-9 ? 0 : distance / pitch
    if (t == 0) return {zIndex: 0, alpha: 1, hidden: false, transform3D: identity()}
    return {zIndex: 0 - round(abs(t) - 1e-6), ...look(t)}
  },
})

/**
 * An item that is turned by an angle and stands away from the middle, as the eye sees it.
 *
 * @param {{isHorizontal: boolean, eye: number}} scene
 * @param {number} angle
 * @param {number} along
 * @param {number} rise
 * @param {number} depth
 * @param {number} distance
 */
function stand({isHorizontal, eye}, angle, along, rise, depth, distance) {
  const matrix = identity(), turn = isHorizontal ? angle : -angle
  if (isHorizontal) Object.assign(matrix, {0: cos(turn), 2: -sin(turn), 8: sin(turn), 10: cos(turn)})
  else Object.assign(matrix, {5: cos(turn), 6: sin(turn), 9: -sin(turn), 10: cos(turn)})
  move(matrix, isHorizontal ? along : -rise, isHorizontal ? -rise : along, -depth)
  for (const row of [0, 4, 8, 12]) matrix[row + 3] -= matrix[row + 2] / eye
  return move(matrix, isHorizontal ? -distance : 0, isHorizontal ? 0 : -distance, 0)
}

/**
 * @param {number[]} matrix
 * @param {number} x
 * @param {number} y
 * @param {number} z
 */
function move(matrix, x, y, z) {
  for (const row of [0, 4, 8, 12]) {
    const weight = matrix[row + 3]
    matrix[row] += weight * x
    matrix[row + 1] += weight * y
    matrix[row + 2] += weight * z
  }
  return matrix
}

/**
 * @param {any} size
 * @returns {[number, number]}
 */
const pair = size => Array.isArray(size) ? [size[0], size[1]] : [size.width, size.height]

/**
 * Where left and right change places.
 *
 * @param {Appearance} appearance
 * @returns {Appearance}
 */
export const mirrored = appearance => ({
  ...appearance,
  transform3D: appearance.transform3D.map((number, index) => [1, 2, 3, 4, 8, 12].includes(index) ? -number : number),
})
