// The bytes that the module returns, compared with those of the service. Nothing here needs Node.js, so that pages use
// it too.

import { random } from "../support/random.js"
import { kindNames, layoutRequests, spoiled, stretched } from "./layouts.js"

/**
 * @typedef {object} Compared
 * @property {number} accepted
 * @property {number} refused
 * @property {string[]} pointers The pointers of the refusals.
 * @property {string[]} faults The first responses that differ.
 */

/** Compares the responses of a module with those of the service at an address. */
export class Comparison {
  accepted = 0
  refused = 0
  pointers = new Set()
  faults = []

  /**
   * @param {object} engine
   * @param {string} address
   * @param {number} seed
   */
  constructor(engine, address, seed) {
    Object.assign(this, {engine, address, seed})
  }

  /** The response of the service, as bytes, or as a problem. */
  async answered(request) {
    const response = await fetch(`${this.address}/v1/layouts?format=binary`,
      {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(request)})
    if (response.status == 200) return {bytes: new Uint8Array(await response.arrayBuffer())}
    const {instance, ...problem} = await response.json()
    return {problem}
  }

  /** The response of the module. */
  solved(request) {
    const {engine} = this, number = engine.call("tessera_layout", JSON.stringify(request))
    if (number < 0) return {problem: engine.json}
    const status = engine.call("tessera_layout_elements", number, 0, 0, 0, 0, 0, 2)
    const answer = status == 200 ? {bytes: engine.answer.slice()} : {problem: engine.json}
    engine.call("tessera_close", number)
    return answer
  }

  async add(request, {isExact = true} = {}) {
    const expected = await this.answered(request), actual = this.solved(request)
    const problems = [actual.problem, expected.problem].map(problem => JSON.stringify(problem) ?? "none")
    if (!isExact && problems.some(text => isDifferent.test(text))) return
    const text = `SEED=${this.seed} ${JSON.stringify(request)}`
    if (problems[0] != problems[1]) this.#fault(`${problems[0]}, expected ${problems[1]}: ${text}`)
    else if (expected.bytes && !isSame(actual.bytes, expected.bytes)) this.#fault(`other bytes: ${text}`)
    if (expected.bytes) this.accepted++
    else this.refused++
    for (const {pointer} of expected.problem?.errors ?? []) this.pointers.add(pointer)
  }

  #fault(text) {
    if (this.faults.length < 5) this.faults.push(text)
  }

  /** @returns {Compared} */
  get result() {
    const {accepted, refused, pointers, faults} = this
    return {accepted, refused, pointers: [...pointers], faults}
  }
}

const isSame = (bytes, others) => bytes.length == others.length && bytes.every((byte, index) => byte == others[index])

// A page measures no text, so that it refuses templates and content in other words; its numbers of 32 bits have another
// range, which is the service's for everything that it can hold; and only the service says how a value would be written.
const isDifferent = /needs the service|no template is named|2147483647|9007199254740992|; write /

/** Compares layouts of a kind. */
export async function compareKind({engine, address = ""}, kind, count, seed) {
  const comparison = new Comparison(engine, address, seed)
  for (const request of layoutRequests(kind, count, seed)) await comparison.add(request)
  return comparison.result
}

/** Compares the responses to requests of all kinds that have a mistake. */
export async function compareMistakes({engine, address = ""}, count, seed) {
  const comparison = new Comparison(engine, address, seed), next = random(seed)
  for (const kind of kindNames) {
    for (const request of layoutRequests(kind, count, seed + 1)) {
      for (let round = 0; round < 5; round++) await comparison.add(spoiled(next, request), {isExact: false})
    }
  }
  return comparison.result
}

/** Compares the responses to requests of all kinds with numbers of every magnitude. */
export async function compareMagnitudes({engine, address = ""}, count, seed) {
  const comparison = new Comparison(engine, address, seed), next = random(seed)
  for (const kind of kindNames) {
    for (const request of layoutRequests(kind, count, seed + 2)) await comparison.add(stretched(next, request), {isExact: false})
  }
  return comparison.result
}
