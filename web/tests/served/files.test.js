import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { gunzipSync } from "node:zlib"
import http from "node:http"
import { root } from "../support/repository.js"
import { sent } from "../support/sent.js"
import { startService } from "../support/service.js"

const web = join(root, "web")
const filesIn = folder => readdirSync(join(web, folder), {withFileTypes: true}).flatMap(entry =>
  entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`])

let service, version
before(async () => {
  service = await startService()
  version = /"\.\/([0-9a-f]{16})\//.exec((await ask("/client/tessera.js")).body)[1]
})
after(() => service?.stop())

/** A request that decompresses nothing by itself: {status, headers, body}. */
function ask(path, headers = {}, method = "GET", base = service.url) {
  return new Promise((done, failed) => {
    http.request(`${base}${path}`, {method, headers, agent: false}, response => {
      const chunks = []
      response.on("data", chunk => chunks.push(chunk))
      response.on("end", () => {
        const bytes = Buffer.concat(chunks)
        done({status: response.statusCode, headers: response.headers, bytes, body: bytes.toString("utf8")})
      })
    }).on("error", failed).end()
  })
}

test("every file of the client is served under the version, and every file of the playground, without comments", async () => {
  const paths = [
    ...filesIn("client").map(file => [file, `/${file.replace("client/", `client/${version}/`)}`]),
    ...filesIn("playground").map(file => [file, `/${file}`]),
    ...["tessera.d.ts", "pages.d.ts", "elements.d.ts"].map(file => [file, `/client/${file}`]),
  ]
  assert.ok(paths.length > 20)
  for (const [file, path] of paths) {
    const {status, bytes} = await ask(path)
    assert.equal(status, 200, path)
    assert.ok(bytes.equals(sent(file, readFileSync(join(web, file)))), `${path} is not the file of the repository`)
  }
})

test("browsers cache modules for a year under their version, and validate the entry each time", async () => {
  const module = await ask(`/client/${version}/tessera.js`)
  assert.equal(module.headers["cache-control"], "public, max-age=31536000, immutable")
  assert.match(module.headers["content-type"], /^text\/javascript/)
  assert.equal(module.headers["x-content-type-options"], "nosniff")
  assert.equal(module.headers["cross-origin-resource-policy"], "cross-origin")
  for (const path of ["/client/tessera.js", "/client/pages.js", "/client/elements.js", "/"]) {
    const {status, headers} = await ask(path)
    assert.equal(status, 200, path)
    assert.equal(headers["cache-control"], "no-cache", path)
  }
})

test("a client that has a file gets 304 and no body", async () => {
  for (const path of ["/client/tessera.js", `/client/${version}/tessera.js`, "/"]) {
    for (const coding of ["gzip", "identity"]) {
      const {headers: {etag}} = await ask(path, {"accept-encoding": coding})
      assert.ok(etag, path)
      const again = await ask(path, {"accept-encoding": coding, "if-none-match": etag})
      assert.equal(again.status, 304, path)
      assert.equal(again.bytes.length, 0)
      assert.equal(again.headers.etag, etag)
    }
    assert.equal((await ask(path, {"if-none-match": '"other"'})).status, 200)
  }
})

test("files are compressed for clients that take gzip, and HEAD says the same as GET", async () => {
  for (const path of [`/client/${version}/mirror/Mirror.js`, "/", "/playground/schema.json"]) {
    const plain = await ask(path), packed = await ask(path, {"accept-encoding": "gzip"})
    assert.equal(packed.headers["content-encoding"], "gzip", path)
    assert.match(packed.headers.vary, /Accept-Encoding/)
    assert.ok(gunzipSync(packed.bytes).equals(plain.bytes), path)
    assert.notEqual(packed.headers.etag, plain.headers.etag)
    const head = await ask(path, {"accept-encoding": "gzip"}, "HEAD")
    assert.equal(head.headers["content-length"], `${packed.bytes.length}`)
    assert.equal(head.bytes.length, 0)
  }
})

test("an entry names every module that the page needs at once, so that the browser requests them together", async () => {
  const entry = (await ask("/client/tessera.js")).body
  const named = new Set([...entry.matchAll(/"\.(\/[^"]+)"/g)].map(([, path]) => `/client${path}`))
  assert.ok([...named].every(path => path.startsWith(`/client/${version}/`)) && named.size > 1)
  for (const path of named) {
    const {body} = await ask(path)
    for (const [, specifier] of body.matchAll(/(?:^|[;}\n]) ?(?:(?:import|export)[^"';()]*)?(?:from|import) ?"(\.[^"]+)"/g)) {
      const target = new URL(specifier, `http://x${path}`).pathname
      assert.ok(named.has(target), `${path} imports ${target}`)
    }
  }
})

test("another version, a file that is not there and a path out of the folder are 404", async () => {
  for (const path of [
    "/client/0123456789abcdef/tessera.js", `/client/${version}/none.js`, "/client/none.js", "/playground/none.js",
    `/client/${version}/..%2F..%2Fplayground%2Findex.html`, "/playground/..%2Fclient%2Ftessera.js", "/client/", "/client",
  ]) {
    const {status, headers} = await ask(path)
    assert.equal(status, 404, path)
    assert.equal(headers["content-type"], "application/problem+json", path)
    assert.equal(headers["cache-control"], "no-store", path)
  }
})

test("the playground has a strict policy, is at /playground too, and --playground off removes it", async () => {
  const page = await ask("/")
  assert.equal(page.headers["content-security-policy"],
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  assert.match(page.body, /^<!doctype html>/i)
  assert.equal((await ask("/playground")).body, page.body)

  const without = await startService({flags: ["--playground", "off"]})
  try {
    for (const path of ["/", "/playground", "/playground/index.html", "/reference", "/examples", "/examples/chat.html"]) {
      const {status, body} = await ask(path, {}, "GET", without.url)
      assert.equal(status, 404, path)
      assert.match(body, /No resource exists at the path/)
    }
    assert.equal((await ask("/client/tessera.js", {}, "GET", without.url)).status, 200)
  } finally {
    await without.stop()
  }
})

test("the example pages are served with a policy that allows their own script and style sheet alone", async () => {
  const list = await ask("/examples")
  assert.equal(list.status, 200)
  for (const name of readdirSync(join(root, "examples/pages"))) {
    const {status, headers, bytes} = await ask(`/examples/${name}`)
    assert.equal(status, 200, name)
    const file = readFileSync(join(root, "examples/pages", name))
    assert.ok(bytes.equals(file), name)
    const hashes = tag => [...`${file}`.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, "g"))]
      .map(([, text]) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`).join("")
    assert.equal(headers["content-security-policy"],
      `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'${hashes("script")}; style-src 'self'${hashes("style")}; `
      + "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  }
})

test("pages of the origins in the settings may load the modules", async () => {
  const open = await startService({flags: ["--cors-origins", "https://shop.example"]})
  try {
    const headers = {origin: "https://shop.example"}
    const entry = await ask("/client/tessera.js", headers, "GET", open.url)
    assert.equal(entry.headers["access-control-allow-origin"], "https://shop.example")
    const module = await ask(`/client/${version}/tessera.js`, headers, "GET", open.url)
    assert.equal(module.headers["access-control-allow-origin"], "https://shop.example")
    assert.match(module.headers.vary, /Origin/)
    const other = await ask("/client/tessera.js", {origin: "https://other.example"}, "GET", open.url)
    assert.equal(other.headers["access-control-allow-origin"], undefined)
  } finally {
    await open.stop()
  }
})
