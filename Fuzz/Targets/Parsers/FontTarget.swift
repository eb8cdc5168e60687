import Glibc
import Text

extension FuzzTarget {
  /// Reads bytes as a font, and measures texts with it, if it is accepted.
  static let fonts = FuzzTarget("fonts", longestInput: 2048, seeds: { FontSamples.seeds }) {
    (input) throws(Violation) in
    let file: FontFile
    do throws(FontFileError) { file = try FontFile(input, limit: 1 << 20) } catch {
      return try promise(error != .cancelled, "nothing cancels the reading")
    }
    try promise(file.memory > 0 && file.memory < 64 << 20, "the font takes \(file.memory) bytes")
    let measurer = TextMeasurer(fonts: FontLibrary(FontSamples.server, adding: [file]))
    let families = file.describedFamilies()
    try promise(!families.isEmpty, "a font without a family is accepted")
    for family in families {
      for (weight, text) in [(400.0, "aa b\u{AD}ba a…\n\u{1F600}"), (1000, "ابب ab\u{301} 中文")] {
        let attributes = TextAttributes(families: [family.name], size: 10, weight: weight)
        try measure(text, attributes, by: measurer)
      }
    }
    try measure("a text that names no family", TextAttributes(families: [], size: 10), by: measurer)
  }

  private static func measure(
    _ text: String, _ attributes: TextAttributes, by measurer: TextMeasurer
  ) throws(Violation) {
    let results: [TextMeasurement]
    do throws(TextError) {
      results = [
        try measurer.measure(text, attributes: attributes, width: 25),
        try measurer.measure(text, attributes: attributes, width: 25),
      ]
    } catch .outOfMemory, .tooManyGlyphs {
      return  // The rules of the font make the text longer than HarfBuzz permits.
    } catch {
      throw Violation("\(text) cannot be measured in \(attributes.families): \(error)")
    }
    try promise(results[0] == results[1], "\(text) has two sizes")
    try promise(
      results[0].width.isFinite && results[0].height.isFinite, "\(text) is \(results[0].width) wide")
  }
}

private enum FontSamples {
  /// The folder of the fonts: this file is three folders below the one of the package.
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Tests/TextTests/Fixtures/"

  static let server = try! FontLibrary(paths: [folder + "Boxes.ttf"])

  /// Returns the bytes of a small file; none if it cannot be read.
  private static func bytes(of name: String) -> [UInt8] {
    guard let file = fopen(folder + name, "rb") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  /// A font of boxes as it is, compressed, cut off, with zeros in place of each table, and with flipped bytes.
  static let seeds: [[UInt8]] = {
    let files = ["Boxes.ttf", "Boxes.woff2"].map(bytes)
    guard let whole = files.first, whole.count > 500 else { return [] }
    var seeds = files + [Array(whole[..<430]), Array(whole[..<16]), Array(files[1].dropLast(20))]
    for entry in stride(from: 12, to: 12 + 16 * 12, by: 16) {
      func number(_ index: Int) -> Int { whole[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
      var zeroed = whole
      for index in number(entry + 8)..<number(entry + 8) + number(entry + 12) { zeroed[index] = 0 }
      seeds.append(zeroed)
    }
    for (index, byte) in [(5, 255), (222, 0), (223, 17), (299, 255), (459, 255), (593, 255)] {
      var flipped = whole
      flipped[index] ^= UInt8(byte)
      seeds.append(flipped)
    }
    return seeds
  }()
}
