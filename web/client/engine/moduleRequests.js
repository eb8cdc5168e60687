/** The requests that the module carries out, by their numbers there: the method, and the path below that of the collection. */
export const requests = [
  ["POST", "/updates"], ["PUT", "/snapshot"], ["PUT", "/layout"], ["POST", "/measurements"], ["POST", "/invalidations"],
  ["PUT", "/viewports/"], ["DELETE", "/viewports/"], ["POST", "/movement"], ["PATCH", "/movement"],
  ["POST", "/movement/end"], ["DELETE", "/movement"],
]

/**
 * The number of a request; -1 if the module does not carry it out.
 *
 * @param {string} method
 * @param {string} path Of a viewport without its name.
 */
export const numberOf = (method, path) => requests.findIndex(([verb, start]) => verb == method && start == path)
