import TestSupport
import Testing

@testable import API

/// Requests that erase.
struct ErasureRequestTests {
  private static func history(_ service: TestService, since version: Int) -> TestResponse {
    service.get(Kept.path + "/history?since=\(version)")
  }

  @Test func `a batch that erases is made, and the history begins with it`() throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    let erased = service.update([["op": "deleteItems", "ids": ["n"]]], ["erase": true])
    #expect(erased.status == 200 && erased.json?["fromVersion"] == 2 && erased.version == 3)
    #expect(service.ids == ["a", "b", "c"])
    for version in 1...2 {
      let answer = Self.history(service, since: version)
      #expect(answer.status == 410 && answer.code == "history_gone")
    }
    _ = service.update(Kept.insertion)
    let later = Self.history(service, since: 3)
    #expect(later.status == 200 && later.json?["diffs"]?.elements?.map { $0["version"]?.int } == [4])
  }

  @Test func `without erase, or with false, the history stays`() throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    _ = service.update([["op": "deleteItems", "ids": ["n"]]], ["erase": false])
    #expect(Self.history(service, since: 1).json?["diffs"]?.elements?.count == 2)
  }

  @Test func `a snapshot that erases is made, and an empty batch erases the history alone`() throws {
    let service = try TestService()
    _ = service.create()
    let replaced = service.snapshot([Kept.section("s", ["a"])], ["erase": true])
    #expect(replaced.status == 200 && service.ids == ["a"])
    #expect(Self.history(service, since: 1).status == 410)
    #expect(service.update([], ["erase": true]).version == 3)
    #expect(Self.history(service, since: 2).status == 410 && service.ids == ["a"])
  }

  @Test func `a change of another kind takes no erase`() throws {
    let service = try TestService()
    _ = service.create()
    let layout = service.put(Kept.path + "/layout", ["layout": ["kind": "list"], "erase": true])
    #expect(layout.status == 422 && layout.pointers == ["/erase"])
    let measured = service.post(Kept.path + "/measurements", ["measurements": [], "erase": true])
    #expect(measured.status == 422 && measured.pointers == ["/erase"])
  }

  @Test(arguments: ["1", "\"true\"", "null", "[]"])
  func `an erase that is no truth value is pointed at, and nothing is changed`(value: String) throws {
    let service = try TestService()
    _ = service.create()
    let body = "{\"updates\":[{\"op\":\"deleteItems\",\"ids\":[\"a\"]}],\"erase\":\(value)}"
    let answer = service.ask(.post, Kept.updates, bytes: Array(body.utf8))
    #expect(answer.status == 422 && answer.pointers == ["/erase"])
    #expect(service.version == 1 && service.ids == ["a", "b", "c"])
  }

  @Test(arguments: ["", "?prefix=c&"])
  func `a deletion takes true and false, and deletes nothing for anything else`(prefix: String) throws {
    let service = try TestService()
    _ = service.create()
    let path = prefix.isEmpty ? Kept.path + "?" : "/v1/collections" + prefix
    for value in ["", "1", "yes", "True", "true&erase=true"] {
      let answer = service.delete(path + "erase=\(value)")
      #expect(answer.status == 400 && answer.detail?.contains("erase") == true, "\(value)")
    }
    #expect(service.version == 1)
    for value in ["true", "false"] {
      #expect([200, 204].contains(service.delete(path + "erase=\(value)").status))
      #expect(service.version == nil)
      _ = service.create()
    }
  }

  @Test func `a deletion that erases stands under the conditions of any other`() throws {
    let service = try TestService()
    _ = service.create()
    #expect(service.delete(Kept.path + "?erase=true", ["If-Match": "\"2\""]).status == 412)
    #expect(service.version == 1)
    #expect(service.delete(Kept.path + "?erase=true", ["If-Match": "\"1\""]).status == 204)
    #expect(service.delete(Kept.path + "?erase=true").status == 404)
  }

  @Test func `a token erases nothing, and a key does`() throws {
    let tokens = try TokenService()
    let bearer = TokenService.bearer(try tokens.token(.read, .change))
    let refused = tokens.service.update([["op": "deleteItems", "ids": ["a"]]], ["erase": true], bearer)
    #expect(refused.status == 403 && refused.code == "forbidden")
    #expect(tokens.service.update([], ["erase": false], bearer).version == 2)
    #expect(tokens.service.delete(Kept.path + "?erase=true", bearer).status == 403)
    let key = TokenService.bearer("alpha")
    #expect(tokens.service.update([], ["erase": true], key).version == 3)
  }
}
