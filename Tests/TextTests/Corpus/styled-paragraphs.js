// Random paragraphs of several runs, the same for the same seed: text of several scripts, cut into runs that differ in
// font, size, weight, slant, letter spacing and line height, with attachments between some of them.

/** Random numbers that are the same for the same seed (mulberry32). */
class Random {
  #state

  constructor(seed) {
    this.#state = seed >>> 0
  }

  /** A number from 0 to 1, without 1. */
  next() {
    this.#state = (this.#state + 0x6D2B79F5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `low` to `high`, with both. */
  integer(low, high) {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  pick(values) {
    return values[this.integer(0, values.length - 1)]
  }

  chance(part) {
    return this.next() < part
  }
}

const words = {
  latin: `Anna likes your photo and the quick brown fox jumps over the lazy dog AVATAR Water Ty fi office waffle
    well-known co-op and/or e-mail don't “quoted” (in brackets) price: 50€ 1,234.56 2026-11-21 file.txt user@example.org
    Straße naïve façade Größe København œuvre Zürich AC/DC U.S. peut-être c'est-à-dire internationalization
    accommodation a I to of in is it was for on are as with his they at be this have from or one had by word but not what
    all were we when can said there use an each which she do how their if will up other about out many then them these so
    some her would make like him into time has look two more write go see number no way could people`.split(/\s+/),
  hebrew: `שלום עולם תמונה חדשה מאוד את אהבה הבית הגדול ירושלים ספר ילדים שמש גשם היום מחר אתמול כאן שם טוב יפה ארוך קצר`
    .split(/\s+/),
  arabic: `مرحبا بالعالم صورة جديدة جدا هذا البيت الكبير في المدينة كتاب الأطفال الشمس المطر اليوم غدا أمس هنا هناك جميل
    طويل قصير ٣٤٥ السماء، المدرسة؟ الاقتصادية والحكومة`.split(/\s+/),
  cjk: `日本語の文章を組む。東京から大阪まで、新幹線で行きました。「今日は」天気がいい！写真を見る 中文排版，標點符號。
    人民日报（北京） カタカナ・テスト 我们喜欢这张照片 サーバー ニュース 한국어 문장을 씁니다 안녕하세요`.split(/\s+/),
  emoji: `😀 👍🏽 ❤️ 👩‍👩‍👧‍👦 🇩🇪 🎉🎉 nice! wow 🏳️‍🌈 ok done 🚀 great work 1️⃣`.split(/\s+/),
}

/** The families that every font falls back to, in this order. */
export const fallbacks = ["DejaVu Sans", "Noto Sans Hebrew", "Noto Sans Arabic", "Noto Sans CJK JP", "Noto Color Emoji"]
const families = ["Inter", "DejaVu Sans", "Noto Sans", "Noto Serif", "DejaVu Serif", "DejaVu Sans Mono"]
/** The families of which the packages that the tests install have italic faces: a browser slants the others itself. */
const slanted = new Set(["Inter", "Noto Sans", "Noto Serif"])

/** Returns the paragraphs of a seed: {kind, base, width, runs}. */
export function styledParagraphs(seed, counts) {
  const random = new Random(seed)
  return Object.entries(counts).flatMap(([kind, count]) => Array.from({length: count}, () => paragraph(kind, random)))
}

function paragraph(kind, random) {
  const base = {
    family: random.chance(0.6) ? families[0] : random.pick(families),
    size: random.pick([12, 14, 16, 17, 17, 20]),
    direction: random.pick(kind == "arabic" || kind == "hebrew"
      ? ["rightToLeft", "rightToLeft", "natural", "leftToRight"] : ["natural", "leftToRight", "leftToRight", "rightToLeft"]),
  }
  if (random.chance(0.5)) base.lineHeight = base.size + random.pick([2, 4, 7, 8.5, 12])
  if (random.chance(0.1)) base.weight = 700
  if (random.chance(0.1)) base.letterSpacing = random.pick([0.5, 1, -0.25])
  const runs = cut(text(kind, random), random.integer(2, 8), random).map(text => ({text, ...attributes(kind, base, random)}))
  for (let left = random.pick([0, 0, 1, 2]); left > 0 && runs.length < 8; left--) {
    runs.splice(random.integer(0, runs.length), 0, attachment(random))
  }
  return {kind, base, width: random.pick([90, 140, 200, 280, 320, 414.5]), runs}
}

function text(kind, random) {
  const kinds = kind == "mixed" ? ["latin", "latin", "arabic", "hebrew", "cjk", "emoji"] : [kind]
  const list = Array.from({length: random.integer(4, 40)}, () => random.pick(words[random.pick(kinds)]))
  if ((kind == "arabic" || kind == "hebrew" || kind == "cjk") && random.chance(0.5)) {
    for (let left = random.integer(1, 4); left > 0; left--) list.splice(random.integer(0, list.length), 0, random.pick(words.latin))
  }
  const joined = list.map((word, index) => {
    if (index == 0) return word
    if (kind == "cjk" && random.chance(0.7)) return word
    return (random.chance(0.02) ? "\n" : random.chance(0.02) ? "  " : random.chance(0.02) ? "\u00A0" : " ") + word
  })
  return joined.join("")
}

/** Cuts a text between grapheme clusters, more often at words than inside them. */
function cut(text, count, random) {
  const clusters = [...new Intl.Segmenter("en", {granularity: "grapheme"}).segment(text)].map(({segment}) => segment)
  const atWords = clusters.flatMap((cluster, index) => cluster == " " ? [index, index + 1] : [])
  const borders = new Set()
  for (let left = count - 1; left > 0; left--) {
    const border = atWords.length > 0 && random.chance(0.7) ? random.pick(atWords) : random.integer(1, clusters.length - 1)
    if (border > 0 && border < clusters.length) borders.add(border)
  }
  const edges = [0, ...[...borders].sort((a, b) => a - b), clusters.length]
  return edges.slice(1).map((end, index) => clusters.slice(edges[index], end).join("")).filter(text => text)
}

function attributes(kind, base, random) {
  const result = {}
  if (random.chance(0.25)) result.family = random.pick(families)
  if (random.chance(0.35)) result.size = random.pick([10, 13, 15, 19, 22.5, 28])
  if (random.chance(0.3)) result.weight = random.pick([400, 700])
  if (slanted.has(result.family ?? base.family) && random.chance(0.2)) result.isItalic = true
  if (random.chance(0.15)) result.letterSpacing = random.pick([0, 0.5, 1.25, -0.5])
  if (random.chance(0.15)) result.lineHeight = random.pick([14, 18.5, 24, 31, 40])
  return result
}

function attachment(random) {
  const [width, height] = random.pick([[16, 16], [20, 20], [48, 12], [1, 60], [33.5, 24.25], [100, 40]])
  return {attachment: {width, height, baselineOffset: random.pick([-3, 0, 5, -10, 2.5])}}
}
