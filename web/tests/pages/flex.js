// Random templates of flex containers with texts, images and boxes, and the same in HTML and CSS.

const positions = ["flexStart", "flexEnd", "center", "start", "end"]
const capitalized = name => name[0].toUpperCase() + name.slice(1)

/** A position, with `safe` or `unsafe` before it or without. */
function position(random, more) {
  const name = random.of([...positions, ...more]), before = random.of(["", "", "safe", "safe", "unsafe"])
  return before ? before + capitalized(name) : name
}

/** A length in points, a percentage, or both together. */
const length = (random, least, most) => random.of([
  random.between(least, most), random.between(least, most), `${random.between(1, 20) * 5}%`,
  {percent: random.between(0, 16) * 5, points: random.between(-30, 30)},
])

const sometimes = (random, chance, make) => random() < chance ? make() : {}

/** The members of a box: its size, and the space and the border inside it. */
const box = random => ({
  ...sometimes(random, 0.3, () => ({width: random() < 0.3 ? random.of(["minContent", "maxContent", "fitContent"]) : length(random, 10, 120)})),
  ...sometimes(random, 0.3, () => ({height: random() < 0.5 ? random.of(["minContent", "maxContent", "fitContent"]) : length(random, 10, 80)})),
  ...sometimes(random, 0.15, () => ({minWidth: length(random, 0, 60)})), ...sometimes(random, 0.15, () => ({maxHeight: length(random, 20, 80)})),
  ...sometimes(random, 0.2, () => ({padding: random.between(0, 8)})), ...sometimes(random, 0.2, () => ({paddingInlineStart: random.between(0, 12)})),
  ...sometimes(random, 0.2, () => ({borderWidth: random.between(0, 5)})), ...sometimes(random, 0.2, () => ({borderLeftWidth: random.between(0, 8)})),
  ...sometimes(random, 0.2, () => ({borderInlineStartWidth: random.between(0, 7)})), ...sometimes(random, 0.1, () => ({borderInlineEndWidth: random.between(0, 7)})),
})

const item = random => ({
  ...box(random), ...sometimes(random, 0.2, () => ({flex: random.of([1, 1, 2])})), ...sometimes(random, 0.3, () => ({flexShrink: 0})),
  ...sometimes(random, 0.15, () => ({flexBasis: length(random, 0, 100)})),
  ...sometimes(random, 0.3, () => ({alignSelf: position(random, ["selfStart", "selfEnd"])})),
  ...sometimes(random, 0.2, () => ({marginTop: random.between(-4, 10)})), ...sometimes(random, 0.2, () => ({marginRight: random.between(0, 10)})),
  ...sometimes(random, 0.2, () => ({marginInlineStart: random.between(-4, 12)})),
  ...sometimes(random, 0.1, () => ({position: "absolute", top: random.between(-5, 30), insetInlineEnd: random.between(-5, 30)})),
})

const container = random => ({
  type: "flex", flexDirection: random.of(["row", "row", "rowReverse", "column", "columnReverse"]),
  ...sometimes(random, 0.3, () => ({flexWrap: random.of(["wrap", "wrapReverse"])})),
  ...sometimes(random, 0.6, () => ({justifyContent: position(random, ["left", "right"])})),
  ...sometimes(random, 0.5, () => ({alignItems: position(random, ["selfStart", "selfEnd"])})),
  ...sometimes(random, 0.4, () => ({alignContent: position(random, [])})),
  ...sometimes(random, 0.3, () => ({direction: random.of(["ltr", "rtl"])})),
  ...sometimes(random, 0.3, () => ({columnGap: random.between(0, 10)})), ...sometimes(random, 0.3, () => ({rowGap: random.between(0, 10)})),
})

const words = "the quick brown fox jumps over lazy dogs while a ferry waits, well-known (see) 12:30 no; Unterstützung".split(" ")

/** Some words, sometimes with spaces at their end. */
function text(random) {
  const shown = Array.from({length: random.between(1, random.of([1, 3, 8]))}, () => random.of(words)).join(" ")
  return {
    type: "text", text: shown + (random() < 0.2 ? "  " : ""), lines: random.of([0, 0, 1, 2, 3]),
    font: {family: "Inter", size: random.of([11, 13, 15, 17, 20, 28])}, ...sometimes(random, 0.5, () => ({lineHeight: random.of([16, 20, 24, 32])})),
  }
}

/** A natural size, a ratio or both. */
function image(random) {
  const size = [random.between(8, 110), random.between(8, 110)]
  return {type: "image", size, ...sometimes(random, 0.5, () => ({aspectRatio: random.of([0.5, 1, 1.5, 2])}))}
}

const leaf = random => random.of([text, text, image, () => ({type: "box", size: [random.between(4, 60), random.between(4, 40)]})])(random)

/** A view with a name of its own, and those in it. */
function view(random, depth, names) {
  const name = `v${names.count++}`
  if (depth < 2 && random() < 0.3) return {name, ...container(random), ...item(random), children: children(random, depth + 1, names)}
  return {name, ...leaf(random), ...item(random)}
}

const children = (random, depth, names) => Array.from({length: random.between(1, 4)}, () => view(random, depth, names))

/** A template, whose views are named `v0`, `v1` and so on. */
export function flexTemplate(random) {
  const names = {count: 0}
  return {
    ...container(random), ...sometimes(random, 0.5, () => ({height: random.between(30, 160)})),
    ...sometimes(random, 0.3, () => ({padding: random.between(0, 10)})), ...sometimes(random, 0.3, () => ({borderWidth: random.between(0, 6)})),
    children: children(random, 0, names),
  }
}

const kebab = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const separated = name => kebab(name).replace(/^(safe|unsafe)-/, "$1 ")
const unitless = ["flex", "flexGrow", "flexShrink", "order", "aspectRatio"]

function cssValue(name, value) {
  if (typeof value == "object") return `calc(${value.percent}% + ${value.points}px)`
  if (typeof value == "number") return unitless.includes(name) ? `${value}` : `${value}px`
  return separated(value)
}

/** The text of a view in HTML: cut off after its lines. A text on one line may be narrower than its longest word. */
function textMarkup({text, lines, font, lineHeight}, own) {
  own.push(`font:${font.size}px/${lineHeight ? `${lineHeight}px` : "normal"} ${font.family}`, "white-space:pre-wrap", "overflow-wrap:break-word")
  if (lines == 1) own.push("overflow:hidden")
  return lines ? `<div data-style="display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:${lines};overflow:hidden">${text}</div>` : text
}

/** The same view in HTML. Logical sides come last, as they replace the others. */
export function markup({type, name, size, children = [], text, lines, font, lineHeight, ...style}, width) {
  const members = Object.entries(style)
  const isLogical = ([name]) => name.includes("Inline")
  const rules = [...members.filter(member => !isLogical(member)), ...members.filter(isLogical)].map(([name, value]) => `${kebab(name)}:${cssValue(name, value)}`)
  const own = [`display:${type == "flex" ? "flex" : "block"}`, "box-sizing:border-box", "position:relative", "border:0 solid", ...rules]
  if (width) own.push(`width:${width}px`)
  if (type == "image") return `<canvas data-view="${name}" width="${size[0]}" height="${size[1]}" data-style="${own.join(";")}"></canvas>`
  const inside = type == "text" ? textMarkup({text, lines, font, lineHeight}, own)
    : size ? `<div data-style="width:${size[0]}px;height:${size[1]}px"></div>` : children.map(child => markup(child)).join("")
  return `<div ${name ? `data-view="${name}"` : `data-cell`} data-style="${own.join(";")}">${inside}</div>`
}
