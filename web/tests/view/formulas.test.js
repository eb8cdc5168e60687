import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { distanceFormula, mirrored } from "../../client/view/formulas.js"
import { openStage, rows, settle } from "./stage.js"

let stage
before(async () => { stage = await openStage({width: 400, height: 400}) })
after(() => stage?.close())

const layouts = [
  {kind: "coverFlow"}, {kind: "coverFlow", angle: 30, sideShift: 20, sideDepth: 40, itemSize: [121, 90], itemSpacing: -31.3},
  {kind: "coverFlow", scrollDirection: "vertical", perspective: 300}, {kind: "carousel"},
  {kind: "carousel", sideItemScale: 0.4, sideItemAlpha: 0.2, itemSpacing: 7}, {kind: "carousel", style: "rotary"},
  {kind: "carousel", style: "rotary", itemsPerTurn: 7, radius: 130, tilt: 60, scrollDirection: "vertical"},
]

test("the formulas are those of the service, to a millionth", async () => {
  for (const layout of layouts) {
    for (const scale of [1, 2]) {
      for (const layoutDirection of ["leftToRight", "rightToLeft"]) {
        for (const offset of [0, 13.7, 333, 1200.25]) {
          const isHorizontal = layout.scrollDirection != "vertical", container = {width: 400, height: 400, scale, layoutDirection}
          const visibleRect = isHorizontal ? [offset, 0, 400, 400] : [0, offset, 400, 400]
          const {body} = await stage.service.ask("POST", "/v1/layouts", {layout, container, visibleRect, sections: [{items: rows(60)}]})
          const {appearance} = distanceFormula(layout, {length: 400, scale}), isMirrored = layoutDirection == "rightToLeft"
          for (const {id, frame, zIndex = 0, alpha = 1, hidden = false, transform3D} of body.attributes) {
            const distance = isHorizontal ? frame.x + frame.width / 2 - offset - 200 : frame.y + frame.height / 2 - offset - 200
            let look = appearance(isMirrored && isHorizontal ? -distance : distance)
            if (isMirrored) look = mirrored(look)
            const what = `${id} of ${JSON.stringify({layout, scale, layoutDirection, offset})}`
            assert.equal(look.zIndex, zIndex, what)
            assert.equal(look.hidden, hidden, what)
            assert.ok(Math.abs(look.alpha - alpha) < 1e-6, what)
            look.transform3D.forEach((number, index) => {
              const expected = transform3D?.[index] ?? (index % 5 == 0 ? 1 : 0)
              assert.ok(Math.abs(number - expected) < 1e-6, `${what}: ${index} is ${number}, expected ${expected}`)
            })
          }
        }
      }
    }
  }
})

for (const layout of [{kind: "coverFlow"}, {kind: "carousel", style: "rotary"}]) {
  test(`covers of a ${layout.kind} are turned in every frame, and come to rest in the middle`, async () => {
    await stage.create(layout.kind, layout, [{items: rows(100)}])
    const page = await stage.show(layout.kind)
    await page.waitFor(() => view.cells.size > 3)
    await page.waitFor(() => [...view.cells.values()].some(({node}) => node.style.transform.includes("matrix3d")))
    // No response helps: the gateway holds all of them back.
    let release
    const released = new Promise(done => { release = done })
    stage.gateway.intercept = () => released
    const turns = []
    for (let step = 0; step < 10; step++) {
      turns.push(await page.evaluate(async () => {
        const look = () => `${view.sorted.map(({node}) => node.style.transform)}`, before = look()
        view.element.scrollLeft += 3
        // A busy browser may report a scroll some frames later.
        for (let frame = 0; frame < 5 && look() == before; frame++) await new Promise(requestAnimationFrame)
        return look()
      }))
    }
    stage.gateway.intercept = undefined
    release()
    assert.equal(new Set(turns).size, 10, `${turns}`)
    await settle(page)
    await page.waitFor(() => Math.min(...[...view.cells.values()].map(({node}) => {
      const {left, right} = node.getBoundingClientRect()
      return Math.abs((left + right) / 2 - view.size.width / 2)
    })) < 1)
    assert.deepEqual(page.errors, [])
    await page.close()
  })
}

test("pages come to rest at multiples of the viewport", async () => {
  await stage.create("pages", {kind: "list", rowHeight: 50}, [{items: rows(200)}])
  const page = await stage.show("pages", {paging: true})
  await page.wheel({x: 200, y: 200, deltaY: 290})
  await page.waitFor(() => view.contentOffset.y == 400)
  await settle(page)
  assert.equal(await page.evaluate(() => view.contentOffset.y), 400)
  await page.close()
})
