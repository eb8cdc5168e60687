const decoder = new TextDecoder()

/**
 * The elements of a response as columns: typed arrays over the response itself, without a copy.
 *
 * @typedef {object} Columns
 * @property {number} count
 * @property {{width: number, height: number}} contentSize
 * @property {Uint8Array} categories 0 cell, 1 supplementary, 2 decoration.
 * @property {Int32Array} kinds Places in `kindNames`; -1 for cells.
 * @property {Int32Array} sections
 * @property {Int32Array} items
 * @property {Float64Array} frames Four numbers an element: x, y, width, height.
 * @property {Map<number, ArrayLike<number>>} sparse The other columns by their ids, as openapi.yaml lists them.
 * @property {{kindNames: string[], ids?: (string | null)[], [name: string]: unknown}} names
 */

/**
 * Reads `application/vnd.tessera.columns`.
 *
 * @param {Uint8Array} bytes At a multiple of 8 in their buffer.
 * @returns {Columns}
 */
export function columnsOf(bytes) {
  const {buffer, byteOffset} = bytes, view = new DataView(buffer, byteOffset, bytes.length)
  const long = (/** @type {number} */ at) => view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true)
  const count = view.getUint32(8, true)
  /** @type {Map<number, ArrayLike<number>>} */
  const found = new Map()
  for (let column = 0; column < view.getUint32(12, true); column++) {
    const at = 64 + 24 * column, type = view.getUint32(at + 4, true)
    const Numbers = type == 1 ? Uint8Array : type == 2 ? Int32Array : Float64Array
    found.set(view.getUint32(at, true), new Numbers(buffer, byteOffset + long(at + 8), long(at + 16)))
  }
  const [categories, kinds, sections, items, frames] = [1, 2, 3, 4, 5].map(id => found.get(id))
  for (let id = 1; id <= 5; id++) found.delete(id)
  const names = JSON.parse(decoder.decode(bytes.subarray(long(32), long(32) + long(40))))
  return /** @type {Columns} */ ({
    count, contentSize: {width: view.getFloat64(16, true), height: view.getFloat64(24, true)},
    categories, kinds, sections, items, frames, sparse: found, names,
  })
}
