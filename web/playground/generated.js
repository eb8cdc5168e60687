/**
 * A file that tools/generate makes; nothing if the server was built without it.
 *
 * @param {string} name
 */
export async function read(name) {
  const response = await fetch(new URL(name, import.meta.url))
  return response.ok ? response.json() : undefined
}
