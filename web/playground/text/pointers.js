// Where a JSON pointer points in a text, and where a position of the text is in the value.

/**
 * @typedef {import("./parse.js").Node} Node
 * @typedef {(string | number)[]} Path
 */

/**
 * @param {string} pointer As in RFC 6901.
 * @returns {string[]}
 */
export function pathOf(pointer) {
  return pointer.split("/").slice(1).map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"))
}

/**
 * The node at a path, or undefined.
 *
 * @param {Node | undefined} root
 * @param {Path} path
 */
export function nodeAt(root, path) {
  let node = root
  for (const part of path) {
    node = node?.members ? node.members.find(({key}) => key == part)?.value : node?.items?.[Number(part)]
  }
  return node
}

/**
 * The range of text to mark for an error: the name of the member that the path ends with, or its value. Of a path that
 * is not in the text, the nearest part that is.
 *
 * @param {Node | undefined} root
 * @param {Path} path
 */
export function rangeAt(root, path) {
  let node = root, range = {start: root?.start ?? 0, end: Math.min((root?.start ?? 0) + 1, root?.end ?? 0)}
  for (const [index, part] of path.entries()) {
    const isLast = index == path.length - 1
    const member = node?.members?.find(({key}) => key == part)
    node = node?.members ? member?.value : node?.items?.[Number(part)]
    const isWhole = node && (isLast && node.type != "object" && node.type != "array")
    if (isWhole && node) range = {start: node.start, end: node.end}
    else if (member) range = {start: member.keyStart, end: member.keyEnd}
    else if (node) range = {start: node.start, end: node.start + 1}
    else break
  }
  return range
}

/**
 * The path of the innermost value around a position, and whether the position is in the name of a member or
 * in a value.
 *
 * @param {Node | undefined} root
 * @param {number} position
 * @returns {{path: Path, parent?: Node, place: "key" | "value", node?: Node, member?:
 *   import("./parse.js").Member}}
 */
export function placeAt(root, position) {
  /** @type {Path} */
  const path = []
  let node = root
  /** @type {Node | undefined} */
  let parent
  for (;;) {
    const isInside = node && (node.members || node.items) && position > node.start
      && (position < node.end || node.isOpen && position <= node.end)
    if (!node || !isInside) return {path, parent, place: "value", node}
    if (node.members) {
      const {members} = node
      const index = members.findIndex(({keyEnd, value}) => position <= (value?.end ?? keyEnd))
      const member = members[index]
      if (!member || position < member.keyStart) {
        // After the colon of a member without a value, the value is meant.
        const before = members[(index < 0 ? members.length : index) - 1]
        if (before && !before.value) return {path: [...path, before.key], parent: node, place: "value",
          member: before}
        return {path, parent: node, place: "key"}
      }
      if (position <= member.keyEnd) return {path, parent: node, place: "key", member}
      path.push(member.key)
      parent = node
      if (!member.value || position < member.value.start) return {path, parent, place: "value", member,
        node: member.value}
      node = member.value
    } else {
      const items = node.items ?? []
      const index = items.findIndex(({end}) => position <= end)
      path.push(index < 0 ? items.length : index)
      parent = node
      if (index < 0 || position < items[index].start) return {path, parent, place: "value"}
      node = items[index]
    }
  }
}

/**
 * The line and the column of a position, from 1.
 *
 * @param {string} text
 * @param {number} position
 */
export function lineAndColumn(text, position) {
  const before = text.slice(0, position)
  const line = before.split("\n").length
  return {line, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1}
}
