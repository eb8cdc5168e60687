// Reports the faults of a page to its authors.

/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 *
 * @typedef {object} Fault
 * @property {string} [reason] Why a view was closed.
 * @property {Error & {code?: string, errors?: {pointer?: string, detail: string}[]}} [problem]
 */

/** How long an element may have no height before its view says so, in milliseconds. */
const patience = 1000
/** @type {Set<string>} The texts that were written. */
const written = new Set()

/**
 * Writes a fault to the console, once, if the page is one in development: if it comes from a file or from this machine.
 *
 * @param {CollectionView} view
 * @param {Fault} fault
 */
export function write({collection}, {reason, problem}) {
  const {hostname, protocol} = location
  if (protocol != "file:" && !/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname) || reason == "closed") return
  const {code = reason, message = "The view was closed."} = problem ?? {}
  const faults = problem?.errors?.map(({pointer = "", detail}) => `\n  ${pointer}: ${detail}`) ?? []
  const text = `tessera: ${collection.id}: ${message} (${code})${faults.join("")}`
  if (!written.has(text)) console.warn(text)
  written.add(text)
}

/**
 * The problem of an option that a view cannot have.
 *
 * @param {string} detail
 */
export const invalidOption = detail => Object.assign(new Error(detail), {code: "invalid_option"})

/**
 * Reports an element that is shown without a height, and so without rows.
 *
 * @param {CollectionView} view
 */
export function checkSize(view) {
  const {element, sizer} = view
  setTimeout(() => {
    // Without boxes it is not shown, and may be later.
    if (element.clientHeight || !element.getClientRects().length || !sizer.isConnected) return
    const detail = "The element of the view has no height, so it shows no rows. Give it a height in its style."
    view.emit("error", {problem: Object.assign(new Error(detail), {code: "element_without_height"})})
  }, patience)
}
