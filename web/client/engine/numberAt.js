const decoder = new TextDecoder()

/**
 * The number that a text in memory begins with.
 *
 * @param {Uint8Array} bytes
 * @param {number} at
 */
export function numberAt(bytes, at) {
  let end = at
  while ("+-.0123456789Ee".includes(String.fromCharCode(bytes[end]))) end++
  return Number(decoder.decode(bytes.subarray(at, end)))
}
