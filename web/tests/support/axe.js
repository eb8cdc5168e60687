// axe-core, which finds faults in the accessibility of a page.

import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./repository.js"

/** The source of axe-core, or else the reason why there is none: {source} or {missing}. */
export function findAxe() {
  try {
    const file = execFileSync(join(root, "tools/axe"), {encoding: "utf8", timeout: 60_000, stdio: ["ignore", "pipe", "pipe"]})
    return {source: readFileSync(file.trim(), "utf8")}
  } catch (error) {
    return {missing: `axe-core cannot be fetched: ${`${error.stderr ?? error}`.trim().split("\n").at(-1)}`}
  }
}

/**
 * The faults that axe-core finds in a page, as texts.
 *
 * @param {object} page From `browser.newPage`.
 * @param {string} source From `findAxe`.
 * @param {object} [rules] Rules by name, as axe-core takes them.
 */
export async function faultsOf(page, source, rules = {}) {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(`${source}\n;undefined`)
  return page.evaluate(async rules => {
    const {violations} = await axe.run(document, {rules})
    return violations.map(({id, help, nodes}) => `${id}: ${help}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`)
  }, rules)
}
