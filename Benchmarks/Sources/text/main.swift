import CBaselines
import Glibc
import Harness
import Text

// Run this from the repository's root. A measurer caches the shapes of words, which natural text repeats; "new words"
// are texts whose words were never measured before.

let rounds = 11
let (size, width) = (16.0, 320.0)
let paragraphs = try Paragraphs(path: "Tests/TextTests/Fixtures/text-lines-chromium.json")
let library = try FontLibrary()
// Two measurers, so that the new words do not evict the others from the cache.
let measurer = TextMeasurer(fonts: library)
let surprisedMeasurer = TextMeasurer(fonts: library)
let pango = baseline_pango_open("Inter", size, width)

@Sendable func measure(_ texts: [String], with measurer: TextMeasurer) {
  let attributes = TextAttributes(families: ["Inter"], size: size, lineHeight: 24)
  for text in texts where (try? measurer.measure(text, attributes: attributes, width: width)) == nil {
    abort()
  }
}

@MainActor func layOutWithPango(_ texts: [String]) {
  for text in texts {
    var text = text
    text.withUTF8 { bytes in
      let start = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
      if baseline_pango_lines(pango, start, Int32(bytes.count)) == 0 { abort() }
    }
  }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
func whole(_ values: [Double]) -> String { padded(String(Int(median(values))), to: 10) }

/// Prints the medians of rates.
func show(_ name: String, _ rates: [Rate], against baseline: [Rate]) {
  let ratio = median(zip(rates, baseline).map { $0.processor / $1.processor })
  print(
    "  \(padded(name, to: 34))\(whole(rates.map(\.wall))) a second, \(whole(rates.map(\.processor))) a processor second, "
      + "ratio \(decimals(ratio))")
}

/// Measures a set of texts with Pango and with Tessera in turn.
@MainActor func compare(_ name: String, _ texts: [String]) {
  var random = SystemRandomNumberGenerator()
  var rates: [String: [Rate]] = [:]
  let passes = 1 + 300 / texts.count
  let many = Array(repeating: texts, count: passes).flatMap { $0 }
  for round in 0...rounds {
    let renewed = Paragraphs.renewed(many, using: &random)
    let results = [
      "Pango": pango == nil ? nil : Rate(many.count) { layOutWithPango(many) },
      "TextMeasurer": Rate(many.count) { measure(many, with: measurer) },
      "TextMeasurer, new words": Rate(many.count) { measure(renewed, with: surprisedMeasurer) },
    ]
    // The first round loads the fonts and is not counted.
    if round > 0 { for (key, rate) in results { if let rate { rates[key, default: []].append(rate) } } }
  }
  print("\(name): \(texts.count) paragraphs (median of \(rounds))")
  let baseline = rates["Pango"] ?? rates["TextMeasurer"]!
  for key in rates.keys.sorted() { show(key, rates[key]!, against: baseline) }
}

/// Measures with one thread and with two in turn. Arithmetic beside it shows what two threads gain on this machine.
@MainActor func compareThreads(_ texts: [String]) {
  // A measurer serves one thread at a time; each of these is used by one thread, then by the next.
  nonisolated(unsafe) let measurers = [TextMeasurer(fonts: library), TextMeasurer(fonts: library)]
  let many = Array(repeating: texts, count: 4).flatMap { $0 }
  let works = [0, 1].map { number in { @Sendable in measure(many, with: measurers[number]) } }
  let arithmetic = { @Sendable in if (0..<50_000_000).reduce(0, { $0 &* 31 ^ $1 }) == 1 { abort() } }
  var (alone, together): ([Rate], [Rate]) = ([], [])
  var (plainAlone, plainTogether): ([Rate], [Rate]) = ([], [])
  for round in 0...rounds {
    let one = Rate(together: [works[round % 2]], each: many.count)
    let two = Rate(together: works, each: many.count)
    let plainOne = Rate(together: [arithmetic], each: many.count)
    let plainTwo = Rate(together: [arithmetic, arithmetic], each: many.count)
    if round < 2 { continue }
    alone.append(one)
    together.append(two)
    plainAlone.append(plainOne)
    plainTogether.append(plainTwo)
  }
  func ratio(_ two: [Rate], _ one: [Rate], _ value: (Rate) -> Double) -> String {
    decimals(median(zip(two, one).map { value($0) / value($1) }))
  }
  print("two threads to one, \(texts.count) paragraphs (median of \(alone.count))")
  for (name, two, one) in [("TextMeasurer", together, alone), ("arithmetic", plainTogether, plainAlone)] {
    print(
      "  \(padded(name, to: 34))\(ratio(two, one, \.wall)) by the clock, "
        + "\(ratio(two, one, \.processor)) by processor time")
  }
}

for (name, texts) in paragraphs.sets { compare(name, texts) }
compareThreads(paragraphs.sets[0].texts)
