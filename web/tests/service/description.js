// The operations of docs/openapi, as far as the tests need them. The parts are written in one style, so that lines and
// their indentation are enough.

import { assembled } from "../support/interface.js"

/**
 * The operations of the service, without those that serve the files of the client itself, and those that take a key of
 * the operator or are for tools, which no page has.
 *
 * @returns {{id: string, method: string, path: string, parameters: string[]}[]}
 */
export function operations() {
  const lines = assembled().split("\n")
  const shared = new Map(), found = []
  let part = "", path, entry
  for (const [i, line] of lines.entries()) {
    if (/^\w/.test(line)) part = line.slice(0, -1)
    const [, indentation, name] = /^( *)(?:- )?([^ :]+|"[^"]*"):/.exec(line) ?? []
    if (part == "paths" && indentation == "  ") path = name
    if (part == "paths" && indentation == "    " && /^(get|put|post|patch|delete)$/.test(name)) {
      found.push(entry = {id: "", method: name.toUpperCase(), path, parameters: []})
    }
    if (part == "paths" && indentation == "      " && name == "operationId") entry.id = line.split(": ")[1]
    if (part == "paths" && indentation == "      " && name == "tags") entry.tags = line.split(": ")[1]
    const reference = /^ {8}- \$ref: "#\/components\/parameters\/(\w+)"/.exec(line)
    if (part == "paths" && reference) entry.parameters.push(reference[1])
    const own = /^ {8}- name: (.+)/.exec(line)
    if (part == "paths" && own) entry.parameters.push(`=${own[1]}`)
    const component = /^ {6}name: (.+)/.exec(line)
    if (part == "components" && component) shared.set(lines[i - 1].trim().slice(0, -1), component[1])
  }
  const named = reference => reference.startsWith("=") ? reference.slice(1) : shared.get(reference)
  const isOfPages = each => each.tags != "[Web client]" && !/^\/v1\/(tenants|admin|export|import)\b|\/export$/.test(each.path)
  return found.filter(isOfPages).map(each => ({...each, parameters: each.parameters.map(named)}))
}

/** The operation that a request is of. */
export function operationOf(list, method, url) {
  const {pathname} = new URL(url)
  const pattern = path => path.replace(/\./g, "\\.").replace(/\{\w+\}/g, "[^/]+")
  return list.find(each => each.method == method && new RegExp(`^${pattern(each.path)}$`).test(pathname))
}
