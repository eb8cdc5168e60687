// Lists the test files of web/tests, each with its needs: node web/tests/support/tests.js
//
// Prints "node FILE" or "browser FILE" for each; "firefox FILE" in addition for tests that have the comment
// "// Runs in Firefox too." A test needs a browser if it, or a file of the tests that it imports, imports browser.js.

import { existsSync, readFileSync, readdirSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { root } from "./repository.js"

const tests = join(root, "web/tests")
const browser = join(tests, "support/browser.js")

function needsBrowser(file, seen = new Set()) {
  if (file == browser) return true
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const specifiers = [...readFileSync(file, "utf8").matchAll(/(?:from|import) "(\.[^"]+)"/g)]
  return specifiers.some(([, name]) => needsBrowser(join(dirname(file), name), seen))
}

for (const folder of readdirSync(tests).sort()) {
  for (const name of readdirSync(join(tests, folder)).filter(name => name.endsWith(".test.js")).sort()) {
    const file = join(tests, folder, name), path = relative(root, file)
    const isOfBrowser = needsBrowser(file)
    console.log(isOfBrowser ? "browser" : "node", path)
    if (isOfBrowser && /^\/\/ Runs in Firefox too\.$/m.test(readFileSync(file, "utf8"))) console.log("firefox", path)
  }
}
