import Text

#if hasFeature(Embedded)
  internal import CPageRuntime

  // The functions of the page that measure texts. Texts and fonts are numbers of the page's or the module's choice.

  /// Takes a font, and writes its lengths: above and below the baseline, a space, an ellipsis, a hyphen. Returns its number.
  ///
  /// The families are names, each with a line feed behind it.
  @_extern(wasm, module: "host", name: "font")
  @_extern(c)
  private func hostFont(
    _ families: UnsafeRawPointer?, _ familyBytes: Int32, _ size: Double, _ weight: Double, _ isItalic: Int32,
    _ letterSpacing: Double, _ trimsSpacing: Int32, _ lengths: UnsafeMutableRawPointer?
  ) -> Int32

  /// Forgets a font.
  @_extern(wasm, module: "host", name: "drop")
  @_extern(c)
  private func hostDrop(_ font: Int32)

  /// Replaces the letters of a text in UTF-8, and returns the number of bytes of the result. The case is an index of
  /// `TextCase.allCases`; the previous character is 0 at the start of a text.
  @_extern(wasm, module: "host", name: "replace")
  @_extern(c)
  private func hostReplace(
    _ text: UnsafeRawPointer?, _ count: Int32, _ textCase: Int32, _ language: UnsafeRawPointer?,
    _ languageCount: Int32, _ previous: Int32
  ) -> Int32

  /// Writes the text that was replaced last.
  @_extern(wasm, module: "host", name: "replaced")
  @_extern(c)
  private func hostReplaced(_ place: UnsafeMutableRawPointer?)

  @_extern(wasm, module: "host", name: "open")
  @_extern(c)
  private func hostOpen(
    _ text: Int32, _ units: UnsafeRawPointer?, _ marks: UnsafeMutableRawPointer?,
    _ edges: UnsafeMutableRawPointer?, _ count: Int32, _ starts: UnsafeRawPointer?,
    _ fonts: UnsafeRawPointer?, _ runCount: Int32, _ breaks: Int32)

  @_extern(wasm, module: "host", name: "pieces")
  @_extern(c)
  private func hostPieces(_ text: Int32)

  @_extern(wasm, module: "host", name: "measure")
  @_extern(c)
  private func hostMeasure(_ text: Int32, _ start: Int32, _ end: Int32) -> Double

  @_extern(wasm, module: "host", name: "endSpace")
  @_extern(c)
  private func hostEndSpace(_ text: Int32, _ end: Int32) -> Double

  @_extern(wasm, module: "host", name: "locate")
  @_extern(c)
  private func hostLocate(_ text: Int32, _ start: Int32, _ end: Int32)

  @_extern(wasm, module: "host", name: "close")
  @_extern(c)
  private func hostClose(_ text: Int32)

  /// The fonts of the page that runs the module, which has one object of this class.
  final class HostFonts: PageFonts {
    private var lastText = 0

    func numberForText() -> Int {
      lastText += 1
      return lastText
    }

    func close(font number: Int) { hostDrop(Int32(number)) }

    func mapped(
      _ text: String, to textCase: TextCase, language: String?, after previous: Unicode.Scalar?
    ) -> String {
      var (text, language) = (text, language ?? "")
      let count = text.withUTF8 { text in
        language.withUTF8 { language in
          hostReplace(
            text.baseAddress, Int32(text.count), Int32(TextCase.allCases.firstIndex(of: textCase) ?? 0),
            language.baseAddress, Int32(language.count), Int32(previous?.value ?? 0))
        }
      }
      return String(unsafeUninitializedCapacity: Int(count)) { place in
        hostReplaced(place.baseAddress)
        return Int(count)
      }
    }

    func lengths(of font: PageFont) -> PageFontLengths {
      var names: [UInt8] = []
      for family in font.families { names += Array(family.utf8) + [0x0A] }
      var lengths = [Double](repeating: 0, count: 5)
      let number = names.withUnsafeBytes { names in
        lengths.withUnsafeMutableBytes { lengths in
          hostFont(
            names.baseAddress, Int32(names.count), font.size, font.weight, font.isItalic ? 1 : 0,
            font.letterSpacing, font.trimsSpacing ? 1 : 0, lengths.baseAddress)
        }
      }
      return PageFontLengths(
        number: Int(number), ascent: lengths[0], descent: lengths[1], space: lengths[2],
        ellipsis: lengths[3], hyphen: lengths[4])
    }

    func hasRoom(forUnits count: Int) -> Bool {
      // 11 bytes a unit for the columns, 4 for copies and the key, and room for blocks and some objects.
      page_runtime_has_room((count + 1) * 15 + 1 << 18) != 0
    }

    func open(_ text: PageTextColumns) {
      text.starts.withUnsafeBytes { starts in
        text.fonts.withUnsafeBytes { fonts in
          hostOpen(
            Int32(text.number), text.units.baseAddress, text.marks, text.edges, Int32(text.units.count),
            starts.baseAddress, fonts.baseAddress, Int32(text.fonts.count), text.breaks.bits)
        }
      }
    }

    func measurePieces(ofText number: Int) { hostPieces(Int32(number)) }

    func width(of range: Range<Int>, inText number: Int) -> Double {
      hostMeasure(Int32(number), Int32(range.lowerBound), Int32(range.upperBound))
    }

    func endSpace(before end: Int, inText number: Int) -> Double {
      hostEndSpace(Int32(number), Int32(end))
    }

    func locateUnits(in range: Range<Int>, ofText number: Int) {
      hostLocate(Int32(number), Int32(range.lowerBound), Int32(range.upperBound))
    }

    func close(text number: Int) { hostClose(Int32(number)) }
  }
#endif
