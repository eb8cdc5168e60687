// The description of the value at a path in openapi.yaml: its fields, its values and their descriptions.

/**
 * @typedef {object} Schema
 * @property {string} [ref]
 * @property {string} [type]
 * @property {string} [about]
 * @property {unknown} [default]
 * @property {unknown[]} [enum]
 * @property {string[]} [required]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema} [others] Of members with names of the client's own.
 * @property {Schema} [items]
 * @property {Schema[]} [oneOf]
 *
 * @typedef {Record<string, Schema>} Schemas
 * @typedef {{name: string, about: string, type: string, isRequired: boolean, schema: Schema}} Field
 */

import { nodeAt } from "../text/pointers.js"

/**
 * A schema with its reference resolved.
 *
 * @param {Schemas} schemas
 * @param {Schema} schema
 * @returns {Schema}
 */
function resolved(schemas, schema) {
  return schema.ref ? {...resolved(schemas, schemas[schema.ref] ?? {}), ...schema, ref: undefined} : schema
}

/**
 * The schemas that a value may have. Of the layout kinds, only the one that the text names.
 *
 * @param {Schemas} schemas
 * @param {Schema} schema
 * @param {import("../text/parse.js").Node} [node]
 * @returns {Schema[]}
 */
function choices(schemas, schema, node) {
  const whole = resolved(schemas, schema)
  if (!whole.oneOf) return [whole]
  const all = whole.oneOf.flatMap(choice => choices(schemas, choice, node))
  const kind = node?.members?.find(({key}) => key == "kind")?.value?.value
  const named = all.filter(choice => kind !== undefined && choice.properties?.kind?.enum?.includes(kind))
  const fitting = named.length ? named : all.filter(choice => !node || fits(choice, node))
  return fitting.length ? fitting : all
}

/**
 * @param {Schema} schema
 * @param {import("../text/parse.js").Node} node
 */
function fits({type}, {type: found, value}) {
  return !type || type == found || type == "integer" && found == "number"
    || type == "boolean" && typeof value == "boolean"
}

/**
 * The schemas of the value at a path.
 *
 * @param {Schemas} schemas
 * @param {import("../text/parse.js").Node | undefined} root
 * @param {(string | number)[]} path
 * @returns {Schema[]}
 */
export function schemasAt(schemas, root, path) {
  let found = choices(schemas, {ref: "LayoutRequest"}, root)
  for (const [index, part] of path.entries()) {
    const node = nodeAt(root, path.slice(0, index + 1))
    const parents = found
    found = found.flatMap(schema => {
      const member = typeof part == "number" ? schema.items : schema.properties?.[part] ?? schema.others
      return member ? choices(schemas, member, node) : []
    })
    if (path[index] == "metrics") found = metricsOfKind(found, parents, root)
  }
  return found
}

// A section's metrics are those of the layout's kind: ListMetrics has fields of ListLayout.
/**
 * @param {Schema[]} found
 * @param {Schema[]} parents
 * @param {import("../text/parse.js").Node | undefined} root
 */
function metricsOfKind(found, parents, root) {
  const fields = new Set(nodeAt(root, ["layout"])?.members?.map(({key}) => key))
  const countOf = (/** @type {Schema} */ {properties = {}}) =>
    Object.keys(properties).filter(key => fields.has(key)).length
  const scored = found.map(schema => ({schema, count: countOf(schema)}))
  const best = Math.max(...scored.map(({count}) => count))
  const fitting = scored.filter(({count}) => count == best).map(({schema}) => schema)
  return parents.length && best > 0 ? fitting : found
}

/**
 * The name of a schema's type, for people.
 *
 * @param {Schemas} schemas
 * @param {Schema} schema
 * @returns {string}
 */
export function typeName(schemas, schema) {
  const types = choices(schemas, schema)
    .map(choice => choice.enum ? choice.enum.map(value => `${value}`).join(" | ") : choice.type ?? "any")
  const text = [...new Set(types)].join(" | ")
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/**
 * The fields that an object at a path takes.
 *
 * @param {Schemas} schemas
 * @param {import("../text/parse.js").Node | undefined} root
 * @param {(string | number)[]} path
 * @returns {Field[]}
 */
export function fieldsAt(schemas, root, path) {
  /** @type {Map<string, Field>} */
  const fields = new Map()
  for (const schema of schemasAt(schemas, root, path)) {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (fields.has(name)) continue
      const whole = resolved(schemas, member)
      fields.set(name, {
        name, schema: whole, about: whole.about ?? "", type: typeName(schemas, member),
        isRequired: Boolean(schema.required?.includes(name)),
      })
    }
  }
  return [...fields.values()].sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

/**
 * The values that the schema at a path lists.
 *
 * @param {Schemas} schemas
 * @param {import("../text/parse.js").Node | undefined} root
 * @param {(string | number)[]} path
 * @returns {unknown[]}
 */
export function valuesAt(schemas, root, path) {
  const isKind = path[path.length - 1] == "kind"
  const found = isKind ? kindsAt(schemas, root, path) : schemasAt(schemas, root, path)
  const values = found.flatMap(({enum: listed, type}) => listed ?? (type == "boolean" ? [true, false] : []))
  return [...new Set(values)]
}

// The kind in the text narrows the schemas down to itself; all others are offered too.
/**
 * @param {Schemas} schemas
 * @param {import("../text/parse.js").Node | undefined} root
 * @param {(string | number)[]} path
 */
function kindsAt(schemas, root, path) {
  const parent = path.slice(0, -1)
  if (parent.join() != "layout") return schemasAt(schemas, root, path)
  return choices(schemas, {ref: "LayoutKind"})
    .flatMap(({properties}) => properties?.kind ? [properties.kind] : [])
}
