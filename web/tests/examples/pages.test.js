// The pages of examples/pages, driven as users drive them.

import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { root } from "../support/repository.js"
import { setUp } from "../support/setup.js"
import { eventually } from "../support/wait.js"

const isShort = process.env.TESSERA_WEB == "short"
let service, gateway, browser
setUp({}, parts => ({service, gateway, browser} = parts))

const folder = join(root, "examples/pages")
const names = readdirSync(folder).filter(name => name != "index.html")
const collections = () => gateway.log
  .filter(({method, path, status}) => method == "POST" && path == "/v1/collections" && status == 201).map(({json}) => json.id)

/** Opens a page, and waits for its first rows. */
async function open(name, {width = 800, height = 740, ...media} = {}) {
  gateway.log.length = 0
  const page = await browser.newPage()
  await page.emulate({width, height, ...media})
  await page.goto(`${gateway.url}/examples/${name}`)
  await page.waitFor(() => document.querySelectorAll(".tessera-cell").length > 8)
  return page
}

/** The distance of the row with a text from the upper edge of the list. */
const topOf = (page, text) => page.evaluate(text => {
  const node = [...document.querySelectorAll(".tessera-cell")].find(node => node.textContent.includes(text))
  return node && node.getBoundingClientRect().top - document.getElementById("list").getBoundingClientRect().top
}, text)

/** Notes how far the row with a text is from its place in each frame. */
const hold = (page, text) => page.evaluate(text => {
  const find = () => [...document.querySelectorAll(".tessera-cell")].find(node => node.textContent.includes(text))
  const before = find().getBoundingClientRect().top
  window.jumps = {frames: 0, worst: 0, isLost: false}
  const look = () => {
    const node = find()
    jumps.frames++
    if (node) jumps.worst = Math.max(jumps.worst, Math.abs(node.getBoundingClientRect().top - before))
    else jumps.isLost = true
    requestAnimationFrame(look)
  }
  look()
}, text)

async function isHeld(page, what) {
  const {frames, worst, isLost} = await page.evaluate(() => jumps)
  assert.ok(frames > 10 && worst < 1 && !isLost, `${what}: ${worst} px in ${frames} frames${isLost ? ", lost" : ""}`)
}

/** Scrolls by the wheel as soon as there is room for it, and waits until the browser has ended it and the view has rested. */
async function scroll(page, distance) {
  await page.waitFor(distance => {
    const {scrollTop, scrollHeight, clientHeight} = document.getElementById("list")
    return distance < 0 ? scrollTop > 0 : scrollTop < scrollHeight - clientHeight - 1
  }, distance)
  await page.evaluate(() => {
    const state = window.scrolling = {hasEnded: false, isSettled: false}
    addEventListener("scrollend", () => state.hasEnded = true, {capture: true})
    addEventListener("tessera-settle", () => state.isSettled = true)
  })
  await page.wheel({x: 200, y: 400, deltaY: distance})
  await page.waitFor(() => scrolling.hasEnded && scrolling.isSettled)
}

/** Waits until every row is where it stays. */
const land = page => page.waitFor(() => document.getAnimations().length == 0)

async function close(page) {
  assert.deepEqual(page.errors, [])
  await page.close()
}

test("there are nine pages of at most 60 lines, and a list that links them all", () => {
  assert.equal(names.length, 9)
  const list = readFileSync(join(folder, "index.html"), "utf8")
  for (const name of names) {
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length
    assert.ok(lines <= 60, `${name} has ${lines} lines`)
    assert.ok(list.includes(`href="/examples/${name}"`), name)
    assert.ok(readFileSync(join(root, "examples/README.md"), "utf8").includes(`pages/${name}`), name)
  }
})

const widths = isShort ? [360] : [360, 768, 1440]
test(`all pages fit a width of ${widths.join(", ")} px in the light and in the dark, without an error`, async () => {
  const brightness = colour => /\d+/.exec(colour)[0] > 128
  for (const name of names) {
    for (const width of widths) {
      const page = await open(name, {width, isMobile: width == 360})
      for (const dark of [false, true]) {
        await page.emulate({dark})
        const {isWide, background, text} = await page.evaluate(() => ({
          isWide: document.documentElement.scrollWidth > innerWidth,
          background: getComputedStyle(document.documentElement).backgroundColor,
          text: getComputedStyle(document.body).color,
        }))
        assert.ok(!isWide, `${name} is wider than ${width}`)
        assert.deepEqual([brightness(background), brightness(text)], [!dark, dark], name)
      }
      await close(page)
    }
  }
})

test("a page that is left deletes its collections", async () => {
  for (const name of names) {
    const page = await open(name), ids = collections()
    assert.equal(ids.length, 1, name)
    await page.goto(`${gateway.url}/examples/index.html`)
    const isGone = async id => (await service.ask("GET", `/v1/collections/${id}`)).status == 404
    await page.waitFor(() => location.pathname == "/examples/index.html")
    for (const id of ids) await eventually(() => isGone(id), {what: `${name} leaves ${id}`})
    await close(page)
  }
})

const views = isShort ? 20 : 200
test(`${views} views of each page leave no viewport on the server, also those that end before their first rows`, async () => {
  for (const name of names) {
    const page = await open(name), [id] = collections()
    const viewports = async () => (await service.ask("GET", `/v1/collections/${id}/viewports`)).body.viewports.map(({name}) => name)
    await page.waitFor(() => document.querySelector(".tessera"))
    const ended = await page.evaluate(async (id, views) => {
      const {CollectionView, Tessera} = await import("/client/tessera.js"), names = []
      for (let count = 0; count < views; count++) {
        const element = document.createElement("div")
        element.style.cssText = "position: fixed; width: 300px; height: 300px"
        document.body.append(element)
        const view = new CollectionView(element, {collection: new Tessera().collection(id)})
        names.push(view.session.name)
        if (count % 2) await new Promise(done => element.addEventListener("tessera-change", done, {once: true}))
        else await new Promise(done => setTimeout(done, count % 7))
        view.destroy()
        element.remove()
      }
      return names
    }, id, views)
    const left = async () => (await viewports()).filter(name => ended.includes(name))
    await eventually(async () => !(await left()).length, {what: async () => `${name} leaves ${await left()}`})
    await close(page)
  }
})

test("the chat opens at its end, loads older messages without a jump, and counts new ones", async () => {
  const page = await open("chat.html"), [id] = collections()
  await page.waitFor(() => [...document.querySelectorAll("p")].some(node => node.id == "m999"
    && node.getBoundingClientRect().bottom <= document.getElementById("list").getBoundingClientRect().bottom + 1))
  // The view counts what comes once it has loaded what the first screen does not need.
  await page.waitFor(() => document.querySelector(".tessera-cell[tabindex='0']"))
  await page.evaluate(() => document.getElementById("unread").click())
  await page.waitFor(() => Math.abs(document.getElementById("m980")?.getBoundingClientRect().top - document.getElementById("list").getBoundingClientRect().top - 4) < 1)
  await hold(page, "980:")
  await service.ask("POST", `/v1/collections/${id}/updates`, {updates: [
    {op: "insertItems", section: "all", edge: "end", items: [{id: "new", content: {from: "them", text: "Are you there?"}}]},
    {op: "insertItems", section: "all", edge: "start", items: [{id: "old", content: {from: "them", text: "Hello"}}]}]})
  await page.waitFor(() => document.getElementById("down").textContent == "1 new" && !document.getElementById("down").hidden)
  await page.waitFor(() => jumps.frames > 20)
  await isHeld(page, "message 980")
  await scroll(page, -100_000)
  await page.waitFor(() => [...document.querySelectorAll("p")].some(node => parseInt(node.textContent) < 960))
  await close(page)
})

/** The text of the first row that is seen whole, once there is one. */
const firstRow = page => page.waitFor(() => {
  const {top} = document.getElementById("list").getBoundingClientRect()
  const rows = [...document.querySelectorAll(".tessera-cell")].map(node => ({node, y: node.getBoundingClientRect().top}))
  return rows.filter(({y}) => y >= top).sort((a, b) => a.y - b.y)[0]?.node.lastChild.textContent
})

test("in the inbox, mail moves conversations to the top, and the one that is read stays in place", async () => {
  const page = await open("inbox.html"), [id] = collections()
  await page.waitFor(() => /1 new/.test(document.querySelector(".tessera-cell.new")?.textContent))
  await page.click(...await page.evaluate(() => {
    const {x, y} = document.getElementById("mail").getBoundingClientRect()
    return [x + 5, y + 5]
  }))
  await scroll(page, 4000)
  const text = await firstRow(page), number = Number(/Trip (\d+)/.exec(text)[1])
  await hold(page, text)
  for (const other of [number + 2, number + 60, number - 20]) {
    const {body: {attributes: [top]}} = await service.ask("GET", `/v1/collections/${id}/attributes?rect=0,0,800,10`)
    await service.ask("POST", `/v1/collections/${id}/updates`, {updates: [{op: "moveItem", id: `c${other}`, before: top.id}]})
  }
  await page.waitFor(other => ![...document.querySelectorAll(".tessera-cell")].some(node => node.textContent.includes(`Trip ${other}:`)), number + 2)
  await page.waitFor(() => jumps.frames > 60)
  await isHeld(page, text)
  await close(page)
})

test("a note has its height while it is typed, offline too", async () => {
  const page = await open("notes.html")
  await land(page)
  const type = async text => {
    await page.evaluate(text => {
      const area = document.getElementById("text")
      area.value = text
      area.dispatchEvent(new Event("input"))
    }, text)
    await page.waitFor(`(${draft})()?.textContent.length == ${text.replace("\n", "").length}`)
    await land(page)
    return page.evaluate(`(${sizes})((${draft})())`)
  }
  const draft = () => [...document.querySelectorAll(".tessera-cell")].find(node => node.textContent.startsWith("Draft"))
  const sizes = node => ({height: node.offsetHeight,
    needed: [...node.children].reduce((sum, {offsetHeight}) => sum + offsetHeight, 4 + 25)})
  await type("Draft")
  // The module that measures may come after the first text.
  let first
  await eventually(async () => {
    first = await page.evaluate(`(${sizes})((${draft})())`)
    return Math.abs(first.height - first.needed) <= 1.01
  }, {what: () => JSON.stringify({first, errors: page.errors})})
  gateway.offline(true)
  const second = await type(`Draft\n${"of a note that is written on the ferry ".repeat(12)}`)
  gateway.offline(false)
  assert.ok(first && second && second.height > first.height + 40, JSON.stringify({first, second}))
  for (const {height, needed} of [first, second]) assert.ok(Math.abs(height - needed) <= 1.01, JSON.stringify({first, second}))
  await page.close()
})

test("a post shows more and less of its text, and stays in place; the feed goes on at its end", async () => {
  const page = await open("feed.html")
  const long = () => [...document.querySelectorAll(".tessera-cell")].find(node => /Show (more|less)/.test(node.textContent))
  const before = await page.evaluate(`(${long})().getBoundingClientRect().height`)
  await page.evaluate(`(${long})().querySelector("button").click()`)
  await page.waitFor(`(${long})().getBoundingClientRect().height > ${before} + 20`)
  await page.waitFor(() => [...document.querySelectorAll(".tessera-cell")].every(node => node.scrollHeight <= node.clientHeight + 1))
  await page.evaluate(`(${long})().querySelector("button").click()`)
  await page.waitFor(`Math.abs((${long})().getBoundingClientRect().height - ${before}) < 1`)
  const end = await page.evaluate(() => document.getElementById("list").scrollHeight)
  for (let count = 0; count < 6; count++) await scroll(page, 3000)
  await page.waitFor(end => document.getElementById("list").scrollHeight > end + 2000, end)
  await close(page)
})

test("a card goes to another list by its button, and by dragging, each time as one change", async () => {
  const page = await open("board.html", {width: 1200}), path = `/v1/collections/${collections()[0]}`
  const placeOf = async id => (await service.ask("GET", `${path}/attributes`)).body.attributes.find(each => each.id == id).indexPath
  const version = async () => (await service.ask("GET", path)).body.version
  const edges = text => page.evaluate(text => {
    const span = [...document.querySelectorAll("article span")].find(({textContent}) => textContent == text)
    if (!span) return undefined
    const {left, top, height} = span.getBoundingClientRect()
    return {x: left + 20, y: top + height / 2, column: Math.floor(span.closest(".tessera-cell").getBoundingClientRect().left / 290)}
  }, text)
  assert.equal(await version(), 1)
  await page.evaluate(() => document.querySelector("[aria-label='Move to Next']").click())
  await eventually(async () => `${await placeOf("t0-0")}` == "1,0")
  assert.equal(await version(), 2)
  await land(page)
  await page.waitFor(() => [...document.querySelectorAll("article")].find(node => node.textContent.includes("Paint the boat 1›"))
    ?.querySelector("button:last-child").ariaLabel == "Move to In progress")
  await page.waitFor(() => document.querySelector(".tessera-announcements")
    && import("/client/interaction/Drag.js").then(() => new Promise(done => setTimeout(() => done(true)))))

  // From the first list into the third one.
  const at = await edges("Mend the net 2"), to = {x: at.x + 2 * 294, y: at.y + 130}
  await page.pointer("move", at.x, at.y)
  await page.pointer("down", at.x, at.y)
  for (let step = 1; step <= 12; step++) await page.pointer("move", at.x + (to.x - at.x) * step / 12, at.y + (to.y - at.y) * step / 12)
  await page.waitFor(() => document.querySelector(".tessera-held"))
  await page.pointer("up", to.x, to.y)
  await eventually(async () => (await placeOf("t0-1"))[0] == 2, {what: async () => `${await placeOf("t0-1")}`})
  assert.equal(await version(), 3)
  await page.waitFor(() => !document.querySelector(".tessera-held"))
  await land(page)
  await eventually(async () => (await edges("Mend the net 2"))?.column == 2)
  await close(page)
})

test("the index of the contacts leads to a letter; chosen and swiped contacts are deleted", async () => {
  const page = await open("contacts.html")
  const rows = () => [...document.querySelectorAll("label")].map(({textContent}) => textContent)
  await page.evaluate(() => document.querySelectorAll("#index button")[12].click())
  await eventually(async () => Math.abs(await topOf(page, "Mason, Ada") - 30) < 1,
    {what: async () => `the row is at ${await topOf(page, "Mason, Ada")}`})
  const middle = text => page.evaluate(text => {
    const {left, top, height} = [...document.querySelectorAll("label")].find(node => node.textContent == text).getBoundingClientRect()
    return {x: left, y: top + height / 2}
  }, text)
  const {x, y} = await middle("Mell, Bo")
  await page.click(x + 24, y)
  await page.waitFor(() => document.getElementById("remove").textContent == "Delete 1")
  await page.evaluate(() => document.getElementById("remove").click())
  await page.waitFor(() => ![...document.querySelectorAll(".tessera-cell:not([aria-hidden]) label")].some(({textContent}) => textContent == "Mell, Bo"))
  await land(page)
  const swiped = await middle("Minder, Cleo")
  await page.pointer("move", swiped.x + 400, swiped.y)
  await page.pointer("down", swiped.x + 400, swiped.y)
  for (let step = 1; step <= 8; step++) await page.pointer("move", swiped.x + 400 - step * 20, swiped.y)
  await page.pointer("up", swiped.x + 240, swiped.y)
  await page.waitFor(() => ![...document.querySelectorAll(".tessera-cell:not([aria-hidden]) label")].some(({textContent}) => textContent == "Minder, Cleo"))
  assert.ok((await page.evaluate(rows)).includes("Molt, Dara"))
  await close(page)
})

test("the gallery shows the same photographs in five layouts", async () => {
  const page = await open("gallery.html")
  const sizes = () => [...document.querySelectorAll(".tessera-cell")].slice(0, 6).map(node => `${node.offsetWidth} × ${node.offsetHeight}`).join()
  const seen = new Set([await page.evaluate(sizes)])
  for (const name of ["Justified", "Grid", "List", "Carousel", "Waterfall"]) {
    const before = await page.evaluate(sizes)
    await page.evaluate(name => [...document.querySelectorAll("button")].find(({textContent}) => textContent == name).click(), name)
    await page.waitFor(`(${sizes})() != ${JSON.stringify(before)} && document.getAnimations().length == 0`)
    assert.equal(await page.evaluate(() => document.querySelector("[aria-pressed=true]").textContent), name)
    seen.add(await page.evaluate(sizes))
  }
  assert.ok(seen.size >= 5, `${seen.size} layouts`)
  await close(page)
})

test("the shelves of the shop scroll across, and the page down", async () => {
  const page = await open("shop.html")
  const left = () => [...document.querySelectorAll(".tessera-cell")].map(node => ({node, rect: node.getBoundingClientRect()}))
    .find(({node, rect}) => rect.top < 200 && node.textContent == "Kettle2.50")?.rect.left
  await page.waitFor(() => document.querySelector("[class*=strip]"))
  const before = await page.evaluate(left)
  assert.equal(before, 16)
  await page.wheel({x: 200, y: 150, deltaX: 300})
  await page.waitFor(`!((${left})() > ${before} - 200)`)
  await scroll(page, 600)
  await page.waitFor(() => document.body.textContent.includes("Everything"))
  await close(page)
})

test("the timetable places lessons by their minutes, and days beside each other", async () => {
  const page = await open("timetable.html", {width: 1200})
  const place = text => page.evaluate(text => {
    const {left, top, height} = [...document.querySelectorAll(".tessera-cell")].find(node => node.innerText.startsWith(text)).getBoundingClientRect()
    return {left, top, height}
  }, text)
  const [hour, next] = [await place("8:00"), await place("9:00")]
  assert.ok(Math.abs(next.top - hour.top - 72) < 0.1, "an hour has 72 px")
  const lesson = await place("Mathematics\n8:00")
  assert.ok(Math.abs(lesson.top - hour.top) < 0.1 && Math.abs(lesson.height - (45 * 1.2 - 3)) < 0.1)
  const [monday, tuesday] = [await place("Monday"), await place("Tuesday")]
  assert.ok(tuesday.left > monday.left + 140 && tuesday.top == monday.top)
  await close(page)
})
