// Records the responses of the service that tests receive, in the folder that TESSERA_RECORD_RESPONSES names, for
// Tests/Clients/validate_responses.py. Tests/ResponseRecording does the same for tests in Swift, and has the reasons.

import { appendFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"

const folder = process.env.TESSERA_RECORD_RESPONSES
const largestBody = 256 << 10
const known = new Set()
let file

/**
 * Adds what a schema can be about in a value: members, types, signs, words, and how many elements there are.
 *
 * @param {unknown} value
 * @param {string} path
 * @param {Set<string>} facts
 */
function collect(value, path, facts) {
  if (Array.isArray(value)) {
    facts.add(`${path}[${Math.min(value.length, 17)}]`)
    // Rows of columns have up to four numbers, of which each has a meaning of its own.
    value.forEach((element, index) => collect(element, `${path}/${index % 4}`, facts))
  } else if (value && typeof value == "object") {
    facts.add(`${path}{${Object.keys(value).sort()}}`)
    for (const [name, member] of Object.entries(value)) collect(member, `${path}/${name}`, facts)
  } else if (typeof value == "number") {
    facts.add(`${path}:${Math.sign(value)} ${Number.isInteger(value)}`)
  } else {
    facts.add(`${path}:${typeof value == "string" && !/^[a-z_]{0,40}$/i.test(value) ? "text" : JSON.stringify(value)}`)
  }
}

function parsed(body) {
  try { return JSON.parse(body.toString("utf8")) } catch { return undefined }
}

/**
 * Records a response, unless earlier ones of its kind had all that it has. Without the variable it does nothing.
 *
 * @param {string} method
 * @param {string} target The path and the query of the request.
 * @param {number} status
 * @param {Record<string, string | string[] | undefined>} headers
 * @param {Buffer | undefined} body Nothing for a stream.
 */
export function record(method, target, status, headers, body) {
  if (!folder) return
  const fields = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map(value => [name, value]))
  const route = target.split("?")[0].split("/").map((step, index) => index == 3 || index == 5 ? "*" : step).join("/")
  const isCoded = headers["content-encoding"] !== undefined
  const kind = [method, route, status, headers["content-type"], !body?.length, fields.map(([name]) => name).sort()].join()
  const facts = new Set([kind])
  if (body && !isCoded && /json/.test(`${headers["content-type"]}`)) collect(parsed(body), kind, facts)
  const seen = known.size
  for (const fact of facts) known.add(fact)
  if (known.size == seen) return
  if (!file) {
    mkdirSync(folder, {recursive: true})
    file = join(folder, `web-${process.pid}-${Date.now()}.jsonl`)
  }
  const bytes = body && body.length <= largestBody ? body.toString("base64") : undefined
  appendFileSync(file, JSON.stringify({method, target, status, headers: fields, body: bytes, isInProcess: false}) + "\n")
}
