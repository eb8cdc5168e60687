// Runs in Firefox too.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { browserName } from "../support/browser.js"
import { seed } from "../support/random.js"
import { eventually } from "../support/wait.js"
import { items, start } from "./page.js"

let parts
before(async () => { parts = await start() })
after(() => parts.stop())

const near = (a, b, what) => assert.ok(Math.abs(a - b) < 0.02, `${what}: ${a} instead of ${b}`)

/** Everything that was and is visible is at the same place, of the same size and as opaque. */
function same(now, was, what) {
  for (const id of Object.keys(was)) {
    assert.ok(now[id], `${what}: ${id} is not to be seen`)
    for (const name of Object.keys(was[id])) near(now[id][name], was[id][name], `${what}: ${name} of ${id}`)
  }
}

const animations = page => page.evaluate(() => document.getAnimations().length)
const nodes = page => page.evaluate(() => document.querySelectorAll("#list *").length)

test("rows close up behind a deleted one, which fades, lands and goes to the pool", async () => {
  const {page, look, advance, change, close} = await parts.open()
  const was = await look(), count = await nodes(page)
  await change([{op: "deleteItems", ids: ["r2"]}])
  same(await look(), was, "at the beginning")
  await advance(150)
  const half = await look()
  near(half.r1.y, 40, "r1")
  near(half.r3.y, 100, "r3")
  near(half.r2.y, 80, "r2")
  near(half.r2.opacity, 0.5, "the opacity of r2")
  await advance(150)
  await page.waitFor(() => document.getAnimations().length == 0 && !look().r2)
  near((await look()).r3.y, 80, "r3")
  assert.equal(await page.evaluate(() => view.cells.size), await page.evaluate(() => view.mirror.elements.size))
  await page.waitFor(count => document.querySelectorAll("#list *").length <= count, count)
  await close()
})

test("rows make room for a new one, which fades in at its place", async () => {
  const {look, advance, change, close} = await parts.open()
  await change([{op: "insertItems", before: "r1", items: [{id: "new"}]}])
  const first = await look()
  near(first.r1.y, 40, "r1")
  assert.equal(first.new.opacity, 0)
  await advance(150)
  const half = await look()
  near(half.r1.y, 60, "r1")
  near(half.new.y, 40, "the new row")
  near(half.new.opacity, 0.5, "its opacity")
  await close()
})

test("a change during a flight begins where everything is at that moment", async () => {
  const {look, advance, change, close} = await parts.open()
  await change([{op: "deleteItems", ids: ["r2"]}, {op: "moveItem", id: "r5", before: "r0"}])
  await advance(100)
  const was = await look()
  await change([{op: "moveItem", id: "r5", after: "r9"}, {op: "insertItems", before: "r3", items: [{id: "new"}]}])
  same(await look(), was, "at the beginning of the second change")
  await advance(120)
  const later = await look()
  await change([{op: "deleteItems", ids: ["new", "r4"]}])
  same(await look(), later, "at the beginning of the third change")
  await advance(300)
  const end = await look()
  ;["r0", "r1", "r3"].forEach((id, index) => near(end[id].y, 40 * index, id))
  await close()
})

test("a row that is deleted and comes back during its flight goes on from where it is", async () => {
  const {page, look, advance, change, close} = await parts.open()
  await page.evaluate(() => { window.node = view.cells.get(view.mirror.get("r2").key).node })
  await change([{op: "deleteItems", ids: ["r2"], animation: "left"}])
  await advance(150)
  const was = await look()
  near(was.r2.x, -160, "r2 half way")
  await change([{op: "insertItems", before: "r3", items: [{id: "r2"}]}])
  same(await look(), was, "when it comes back")
  await advance(300)
  await page.waitFor(() => document.getAnimations().length == 0)
  same(await look(), {r2: {x: 0, y: 80, width: 320, height: 40, opacity: 1}}, "at the end")
  assert.ok(await page.evaluate(() => node.isConnected && !node.inert && node.textContent == "r2"))
  await close()
})

test("rows come from beyond the window and fly out of it", async () => {
  const {page, look, advance, change, scroll, close} = await parts.open({sections: [{id: "s", items: items(1000)}]})
  await scroll(20_000)
  await change([{op: "moveItem", id: "r1", before: "r505"}, {op: "moveItem", id: "r503", to: [0, 999]}])
  assert.ok(!(await look()).r1, "it begins beyond the upper edge")
  await advance(150)
  const half = await look()
  assert.ok(!half.r503 && !half.r1, "both are on their way")
  await advance(149.999)
  const end = await look()
  near(end.r504.y, 160 - 40, "r504")
  near(end.r1.y, 160, "r1")
  await advance(1)
  await page.waitFor(() => document.getAnimations().length == 0 && !view.mirror.get("r503"))
  await close()
})

test("fifty rows inserted in front move nothing that can be seen, at no time", async () => {
  const {page, look, advance, change, scroll, close} = await parts.open({sections: [{id: "s", items: items(500)}]})
  await scroll(5010)
  const was = await look()
  await change([{op: "insertItems", at: items(50).map((_, index) => [0, index]), items: items(50, "n")}])
  for (const time of [0, 100, 100, 100]) {
    await advance(time)
    same(await look(), was, "after the insertion")
  }
  assert.equal(await animations(page), 0)
  await close()
})

test("a row deleted while rows come in front of it stays in its place on the screen", async () => {
  const {page, look, advance, change, scroll, close} = await parts.open({sections: [{id: "s", items: items(500)}]})
  await scroll(5000)
  const was = await look()
  await change([{op: "insertItems", at: [[0, 0], [0, 1]], items: items(2, "n")}, {op: "deleteItems", ids: ["r128"]}])
  same(await look(), was, "at the beginning")
  await advance(150)
  const half = await look()
  near(half.r128.y, was.r128.y, "the deleted row")
  near(half.r129.y, was.r129.y - 20, "the row behind it")
  near(half.r127.y, was.r127.y, "the row in front of it")
  // And it stays there when other changes scroll the content below it.
  for (const prefix of ["m", "k", "j"]) {
    await change([{op: "insertItems", at: [[0, 0]], items: items(1, prefix)}])
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    same(await look(), half, `after the change ${prefix}`)
  }
  await close()
})

test("the first screen, scrolling and measurements are not animated", async () => {
  const {page, look, scroll, close} = await parts.open({
    layout: {kind: "list", rowHeight: "automatic"}, sections: [{id: "s", items: items(500)}], options: {measure: "dom"},
  })
  assert.equal(await animations(page), 0)
  await scroll(3000)
  assert.equal(await animations(page), 0)
  near((await look())[Object.keys(await look())[0]].height, 30, "the height of a measured row")
  await close()
})

test("a measurement that lands in a flight bends it", async () => {
  const {page, look, advance, change, close} = await parts.open({
    layout: {kind: "list", rowHeight: "automatic"}, sections: [{id: "s", items: items(100)}], options: {measure: "dom"},
  })
  await page.waitFor(() => [...view.cells.values()].every(cell => !cell.element.estimated))
  const was = await look()
  await page.evaluate(() => { const {render} = view; view.render = (node, element) => {
    render(node, element)
    if (element.id == "tall") node.textContent = "a long text ".repeat(40)
  } })
  await change([{op: "insertItems", before: "r2", items: [{id: "tall"}]}])
  await page.waitFor(() => view.mirror.get("tall")?.estimated === undefined && isQuiet())
  same(await look(), was, "at the beginning")
  const height = await page.evaluate(() => view.mirror.get("tall").frame.height)
  assert.ok(height > 150, `${height}`)
  await advance(150)
  near((await look()).r2.y, was.r2.y + height / 2, "r2 half way")
  await advance(150)
  near((await look()).r2.y, was.r2.y + height, "r2 at the end")
  await close()
})

test("a new layout and the measurements that follow it are shown as one", async () => {
  const {page, look, advance, lay, close} = await parts.open({options: {measure: "dom"}})
  const was = await look()
  await lay({kind: "list", rowHeight: "automatic"})
  await page.waitFor(() => [...view.cells.values()].every(cell => !cell.element.estimated) && isQuiet())
  const begun = await look()
  for (const id of ["r0", "r5", "r11"]) near(begun[id].y, was[id].y, `${id} at the beginning`)
  await advance(150)
  const half = await look()
  near(half.r5.y, (was.r5.y + 5 * 30) / 2, "r5 half way")
  await advance(150)
  near((await look()).r5.y, 5 * 30, "r5 at the end")
  await close()
})

test("from a list to a grid and on to a waterfall the first visible cell stays in place, and sizes change on the way", async () => {
  const {page, look, advance, lay, scroll, close} = await parts.open({
    sections: [{id: "s", items: items(500).map((item, index) => ({...item, size: [150, 40 + index % 5 * 30]}))}],
    layout: {kind: "list"},
  })
  await scroll(10_000)
  const top = () => page.evaluate(() => view.visible[0].id)
  let was = await look()
  for (const layout of [{kind: "grid", columns: 2, rowHeight: 80}, {kind: "waterfall", columnCount: 2}, {kind: "list"}]) {
    const read = await top()
    await lay(layout)
    let now = await look()
    same({[read]: now[read]}, {[read]: was[read]}, `${layout.kind} at the beginning`)
    await advance(150)
    now = await look()
    near(now[read].y, was[read].y, `${read} half way to ${layout.kind}`)
    await advance(150)
    await page.waitFor(() => document.getAnimations().length == 0)
    was = await look()
    near(was[read].y, now[read].y, `${read} in the ${layout.kind}`)
  }
  await close()
})

// The protocol of Firefox cannot set that the user wants less motion.
test("with reduced motion things fade and do not move", {skip: browserName == "firefox"}, async () => {
  const {page, look, advance, change, close} = await parts.open({reducedMotion: true})
  await change([{op: "deleteItems", ids: ["r2"], animation: "left"}, {op: "insertItems", before: "r4", items: [{id: "new"}]}])
  const now = await look()
  near(now.r3.y, 80, "r3")
  near(now.new.opacity, 0, "the opacity of the new row")
  near(now.r2.y, 80, "r2")
  await advance(150)
  const half = await look()
  near(half.r2.opacity, 0.5, "the opacity of r2")
  near(half.r2.x, 0, "r2")
  near(half.new.opacity, 0.5, "the opacity of the new row")
  assert.equal(await page.evaluate(() => document.getAnimations()
    .filter(({effect}) => effect.getKeyframes().some(({translate, width}) => translate || width)).length), 0)
  await close()
})

test("a pinned header stays at the edge while the rows below it and the next header fly", async () => {
  const {page, look, advance, change, scroll, close} = await parts.open({
    layout: {kind: "list", rowHeight: 40, sectionHeaderHeight: 30},
    sections: [{id: "a", items: items(12)}, {id: "b", items: items(40, "b")}],
  })
  await scroll(100)
  await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-header") && isQuiet())
  const was = await look()
  near(was["header 0,0"].y, 0, "the first header")
  await change([{op: "deleteItems", ids: ["r5"]}])
  same(await look(), was, "at the beginning")
  await advance(150)
  const half = await look()
  near(half["header 0,0"].y, 0, "the first header half way")
  near(half["header 1,0"].y, was["header 1,0"].y - 20, "the second header half way")
  near(half.r6.y, was.r6.y - 20, "r6 half way")
  await page.waitFor(() => {
    advance(300)
    return document.getAnimations().length == 0
  })
  const end = await look()
  near(end["header 1,0"].y, was["header 1,0"].y - 40, "the second header")
  // Also where the user has scrolled, and the service does not know it yet.
  await page.evaluate(async () => {
    const list = document.getElementById("list")
    list.scrollTop += 15
    await new Promise(done => list.addEventListener("scroll", done, {once: true}))
    window.then = look()
    await view.session.perform(options =>
      collection.update([{op: "insertItems", at: [[0, 0]], items: [{id: "front"}]}], options))
    window.now = look()
  })
  same(await page.evaluate(() => window.now), await page.evaluate(() => window.then), "after a row in front")
  assert.equal(await animations(page), 0)
  await close()
})

test("a cell that the user holds is left alone", async () => {
  const {page, change, close} = await parts.open()
  await page.evaluate(() => { view.cells.get(view.mirror.get("r4").key).isHeld = true })
  await change([{op: "deleteItems", ids: ["r1"]}])
  assert.deepEqual(await page.evaluate(() => ["r3", "r4", "r5"].map(id =>
    view.cells.get(view.mirror.get(id).key).node.getAnimations().length)), [1, 0, 1])
  await close()
})

test("rows fly also where a window that was read anew brings the changes of others", async () => {
  const {page, path, look, advance, close} = await parts.open()
  parts.gateway.silent(true)
  try {
    await parts.service.ask("POST", `${path}/updates`,
      {updates: [{op: "deleteItems", ids: ["r2"]}, {op: "insertItems", before: "r6", items: [{id: "new"}]}]})
    const was = await look()
    await page.evaluate(() => view.session.resync())
    await page.waitFor(() => Boolean(view.mirror.get("new")))
    same(await look(), was, "at the beginning")
    await advance(150)
    const half = await look()
    near(half.r3.y, 100, "r3")
    near(half.r2.opacity, 0.5, "the opacity of r2")
    near(half.new.opacity, 0.5, "the opacity of the new row")
  } finally {
    parts.gateway.silent(false)
  }
  await close()
})

test("a turned screen is not animated, and another layout of the viewport alone is", async () => {
  const {page, close} = await parts.open({options: {layout: {kind: "list", rowHeight: 50}}})
  await page.evaluate(() => view.setLayout({kind: "grid", columns: 2, rowHeight: 50}))
  await page.waitFor(() => view.mirror.get("r1").frame.x > 0)
  assert.ok(await page.evaluate(() => document.getAnimations().length) > 0)
  await page.waitFor(() => {
    advance(1000)
    return document.getAnimations().length == 0
  })
  await page.evaluate(() => { document.getElementById("list").style.width = "500px" })
  await page.waitFor(() => view.mirror.get("r1").frame.width == 250 || view.mirror.get("r1").frame.x >= 250)
  assert.equal(await animations(page), 0)
  await close()
})

test("a view loads its animations by itself, with the duration that it is given", async () => {
  const {page, change, close} = await parts.open({options: {animation: {duration: 700, easing: "linear"}, isOwn: true}})
  // They come when the page is idle: until then changes are not animated.
  await eventually(async () => {
    await change([{op: "moveItem", from: [0, 2], to: [0, 1]}])
    return await animations(page) > 0
  })
  assert.deepEqual(await page.evaluate(() => {
    const [{effect}] = document.getAnimations()
    return [effect.getTiming().duration, effect.getTiming().easing]
  }), [700, "linear"])
  await close()
})

test("after five hundred changes nothing is in flight any more, and no node is left over", {timeout: 300_000}, async () => {
  const {page, close} = await parts.open(), steps = process.env.TESSERA_WEB == "short" ? 100 : 500
  console.log(`SEED=${seed}`)
  await page.evaluate(async (seed, steps) => {
    const random = count => (seed = seed * 48271 % 2147483647) % count
    for (let step = 0; step < steps; step++) {
      const ids = view.visible.map(({id}) => id).filter(Boolean), id = ids[random(ids.length)]
      const neighbour = ids.filter(other => other != id)[random(ids.length - 1)]
      const updates = [
        [{op: "insertItems", before: id, items: [{id: `n${step}`}]}],
        [{op: "deleteItems", ids: [id], animation: ["left", "fade", "middle", "none"][random(4)]},
          {op: "insertItems", after: neighbour, items: [{id: `m${step}`}]}],
        [{op: "moveItem", id, after: neighbour}],
        [{op: "moveItem", id, to: [0, random(60)]}],
      ][random(4)]
      await view.session.perform(options => collection.update(updates, options))
      if (random(20) == 0) document.getElementById("list").scrollTop = random(1000)
      advance(random(200))
    }
  }, seed, steps)
  await page.waitFor(() => {
    advance(1000)
    return document.getAnimations().length == 0 && isQuiet() && view.cells.size == view.mirror.elements.size
  })
  assert.equal(await page.evaluate(() => document.querySelectorAll(".tessera-cell, .tessera-supplementary, .tessera-decoration").length),
    await page.evaluate(() => view.cells.size))
  assert.ok(await page.evaluate(() => [...view.cells.values()].every(({node}) => !node.inert)))
  const end = await page.evaluate(() => ({look: look(), offset: view.contentOffset.y}))
  for (const [id, {y, opacity}] of Object.entries(end.look)) {
    near(y, await page.evaluate(id => view.mirror.get(id).frame.y, id) - end.offset, id)
    assert.equal(opacity, 1)
  }
  await close()
})
