// What a user of TypeScript writes, and mistakes that the types find. types.test.js compiles it.

import { API, Tessera, TesseraProblem } from "../../../tessera"

const tessera = new Tessera("https://layouts.example", {token: async () => "token", retry: {times: 2}})
const container: API.Container = {width: 320, height: 480}
const request: API.LayoutRequest = {container, layout: {kind: "list"}, sections: [{itemCount: 3}]}

const objects: Promise<API.Layout> = tessera.layout(request)
const columns: Promise<API.LayoutColumns> = tessera.layout(request, {format: "columns"})
const bytes: Promise<ArrayBuffer> = tessera.layout(request, {format: "binary"})
const picture: Promise<string> = tessera.layout(request, {format: "svg", chrome: "none"})
// @ts-expect-error: a picture is text.
const wrong: Promise<API.Layout> = tessera.layout(request, {format: "svg"})
// @ts-expect-error: there is no such format.
tessera.layout(request, {format: "png"})
// @ts-expect-error: there is no such kind.
tessera.layout({container, layout: {kind: "lst"}, sections: []})
// @ts-expect-error: a layout needs sections.
tessera.layout({container, layout: {kind: "list"}})

const inbox = tessera.collection("inbox")
const diff: Promise<API.UpdateDiff> = inbox.update(batch =>
  batch.insert([{id: "a"}], {before: "b"}).delete(["c"]).delete([[0, 1]]).move("d", {after: "e", animation: "fade"}))
// @ts-expect-error: there is no such operation.
inbox.update(batch => batch.remove("a"))
inbox.update([{op: "deleteItems", ids: ["a"]}], {ifMatch: 3, anchor: "none", signal: new AbortController().signal})
inbox.attributes({rect: [0, 0, 320, 480]}).then(({attributes: [first]}) => first.frame.width.toFixed())
// @ts-expect-error: `since` is needed.
inbox.history({limit: 3})
inbox.on("change", ({version, changes}) => version.toFixed() + changes.length)
inbox.on("closed", ({reason}) => reason.trim())
// @ts-expect-error: there is no such event.
inbox.on("chnage", () => {})

inbox.describe().catch(({quota}: TesseraProblem) => quota && quota.name.trim() + quota.limit.toFixed())
inbox.describe().catch(({quota}: TesseraProblem) => quota?.retryAfter?.toFixed())
inbox.describe().catch((problem: TesseraProblem) => problem.errors.map(({pointer}) => pointer.length))

export { bytes, columns, diff, objects, picture, wrong }
