// Requests as texts that run elsewhere.

/** @param {string} text */
const quoted = text => `'${text.replaceAll("'", "'\\''")}'`

/**
 * A command for a shell.
 *
 * @param {string} url
 * @param {string} body
 * @param {boolean} hasKey
 */
export function curlText(url, body, hasKey) {
  const key = hasKey ? ` \\\n  -H "authorization: Bearer $TESSERA_KEY"` : ""
  return `curl -sS ${quoted(url)} \\\n  -H 'content-type: application/json'${key} \\\n  -d ${quoted(body)}\n`
}

/**
 * A module that sends the request with the client.
 *
 * @param {string} origin
 * @param {"layout" | "diff"} operation
 * @param {string} body JSON text.
 * @param {boolean} hasKey
 */
export function javaScriptText(origin, operation, body, hasKey) {
  const use = operation == "layout"
    ? "for (const { id, frame } of result.attributes) console.log(id, frame)"
    : "for (const { type, id, initial, final } of result.changes) console.log(type, id, initial.frame, final.frame)"
  return [
    `import { Tessera } from ${JSON.stringify(`${origin}/client/tessera.js`)}`,
    "",
    `const tessera = new Tessera(${JSON.stringify(origin)}${hasKey ? ', { token: "…" }' : ""})`,
    `const result = await tessera.${operation}(${body})`,
    use,
    "",
  ].join("\n")
}
