// The parts of texts that `Intl.Segmenter` finds.

/** How much of a text is divided into clusters at once: the time of `Intl.Segmenter` grows with the square of that. */
const segmentedLength = 1024
/** @type {Record<"word" | "grapheme", Intl.Segmenter | undefined>} */
const segmenters = {word: undefined, grapheme: undefined}

/**
 * The parts of a text.
 *
 * @param {string} text
 * @param {"word" | "grapheme"} granularity
 */
export function segments(text, granularity) {
  return (segmenters[granularity] ??= new Intl.Segmenter(undefined, {granularity})).segment(text)
}

/**
 * The grapheme clusters of a text.
 *
 * @param {string} text
 */
export function* clusters(text) {
  let start = 0, length = segmentedLength
  while (start < text.length) {
    // No part ends between two surrogates.
    const end = start + length, part = text.slice(start, text.charCodeAt(end - 1) >> 10 == 0x36 ? end + 1 : end)
    const isLast = start + part.length == text.length
    let next = start
    for (const {index, segment} of segments(part, "grapheme")) {
      // The last cluster may go on behind the part.
      if (isLast || index + segment.length < part.length) yield {index: start + index, segment}
      else next = start + index
    }
    if (isLast) return
    length = next > start ? segmentedLength : 2 * length
    start = next
  }
}

/** @type {Map<string, Intl.Segmenter>} */
const wordSegmenters = new Map()
/** How many languages are remembered. */
const languageLimit = 16

/**
 * The words of a text in a language, and what stands between them.
 *
 * @param {string} text
 * @param {string} [locale]
 */
export function wordsOf(text, locale = "en") {
  let segmenter = wordSegmenters.get(locale)
  if (!segmenter) {
    if (wordSegmenters.size >= languageLimit) wordSegmenters.clear()
    wordSegmenters.set(locale, segmenter = new Intl.Segmenter(locale, {granularity: "word"}))
  }
  return segmenter.segment(text)
}
