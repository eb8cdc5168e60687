import API
import Foundation
import Harness
import JSON
import LayoutEngine
import SelfSizing
import Synchronization
import Text
import WorkerPool

// Self-sizing. Content differs in every run, so that no cache has it, unless a line says otherwise.

/// Numbers the texts, so that each one is new.
final class Counter {
  var number = 0

  func next() -> Int {
    number += 1
    return number
  }
}

let counter = Counter()
let fonts = try FontLibrary()
let words = """
  layout collection section header estimate measure content template constraint paragraph width height line visible \
  scroll insert delete reload anchor offset bounds pixel margin spacing priority compress resist baseline leading
  """.split(separator: " ").map(String.init)

/// Returns a sentence of some words, a new one each time.
@MainActor func sentence(_ count: Int) -> String {
  let seed = counter.next()
  return (0..<count).map { words[($0 &* 7 &+ seed &* 13) % words.count] }.joined(separator: " ") + " \(seed)"
}

// MARK: A template of 12 views

let (cell, boxes) = try twelveViews()
let measurer = CellMeasurer(fonts: fonts)
let room = FittingRoom(width: 375)
let cells = 1000

/// Returns content for 12 boxes, with new sizes each time.
@MainActor func sizes() -> [ViewContent] {
  let seed = counter.next()
  return (0..<boxes).map {
    ViewContent(size: Size(width: Double(10 + (seed + $0) % 40), height: Double(8 + (seed * 3 + $0) % 30)))
  }
}

var solving = Comparison("a cell of 12 views without text", units: cells)
solving.add("compiled for each cell") {
  (0..<cells / 10).reduce(0) { sum, _ in
    let fresh = CellMeasurer(fonts: fonts)
    return sum + Int((try? fresh.measure(sizes(), of: cell, in: room, CellEnvironment()))?.size.height ?? -1)
  } * 10
}
solving.add("compiled once, solved for each content") {
  (0..<cells).reduce(0) { sum, _ in
    sum + Int((try? measurer.measure(sizes(), of: cell, in: room, CellEnvironment()))?.size.height ?? -1)
  }
}
print("(the first line measures a tenth as many)")
solving.run()

// MARK: A hundred thousand rows

let card = """
  "card":{"views":{"title":{"type":"text","textStyle":"headline","lines":0},\
  "detail":{"type":"text","textStyle":"subheadline","lines":3},"dot":{"type":"box","size":[8,8]}},\
  "constraints":["H:|-16-[dot]-8-[title]-16-|","V:|-11-[title]-4-[detail]-11-|",\
  {"visualFormat":"H:[dot]-8-[detail]-16-|"},\
  {"item":"dot","attribute":"centerY","toItem":"title","toAttribute":"centerY"}]}
  """
let rows = 100_000

/// Returns the body of a list of rows with templates, of which about 60 are visible.
@MainActor func body(_ selfSizing: String) -> [UInt8] {
  let items = (0..<rows).map {
    "{\"template\":\"card\",\"content\":{\"title\":\"\(sentence(3 + $0 % 5))\",\"detail\":\"\(sentence(6 + $0 % 9))\"}}"
  }
  return Array(
    """
    {"container":{"width":390,"height":4800},"visibleRect":[0,0,390,4800],"selfSizing":"\(selfSizing)",\
    "layout":{"kind":"list","rowHeight":"automatic","estimatedRowHeight":80},"templates":{\(card)},\
    "sections":[{"items":[\(items.joined(separator: ","))]}]}
    """.utf8)
}

let typesetting = CellSizing()
try typesetting.load()
let pools = [1, 2].map { WorkerPool(workers: $0, queueLimit: 64, name: "bench\($0)") }
let bodies = (0..<8).map { _ in body("visible") }
var turn = 0
@MainActor func nextBody() -> [UInt8] {
  turn += 1
  return bodies[turn % bodies.count]
}

var first = Comparison(
  "\(rows) templated rows, of which some 60 are visible: \(bodies[0].count >> 20) MB of JSON", units: 1,
  rounds: 7)
first.add("the body parsed, nothing else") {
  (try? JSONDocument(parsing: nextBody()))?.withRoot { $0.count } ?? 0
}
first.add("from the body to the response for the first visible rect") {
  // Without a cache of measurements.
  let cells = CellSizing(cacheBytes: 0)
  guard (try? cells.load()) != nil else { return -1 }
  let solver = LayoutSolver(measurer: ContentMeasurer(cells: cells))
  return (try? solver.solve(nextBody()).bytes(as: .objects))?.count ?? -1
}
first.run()

let listed = try (0..<4).map { _ in try TemplatedList(rows: rows, cell: cell, text: { sentence($0) }) }
var rect = Comparison("the same rows from memory", units: 1, rounds: 7)
rect.add("laid out with estimates") { listed[counter.next() % 4].laidOut() }
rect.add("laid out, visible rows measured, laid out again") {
  listed[counter.next() % 4].firstVisible(fonts: fonts)
}
rect.run()

// MARK: Side by side

let paragraphs = 4000
@MainActor func texts() -> [UInt8] {
  let items = (0..<paragraphs).map { "{\"template\":\"text\",\"content\":\"\(sentence(4 + $0 % 40))\"}" }
  return Array("{\"width\":320,\"items\":[\(items.joined(separator: ","))]}".utf8)
}
@MainActor func measured(_ body: [UInt8], by pool: WorkerPool, _ cells: CellSizing) -> Int {
  (try? MeasurementSolver(measurer: ContentMeasurer(cells: cells, pool: pool)).solve(body))?.count ?? -1
}

let known = texts()
var sharing = Comparison("\(paragraphs) paragraphs in one request", units: paragraphs, rounds: 7)
sharing.add("one worker") { measured(texts(), by: pools[0], typesetting) }
sharing.add("two workers") { measured(texts(), by: pools[1], typesetting) }
sharing.add("two workers, all cached") { measured(known, by: pools[1], typesetting) }
sharing.run()

/// Work that shares no memory with other threads.
@inline(never)
func arithmetic(from seed: Int, count: Int) -> Int {
  var value = seed
  for step in 0..<count { value = value &* 31 ^ step }
  return value
}

// What two threads gain on this machine.
var machine = Comparison("arithmetic without shared memory", units: 100_000_000, rounds: 7)
machine.add("one thread") { arithmetic(from: counter.next(), count: 100_000_000) & 1 }
machine.add("two threads") {
  let seed = counter.next()
  let odd = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: 2) {
    odd.add(arithmetic(from: seed + $0, count: 50_000_000) & 1, ordering: .relaxed)
  }
  return odd.load(ordering: .relaxed)
}
machine.run()
for pool in pools { pool.shutdown(grace: .zero) }
