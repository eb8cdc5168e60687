// The pages of examples/pages, driven as users drive them.

import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { root } from "../support/repository.js"
import { setUp } from "../support/setup.js"

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

/** Scrolls by the wheel, and waits for rest. */
async function scroll(page, distance) {
  await page.evaluate(() => {
    window.isSettled = false
    addEventListener("tessera-settle", () => isSettled = true, {once: true})
  })
  await page.wheel({x: 200, y: 400, deltaY: distance})
  await page.waitFor(() => isSettled)
}

async function close(page) {
  assert.deepEqual(page.errors, [])
  await page.close()
}

test("there are eight pages of at most 60 lines, and a list that links them all", () => {
  assert.equal(names.length, 8)
  const list = readFileSync(join(folder, "index.html"), "utf8")
  for (const name of names) {
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length
    assert.ok(lines <= 60, `${name} has ${lines} lines`)
    assert.ok(list.includes(`href="/examples/${name}"`), name)
    assert.ok(readFileSync(join(root, "examples/README.md"), "utf8").includes(`pages/${name}`), name)
  }
})

for (const dark of [false, true]) {
  test(`all pages fit widths from 360 to 1,440 px in the ${dark ? "dark" : "light"}, without an error`, async () => {
    for (const name of names) {
      for (const width of [360, 768, 1440]) {
        const page = await open(name, {width, dark, isMobile: width == 360})
        const {isWide, background, text} = await page.evaluate(() => ({
          isWide: document.documentElement.scrollWidth > innerWidth,
          background: getComputedStyle(document.documentElement).backgroundColor,
          text: getComputedStyle(document.body).color,
        }))
        assert.ok(!isWide, `${name} is wider than ${width}`)
        const brightness = colour => /\d+/.exec(colour)[0] > 128
        assert.deepEqual([brightness(background), brightness(text)], [!dark, dark], name)
        await close(page)
      }
    }
  })
}

test("a page that is left deletes its collections", async () => {
  for (const name of names) {
    const page = await open(name), ids = collections()
    assert.equal(ids.length, name == "board.html" ? 4 : 1, name)
    await page.goto(`${gateway.url}/examples/index.html`)
    const isGone = async id => (await service.ask("GET", `/v1/collections/${id}`)).status == 404
    await page.waitFor(() => location.pathname == "/examples/index.html")
    for (const id of ids) {
      for (let count = 0; count < 200 && !await isGone(id); count++) await page.evaluate(() => new Promise(done => setTimeout(done, 20)))
      assert.ok(await isGone(id), `${name}: ${id}`)
    }
    await close(page)
  }
})

test("200 views of each page leave no viewport on the server, also those that end before their first rows", async () => {
  for (const name of names) {
    const page = await open(name), [id] = collections()
    const viewports = async () => (await service.ask("GET", `/v1/collections/${id}/viewports`)).body.viewports.map(({name}) => name)
    await page.waitFor(() => document.querySelector(".tessera"))
    const own = await viewports()
    await page.evaluate(async id => {
      const {CollectionView, Tessera} = await import("/client/tessera.js")
      for (let count = 0; count < 200; count++) {
        const element = document.createElement("div")
        element.style.cssText = "position: fixed; width: 300px; height: 300px"
        document.body.append(element)
        const view = new CollectionView(element, {collection: new Tessera().collection(id)})
        if (count % 2) await new Promise(done => element.addEventListener("tessera-change", done, {once: true}))
        else await new Promise(done => setTimeout(done, count % 7))
        view.destroy()
        element.remove()
      }
    }, id)
    let left
    for (let count = 0; count < 100; count++) {
      left = (await viewports()).filter(name => !own.includes(name))
      if (!left.length) break
      await page.evaluate(() => new Promise(done => setTimeout(done, 50)))
    }
    assert.deepEqual(left, [], name)
    await close(page)
  }
})

test("the chat opens at its end, loads older messages without a jump, and counts new ones", async () => {
  const page = await open("chat.html"), [id] = collections()
  await page.waitFor(() => [...document.querySelectorAll("p")].some(node => node.id == "m999"
    && node.getBoundingClientRect().bottom <= document.getElementById("list").getBoundingClientRect().bottom + 1))
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

/** The text of the first row that is seen whole. */
const firstRow = page => page.evaluate(() => {
  const {top} = document.getElementById("list").getBoundingClientRect()
  const rows = [...document.querySelectorAll(".tessera-cell")].map(node => ({node, y: node.getBoundingClientRect().top}))
  return rows.filter(({y}) => y >= top).sort((a, b) => a.y - b.y)[0].node.lastChild.textContent
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

test("a card goes to the next list by its button, and to another place by dragging", async () => {
  const page = await open("board.html", {width: 1200}), [from, to] = collections().sort()
  const ids = async id => (await service.ask("GET", `/v1/collections/${id}/attributes`)).body.attributes.map(({id}) => id).filter(Boolean)
  const until = async check => {
    for (let count = 0; count < 300 && !await check(); count++) await page.evaluate(() => new Promise(requestAnimationFrame))
    return check()
  }
  await page.evaluate(() => document.querySelector("[aria-label='Move to Next']").click())
  assert.ok(await until(async () => (await ids(to)).includes("t0-0") && !(await ids(from)).includes("t0-0")))
  await page.waitFor(() => !document.querySelector("section").textContent.includes("Paint the boat 1›"))
  const at = await page.evaluate(() => {
    const {x, y, height} = document.querySelector("section article span").getBoundingClientRect()
    return {x: x + 20, y: y + height / 2}
  })
  await page.pointer("move", at.x, at.y)
  await page.pointer("down", at.x, at.y)
  for (let step = 1; step <= 12; step++) await page.pointer("move", at.x, at.y + step * 12)
  await page.waitFor(() => document.querySelector(".tessera-held"))
  await page.pointer("up", at.x, at.y + 144)
  assert.ok(await until(async () => (await ids(from)).indexOf("t0-1") > 0))
  await close(page)
})

test("the index of the contacts leads to a letter; chosen and swiped contacts are deleted", async () => {
  const page = await open("contacts.html")
  const rows = () => [...document.querySelectorAll("label")].map(({textContent}) => textContent)
  await page.evaluate(() => document.querySelectorAll("#index button")[12].click())
  await page.waitFor(() => [...document.querySelectorAll("label")].some(({textContent}) => textContent == "Mason, Ada"))
  assert.ok(Math.abs(await topOf(page, "Mason, Ada") - 30) < 1)
  const middle = text => page.evaluate(text => {
    const {left, top, height} = [...document.querySelectorAll("label")].find(node => node.textContent == text).getBoundingClientRect()
    return {x: left, y: top + height / 2}
  }, text)
  const {x, y} = await middle("Mell, Bo")
  await page.click(x + 24, y)
  await page.waitFor(() => document.getElementById("remove").textContent == "Delete 1")
  await page.evaluate(() => document.getElementById("remove").click())
  await page.waitFor(() => ![...document.querySelectorAll(".tessera-cell:not([aria-hidden]) label")].some(({textContent}) => textContent == "Mell, Bo"))
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
    await page.waitFor(`(${sizes})() != ${JSON.stringify(before)}`)
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
