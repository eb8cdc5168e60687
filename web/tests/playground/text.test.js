import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { fromFragment, toFragment } from "../../playground/link.js"
import { fieldsAt, valuesAt } from "../../playground/schema/fields.js"
import { rotated, shuffled } from "../../playground/states.js"
import { formatted, oneLine, withValue } from "../../playground/text/edit.js"
import { parse } from "../../playground/text/parse.js"
import { lineAndColumn, nodeAt, pathOf, placeAt,
  rangeAt } from "../../playground/text/pointers.js"
import { random } from "../support/random.js"

const folder = new URL("../../playground/", import.meta.url)
const read = async name => JSON.parse(await readFile(new URL(name, folder), "utf8"))
const schemas = await read("schema.json"), examples = await read("examples.json")

/** The value of a parsed text. */
function valueOf({type, value, members, items}) {
  if (type == "object") return Object.fromEntries(members.map(({key, value}) => [key, valueOf(value)]))
  return type == "array" ? items.map(valueOf) : value
}

test("JSON text is parsed as JSON.parse does, in every example and in every layout of its value", () => {
  for (const {text} of examples) {
    const value = JSON.parse(text)
    for (const written of [text, JSON.stringify(value), formatted(value), oneLine(value)]) {
      const {root, mistakes} = parse(written)
      assert.deepEqual(mistakes, [])
      assert.deepEqual(valueOf(root), value)
    }
  }
})

test("what fits in the columns stands on one line, and the members of what does not on lines of their own", () => {
  const value = {a: [1, 2], b: {c: ["long text", null], d: {}}}
  const text = oneLine(value)
  assert.equal(text, '{"a": [1, 2], "b": {"c": ["long text", null], "d": {}}}')
  assert.equal(formatted(value, text.length), text)
  assert.equal(formatted(value, text.length - 1),
    '{\n  "a": [1, 2],\n  "b": {"c": ["long text", null], "d": {}}\n}')
  assert.equal(formatted(value, 24),
    '{\n  "a": [1, 2],\n  "b": {\n    "c": ["long text", null],\n    "d": {}\n  }\n}')
})

test("text is a mistake where it is one for JSON.parse, and in no case does parsing fail", () => {
  const source = random(1), pieces = ['"a"', "{", "}", "[", "]", ",", ":", " ", "\n", "12", "-", "tru",
    "true", '"', "\\", "e"]
  for (let round = 0; round < (process.env.TESSERA_WEB == "short" ? 1000 : 4000); round++) {
    const {text: example} = examples[Math.floor(source() * examples.length)]
    const at = Math.floor(source() * Math.min(example.length, 400)), cut = Math.floor(source() * 4)
    const piece = pieces[Math.floor(source() * pieces.length)]
    const text = example.slice(0, at) + piece + example.slice(at + cut)
    const {root, mistakes, tokens} = parse(text)
    let isJSON = true
    try { JSON.parse(text) } catch { isJSON = false }
    const isTwice = mistakes.every(({message}) => message.startsWith("There are two members"))
    assert.equal(mistakes.length == 0 || isJSON && isTwice, isJSON, text.slice(Math.max(0, at - 40), at + 40))
    if (root) placeAt(root, at)
    for (const [index, {start, end}] of tokens.entries()) assert.ok(start < end
      && start >= (tokens[index - 1]?.end ?? 0))
  }
})

test("a mistake is named and located", () => {
  const text = '{\n  "a": 1\n  "b": [1, 2,],\n  "c": yes,\n  "d"\n}'
  const found = parse(text).mistakes.map(({start, message}) => [lineAndColumn(text, start), message])
  assert.deepEqual(found.map(([{line, column}]) => [line, column]), [[3, 3], [3, 13], [4, 8], [5, 3]])
  assert.match(found[0][1], /comma is missing/)
})

test("a pointer marks the value or the name that it points at, or the nearest part that is there", () => {
  const text = '{"container": {"widht": 3}, "layout": {"kind": "fow"}, "a/b": [{}, {"x~": 1}]}'
  const {root} = parse(text)
  const marked = pointer => { const {start, end} = rangeAt(root, pathOf(pointer)); return text.slice(start,
    end) }
  assert.equal(marked("/layout/kind"), '"fow"')
  assert.equal(marked("/container"), '"container"')
  assert.equal(marked("/container/height"), '"container"')
  assert.equal(marked("/a~1b/1/x~0"), "1")
  assert.equal(marked("/a~1b/0"), "{")
  assert.equal(marked(""), "{")
})

test("a value is changed, added and removed, and the rest of the text stays as it was", () => {
  const text = examples.find(({name}) => name == "lens-catalogue").text
  const changed = withValue(text, ["container", "width"], 401)
  assert.equal(JSON.parse(changed).container.width, 401)
  assert.equal(changed.replace("401", `${JSON.parse(text).container.width}`), text)
  const added = withValue(text, ["container", "layoutDirection"], "rightToLeft")
  assert.equal(JSON.parse(added).container.layoutDirection, "rightToLeft")
  assert.equal(withValue(added, ["container", "layoutDirection"], undefined), text)
  assert.equal(withValue("{}", ["a"], 1), '{"a": 1}')
  assert.equal(withValue('{"a": 1, "b": 2}', ["a"], undefined), '{"b": 2}')
  assert.equal(withValue('{\n  "a": 1\n}', ["b"], [1, 2]), '{\n  "a": 1,\n  "b": [1, 2]\n}')
  assert.equal(withValue('{"a": 1}', ["c", "d"], 1), '{"a": 1}')
})

const fieldNames = (text, path) => fieldsAt(schemas, parse(text).root, path).map(({name}) => name)

test("the fields of a layout are those of its kind, and its kinds are all of the service's", () => {
  const text = '{"layout": {"kind": "waterfall"}, "sections": [{"items": [{}], "header": {}}]}'
  assert.ok(fieldNames(text, ["layout"]).includes("minimumColumnSpacing"))
  assert.ok(!fieldNames(text, ["layout"]).includes("rowHeight"))
  assert.deepEqual(fieldNames(text, []).slice(0, 3), ["container", "layout", "sections"])
  assert.ok(fieldNames(text, ["sections", 0, "items", 0]).includes("aspectRatio"))
  assert.ok(fieldNames(text, ["sections", 0, "header"]).includes("pinToVisibleBounds"))
  assert.equal(valuesAt(schemas, parse(text).root, ["layout", "kind"]).length, 13)
  assert.ok(valuesAt(schemas, parse(text).root, ["container", "contentSizeCategory"])
    .includes("accessibilityLarge"))
})

test("every field of every example is known to the schema", () => {
  const visit = (node, path, root, name) => {
    const known = new Set(fieldsAt(schemas, root, path).map(({name}) => name))
    for (const {key, value} of node.members ?? []) {
      const isNamedByClient = path.includes("templates") || path.includes("content")
        || ["supplementaries", "decorations", "values"].includes(path.at(-1))
      assert.ok(isNamedByClient || known.has(key), `${name}: ${[...path, key].join("/")}`)
      if (value) visit(value, [...path, key], root, name)
    }
    for (const [index, item] of (node.items ?? []).entries()) visit(item, [...path, index], root, name)
  }
  for (const {name, text} of examples) visit(parse(text).root, [], parse(text).root, name)
})

test("the caret is in a name or in a value of the innermost object", () => {
  const at = text => {
    const {path, place} = placeAt(parse(text.replace("|", "")).root, text.indexOf("|"))
    return `${path.join("/")} ${place}`
  }
  assert.equal(at('{|}'), " key")
  assert.equal(at('{"container": {"wi|"}}'), "container key")
  assert.equal(at('{"layout": {"kind": "|"}}'), "layout/kind value")
  assert.equal(at('{"layout": {"kind": |}}'), "layout/kind value")
  assert.equal(at('{"sections": [{}, {"items": [{|}]}]}'), "sections/1/items/0 key")
  assert.equal(at('{"sections": [|]}'), "sections/0 value")
  assert.equal(at('{"container": {"width": 3, |'), "container key")
})

test("a link carries the texts of both states, and a fragment that carries none is refused", async () => {
  const state = {mode: "diff", request: '{"ä": "“\u{1F99C}”"}', after: examples.map(({text}) => text)
    .join()}
  const fragment = await toFragment(state)
  assert.match(fragment, /^#1[\w-]+$/)
  assert.ok(fragment.length < state.after.length / 2)
  assert.deepEqual(await fromFragment(fragment), state)
  for (const other of ["", "#photo-gallery", "#1", "#1abc", "#1%%%"]) assert.equal(await fromFragment(other),
    undefined)
})

test("the second state that the playground makes has the sections of the first, other orders and another side up", () => {
  const request = JSON.parse(examples.find(({name}) => name == "reading-list-before").text)
  const ids = ({sections}) => sections.map(({items}) => items.map(({id}) => id))
  assert.deepEqual(ids(shuffled(request)), [["Moby-Dick", "Emma", "Middlemarch"], ["Walden"]])
  const {width, height} = rotated(request).container
  assert.deepEqual([width, height], [request.container.height, request.container.width])
  assert.equal(nodeAt(parse("{}").root, ["a", 0]), undefined)
})
