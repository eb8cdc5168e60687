import Cancellation
import Foundation
import Synchronization
import Testing

@testable import Text

@Suite struct HyphenationPatternsTests {
  /// Files of patterns, links to them, and a list of the loaded ones.
  private final class Folder: Sendable {
    let path: String
    private let loaded = Mutex<[String]>([])

    /// The names of the loaded files, in the order in which they were loaded.
    var loads: [String] { loaded.withLock { $0 } }

    init(links: [String: String] = [:]) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "patterns-\(UUID().uuidString)")
      path = folder.resolvingSymlinksInPath().path
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["hyph_qx.dic", "hyph_qy.dic"] {
        try FileManager.default.copyItem(atPath: Fonts.fixture(name), toPath: "\(path)/\(name)")
      }
      for (link, file) in links {
        try FileManager.default.createSymbolicLink(
          atPath: "\(path)/\(link)", withDestinationPath: file)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The patterns of the folder.
    ///
    /// - Parameter willLoad: called in the thread that loads a file.
    func patterns(willLoad: @escaping @Sendable () -> Void = {}) -> HyphenationPatterns {
      HyphenationPatterns(folder: path) { (path) throws(TextError) in
        self.loaded.withLock { $0.append(URL(fileURLWithPath: path).lastPathComponent) }
        willLoad()
        return try HyphenationDictionary(path: path)
      }
    }
  }

  private final class Abandoned: CancellationSource {
    func isCancelled() -> Bool { true }
  }

  private static func has(_ patterns: HyphenationPatterns, _ language: Language) -> Bool {
    guard let dictionary = try? patterns.dictionary(for: language) else { return false }
    return (try? dictionary.points(in: Array("aaaaoobbbb".unicodeScalars))) != nil
  }

  private func language(_ tag: String) throws -> Language { try #require(Language(tag)) }

  @Test func `a file is loaded once for all measurers, and for all tags and links that mean it`() throws {
    let folder = try Folder(links: ["hyph_qx_AT.dic": "hyph_qx.dic", "hyph_qz_DE.dic": "hyph_qx.dic"])
    let patterns = folder.patterns()
    let measurers = try (0..<3).map { _ in
      let measurer = try Fonts.measurer()
      measurer.hyphenation = Hyphenation(patterns)
      return measurer
    }
    for tag in ["qx", "qx-AT", "qx-at", "qx-x-1", "qz", "qx-CH-1996"] + (2..<40).map({ "qx-x-\($0)" }) {
      for measurer in measurers {
        let style = ParagraphStyle { ($0.language, $0.usesDefaultHyphenation) = (tag, true) }
        let measured = try measurer.measure(
          StyledText("aaaaoobbbb"), attributes: .plain, paragraph: style, width: 60)
        #expect(!measured.isHyphenationMissing, "\(tag)")
      }
    }
    #expect(folder.loads == ["hyph_qx.dic"])
    for index in 0..<40 { #expect(try patterns.dictionary(for: language("qy-x-\(index)")) != nil) }
    #expect(try patterns.dictionary(for: language("qx")) != nil)
    #expect(folder.loads == ["hyph_qx.dic", "hyph_qy.dic"])
  }

  @Test func `a file without patterns is loaded once, and the next that may have them is used`() throws {
    let folder = try Folder(links: ["hyph_qw.dic": "nothing.dic", "hyph_qw_AT.dic": "hyph_qx.dic"])
    let patterns = folder.patterns()
    for tag in ["qw", "qw-CH", "qw"] { #expect(try patterns.dictionary(for: language(tag)) != nil) }
    #expect(folder.loads == ["hyph_qw.dic", "hyph_qx.dic"])
    #expect(try patterns.dictionary(for: language("qv")) == nil)
    #expect(try HyphenationPatterns(folder: "/nowhere").dictionary(for: language("qx")) == nil)
  }

  @Test func `of several threads that need a file, one loads it`() throws {
    let folder = try Folder()
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let patterns = folder.patterns {
      hasBegun.signal()
      mayEnd.wait()
    }
    let tag = try language("qx")
    let threads = (0..<4).map { _ in BackgroundResult { Self.has(patterns, tag) } }
    hasBegun.wait()
    for _ in threads { mayEnd.signal() }
    #expect(threads.map { $0.wait() } == [true, true, true, true] && folder.loads == ["hyph_qx.dic"])
  }

  @Test func `a thread whose result nothing needs does not wait for another that loads`() throws {
    let folder = try Folder()
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let patterns = folder.patterns {
      hasBegun.signal()
      mayEnd.wait()
    }
    let tag = try language("qx")
    let loading = BackgroundResult { Self.has(patterns, tag) }
    hasBegun.wait()
    // Returns before the file is loaded.
    let isWanted = Cancellation.within(Abandoned()) {
      Cancellation.interruptible { Self.has(patterns, tag) } != nil
    }
    #expect(!isWanted)
    mayEnd.signal()
    #expect(loading.wait())
    #expect(try patterns.dictionary(for: tag) != nil && folder.loads == ["hyph_qx.dic"])
  }

  @Test func `a file that cannot be opened now is tried again`() throws {
    let isFull = Atomic(true)
    let patterns = HyphenationPatterns(folder: Fonts.fixture("")) { (path) throws(TextError) in
      if isFull.load(ordering: .relaxed) { throw .outOfMemory }
      return try HyphenationDictionary(path: path)
    }
    let tag = try language("qx")
    #expect(throws: TextError.outOfMemory) { try patterns.dictionary(for: tag) }
    isFull.store(false, ordering: .relaxed)
    #expect(try patterns.dictionary(for: tag) != nil)
  }
}

/// What a thread of its own computes.
private final class BackgroundResult: Sendable {
  private let outcome = Mutex(false)
  private let end = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Bool) {
    Thread.detachNewThread {
      let result = body()
      self.outcome.withLock { $0 = result }
      self.end.signal()
    }
  }

  /// Waits for the thread, and returns its result.
  func wait() -> Bool {
    end.wait()
    return outcome.withLock { $0 }
  }
}
