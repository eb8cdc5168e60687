import Foundation
import Glibc
import TestSupport
import Testing

@testable import Support

@Suite struct FileFolderTests {
  private let folder = FileFolder(path: TemporaryFiles.path("parent") + "/folder")

  @Test func `a file is read as it was written, and can be replaced and deleted`() throws {
    #expect(try folder.names() == [])
    try folder.write([1, 2, 3], as: "b")
    try folder.write([], as: "a")
    #expect(try folder.names() == ["a", "b"])
    #expect(try folder.read("b", limit: 3) == [1, 2, 3] && folder.read("a", limit: 0) == [])
    try folder.write([4], as: "b")
    #expect(try folder.read("b", limit: 3) == [4])
    try folder.remove("b")
    try folder.remove("b")
    #expect(try folder.names() == ["a"])
  }

  @Test func `only the owner of the process reads the files`() throws {
    try folder.write([1], as: "a")
    for (path, mode) in [(folder.path, 0o700), (folder.path + "/a", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test func `files that a crash left unfinished are deleted`() throws {
    try folder.write([1], as: "a")
    _ = FileManager.default.createFile(atPath: folder.path + "/b.new", contents: Data([1]))
    #expect(try folder.names() == ["a"])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.new"))
  }

  @Test func `a file that is too large, a link and a folder are not read`() throws {
    try folder.write([1, 2], as: "a")
    symlink(folder.path + "/a", folder.path + "/link")
    mkdir(folder.path + "/inner", 0o700)
    func code(_ name: String, limit: Int = 10) -> Int32? {
      do throws(SystemError) { _ = try folder.read(name, limit: limit) } catch { return error.code }
      return nil
    }
    #expect(code("a", limit: 1) == EFBIG)
    #expect(code("link") == ELOOP && code("inner") == EINVAL && code("none") == ENOENT)
  }

  @Test func `a folder that cannot be made is an error, and leaves no file`() throws {
    let path = TemporaryFiles.path("file")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    #expect(throws: SystemError.self) { try FileFolder(path: path + "/folder").write([1], as: "a") }
  }
}
