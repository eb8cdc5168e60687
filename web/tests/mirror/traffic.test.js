import assert from "node:assert/strict"
import { readdir, readFile } from "node:fs/promises"
import { test } from "node:test"
import "../../client/mirror/diffs.js"
import { Mirror } from "../../client/mirror/Mirror.js"

const folder = new URL("Fixtures/", import.meta.url)
const byPlace = list => new Map(list.map(each => [`${each.category} ${each.kind} ${each.indexPath}`, each]))
const withoutKey = ({key, ...attributes}) => attributes

for (const file of (await readdir(folder)).filter(name => name.endsWith(".json"))) {
  const exchanges = JSON.parse(await readFile(new URL(file, folder), "utf8"))
  test(`after each recorded response to "${file}" a mirror has what the service has`, () => {
    const mirror = new Mirror(), shown = new Map()
    for (const {step, response, expected} of exchanges) {
      const what = JSON.stringify(step), {held} = mirror, change = mirror.apply(response)
      const known = [...mirror.elements.values()].filter(({key}) => key != mirror.held).map(withoutKey)
      assert.deepEqual(byPlace(known), byPlace(expected.attributes), what)
      assert.deepEqual(mirror.contentSize, expected.contentSize, what)
      assert.deepEqual(mirror.window, expected.window, what)
      assert.equal(mirror.version, expected.version, what)
      assert.equal(mirror.held != null, Boolean(expected.held), what)
      if (held && mirror.held) assert.equal(mirror.held, held, what)

      // The change says the same as the state.
      for (const {key, before, after} of change.changes) {
        assert.deepEqual(shown.get(key), before, what)
        if (after) shown.set(key, after)
        else shown.delete(key)
      }
      assert.deepEqual(shown, mirror.elements, what)
      for (const element of mirror.elements.values()) {
        assert(Object.isFrozen(element), what)
        if (element.key != mirror.held) assert.equal(mirror.element(element.category, element.kind, element.indexPath), element, what)
        if (element.id) assert.equal(mirror.get(element.id), element, what)
      }
    }
  })
}
