import Foundation

/// Files of this run, which go when the process ends.
public enum TemporaryFiles {
  private static let directory: String = {
    let directory = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
      .path
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: TemporaryFiles.directory) }
    return directory
  }()

  /// The path of a file that is not there, in a directory of its own.
  public static func path(_ name: String) -> String {
    let own = "\(directory)/\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    return "\(own)/\(name)"
  }
}
