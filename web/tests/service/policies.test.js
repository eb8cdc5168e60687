import assert from "node:assert/strict"
import { test } from "node:test"
import { bodyOf } from "../../client/service/conversions.js"
import { dropPolicies } from "../../client/view/actions.js"

const place = {isNeeded: true, container: {width: 400, height: 800}, bounds: [0, 0, 400, 800], follow: "end", roomBelow: {id: "m1"}}

test("policies are sent at first, and then when they change", () => {
  const sent = (...places) => JSON.parse(JSON.stringify(bodyOf(...places)))
  assert.deepEqual(sent(place, undefined, true),
    {resync: true, bounds: place.bounds, container: place.container, follow: "end", roomBelow: {id: "m1"}})
  assert.deepEqual(sent(place, place, false), {resync: false, bounds: place.bounds})
  assert.deepEqual(sent({...place, follow: null}, place, false), {resync: false, bounds: place.bounds, follow: null})
})

test("policies that the service refuses are not sent again, and the others are", () => {
  const options = {follow: "end", followDistance: -1, roomBelow: {id: "gone"}}
  dropPolicies(options, {errors: [{pointer: "/followDistance"}, {pointer: "/roomBelow/id"}, {}]})
  assert.deepEqual(options, {follow: "end"})
})

test("insets that the service refuses are not sent again, and those that it takes are", () => {
  const options = {follow: "end", insets: {top: "x"}}
  dropPolicies(options, {errors: [{pointer: "/container/width"}, {pointer: "/follow-up"}]})
  assert.deepEqual(options, {follow: "end", insets: {top: "x"}})
  dropPolicies(options, {errors: [{pointer: "/container/insets/top"}]})
  assert.deepEqual(options, {follow: "end"})
})
