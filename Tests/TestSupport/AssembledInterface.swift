import Foundation

/// The parts of docs/openapi put together, with all examples and descriptions. openapi.yaml is a shorter form of that.
public enum AssembledInterface {
  /// The text that `tools/assemble-openapi --full` writes; empty if the parts do not fit.
  public static let text: String = {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let file = TemporaryFiles.path("openapi.yaml")
    let process = Process()
    process.executableURL = root.appending(path: "tools/assemble-openapi")
    process.arguments = ["--full", file]
    guard (try? process.run()) != nil else { return "" }
    process.waitUntilExit()
    return (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
  }()
}
