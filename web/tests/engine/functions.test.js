import assert from "node:assert/strict"
import { test } from "node:test"
import { random, seed } from "../support/random.js"
import { skip, start } from "./runtime.js"

const size = 300

/** Two places in a buffer, often so that they overlap, and a number of bytes that both have. */
function places(next) {
  const to = next.between(0, size)
  const from = next() < 0.5 ? next.between(0, size) : Math.min(size, to + next.between(0, 20))
  return {to, from, count: next.between(0, size - Math.max(to, from))}
}

/** Runs a function on random bytes in the memory of a module and in a copy of them, which must be equal afterwards. */
function compare(change) {
  const next = random(), module = start(), block = module.malloc(size + 32), model = Buffer.alloc(size + 32)
  for (let i = 0; i < 20_000; i++) {
    for (let j = 0; j < model.length; j++) model[j] = next.between(0, 255)
    const bytes = module.bytes.subarray(block, block + model.length)
    bytes.set(model)
    change({next, module, block, model})
    assert.ok(bytes.equals(model), `the bytes of round ${i} (SEED=${seed})`)
  }
}

test("memcpy copies", {skip}, () => compare(({next, module, block, model}) => {
  const {to, from, count} = places(next), part = Math.min(count, Math.abs(to - from))
  assert.equal(module.memcpy(block + to, block + from, part), block + to)
  model.copy(model, to, from, from + part)
}))

test("memmove copies bytes that overlap", {skip}, () => compare(({next, module, block, model}) => {
  const {to, from, count} = places(next)
  assert.equal(module.memmove(block + to, block + from, count), block + to)
  model.copyWithin(to, from, from + count)
}))

test("memset fills with the lowest byte", {skip}, () => compare(({next, module, block, model}) => {
  const {to, count} = places(next), value = next.between(-300, 300)
  assert.equal(module.memset(block + to, value, count), block + to)
  model.fill(value & 255, to, to + count)
}))

test("memcmp orders by the first unsigned byte that differs", {skip}, () => compare(({next, module, block, model}) => {
  const count = next.between(0, 100), a = next.between(0, 100), b = next.between(110, 200), bytes = module.bytes
  // Equal but for two bytes, which may be after the end.
  for (const place of [model, bytes.subarray(block, block + model.length)]) place.copyWithin(b, a, a + count)
  for (let i = 0; i < 2; i++) {
    const at = b + next.between(0, 100), byte = next.between(0, 255)
    model[at] = bytes[block + at] = byte
  }
  const truth = model.compare(model, b, b + count, a, a + count)
  assert.equal(Math.sign(module.memcmp(block + a, block + b, count)), truth)
}))

test("strlen counts the bytes before the first 0", {skip}, () => compare(({next, module, block, model}) => {
  const at = next.between(0, size)
  model[size] = module.bytes[block + size] = 0
  assert.equal(module.strlen(block + at), model.indexOf(0, at) - at)
}))

const word = new DataView(new ArrayBuffer(8))

function bits(number) {
  if (Number.isNaN(number)) return NaN
  word.setFloat64(0, number)
  return word.getBigUint64(0)
}

function anyDouble(next) {
  word.setUint32(0, next() * 2 ** 32)
  word.setUint32(4, next() * 2 ** 32)
  return word.getFloat64(0)
}

const specials = [0, 0.25, 0.49999999999999994, 0.5, 0.5000000000000001, 1, 1.5, 2, 2.5, 3, 1e-310, 5e-324, 1e-323,
  2.225073858507201e-308, 2.2250738585072014e-308, 4.450147717014403e-308, 2 ** 51 + 0.5, 2 ** 51 + 1.5, 2 ** 52 - 0.5,
  2 ** 52, 2 ** 52 + 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e300, Number.MAX_VALUE, Infinity, NaN]
  .flatMap(number => [number, -number])

/** Special numbers, halves and their neighbors, numbers of all magnitudes. */
function* doubles(next, count) {
  yield* specials
  for (let i = 0; i < count; i++) {
    const half = next.between(-(2 ** next.between(1, 53)), 2 ** next.between(1, 53)) / 2
    yield half
    yield half + half * Number.EPSILON
    yield half - half * Number.EPSILON
    yield (next() - 0.5) * 2 ** next.between(-3, 55)
    yield anyDouble(next)
  }
}

/** Rounds the magnitude with a function of its whole part and the rest. */
function rounded(number, up) {
  const magnitude = Math.abs(number), whole = Math.floor(magnitude)
  if (!Number.isFinite(number)) return number
  const result = up(whole, magnitude - whole) ? whole + 1 : whole
  return number < 0 || Object.is(number, -0) ? -result : result
}

for (const [name, up] of [
  ["round", (_, rest) => rest >= 0.5],
  ["rint", (whole, rest) => rest > 0.5 || (rest == 0.5 && whole % 2 == 1)],
]) {
  test(`${name} gives the same bits as a model`, {skip}, () => {
    const module = start()
    for (const number of doubles(random(), 100_000)) {
      const is = module[name](number), expected = rounded(number, up)
      if (!Object.is(is, expected)) assert.fail(`${name}(${number}) is ${is}, not ${expected} (SEED=${seed})`)
    }
  })
}

test("fmod gives the same bits as the operator %", {skip}, () => {
  const module = start(), next = random()
  const same = (a, b) => {
    const is = module.fmod(a, b)
    if (!Object.is(bits(is), bits(a % b))) assert.fail(`fmod(${a}, ${b}) is ${is}, not ${a % b} (SEED=${seed})`)
  }
  for (const a of specials) for (const b of specials) same(a, b)
  for (let i = 0; i < 200_000; i++) {
    const a = anyDouble(next), b = anyDouble(next), scale = 2 ** next.between(-60, 60)
    same(a, b)
    // Quotients of all sizes, whole ones, and subnormal numbers.
    same(a, a * (next() + 0.5) * scale)
    same(next.between(-1e6, 1e6), next.between(1, 1000))
    same(b * 2 ** next.between(0, 20), b)
    same(next.between(0, 2 ** 53) * 5e-324, next.between(1, 2 ** next.between(1, 53)) * 5e-324)
    same(a, next.between(1, 2 ** 30) * 5e-324)
  }
})

test("__multi3 multiplies 128-bit numbers", {skip}, () => {
  const module = start(), next = random(), result = module.malloc(16)
  const digits = () => next.of([0n, 1n, 2n ** 64n - 1n, 2n ** 32n, 2n ** 32n - 1n, 2n ** 63n, bits(anyDouble(next)),
    bits(anyDouble(next)), bits(anyDouble(next))])
  const number = () => { for (;;) try { return digits() << 64n | digits() } catch {} }
  for (let i = 0; i < 100_000; i++) {
    const a = number(), b = number(), signed = value => BigInt.asIntN(64, value)
    module.__multi3(result, signed(a), signed(a >> 64n), signed(b), signed(b >> 64n))
    const is = module.bytes.readBigUInt64LE(result) | module.bytes.readBigUInt64LE(result + 8) << 64n
    assert.equal(is, BigInt.asUintN(128, a * b), `${a} * ${b}`)
  }
})

test("random bytes are the same in every instance, and no more than requested", {skip}, () => {
  const drawn = () => {
    const module = start(), block = module.malloc(1_000)
    return [0, 1, 7, 8, 8, 9, 100, 999].map(count => {
      module.bytes.fill(0, block, block + 1_000)
      module.arc4random_buf(block, count)
      assert.ok(module.bytes.subarray(block + count, block + 1_000).every(byte => byte == 0))
      return module.bytes.toString("hex", block, block + count)
    })
  }
  const bytes = drawn()
  assert.deepEqual(drawn(), bytes)
  assert.equal(new Set(bytes).size, bytes.length)
  assert.ok(new Set(Buffer.from(bytes.at(-1), "hex")).size > 200)
})

test("128-bit numbers are shifted", {skip}, () => {
  const next = random(), module = start(), result = module.malloc(16), view = new DataView(module.bytes.buffer)
  const word = () => BigInt(next.between(0, 0xffffffff)) << 32n | BigInt(next.between(0, 0xffffffff))
  for (let bits = 0; bits < 128; bits++) {
    for (let i = 0; i < 50; i++) {
      const low = word(), high = word(), whole = high << 64n | low
      for (const [name, expected] of [["__ashlti3", whole << BigInt(bits)], ["__lshrti3", whole >> BigInt(bits)]]) {
        module[name](result, BigInt.asIntN(64, low), BigInt.asIntN(64, high), bits)
        const found = view.getBigUint64(result + 8, true) << 64n | view.getBigUint64(result, true)
        assert.equal(found, BigInt.asUintN(128, expected), `${name}(${whole}, ${bits}) (SEED=${seed})`)
      }
    }
  }
})
