// Lays requests out in a thread of its own, so that a large one does not hold up typing.

import { Engine, Layout } from "../../client/engine.js"

/**
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../types/api").Layout} LayoutResponse
 * @typedef {import("../../client/service/TesseraProblem.js").ProblemDocument & {status: number}} Refusal
 *
 * @typedef {object} Answer The response to a request. Without a layout and a problem there is none.
 * @property {number} number
 * @property {LayoutResponse} [layout]
 * @property {number} [time] The milliseconds that the layout took.
 * @property {Refusal} [problem]
 * @property {boolean} isBroken Whether the engine has failed.
 */

Engine.load().then(engine => {
  addEventListener("message", ({data: {number, request}}) =>
    postMessage({number, ...answer(engine, request), isBroken: engine.isBroken}))
  postMessage({isReady: true})
}, () => postMessage({isReady: false}))

/**
 * @param {Engine} engine
 * @param {LayoutRequest} request
 * @returns {Pick<Answer, "layout" | "time" | "problem">}
 */
function answer(engine, request) {
  /** @type {Layout | undefined} */
  let layout
  const began = performance.now()
  try {
    layout = new Layout(engine, request)
    return {layout: layout.solve(), time: performance.now() - began}
  } catch (error) {
    const {status, code, title, detail, errors} = /** @type {Refusal} */ (error)
    return status ? {problem: {status, code, title, detail, errors}} : {}
  } finally {
    if (!engine.isBroken) layout?.close()
  }
}
