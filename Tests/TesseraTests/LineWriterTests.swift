import Glibc
import JSON
import TestSupport
import Testing

@testable import tessera

/// The thread that writes lines, in front of descriptors that take them, take none, or take them later.
struct LineWriterTests {
  private static let line = String(repeating: "x", count: 90)

  private func writer(to descriptor: Int32, capacity: Int = 1 << 20) -> LineWriter<MessageBatch> {
    LineWriter("lines", to: descriptor, batch: MessageBatch(form: .text), interval: 1, capacity: capacity)
  }

  @Test func `every line is written, in the order in which they were added`() throws {
    let pipe = try LinePipe()
    let reader = pipe.startReading()
    let writer = writer(to: pipe.writingEnd)
    for number in 0..<20_000 { writer.add { $0.append("line \(number)") } }
    writer.close(within: 60)
    pipe.closeWritingEnd()
    #expect(reader.lines() == (0..<20_000).map { "line \($0)" })
    #expect(writer.droppedLines == 0)
  }

  @Test func `lines of many threads are written whole`() throws {
    let pipe = try LinePipe()
    let reader = pipe.startReading()
    let writer = writer(to: pipe.writingEnd)
    let join = startConcurrently(4) { for number in 0..<2000 { writer.add { $0.append("line \(number)") } } }
    join()
    writer.close(within: 60)
    pipe.closeWritingEnd()
    let expected = (0..<2000).flatMap { Array(repeating: "line \($0)", count: 4) }
    #expect(reader.lines().sorted() == expected.sorted())
  }

  @Test func `a pipe without a reader delays neither callers nor the end`() throws {
    let pipe = try LinePipe()
    let writer = writer(to: pipe.writingEnd, capacity: 10_000)
    for _ in 0..<50_000 { writer.add { $0.append(Self.line) } }
    #expect(writer.droppedLines > 40_000)
    writer.close(within: 0.05)
    // The thread ends before its descriptor becomes that of another test.
    pipe.closeReadingEnd()
    writer.close(within: 60)
    pipe.closeWritingEnd()
  }

  @Test func `lines that found no room are counted where they are missing`() throws {
    let pipe = try LinePipe()
    let writer = writer(to: pipe.writingEnd, capacity: 10_000)
    var added = 0
    while writer.droppedLines == 0, added < 100_000 {
      writer.add { $0.append("\(added) \(Self.line)") }
      added += 1
    }
    writer.add { $0.append("dropped too, although it is short") }
    let reader = pipe.startReading()
    #expect(eventually { reader.hasLine(containing: "dropped") })
    writer.add { $0.append("there is room again") }
    writer.close(within: 60)
    pipe.closeWritingEnd()
    // The line that found no room was the last one added.
    let written = (0..<added - 1).map { "\($0) \(Self.line)" }
    #expect(reader.lines() == written + ["2 lines dropped", "there is room again"])
    #expect(writer.droppedLines == 2)
  }

  @Test func `lines that the descriptor does not take are counted`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let writer = writer(to: full)
    for _ in 0..<10 { writer.add { $0.append(Self.line) } }
    writer.close(within: 60)
    #expect(writer.droppedLines == 10)
  }

  @Test func `after a loss in the middle of a line, the next line says how many are missing, on its own`()
    throws
  {
    let pipe = try LinePipe()
    _ = fcntl(pipe.writingEnd, F_SETFL, O_NONBLOCK)
    let writer = writer(to: pipe.writingEnd)
    // A pipe takes a part of what is longer than PIPE_BUF, however many lines the thread writes at once.
    let line = String(repeating: "x", count: 2 * Int(PIPE_BUF))
    for _ in 0..<100 { writer.add { $0.append(line) } }
    #expect(eventually { pipe.isFull })
    let written = pipe.byteCount / (line.utf8.count + 1)
    pipe.closeReadingEnd()
    // All others are lost, in however many batches the thread takes them.
    #expect(eventually { writer.droppedLines == 100 - written })
    // A descriptor that fails for a while, such as a file on a full disk, is then one that takes bytes again.
    let other = try LinePipe()
    dup2(other.writingEnd, pipe.writingEnd)
    other.closeWritingEnd()
    let reader = other.startReading()
    writer.add { $0.append("there is room again") }
    writer.close(within: 60)
    pipe.closeWritingEnd()
    #expect(writer.droppedLines == 100 - written)
    #expect(reader.lines() == ["", "\(writer.droppedLines) lines dropped", "there is room again"])
  }

  @Test func `a descriptor that does not block gets every line`() throws {
    let pipe = try LinePipe()
    _ = fcntl(pipe.writingEnd, F_SETFL, O_NONBLOCK)
    let writer = writer(to: pipe.writingEnd)
    for _ in 0..<5000 { writer.add { $0.append(Self.line) } }
    let reader = pipe.startReading()
    writer.close(within: 60)
    pipe.closeWritingEnd()
    #expect(reader.lines() == Array(repeating: Self.line, count: 5000))
  }

  @Test func `a line added after the end is counted as dropped`() throws {
    let pipe = try LinePipe()
    let writer = writer(to: pipe.writingEnd)
    writer.close(within: 60)
    writer.add { $0.append(Self.line) }
    #expect(writer.droppedLines == 1)
  }
}
