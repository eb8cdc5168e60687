// Not Foundation: its ICU and the one that Text wraps declare the same types.
import FoundationEssentials

/// The paragraphs of 20 to 400 characters that the tests compare with a browser, by script.
public struct Paragraphs {
  private struct Fixture: Decodable {
    struct ParagraphSet: Decodable {
      struct Sample: Decodable {
        var script: String
        var text: String
      }
      var paragraphs: [Sample]
    }
    var sets: [ParagraphSet]
  }

  /// All paragraphs, then those of each script.
  public let sets: [(name: String, texts: [String])]

  /// Reads a fixture of paragraphs.
  public init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    // Every set has the same paragraphs, in another font or size.
    let samples = try JSONDecoder().decode(Fixture.self, from: data).sets[0].paragraphs.filter {
      (20...400).contains($0.text.count)
    }
    let scripts = Set(samples.map(\.script)).sorted()
    sets =
      [("all", samples.map(\.text))]
      + scripts.map { script in (script, samples.filter { $0.script == script }.map(\.text)) }
  }

  /// Returns the same texts with other letters, so that hardly any word was measured before.
  public static func renewed(_ texts: [String], using random: inout some RandomNumberGenerator) -> [String] {
    let alphabets: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0x628...0x63A, 0x3042...0x3093, 0x30A2...0x30F3, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
    ]
    return texts.map { text in
      var scalars = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        let alphabet = alphabets.first { $0.contains(scalar.value) }
        scalars.append(alphabet.flatMap { Unicode.Scalar(.random(in: $0, using: &random)) } ?? scalar)
      }
      return String(scalars)
    }
  }
}
