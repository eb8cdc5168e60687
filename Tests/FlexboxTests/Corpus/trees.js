// Random trees of flexbox boxes by theme. The same seed gives the same trees.
//
// A tree: {theme, width, height, direction, nodes}; a node: {style, children} or {style, text, size, lineHeight} or
// {style, image: [width, height]}. Children are indices; styles have the names of `FlexStyle`.

import { random as randomNumbers } from "../../../web/tests/support/random.js"

/** How many trees each theme has, and the properties that its boxes may have with the probability of each. */
const themes = {
  direction: {count: 90, flexDirection: 0.9, size: 0.7, gap: 0.2},
  wrap: {count: 120, flexDirection: 0.5, flexWrap: 0.9, size: 0.9, gap: 0.5, alignContent: 0.3},
  justify: {count: 100, flexDirection: 0.5, justifyContent: 0.9, size: 0.9, gap: 0.3, flexWrap: 0.2},
  align: {count: 130, flexDirection: 0.5, alignItems: 0.7, alignSelf: 0.4, alignContent: 0.5, flexWrap: 0.4, size: 0.6, gap: 0.2},
  "grow-shrink": {count: 140, flexDirection: 0.4, flex: 0.8, basis: 0.4, size: 0.5, gap: 0.2, flexWrap: 0.15, overflow: 0.15},
  minmax: {count: 130, flexDirection: 0.4, flex: 0.5, limits: 0.7, size: 0.5, basis: 0.2, flexWrap: 0.2, alignItems: 0.2, overflow: 0.1},
  "padding-margin": {count: 120, flexDirection: 0.4, padding: 0.6, margin: 0.6, size: 0.5, flex: 0.3, gap: 0.2, flexWrap: 0.2, contentBox: 0.2, alignItems: 0.2},
  "auto-margin": {count: 90, flexDirection: 0.4, margin: 0.2, autoMargin: 0.7, size: 0.8, flexWrap: 0.2, justifyContent: 0.3, alignItems: 0.3},
  "aspect-ratio": {count: 140, flexDirection: 0.4, ratio: 0.6, image: 0.4, size: 0.35, limits: 0.2, flex: 0.3, alignItems: 0.4, padding: 0.15, contentBox: 0.1},
  percent: {count: 120, flexDirection: 0.4, size: 0.7, percent: 0.6, padding: 0.3, margin: 0.3, gap: 0.3, limits: 0.2, basis: 0.2, flex: 0.3},
  absolute: {count: 130, flexDirection: 0.4, absolute: 0.5, insets: 0.6, size: 0.6, padding: 0.3, margin: 0.3, autoMargin: 0.1, justifyContent: 0.4, alignItems: 0.4, alignSelf: 0.2, flexWrap: 0.2, percent: 0.1},
  relative: {count: 40, flexDirection: 0.4, insets: 0.6, size: 0.7, percent: 0.2, direction: 0.2},
  rtl: {count: 90, direction: 0.5, rtl: 0.8, flexDirection: 0.5, flexWrap: 0.3, justifyContent: 0.5, alignItems: 0.4, margin: 0.4, padding: 0.4, size: 0.7, absolute: 0.15, insets: 0.3, gap: 0.2},
  baseline: {count: 100, overflow: 0.15, flexDirection: 0.3, baseline: 0.7, size: 0.5, padding: 0.4, margin: 0.4, flexWrap: 0.3, image: 0.1, text: 0.5},
  nested: {count: 120, deep: true, flexDirection: 0.5, flex: 0.4, size: 0.25, padding: 0.3, alignItems: 0.2, flexWrap: 0.15, gap: 0.2},
  contents: {count: 80, deep: true, isContentSized: true, flexDirection: 0.35, flex: 0.5, basis: 0.4, size: 0.4, limits: 0.2, flexWrap: 0.3, gap: 0.3, text: 0.2, margin: 0.2, padding: 0.2, percent: 0.1},
  order: {count: 40, order: 0.6, hidden: 0.15, flexDirection: 0.4, flexWrap: 0.3, size: 0.8, gap: 0.3},
  image: {count: 80, image: 0.6, flexDirection: 0.4, size: 0.3, limits: 0.3, flex: 0.3, alignItems: 0.4, percent: 0.2, flexWrap: 0.2, padding: 0.1},
  text: {count: 200, text: 0.8, flexDirection: 0.4, size: 0.2, flex: 0.4, padding: 0.2, margin: 0.1, alignItems: 0.2, flexWrap: 0.3, limits: 0.15, gap: 0.3},
  everything: {
    count: 120, deep: true, flexDirection: 0.6, flexWrap: 0.45, justifyContent: 0.5, alignItems: 0.5, alignSelf: 0.3,
    alignContent: 0.4, flex: 0.5, basis: 0.3, size: 0.5, percent: 0.3, limits: 0.4, padding: 0.4, margin: 0.4,
    autoMargin: 0.15, ratio: 0.25, image: 0.25, absolute: 0.15, insets: 0.3, direction: 0.3, order: 0.1, hidden: 0.03,
    baseline: 0.25, contentBox: 0.2, overflow: 0.2, gap: 0.4, text: 0.2,
  },
  mixed: {
    count: 150, deep: true, flexDirection: 0.4, flexWrap: 0.25, justifyContent: 0.25, alignItems: 0.25, alignSelf: 0.1,
    alignContent: 0.15, flex: 0.3, basis: 0.15, size: 0.35, percent: 0.15, limits: 0.15, padding: 0.25, margin: 0.2,
    autoMargin: 0.08, ratio: 0.08, image: 0.08, absolute: 0.08, insets: 0.1, direction: 0.08, order: 0.05, hidden: 0.03,
    baseline: 0.1, contentBox: 0.05, overflow: 0.1, gap: 0.2,
  },
}

const directions = ["row", "rowReverse", "column", "columnReverse"]
const justifications = [
  "normal", "flexStart", "flexEnd", "center", "start", "end", "left", "right", "spaceBetween", "spaceAround", "spaceEvenly", "stretch",
]
const itemAlignments = ["normal", "stretch", "flexStart", "flexEnd", "center", "start", "end", "baseline", "lastBaseline"]
const contentAlignments = [
  "normal", "stretch", "flexStart", "flexEnd", "center", "start", "end", "spaceBetween", "spaceAround", "spaceEvenly",
]
const words = [
  "a", "at", "box", "flow", "grow", "line", "wrap", "basis", "column", "shrink", "layout", "stretch", "baseline", "container",
  "proportional", "distribution",
]

/** All trees. */
export function trees(seed) {
  return Object.entries(themes).flatMap(([theme, features], number) => {
    const random = randomNumbers(seed * 1000 + number)
    return Array.from({length: features.count}, () => tree(theme, features, random))
  })
}

function tree(theme, features, random) {
  const nodes = []
  const isTall = random() < 0.45
  const limit = features.deep ? random.between(6, 15) : random.between(2, 15)
  const width = random() < (features.isContentSized ? 0.1 : 0.75) ? random.between(30, 400) : null
  const height = isTall ? random.between(20, 300) : null
  const direction = features.rtl && random() < features.rtl ? "rtl" : "ltr"
  add(nodes, 0, {limit, features, random, depth: features.deep ? 5 : random.between(2, 3)})
  if (width === null && random() < 0.3) nodes[0].style.maxWidth = random.between(40, 200)
  return {theme, width, height, direction, nodes}
}

/** Adds a box and its descendants; returns the index of the box. */
function add(nodes, depth, context) {
  const {limit, features, random} = context
  const index = nodes.length
  const node = {style: {}}
  nodes.push(node)
  const isRoot = index == 0
  const isContainer = isRoot || depth < context.depth - 1 && random() < (features.deep ? 0.6 : 0.25)
  if (!isRoot) styleItem(node.style, features, random, isContainer)
  styleEdges(node.style, features, random, isRoot)
  if (isContainer) {
    styleContainer(node.style, features, random)
    node.children = []
    const count = random.between(1, isRoot ? 6 : 4)
    for (let child = 0; child < count && nodes.length < limit; child++) node.children.push(add(nodes, depth + 1, context))
  } else if (random() < (features.text ?? 0)) {
    node.size = random.of([10, 12, 13, 14, 16, 17, 20, 24])
    node.lineHeight = node.size + random.between(0, 10)
    node.text = Array.from({length: random.between(1, 9)}, () => random.of(words)).join(" ")
  } else if (random() < (features.image ?? 0)) {
    node.image = [random.between(5, 120), random.between(5, 120)]
  } else if (!("width" in node.style) && random() < 0.4) {
    node.style.width = points(random, 5, 90)
  }
  return index
}

function points(random, least, most) {
  return random.between(least * 4, most * 4) / 4
}

function length(random, features, least, most) {
  return random() < (features.percent ?? 0) ? `${random.between(1, 24) * 5}%` : points(random, least, most)
}

function styleItem(style, features, random, isContainer) {
  const has = name => random() < (features[name] ?? 0)
  if (has("size")) {
    if (random() < (isContainer ? 0.4 : 0.75)) style.width = length(random, features, 0, 120)
    if (random() < (isContainer ? 0.4 : 0.75)) style.height = length(random, features, 0, 90)
  }
  if (has("limits")) {
    if (random() < 0.35) style.minWidth = length(random, features, 0, 100)
    if (random() < 0.35) style.maxWidth = length(random, features, 0, 120)
    if (random() < 0.35) style.minHeight = length(random, features, 0, 80)
    if (random() < 0.35) style.maxHeight = length(random, features, 0, 90)
  }
  if (has("flex")) {
    if (random() < 0.6) style.flexGrow = random.of([0.25, 0.5, 1, 1, 1, 2, 3])
    if (random() < 0.5) style.flexShrink = random.of([0, 0, 0.5, 1, 2, 3])
  }
  if (has("basis")) {
    style.flexBasis = random() < 0.2 ? "content" : random() < 0.3 ? `${random.between(0, 20) * 5}%` : points(random, 0, 120)
  }
  if (has("alignSelf")) style.alignSelf = random.of(itemAlignments)
  if (has("baseline")) style.alignSelf = random.of(["baseline", "baseline", "lastBaseline"])
  if (has("ratio")) style.aspectRatio = random.of([0.25, 0.5, 0.75, 1, 1.5, 2, 3])
  if (has("order")) style.order = random.between(-2, 2)
  if (has("hidden")) style.display = "none"
  if (has("overflow")) style.overflow = "hidden"
  const isAbsolute = has("absolute")
  if (isAbsolute) style.position = "absolute"
  if (isAbsolute ? has("insets") : random() < (features.insets ?? 0) * (features.absolute ? 0.1 : 1)) {
    for (const side of ["top", "right", "bottom", "left"]) {
      if (random() < 0.5) style[side] = length(random, features, -10, 40)
    }
  }
}

function styleEdges(style, features, random, isRoot) {
  const sides = ["Top", "Right", "Bottom", "Left"]
  if (random() < (features.padding ?? 0)) {
    const ofRoot = isRoot ? {} : features
    for (const side of sides) if (random() < 0.6) style[`padding${side}`] = length(random, {percent: (ofRoot.percent ?? 0) / 2}, 0, 20)
  }
  if (isRoot) return
  if (random() < (features.contentBox ?? 0)) style.boxSizing = "contentBox"
  if (random() < (features.margin ?? 0)) {
    for (const side of sides) if (random() < 0.6) style[`margin${side}`] = length(random, {percent: (features.percent ?? 0) / 2}, -8, 20)
  }
  if (random() < (features.autoMargin ?? 0)) {
    for (const side of sides) if (random() < 0.4) style[`margin${side}`] = "auto"
  }
}

function styleContainer(style, features, random) {
  const has = name => random() < (features[name] ?? 0)
  if (has("flexDirection")) style.flexDirection = random.of(directions)
  if (has("flexWrap")) style.flexWrap = random.of(["wrap", "wrap", "wrapReverse"])
  if (has("justifyContent")) style.justifyContent = random.of(justifications)
  if (has("alignItems")) style.alignItems = random.of(itemAlignments)
  if (has("baseline")) style.alignItems = random.of(["baseline", "baseline", "lastBaseline"])
  if (has("alignContent")) style.alignContent = random.of(contentAlignments)
  if (has("direction")) style.direction = random.of(["ltr", "rtl"])
  if (has("gap")) {
    if (random() < 0.7) style.rowGap = length(random, {percent: (features.percent ?? 0) / 3}, 0, 15)
    if (random() < 0.7) style.columnGap = length(random, {percent: (features.percent ?? 0) / 3}, 0, 15)
  }
}
