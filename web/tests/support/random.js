/** The seed of this run: SEED in the environment, or 1, as always in a page. A test that uses it prints it when it fails. */
export const seed = Number(globalThis.process?.env.SEED ?? 1)

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function random(start = seed) {
  let state = start >>> 0
  const next = () => {
    state = state + 0x6d2b79f5 >>> 0
    let value = Math.imul(state ^ state >>> 15, state | 1)
    value ^= value + Math.imul(value ^ value >>> 7, value | 61)
    return ((value ^ value >>> 14) >>> 0) / 4_294_967_296
  }
  /** A whole number from `low` to `high`, both included. */
  next.between = (low, high) => low + Math.floor(next() * (high - low + 1))
  /** One of the elements of a list. */
  next.of = list => list[Math.floor(next() * list.length)]
  return next
}
