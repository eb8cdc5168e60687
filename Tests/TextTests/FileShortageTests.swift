import Glibc
import Testing

@testable import Text

struct FileShortageTests {
  @Test(arguments: [EMFILE, ENFILE, ENOMEM])
  func `missing descriptors and missing memory say nothing about a file`(code: Int32) {
    let shortage = FileShortage("a.ttf", reportedBy: code)
    #expect(shortage?.path == "a.ttf")
    #expect(shortage?.reason == String(cString: strerror(code)))
  }

  @Test(arguments: [0, ENOENT, EACCES, EINVAL])
  func `other errors are of the file`(code: Int32) {
    #expect(FileShortage("a.ttf", reportedBy: code) == nil)
  }

  @Test func `a folder that is missing has no files, which is no shortage`() throws {
    #expect(
      try FontPaths.expand(["/no/such/*.ttf", "/no/such.ttf", "/no/such.ttf"]) == [
        "/no/such.ttf"
      ])
  }
}
