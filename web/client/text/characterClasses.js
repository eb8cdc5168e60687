// The classes of characters in the line breaking algorithm. Browsers have no interface to them; most follow from other
// properties.

/**
 * @typedef {object} Kind
 * @property {string} name The class of a character.
 * @property {boolean} isWide Whether it is East Asian.
 * @property {boolean} [startsLines] Whether it may begin a line behind an ideograph, though its class does not.
 *
 * @typedef {object} BreakRules Where lines may end.
 * @property {"words" | "anywhere" | "nowhere"} ends
 * @property {"loose" | "normal" | "strict"} strictness
 * @property {"normal" | "keepAll" | "breakAll"} wordBreak
 * @property {boolean} isEastAsian Whether the text is Chinese or Japanese.
 */

/** @param {string[]} parts Of a set of characters. */
const characters = (...parts) => new RegExp(parts.join(""), "u")

/** @type {[name: string, characters: RegExp][]} The first that has a character is its class. */
const classes = [
  ["SP", /[\t-\r \x85\u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000]/u],
  ["ZW", /\u200B/u],
  ["WJ", /[\u2060\uFEFF]/u],
  ["GL", /[\xA0\u034F\u035C-\u0362\u0F08\u0F0C\u0F12\u180E\u2007\u2011\u202F]/u],
  ["ZWJ", /\u200D/u],
  ["SA", /(?=[\p{L}\p{M}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u],
  // Jamo after the first of a syllable belong to it like marks.
  ["CM", /[\p{M}\p{Cc}\u1160-\u11FF\u200C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u],
  ["RI", /\p{Regional_Indicator}/u],
  ["CB", /\uFFFC/u],
  ["HY", /-/u],
  ["B2", /[\u2014\u2E3A\u2E3B]/u],
  ["BA", characters(
    String.raw`[|\xAD\u058A\u05BE\u0964\u0965\u0E5A\u0E5B\u1361\u17D4\u17D5\u2010\u2012\u2013\u2027\u2056\u2058-\u205B`,
    String.raw`\u2E0E-\u2E15\u2E17]`,
  )],
  ["BB", /[\xB4\u02C8\u02CC\u02DF\u0F01-\u0F04]/u],
  ["IN", /[\u2024-\u2026\u22EF\uFE19]/u],
  ["CP", /[)\]]/u],
  ["CL", /[\p{Pe}\u3001\u3002\uFE11\uFE12\uFE50\uFE52\uFF0C\uFF0E\uFF61\uFF64]/u],
  ["OP", /[\p{Ps}\xA1\xBF\u2E18]/u],
  ["QU", /["'\p{Pi}\p{Pf}\u275B-\u2760]/u],
  ["EX", /[!?\u05C6\u061B\u061D-\u061F\u06D4\u07F9\u2762\u2763\uFE15\uFE16\uFE56\uFE57\uFF01\uFF1F]/u],
  ["NS", characters(
    String.raw`[\u17D6\u203C\u203D\u2047-\u2049\u3005\u301C\u303B\u303C\u309B-\u309E\u30A0\u30FB\u30FD\u30FE\uFE54\uFE55`,
    String.raw`\uFF1A\uFF1B\uFF65\uFF9E\uFF9F]`,
  )],
  ["IS", /[,.:;\u037E\u0589\u060C\u060D\u07F8\u2044\uFE10\uFE13\uFE14]/u],
  ["SY", /\//u],
  ["PO", /[%\xA2\xB0\u0609-\u060B\u066A\u2030-\u2037\u2057\u20A7\u20B6\u20BB\u20BE\u20C0\u2103\u2109\uFDFC\uFE6A\uFF05\uFFE0]/u],
  ["PR", /[+\\\xB1\p{Sc}\u2116\u2212\u2213]/u],
  ["NU", /(?![\uFF10-\uFF19])[\p{Nd}\u066B\u066C]/u],
  ["HL", /(?=\p{L})\p{Script=Hebrew}/u],
  ["EM", /\p{Emoji_Modifier}/u],
  ["EB", /\p{Emoji_Modifier_Base}/u],
  ["ID", characters(
    String.raw`[\u1100-\u115F\u2600-\u2603\u2639-\u263B\u2668\u2764\u2E80-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF`,
    String.raw`\uFE30-\uFE4F\uFF02-\uFF9F\uFFA0-\uFFDC\uFFE2-\uFFE4\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{20000}-\u{3FFFD}`,
    String.raw`\p{Emoji_Presentation}]`,
  )],
  ["ID", /(?=[\u{1F000}-\u{1FAFF}])\p{Extended_Pictographic}/u],
]
const wide = characters(
  String.raw`[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE1F`,
  String.raw`\uFE30-\uFE6F\uFF01-\uFFDC\uFFE0-\uFFEE\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}`,
  String.raw`\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]`,
)

/**
 * The classes of each strictness, which Chromium has with ICU's rules for `line-break`. Those that UAX #14 does not have: NB may
 * begin a line, and is NS otherwise; IX is IN, and ends lines before another; AX, PX and PY are affixes that lines may end
 * beside.
 *
 * @type {[applies: (rules: BreakRules) => boolean, characters: RegExp, name: string][]}
 */
const tailored = [
  [({strictness}) => strictness == "strict", characters(
    String.raw`[\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308E\u3095\u3096\u30A1\u30A3\u30A5\u30A7\u30A9\u30C3`,
    String.raw`\u30E3\u30E5\u30E7\u30EE\u30F5\u30F6\u30FC\u31F0-\u31FF\uFF67-\uFF70\u{1B132}\u{1B150}-\u{1B152}\u{1B155}`,
    String.raw`\u{1B164}-\u{1B167}]`,
  ), "NS"],
  [({strictness}) => strictness == "loose", /[\u3005\u303B\u309D\u309E\u30FD\u30FE]/u, "NB"],
  [({strictness}) => strictness == "loose", /[\u2024-\u2026\u22EF\uFE19]/u, "IX"],
  [isFree, /[\u301C\u30A0]/u, "NB"],
  [isFree, /\u201C/u, "OP"],
  [isFree, /\u201D/u, "CL"],
  [isFreest, /[\u203C\u2047-\u2049\u30FB\uFF01\uFF1A\uFF1B\uFF1F\uFF65]/u, "NB"],
  [isFreest, /[\xA4\xB0\xB1]/u, "AX"],
  [isFreest, /[\u20AC\u2116\uFE69\uFF04\uFFE1\uFFE5\uFFE6]/u, "PX"],
  [isFreest, /[\u2030\u2032\u2033\u2035\u2103\u2109\uFE6A\uFF05\uFFE0]/u, "PY"],
]
const dashes = /[\u058A\u05BE\u2010\u2012\u2013\u2E17]/u

/** @param {BreakRules} rules */
function isFree({strictness, isEastAsian}) {
  return isEastAsian && strictness != "strict"
}

/** @param {BreakRules} rules */
function isFreest({strictness, isEastAsian}) {
  return isEastAsian && strictness == "loose"
}

/** @type {Map<string, (character: string) => Kind>} */
const known = new Map()

/**
 * Returns a function that finds the classes of characters.
 *
 * @param {BreakRules} rules
 * @returns {(character: string) => Kind}
 */
export function kindsOf(rules) {
  const {strictness, isEastAsian} = rules, key = `${strictness} ${isEastAsian}`
  let find = known.get(key)
  if (!find) known.set(key, find = finder(rules))
  return find
}

/**
 * @param {BreakRules} rules
 * @returns {(character: string) => Kind}
 */
function finder(rules) {
  /** @type {[string, RegExp][]} */
  const own = tailored.filter(([applies]) => applies(rules)).map(([, characters, name]) => [name, characters])
  const all = [...own, ...classes], startsLines = isFreest(rules)
  /** @type {Map<string, Kind>} */
  const kinds = new Map()
  return character => {
    let kind = kinds.get(character)
    if (!kind) {
      const [name] = all.find(([, characters]) => characters.test(character)) ?? ["AL"]
      kinds.set(character, kind = {name, isWide: wide.test(character), startsLines: startsLines && dashes.test(character)})
    }
    return kind
  }
}
