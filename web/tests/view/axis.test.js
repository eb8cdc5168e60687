import assert from "node:assert/strict"
import { test } from "node:test"
import { Axis } from "../../client/view/Scroller.js"

/** An axis of a scroller of 400 px at a position that a browser reports. */
function axis(position, {sizer = {style: {}}, scrollHeight = 1000, insets} = {}) {
  const element = {scrollTop: position, scrollHeight, scrollWidth: 300}, axis = new Axis(element, sizer, false, {insets})
  axis.measure(400)
  axis.fit(1000, 0, false, 400)
  axis.read()
  return {axis, element, sizer}
}

test("content that a finger pulls beyond an end stays there when it is drawn, and grows at its end", () => {
  for (const [position, pull] of [[-50, -50], [640, 40]]) {
    const {axis: pulled} = axis(position)
    assert.equal(pulled.offset, position)
    pulled.fit(1000, pulled.offset, false, 400)
    assert.deepEqual([pulled.offset, pulled.shift, pulled.pull], [position, 0, pull])
  }
  const {axis: top} = axis(-50)
  top.fit(1600, top.offset, false, 400)
  assert.deepEqual([top.offset, top.shift], [-50, 0])
})

test("a change above does not end the pull", () => {
  const {axis: pulled} = axis(-50)
  pulled.fit(1060, 10, false, 400)
  assert.deepEqual([pulled.offset, pulled.shift], [10, 60])
})

test("content without a pull ends where it ends", () => {
  const {axis: inside} = axis(300)
  inside.fit(500, 300, false, 400)
  assert.equal(inside.offset, 100)
  inside.fit(500, -20, false, 400)
  assert.equal(inside.offset, 0)
})

test("a scroller is as long as the range of content offsets", () => {
  const {axis: room, sizer} = axis(0)
  room.fit(1000, 900, false, 400, {least: 0, most: 900})
  assert.deepEqual([room.offset, room.extent, sizer.style.height], [900, 1300, "1300px"])
})

test("content that is aligned to the end of the view has a content offset below 0, and does not scroll", () => {
  const {axis: short, sizer, element} = axis(0, {scrollHeight: 400})
  short.fit(120, -280, true, 400, {least: -280, most: -280})
  assert.deepEqual([short.offset, element.scrollTop, short.shift, sizer.style.height], [-280, 0, -280, "400px"])
})

test("content begins and ends clear of the insets, also where it has grown, and nothing is lost of odd ones", () => {
  const {axis: inset, sizer, element} = axis(0, {insets: {top: 60, bottom: 40}})
  // The content of 1000 is seen from -60 to 1000 + 40 - 400.
  assert.deepEqual([inset.clamp(-100), inset.clamp(2000), sizer.style.height], [-60, 640, "1100px"])
  inset.fit(1000, -60, true, 400)
  assert.deepEqual([inset.offset, element.scrollTop, inset.clear], [-60, 0, [0, 300]])
  inset.fit(1000, 640, true, 400, undefined, 0, 25)
  assert.deepEqual([inset.clamp(2000), element.scrollTop], [665, 700])
  assert.deepEqual(axis(0, {insets: {top: 300, bottom: 200}}).axis.clear, [0, 400])
  for (const insets of [null, {top: NaN}, {top: Infinity}, {top: "x"}]) {
    assert.deepEqual(axis(0, {insets}).axis.clear, [0, 400], JSON.stringify(insets))
  }
})

test("content with insets opens at its start", () => {
  assert.equal(new Axis({scrollTop: 0}, {style: {}}, false, {insets: {top: 60}}).offset, -60)
})
