// Tabs of one program, with locks as browsers have them.

import assert from "node:assert/strict"
import { after, afterEach, before, mock, test } from "node:test"
import { Leadership } from "../../client/connection/Leadership.js"
import { pretendToBeTabs } from "../engine/locks.js"
import { eventually, sleep } from "../support/wait.js"

const page = new EventTarget()
let restore
before(() => {
  restore = pretendToBeTabs("http://page")
  document.addEventListener = page.addEventListener.bind(page)
  globalThis.addEventListener = page.addEventListener.bind(page)
})
after(() => {
  delete globalThis.addEventListener
  restore()
})

const opened = []
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close()
  mock.restoreAll()
})

/** A tab of a group, with the names of the functions that were called. */
function tab(name, {slots = 1, responds = () => false, ...role} = {}) {
  const calls = []
  const noted = Object.fromEntries(["lead", "leave", "resume"].map(each => [each, () => calls.push(each)]))
  const leadership = new Leadership(name, slots, {
    ...noted,
    ask() {
      calls.push("ask")
      if (responds()) leadership.heard()
    },
    ...role,
  })
  opened.push(leadership)
  return Object.assign(leadership, {calls})
}

const leading = tabs => tabs.map((each, index) => each.isLeading ? index : -1).filter(index => index >= 0)
/** Lets the locks that are free go to those who wait for them. */
const settled = () => sleep(0)

/** Makes all waiting a hundredth as long. */
function hurry() {
  const {setTimeout} = globalThis
  mock.method(globalThis, "setTimeout", (run, time, ...rest) => setTimeout(run, time >= 1000 ? time / 100 : time, ...rest))
}

test("one tab of a group leads, and the next one when it closes or leaves", async () => {
  const tabs = [tab("one"), tab("one"), tab("one"), tab("other")]
  for (const each of tabs) each.join()
  await settled()
  assert.deepEqual(leading(tabs), [0, 3])
  assert.deepEqual(tabs.map(each => each.isFollowing), [false, true, true, false])
  tabs[0].close()
  await settled()
  assert.deepEqual(leading(tabs), [1, 3])
  tabs[1].leave()
  await settled()
  assert.deepEqual(leading(tabs), [2, 3])
  assert.deepEqual(tabs[1].calls, ["ask", "lead", "leave"])
})

test("a tab that has left does not lead, though the lock becomes free", async () => {
  const [first, second, third] = [tab("left"), tab("left"), tab("left")]
  for (const each of [first, second, third]) each.join()
  second.leave()
  first.close()
  await settled()
  assert.deepEqual(leading([first, second, third]), [2])
  second.join()
  third.close()
  await settled()
  assert.deepEqual(leading([first, second, third]), [1])
})

test("as many tabs lead as there are slots, and a slot that is given back goes to one that tries again", async () => {
  const tabs = Array.from({length: 5}, () => tab("slots", {slots: 3}))
  for (const each of tabs) await each.tryToLead()
  assert.deepEqual(leading(tabs), [0, 1, 2])
  tabs[1].leave()
  await settled()
  assert.deepEqual(leading(tabs), [0, 2])
  await tabs[4].tryToLead()
  await tabs[3].tryToLead()
  assert.deepEqual(leading(tabs), [0, 2, 4])
})

test("a tab that tries twice at once leads once, with one slot", async () => {
  const [first, second] = [tab("twice", {slots: 2}), tab("twice", {slots: 2})]
  await Promise.all([first.tryToLead(), first.tryToLead(), first.tryToLead(true)])
  await first.tryToLead()
  await second.tryToLead()
  assert.deepEqual([first.calls, second.calls], [["lead"], ["lead"]])
})

test("a tab that needs no slot leads without one", async () => {
  const tabs = [tab("free"), tab("free"), tab("free")]
  await tabs[0].tryToLead(true)
  await tabs[1].tryToLead()
  await tabs[2].tryToLead()
  assert.deepEqual(leading(tabs), [0, 1])
})

test("where there are no locks, a tab is alone, or leads if it has nothing for that", async () => {
  mock.method(navigator.locks, "request", async () => { throw new DOMException("There are no locks.", "SecurityError") })
  const calls = [], first = tab("sandbox", {alone: () => calls.push("alone")}), second = tab("sandbox", {slots: 3})
  first.join()
  await second.tryToLead()
  await settled()
  assert.deepEqual([calls, first.isLeading, second.isLeading], [["alone"], false, true])
  assert.deepEqual(second.calls, ["lead"])
})

test("a leader that does not respond is replaced by one of the others, and follows it then", async () => {
  hurry()
  let isStuck = false
  const responds = () => tabs.some(each => each.isLeading && (each != tabs[0] || !isStuck))
  const resume = () => tabs[0].join()
  const tabs = [tab("stuck", {responds, resume}), tab("stuck", {responds}), tab("stuck", {responds})]
  for (const each of tabs) each.join()
  await settled()
  assert.deepEqual(leading(tabs), [0])
  isStuck = true
  await eventually(() => !tabs[0].isLeading)
  await settled()
  assert.equal(leading(tabs).length, 1)
  assert.ok(tabs[0].isFollowing)
  assert.deepEqual(tabs[0].calls.filter(call => call != "ask"), ["lead", "leave"])
  // It leads again when the new leader closes and the other one has left.
  for (const each of tabs.slice(1)) each.close()
  await eventually(() => tabs[0].isLeading)
})

test("a leader that responds is asked again and again, and stays the leader", async () => {
  hurry()
  const first = tab("lively"), second = tab("lively", {responds: () => true})
  first.join()
  second.join()
  await eventually(() => second.calls.length > 5)
  assert.deepEqual([first.calls, second.calls.every(call => call == "ask")], [["ask", "lead"], true])
})

test("tabs that cannot have the turn to replace a leader are alone in the end", async () => {
  hurry()
  let isAlone = false
  const first = tab("turns"), second = tab("turns", {alone: () => isAlone = true})
  navigator.locks.request("turns next", {}, () => new Promise(() => {}))
  first.join()
  second.join()
  await eventually(() => isAlone)
  assert.ok(first.isLeading)
})

test("a tab that wakes asks for the leader, if it is one of the others", async () => {
  const [first, second] = [tab("waking"), tab("waking")]
  first.join()
  second.join()
  await settled()
  page.dispatchEvent(new Event("online"))
  page.dispatchEvent(new Event("visibilitychange"))
  assert.deepEqual([first.calls, second.calls], [["ask", "lead"], ["ask", "ask", "ask"]])
})

for (const [stop, start] of [["pagehide", "pageshow"], ["freeze", "resume"]]) {
  test(`a page gives its lock back at ${stop} and joins again at ${start}, until it closes`, async () => {
    const name = `stopped ${stop}`, first = tab(name)
    first.join()
    await settled()
    page.dispatchEvent(new Event(start))
    assert.deepEqual(first.calls, ["ask", "lead"])
    page.dispatchEvent(new Event(stop))
    assert.deepEqual(first.calls, ["ask", "lead", "leave"])
    await settled()
    const second = tab(name)
    await second.tryToLead()
    assert.ok(second.isLeading)
    page.dispatchEvent(new Event(start))
    assert.equal(first.calls.at(-1), "resume")
    first.close()
    const {length} = first.calls
    page.dispatchEvent(new Event(start))
    assert.equal(first.calls.length, length)
  })
}
