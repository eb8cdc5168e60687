// The code blocks of a document, by the heading that they stand under.

import {readFileSync} from "node:fs"
import {join} from "node:path"
import {root} from "../support/repository.js"

/**
 * @param {string} file In the repository, such as "docs/web.md".
 * @returns {{heading: string, language: string, text: string}[]}
 */
export function codeBlocks(file) {
  const blocks = []
  let heading = "", open
  for (const line of readFileSync(join(root, file), "utf8").split("\n")) {
    const fence = line.match(/^( *)```(\w*)/)
    if (open && fence) {
      blocks.push({heading, language: open.language, text: open.lines.join("\n") + "\n"})
      open = undefined
    } else if (fence) open = {indent: fence[1].length, language: fence[2], lines: []}
    else if (open) open.lines.push(line.slice(open.indent))
    else if (line.startsWith("#")) heading = line.replace(/^#+ /, "")
  }
  return blocks
}
