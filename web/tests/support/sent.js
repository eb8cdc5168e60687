// A file of web as the service sends it: without comments and indentation. Sources/Service/API/Web/ShortenedSource.swift
// has the same rules; web/tests/served holds both against each other.

const castOrComment = /\/\*\*.*?\*\/ ?/g

/** The text of a module or a stylesheet without comments, indentation and empty lines. Names stay as they are. */
export function shortened(text) {
  const lines = []
  let isComment = false
  for (let line of text.split("\n")) {
    if (isComment) {
      const end = line.indexOf("*/")
      if (end < 0) continue
      isComment = false
      line = line.slice(end + 2)
    }
    line = line.replace(castOrComment, "").trim()
    if (line.startsWith("/*")) {
      const end = line.indexOf("*/")
      isComment = end < 0
      line = isComment ? "" : line.slice(end + 2).trim()
    }
    if (line && !line.startsWith("//")) lines.push(line)
  }
  return lines.join("\n") + "\n"
}

const types = {
  js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", html: "text/html; charset=utf-8",
  json: "application/json", svg: "image/svg+xml", png: "image/png", ts: "text/plain; charset=utf-8",
  wasm: "application/wasm",
}

/** The media type of a file by its name. */
export const mediaType = name => types[name.split(".").pop()] ?? "application/octet-stream"

/** The bytes that the service sends of a file. */
export function sent(name, bytes) {
  return /\.(js|css)$/.test(name) ? Buffer.from(shortened(bytes.toString("utf8"))) : bytes
}
