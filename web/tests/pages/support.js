import {Tessera} from "../../client/service/Tessera.js"

const template = {
  views: {title: {type: "text", textStyle: "headline", lines: 0}, body: {type: "text", textStyle: "body", lines: 0}},
  constraints: ["H:|-16-[title]-16-|", "H:|-16-[body]-16-|", "V:|-12-[title]-4-[body]-12-|"],
}
export const message = (id, body = "And so on, word after word. ".repeat(1 + id.charCodeAt(1) % 5)) =>
  ({id, template: "message", content: {title: `Message ${id}`, body}})

/** Creates a collection of measured messages. */
export async function createMessages(url, id, items, layout = {kind: "list"}) {
  const tessera = new Tessera(url)
  await tessera.create({
    id, container: {width: 360, height: 480}, layout, templates: {message: template},
    sections: [{id: "all", items}],
  })
  return tessera.collection(id)
}

/** The response that a rendered page is made from: the first screen of a viewport of its own. */
export const firstScreen = (collection, name = "rendered") => collection.setViewport(name, {
  container: {width: 360, height: 480}, bounds: [0, 0, 360, 480], overscan: {bottom: 2.5, unit: "screens"},
}, {include: "content"})
