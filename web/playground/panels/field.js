// The field of the request that the caret is in.

import { byId } from "../dom.js"
import { fieldsAt, schemasAt, typeName } from "../schema/fields.js"
import { placeAt } from "../text/pointers.js"

/** What is said where there is no field. */
export const hint = "Control and space lists the fields that fit at the caret."

/**
 * Describes the field that the caret is in, and emphasises its item in the picture.
 *
 * @param {import("../text/Editor.js").Editor} editor
 * @param {import("../stage/Stage.js").Stage} stage
 */
export function explain(editor, stage) {
  const {schemas} = editor.completion, field = byId("field")
  if (!schemas) return
  const {root} = editor.tree
  const {path, place, member} = placeAt(root, editor.caret)
  const name = place == "key" ? member?.key : [...path].reverse().find(part => typeof part == "string")
  const at = place == "key" ? path : path.slice(0, path.lastIndexOf(name ?? ""))
  const known = fieldsAt(schemas, root, at).find(field => field.name == name)
  const [whole] = schemasAt(schemas, root, path)
  field.replaceChildren()
  if (known) {
    const usual = known.schema.default === undefined ? ""
      : ` Default: ${JSON.stringify(known.schema.default)}.`
    const title = document.createElement("b")
    title.textContent = known.name
    field.append(title, ` ${typeName(schemas, known.schema)}. ${known.about}${usual}`)
  } else field.append(whole?.about ?? hint)
  const [list, section, items, item] = path
  if (list == "sections" && items == "items") stage.picture.emphasise(Number(section), Number(item))
  else stage.picture.emphasise()
}
