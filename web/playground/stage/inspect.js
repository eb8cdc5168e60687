import { byId, make, short } from "../dom.js"
import { nameOf } from "./Picture.js"

const hint = "Point at an element, or move to it with the arrow keys, to see its attributes."

/**
 * Shows the attributes of an element, or how to get them.
 *
 * @param {import("./Picture.js").Drawn | undefined} element
 * @param {import("../../types/api").LayoutRequest | undefined} request
 */
export function inspect(element, request) {
  const box = byId("inspector")
  if (!element || !request) return box.replaceChildren(hint)
  const {category, kind, indexPath, frame, zIndex, alpha, transform, transform3D} = element
  const {estimated, hidden, pins, pinned} = element
  const facts = [
    `${category == "cell" ? "cell" : kind} [${indexPath.join(", ")}]`,
    `x ${short(frame.x)}`, `y ${short(frame.y)}`, `${short(frame.width)} × ${short(frame.height)}`,
    zIndex ? `z ${zIndex}` : "", alpha === undefined || alpha == 1 ? "" : `alpha ${short(alpha)}`,
    transform ? `transform [${transform.map(short).join(", ")}]` : "", transform3D ? "transform3D" : "",
    estimated ? "estimated" : "", hidden ? "hidden" : "",
    pins ? `pins to the ${pins}` : "", pinned ? "pinned" : "",
  ].filter(Boolean)
  box.replaceChildren(make("b", {}, nameOf(element, request)), ...facts.map(fact => make("span", {}, fact)))
}
