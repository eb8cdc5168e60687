// A link that carries the state of the playground in its fragment, which browsers do not send.

/** @typedef {{mode: string, request: string, after?: string}} State */

// TypeScript's declarations lack it.
const {DecompressionStream} = /** @type {{DecompressionStream: typeof CompressionStream}} */ (
  /** @type {unknown} */ (globalThis))

/**
 * @param {BlobPart} data
 * @param {GenericTransformStream} transform
 */
async function through(data, transform) {
  const stream = new Blob([data]).stream().pipeThrough(transform)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * @param {State} state
 * @returns {Promise<string>}
 */
export async function toFragment(state) {
  const bytes = await through(JSON.stringify(state), new CompressionStream("deflate-raw"))
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `#1${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`
}

/**
 * The state in a fragment, or undefined if it carries none.
 *
 * @param {string} fragment
 * @returns {Promise<State | undefined>}
 */
export async function fromFragment(fragment) {
  if (!fragment.startsWith("#1")) return undefined
  try {
    const text = atob(fragment.slice(2).replaceAll("-", "+").replaceAll("_", "/"))
    const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0))
    const state = JSON.parse(new TextDecoder()
      .decode(await through(bytes, new DecompressionStream("deflate-raw"))))
    return typeof state.request == "string" ? state : undefined
  } catch {
    return undefined
  }
}
