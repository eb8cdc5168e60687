// Random layout requests of every kind. The module must return the same as the service.

import { random } from "../support/random.js"

/** Every kind with parameters that a generator of numbers chooses. */
const kinds = {
  flow: next => ({
    scrollDirection: direction(next), minimumLineSpacing: length(next, 20), minimumInteritemSpacing: length(next, 20),
    itemSize: size(next), sectionInset: insets(next), itemAlignment: next.of(["justified", "leading", "center", "trailing"]),
    lineAlignment: next.of(["center", "top", "bottom"]), sectionHeadersPinToVisibleBounds: next() < 0.5,
    ...next() < 0.3 && {estimatedItemSize: next() < 0.5 ? "automatic" : size(next)},
  }),
  list: next => ({
    style: next.of(["plain", "grouped", "insetGrouped"]), rowHeight: next() < 0.5 ? "automatic" : length(next, 90),
    estimatedRowHeight: length(next, 90), rowSpacing: length(next, 9), sectionInset: insets(next),
    ...next() < 0.5 && {separator: insets(next)}, ...next() < 0.3 && {tableHeader: size(next)},
  }),
  grid: next => ({
    scrollDirection: direction(next), columns: next() < 0.5 ? next.between(1, 7) : {minimumWidth: 20 + length(next, 100)},
    columnSpacing: length(next, 12), rowSpacing: length(next, 12), sectionInset: insets(next),
    packing: next.of(["sparse", "dense"]), ...next() < 0.5 ? {rowHeight: 20 + length(next, 90)} : {aspectRatio: 0.3 + next()},
  }),
  waterfall: next => ({
    columnCount: next.between(1, 6), minimumColumnSpacing: length(next, 12), minimumInteritemSpacing: length(next, 12),
    sectionInset: insets(next), itemRenderDirection: next.of(["shortestFirst", "leftToRight", "rightToLeft"]),
    columnAssignment: next.of(["balanced", "sticky", "kept"]),
  }),
  justified: next => ({
    targetRowHeight: 60 + length(next, 200), targetRowHeightTolerance: next() / 2, boxSpacing: length(next, 12),
    containerPadding: length(next, 20), showWidows: next() < 0.8,
    widowLayoutStyle: next.of(["left", "justify", "center"]),
  }),
  magazine: next => ({
    verticalSpacing: length(next, 12), horizontalSpacing: length(next, 12), sectionInsets: insets(next), itemInsets: insets(next),
  }),
  stack: next => ({
    scrollDirection: direction(next), itemSize: size(next), itemOffset: {x: length(next, 9), y: length(next, 9)},
    itemScale: 0.5 + next() / 2, spread: next() * 20, visibleCount: next.between(1, 9), sectionInset: insets(next),
  }),
  circle: next => ({
    scrollDirection: direction(next), itemSize: size(next), startAngle: next() * 720 - 360, sweep: next() * 720 - 360,
    rotatesItems: next() < 0.5, sectionInset: insets(next), ...next() < 0.5 && {radius: 40 + length(next, 300)},
  }),
  spiral: next => ({
    scrollDirection: direction(next), itemSize: size(next), spiral: next.of(["archimedean", "fermat"]), spacing: 1 + length(next, 90),
    startAngle: next() * 360, outerScale: 0.2 + next() * 0.8, outerAlpha: next(), sectionInset: insets(next),
  }),
  coverFlow: next => ({
    scrollDirection: direction(next), itemSize: size(next), itemSpacing: length(next, 40) - 20, angle: next() * 89,
    sideShift: length(next, 40), sideDepth: length(next, 90), sectionInset: insets(next),
  }),
  carousel: next => ({
    scrollDirection: direction(next), style: next.of(["linear", "rotary"]), pitch: next.of(["common", "own"]),
    itemSize: size(next), itemSpacing: length(next, 40) - 20, sideItemScale: 0.3 + next() * 0.7, sideItemAlpha: next(),
    tilt: next() * 45, sectionInset: insets(next),
  }),
  compositional: next => {
    const scrollDirection = direction(next)
    const section = next => next() < 0.3 ? otherSection(next, scrollDirection) : compositionalSection(next)
    return {
      scrollDirection, interSectionSpacing: length(next, 20), sections: many(next, 1, 3, section),
      ...next() < 0.3 && {alternatives: [{minimumWidth: 100 + length(next, 600), sections: many(next, 1, 2, section)}]},
    }
  },
  custom: next => ({
    itemSize: size(next),
    values: {start: next.between(0, 90), length: 1},
    frame: {x: `${expression(next, "width")} + item.values.start`, y: `${expression(next, "height")} + i * ${1 + next.between(1, 60)}`},
    ...next() < 0.5 && {supplementaries: {header: {frame: {x: expression(next, "n"), y: "section * 40"}, alpha: "1 / (1 + n)"}}},
    ...next() < 0.5 && {decorations: {line: {count: "n / 3", frame: [0, expression(next, "i"), "width", 1], zIndex: "-i"}}},
    transform: {rotation: expression(next, "1"), scale: "0.5 + pow(0.9, i)"}, alpha: "1 / (1 + i)",
    ...next() < 0.5 && {contentSize: ["width", "height * 2"]},
  }),
}

export const kindNames = Object.keys(kinds)

const length = (next, limit) => next() < 0.5 ? Math.floor(next() * limit) : next() * limit
const size = next => [10 + length(next, 150), 10 + length(next, 150)]
const direction = next => next() < 0.75 ? "vertical" : "horizontal"
const many = (next, low, high, make) => Array.from({length: next.between(low, high)}, (_, index) => make(next, index))

function insets(next) {
  return {top: length(next, 20), left: length(next, 20), bottom: length(next, 20), right: length(next, 20)}
}

/** The parts of a formula are all functions that have no exact result. */
function expression(next, unit) {
  const wave = next.of(["sin(i / 3)", "cos(i * 0.7)", "tan(i / 40)", "atan2(i, 3)", "sqrt(i)", "pow(i + 1, 0.4)", "i % 7"])
  return `${unit} * (0.5 + 0.1 * ${wave})`
}

function dimension(next) {
  const value = next.of([["fractionalWidth", 0.2 + next() * 0.8], ["fractionalHeight", 0.1 + next() / 2],
    ["absolute", 20 + length(next, 120)], ["estimated", 20 + length(next, 120)]])
  return {[value[0]]: value[1]}
}

function compositionalSection(next) {
  return {
    group: compositionalGroup(next, 2), interGroupSpacing: length(next, 12),
    contentInsets: {leading: length(next, 20), trailing: length(next, 20)},
    ...next() < 0.3 && {orthogonalScrollingBehavior: next.of(["continuous", "paging", "groupPaging", "groupPagingCentered"])},
    ...next() < 0.4 && {visibleItems: {
      alpha: "1 - abs(distance) / width / 2", zIndex: "offset / 10 - item.x",
      transform: {rotation: "distance / 1000", scale: `1 / (1 + ${expression(next, "1")})`},
    }},
    ...next() < 0.5 && {boundarySupplementaryItems: [
      {kind: "header", size: {height: 20 + length(next, 40)}, pinToVisibleBounds: next() < 0.5}]},
  }
}

/** A section that another kind lays out: of its parameters those that do not concern a whole layout. */
function otherSection(next, scrollDirection) {
  const kind = next.of(scrollDirection == "horizontal" ? ["grid", "flow"] : ["list", "grid", "waterfall", "flow"])
  const {scrollDirection: _direction, tableHeader: _header, ...parameters} = kinds[kind](next)
  return {
    [kind]: parameters, contentInsets: {leading: length(next, 20), top: length(next, 9)},
    supplementariesFollowContentInsets: next() < 0.5,
  }
}

function compositionalGroup(next, depth) {
  const isNested = depth > 0 && next() < 0.4
  return {
    size: {width: next() < 0.6 ? {fractionalWidth: 1} : dimension(next), height: dimension(next)},
    axis: next.of(["horizontal", "vertical"]), interItemSpacing: length(next, 10),
    items: many(next, 1, 3, next => isNested ? {group: compositionalGroup(next, depth - 1)}
      : {size: {width: dimension(next), height: dimension(next)}}),
  }
}

function item(next, kind, id) {
  const item = {id}
  if (next() < 0.6) item.size = size(next)
  else if (next() < 0.5) item.estimatedSize = size(next)
  if (kind == "justified" || kind == "waterfall" || next() < 0.1) item.aspectRatio = 0.3 + next() * 2
  if (kind == "grid" && next() < 0.3) item.span = {columns: next.between(1, 3), rows: next.between(1, 3)}
  if (kind == "magazine") {
    Object.assign(item, {widthMode: next.of(["fullWidth", "halfWidth", "thirdWidth"]), heightMode: "static"})
    item.height = 10 + length(next, 90)
  }
  if (kind == "custom" && next() < 0.7) item.values = {start: length(next, 200), other: 1}
  if (next() < 0.05) item.preferredAttributes = {alpha: next(), transform: [next(), next(), next(), 1, length(next, 9), 0]}
  return item
}

let lastID = 0

export function section(next, kind) {
  const section = {id: `section ${++lastID}`}
  const way = next()
  if (way < 0.2) section.itemCount = next.between(0, 60)
  else if (way < 0.4) section.itemSizes = many(next, 0, 60, size)
  else section.items = many(next, 0, 40, next => item(next, kind, `item ${++lastID}`))
  if (kind != "compositional" && next() < 0.4) section.header = {size: size(next)}
  return section
}

/** Makes a layout of a kind. */
export const layout = (next, kind) => ({kind, ...kinds[kind](next)})

/** Makes the body of `POST /v1/layouts` for a kind. */
function layoutRequest(next, kind) {
  const request = {
    container: {
      width: 200 + length(next, 900), height: 200 + length(next, 900), ...next() < 0.3 && {insets: insets(next)},
      ...next() < 0.6 && {scale: next.of([1, 2, 3, 1.5])}, ...next() < 0.3 && {layoutDirection: "rightToLeft"},
    },
    layout: layout(next, kind), sections: many(next, 1, 3, next => section(next, kind)),
  }
  if (next() < 0.5) request.visibleRect = [length(next, 100), length(next, 900), request.container.width, request.container.height]
  return request
}

/** Requests of a kind, always the same ones for a seed. */
export function* layoutRequests(kind, count, seed) {
  const next = random(seed * 1000 + kindNames.indexOf(kind))
  for (let i = 0; i < count; i++) yield layoutRequest(next, kind)
}

const magnitudes = [1e-9, 1e-3, 0.1, 1e6, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 1e15, -1e-9, -1e15, -(2 ** 53), 0]

/** A copy of a request with some numbers of another magnitude, within the range of an `Int` of 32 bits and beyond. */
export function stretched(next, request) {
  const copy = structuredClone(request), places = []
  const collect = value => {
    for (const key of Object.keys(value)) {
      if (typeof value[key] == "number") places.push([value, key])
      else if (value[key] && typeof value[key] == "object") collect(value[key])
    }
  }
  collect(copy)
  for (let i = next.between(1, 3); i > 0 && places.length; i--) {
    const [holder, key] = next.of(places)
    // So many items would take a while, and are refused by a limit of the service.
    if (key != "itemCount") holder[key] = next.of(magnitudes)
  }
  return copy
}

const strange = [null, true, -1, 0, 1e300, 4e9, 0.5, "", "flows", "x".repeat(200), [], {}, [1, 2, 3], {width: 1}, [[]], "i *"]

/** A copy of a request with one value replaced, added or removed. */
export function spoiled(next, request) {
  const copy = structuredClone(request), places = []
  const collect = value => {
    if (typeof value != "object" || value == null) return
    for (const key of Object.keys(value)) {
      places.push([value, key])
      collect(value[key])
    }
  }
  collect(copy)
  const [holder, key] = next.of(places), way = next()
  if (way < 0.2) Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]
  else if (way < 0.35 && !Array.isArray(holder)) holder[next.of(["itemsize", "id", "template", "content", "kind", "size"])] = next.of(strange)
  else holder[key] = next.of(strange)
  return copy
}
