// The data of a key that the DevTools protocol and WebDriver need.

const codes = {
  Tab: 9, Enter: 13, Escape: 27, " ": 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38,
  ArrowRight: 39, ArrowDown: 40, Delete: 46, Backspace: 8, Shift: 16, Control: 17, Alt: 18, Meta: 91,
}

/** The members of a key event of the DevTools protocol. */
export function keyDescription(key) {
  const text = key == "Enter" ? "\r" : key.length == 1 ? key : undefined
  const code = key == " " ? "Space" : key.length == 1 ? `Key${key.toUpperCase()}` : key
  return {key, code, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0), ...text && {text}}
}

const values = {
  Backspace: "\uE003", Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", " ": " ", PageUp: "\uE00E", PageDown: "\uE00F",
  End: "\uE010", Home: "\uE011", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015",
  Delete: "\uE017", shift: "\uE008", control: "\uE009", alt: "\uE00A", meta: "\uE03D",
}

/** A key as WebDriver writes it. */
export const keyValue = key => values[key] ?? key
