import assert from "node:assert/strict"
import { test } from "node:test"
import { attributes, makeElement } from "../../client/mirror/Element.js"
import { cellStyle } from "../../client/view/Cell.js"

const frame = {x: 1, y: 2, width: 30, height: 40}
const reference = {category: "cell", indexPath: [0, 0]}
const own = attributes.filter(([name]) => name != "frame")

test("an element of a mirror has every attribute", () => {
  for (const [name] of own) {
    assert.equal(makeElement(1, reference, undefined, {frame, [name]: 7}, {})[name], 7)
    assert.ok(!(name in makeElement(1, reference, undefined, {frame}, {})))
  }
})

test("the style of a node says every attribute that is drawn, and nothing of one with its default", () => {
  const drawn = own.filter(([, property]) => property)
  assert.ok(drawn.length >= 5)
  for (const [name, property, form, plain = false] of drawn) {
    const place = property == "transform" ? "translate(1px, 2px) " : ""
    const style = look => cellStyle({...reference, frame, ...look}, {})[property]
    assert.equal(style({[name]: 7}), place + form.replace("#", 7))
    for (const look of [{}, {[name]: plain}]) assert.equal(style(look), place)
  }
})

test("the transform in the plane that an item has of its own comes before the one in space of its layout", () => {
  const transform = [0, 1, -1, 0, 0, 0], transform3D = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]
  const {transform: text} = cellStyle({...reference, frame, transform, transform3D}, {})
  // Of several transforms of CSS, the last is applied first.
  assert.equal(text, `translate(1px, 2px) matrix3d(${transform3D})matrix(${transform})`)
})
