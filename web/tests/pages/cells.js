// Random cells: templates of every kind, with texts that are hard to lay out twice.

const words = "the last boats come in and gulls follow them along a wall of old harbour while lamps are lit one by one".split(" ")
const foreign = ["海岸線沿いの町では、朝市が開かれます。", "「朝市」（毎朝）、港で『魚』。」", "שלום לכולם", "مرحبا بكم في الميناء", "नमस्ते दुनिया", "ภาษาไทย", "서울의 아침", "🏮👨‍👩‍👧", "Берег"]
const families = ["Inter", "DejaVu Sans", "DejaVu Serif"]

/** Some words, sometimes of another script. */
function phrase(random, most) {
  const parts = Array.from({length: random.between(1, most)}, () => random() < 0.12 ? random.of(foreign) : random.of(words))
  return parts.join(" ")
}

function run(random) {
  if (random() < 0.12) return {attachment: {size: [random.between(4, 24), random.between(4, 24)], baselineOffset: random.between(-4, 2)}}
  const text = ` ${phrase(random, 4)} `.slice(random.between(0, 1))
  if (random() < 0.4) return text
  return {
    text, ...random() < 0.4 && {weight: random.of([300, 600, 700])}, ...random() < 0.3 && {size: random.between(10, 26)},
    ...random() < 0.15 && {italic: true}, ...random() < 0.15 && {lineHeight: random.between(14, 30)},
    ...random() < 0.15 && {letterSpacing: random.of([0.5, 1, 2])}, ...random() < 0.15 && {family: random.of(families)},
  }
}

const content = random => random() < 0.45
  ? {runs: Array.from({length: random.between(2, 6)}, () => run(random))} : {text: phrase(random, random.of([2, 6, 20]))}

/** The number of lines is limited only where the browser cuts the text in the same place: at its end. */
const label = random => ({
  type: "text", lines: random.of([0, 0, 0, 1, 2]), ...content(random), font: {family: random.of(families), size: random.between(11, 24)},
  ...random() < 0.6 && {lineHeight: random.between(16, 34)}, ...random() < 0.15 && {letterSpacing: random.of([0.5, 1])},
})

const picture = random => ({type: "image", size: [random.between(8, 60), random.between(8, 60)]})

/** A view and those in it. Texts in rows that stretch are as high as their row, and are not compared by their height. */
function item(random, depth, stretched) {
  const kind = random()
  if (kind < 0.55 || depth > 2) return {...label(random), ...flexed(random)}
  if (kind < 0.75) return {...picture(random), ...flexed(random)}
  if (kind < 0.9) return {...flex(random, depth + 1, stretched), ...flexed(random)}
  return stack(random)
}

const flexed = random => ({
  ...random() < 0.35 && {flex: 1}, ...random() < 0.2 && {flexShrink: 0}, ...random() < 0.15 && {padding: random.between(1, 6)},
  ...random() < 0.15 && {marginLeft: random.between(1, 9)}, ...random() < 0.1 && {marginInlineStart: random.between(1, 9)},
  ...random() < 0.1 && {paddingInlineEnd: {percent: random.between(1, 5), points: random.between(-2, 6)}},
  ...random() < 0.15 && {borderWidth: random.between(1, 4), borderLeftWidth: random.between(0, 6)},
  ...random() < 0.1 && {borderInlineEndWidth: random.between(1, 5)}, ...random() < 0.1 && {height: random.of(["minContent", "fitContent"])},
})

function flex(random, depth, stretched) {
  const flexDirection = random.of(["row", "row", "column"])
  const alignItems = random.of(flexDirection == "row" && !stretched ? ["flexStart", "center", "baseline"] : ["normal", "flexStart"])
  return {
    type: "flex", flexDirection, alignItems, gap: random.between(0, 10), ...random() < 0.3 && {padding: random.between(1, 16)},
    ...random() < 0.2 && {flexWrap: "wrap"}, ...random() < 0.1 && {direction: "rtl"},
    ...random() < 0.2 && {justifyContent: random.of(["safeCenter", "safeEnd"])},
    ...random() < 0.2 && {borderBottomWidth: random.between(1, 3)},
    children: Array.from({length: random.between(1, 4)}, () => item(random, depth, stretched)),
  }
}

const stack = random => ({
  type: "stack", axis: "vertical", alignment: random.of(["leading", "fill"]), spacing: random.between(0, 8),
  arrangedSubviews: Array.from({length: random.between(1, 3)}, () => random() < 0.8 ? label(random) : picture(random)),
})

function constrained(random) {
  const names = ["a", "b", "c"].slice(0, random.between(1, 3)), side = random.between(0, 20)
  return {
    views: Object.fromEntries(names.map(name => [name, label(random)])),
    constraints: [...names.map(name => `H:|-${side}-[${name}]-${side}-|`), `V:|-8-[${names.join("]-4-[")}]-8-|`],
  }
}

/** A template. `stretched` says whether its rows stretch their items, so that texts in them may be higher than their lines. */
export function template(random) {
  const kind = random()
  if (kind < 0.15) {
    const {type, text, runs, lines, ...own} = label(random)
    return {template: {sizeThatFits: {text: own, insets: [6, 12, 6, 12]}}, stretched: false, content: runs ? {runs} : {text}}
  }
  if (kind < 0.35) return {template: constrained(random), stretched: false}
  if (kind < 0.5) return {template: stack(random), stretched: false}
  const stretched = random() < 0.3
  return {template: flex(random, 0, stretched), stretched}
}
