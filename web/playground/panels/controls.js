// The controls above the picture: each is a member of the request's container.

import { byId, make } from "../dom.js"

/** @typedef {import("../../types/api").LayoutRequest} LayoutRequest */

const categories = {
  extraSmall: "extra small", small: "small", medium: "medium", large: "large", extraLarge: "extra large",
  extraExtraLarge: "2 × extra large", extraExtraExtraLarge: "3 × extra large", accessibilityMedium: "accessibility 1",
  accessibilityLarge: "accessibility 2", accessibilityExtraLarge: "accessibility 3",
  accessibilityExtraExtraLarge: "accessibility 4", accessibilityExtraExtraExtraLarge: "accessibility 5",
}

/**
 * @param {object} callbacks
 * @param {(path: string[], value: unknown) => void} callbacks.onChange
 * @param {(isOn: boolean) => void} callbacks.onPins
 */
export function makeControls({onChange, onPins}) {
  /** @type {HTMLInputElement} */
  const width = byId("width")
  /** @type {HTMLInputElement} */
  const pins = byId("pins")
  /** @type {HTMLInputElement} */
  const direction = byId("direction")
  const [scale, category] = ["scale", "category"].map(id =>
    /** @type {HTMLSelectElement} */ (byId(id)))
  category.append(...Object.entries(categories).map(([value, text]) => make("option", {value}, text)))

  const container = (/** @type {string} */ name) => ["container", name]
  width.addEventListener("change", () => width.valueAsNumber > 0
    && onChange(container("width"), width.valueAsNumber))
  scale.addEventListener("change",
    () => onChange(container("scale"), scale.value ? Number(scale.value) : undefined))
  direction.addEventListener("change", () =>
    onChange(container("layoutDirection"), direction.checked ? "rightToLeft" : undefined))
  category.addEventListener("change", () =>
    onChange(container("contentSizeCategory"), category.value == "large" ? undefined : category.value))
  pins.addEventListener("change", () => onPins(pins.checked))

  return {
    /** @param {LayoutRequest} request */
    show({container, visibleRect}) {
      if (document.activeElement != width) width.value = `${Math.round(container.width)}`
      scale.value = container.scale === undefined ? "" : `${container.scale}`
      direction.checked = container.layoutDirection == "rightToLeft"
      category.value = container.contentSizeCategory ?? "large"
      pins.checked = visibleRect !== undefined
    },
  }
}
