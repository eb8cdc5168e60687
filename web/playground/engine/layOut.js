// Lays requests out: in the page if it can, and on the server otherwise.

import { byId } from "../dom.js"
import { tessera } from "../requests.js"
import { PageEngine } from "./PageEngine.js"

/**
 * @typedef {import("../../types/api").Layout} Layout
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../client/tessera.js").TesseraProblem} TesseraProblem
 * @typedef {{layout: Layout, isOwn: boolean, time: number}} Solved `isOwn`: by the page; `time` in milliseconds.
 */

export const engine = new PageEngine(isReady => byId("main").dataset.engine = isReady ? "page" : "server")

/**
 * Lays a request out.
 *
 * @param {LayoutRequest} request
 * @returns {Promise<Solved>}
 */
export async function layOut(request) {
  const own = await engine.solve(request)
  if (own) return {...own, isOwn: true}
  const began = performance.now()
  try {
    const layout = /** @type {Layout} */ (await tessera.layout(request, {}, {retry: false}))
    return {layout, isOwn: false, time: performance.now() - began}
  } catch (problem) {
    if (![0, 401].includes(/** @type {TesseraProblem} */ (problem).status)) throw problem
    // The first request of the page is sent while the module is loaded: the page may be able to lay it out by now.
    await engine.started
    const late = await engine.solve(request)
    if (late) return {...late, isOwn: true}
    throw problem
  }
}

/**
 * Where a request was laid out, and the time that it took.
 *
 * @param {Pick<Solved, "isOwn" | "time">} solved
 */
export function factsOf({isOwn, time}) {
  // Browsers round their clocks: to 0.1 ms, or to 1 ms.
  const text = time >= 10 ? `${Math.round(time)} ms` : time > 0 ? `${time.toFixed(1)} ms` : "under 1 ms"
  return `${isOwn ? "in this page" : "server"}, ${text}`
}
