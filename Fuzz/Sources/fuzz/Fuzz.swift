import CLibFuzzer
import Foundation
import FuzzTargets

/// Runs a target under libFuzzer: `fuzz TARGET [arguments of libFuzzer]`.
///
/// `fuzz targets` lists the targets, each with the most bytes of an input. `fuzz seeds TARGET FOLDER` writes the inputs
/// with which a target begins.
@main
struct Fuzz {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    switch arguments.popFirst() {
    case "targets": for target in FuzzTarget.all { print(target.name, target.longestInput) }
    case "seeds":
      guard let target = arguments.popFirst().flatMap(FuzzTarget.named), let folder = arguments.popFirst()
      else {
        fail("fuzz seeds TARGET FOLDER")
      }
      do { try Seeds.write(of: target, to: folder) } catch { fail("\(error)") }
    case let name?:
      guard let target = FuzzTarget.named(name) else { fail("there is no target \(name)") }
      chosen = target
      run([CommandLine.arguments[0]] + arguments)
    case nil: fail("fuzz TARGET [arguments of libFuzzer]")
    }
  }

  /// The target that libFuzzer calls.
  nonisolated(unsafe) private static var chosen = FuzzTarget.all[0]

  private static func run(_ arguments: [String]) {
    var argumentCount = Int32(arguments.count)
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let code = pointers.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return LLVMFuzzerRunDriver(&argumentCount, &start) { bytes, count in
        do throws(Violation) {
          try Fuzz.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
          fatalError("\(error)")
        }
        return 0
      }
    }
    exit(code)
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("fuzz: \(message)\n".utf8))
    exit(2)
  }
}
