import Foundation
import Synchronization
import TestSupport
import Testing

/// Watching a collection, over sockets.
struct EventStreamTests {
  private static let headers = ["Content-Type: application/json"]

  /// The ids of a list after the changes of some events, which report all changes.
  private func apply(_ events: [StreamEvent], to ids: inout [String]) {
    for event in events {
      var next: [Int: String] = [:]
      for change in event.json?["changes"]?.elements ?? [] {
        guard let to = change["to"]?.elements?.last?.int, let id = change["id"]?.string else { continue }
        next[to] = id
      }
      let changed = Set((event.json?["changes"]?.elements ?? []).compactMap { $0["id"]?.string })
      var kept = ids.filter { !changed.contains($0) }[...]
      let count = kept.count + next.count
      ids = (0..<count).map { next[$0] ?? kept.removeFirst() }
    }
  }

  @Test func `a watcher gets every change, with its version as the event's id`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a", "b"])
    let stream = try EventStream(service, "/v1/collections/c/events?scope=all")
    #expect(stream.answer.status == 200)
    #expect(stream.answer.header("Content-Type") == "text/event-stream")
    #expect(stream.answer.header("Cache-Control") == "no-cache, no-transform")
    let open = try #require(stream.next())
    #expect(open.name == "open" && open.id == "1" && open.version == 1)
    let made = try service.insert("x", into: "c")
    let event = try #require(stream.next())
    #expect(event.name == "message" && event.id == "2" && event.version == 2)
    // The same diff as in the response to the writer, with the operations that made it.
    var told = try #require(event.json?.members)
    #expect(told.removeValue(forKey: "cause") == "updates")
    let updates = told.removeValue(forKey: "updates")
    #expect(updates == [["op": "insertItems", "at": [[0, 0]], "ids": ["x"]]])
    #expect(JSONTree.object(told) == made.json)
    _ = try service.snapshot(["b", "x"], of: "c")
    let next = try #require(stream.next())
    #expect(next.id == "3" && next.json?["cause"] == "snapshot")
    var ids = ["a", "b"]
    apply([event, next], to: &ids)
    #expect(ids == ["b", "x"])
  }

  @Test func `a stream without own changes has their ids alone, live, resumed and replayed`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a", "b"])
    let client = try service.client()
    func insert(_ id: String, _ query: String) {
      let body = #"{"updates":[{"op":"insertItems","at":[[0,0]],"items":[{"id":"\#(id)"}]}]}"#
      let answer = client.request(
        "POST", "/v1/collections/c/updates\(query)", Self.headers + ["X-Request-Id: r-\(id)"],
        body: Array(body.utf8))
      #expect(answer?.status == 200)
    }
    let target = "/v1/collections/c/events?own=false"
    let stream = try EventStream(service, target)
    #expect(stream.next()?.name == "open")
    insert("own", "?viewport=main")
    insert("foreign", "")
    let event = try #require(stream.next())
    #expect(event.id == "3" && event.json?["requestId"] == "r-foreign" && event.json?["viewport"] == nil)
    #expect(String(decoding: stream.received, as: UTF8.self).contains("id: 2\n\nid: 3\ndata: "))
    insert("last", "?viewport=main")
    // The events of the live stream, and a subscription that needs the journal.
    for (number, resumed) in [target + "&since=1", target + "&since=1&scope=all"].enumerated() {
      let again = try EventStream(service, resumed)
      #expect(again.next()?.id == "3")
      if number == 1 { #expect(again.next()?.json?["requestId"] == "r-after0") }
      insert("after\(number)", "")
      #expect(again.next()?.json?["requestId"] == .string("r-after\(number)"))
      let text = String(decoding: again.received, as: UTF8.self)
      #expect(text.contains("id: 2\n\nid: 3\ndata: ") && text.contains("\n\nid: 4\n\n"))
    }
    let other = try EventStream(service, "/v1/collections/c/events?since=1")
    #expect(other.next()?.json?["viewport"] == "main")
    #expect(try EventStream(service, "/v1/collections/c/events?own=maybe").answer.status == 400)
  }

  @Test func `a watcher that reconnects with the last id gets the missed events, once and in order`() throws {
    let service = try RunningService()
    _ = try service.keep("c", [])
    let stream = try EventStream(service, "/v1/collections/c/events")
    _ = stream.next()
    for number in 0..<3 { _ = try service.insert("i\(number)", into: "c") }
    #expect(stream.next(3).compactMap(\.id) == ["2", "3", "4"])
    stream.close()
    for number in 3..<6 { _ = try service.insert("i\(number)", into: "c") }
    let again = try EventStream(service, "/v1/collections/c/events", ["Last-Event-ID: 4"])
    #expect(again.next(3).compactMap(\.id) == ["5", "6", "7"])
    _ = try service.insert("i6", into: "c")
    #expect(again.next()?.id == "8")
    // A subscription that no client had before: the server replays the journal for it.
    let other = try EventStream(service, "/v1/collections/c/events?scope=all&since=1")
    let events = other.next(7)
    #expect(events.compactMap(\.id) == (2...8).map { "\($0)" })
    var ids: [String] = []
    apply(events, to: &ids)
    #expect(ids == (0...6).reversed().map { "i\($0)" })
  }

  @Test func `many watchers of concurrent changes all get every change, whenever they connected`() throws {
    let service = SharedHandle(try RunningService())
    _ = try service.value.keep("c", [])
    let changes = 60
    let faults = Gathering<String>()
    let made = Atomic(0)
    let writers = startConcurrently(2) {
      for _ in 0..<changes / 2 {
        let number = made.add(1, ordering: .relaxed).newValue
        _ = try? service.value.insert("i\(number)", into: "c")
      }
    }
    runConcurrently(jobs: 8, threads: 8) { watcher in
      var last = 1
      do {
        // Each client disconnects now and then and reconnects.
        while last < changes + 1 {
          let stream = try EventStream(
            service.value, "/v1/collections/c/events?scope=all", ["Last-Event-ID: \(last)"])
          for _ in 0..<(5 + 4 * watcher) where last < changes + 1 {
            guard let event = stream.next() else { throw NoAnswer(request: "an event") }
            if event.id != "\(last + 1)" { faults.add("\(watcher): \(event.id ?? "-") after \(last)") }
            if event.json?["fromVersion"]?.int != last { faults.add("\(watcher): a gap at \(last)") }
            last = event.version ?? changes + 1
          }
          stream.close()
        }
      } catch {
        faults.add("\(watcher): \(error)")
      }
    }
    writers()
    #expect(faults.values == [])
  }

  @Test func `a stream from a version that the history lacks begins with a reset`() throws {
    let service = try RunningService("--history-limit", "3")
    _ = try service.keep("c", [])
    for number in 0..<9 { _ = try service.insert("i\(number)", into: "c") }
    let gone = try service.ask("GET", "/v1/collections/c/history?since=1")
    #expect(gone.status == 410 && gone.code == "history_gone")
    #expect(try service.ask("GET", "/v1/collections/c/history?since=77").status == 410)
    let kept = try service.ask("GET", "/v1/collections/c/history?since=8").json
    #expect(kept?["diffs"]?.elements?.compactMap { $0["version"]?.int } == [9, 10])
    for (last, version) in [("1", 10), ("77", 11)] {
      let stream = try EventStream(service, "/v1/collections/c/events", ["Last-Event-ID: \(last)"])
      let event = try #require(stream.next())
      #expect(event.name == "reset" && event.id == "\(version)" && event.version == version)
      #expect(event.json?["reason"] == "history_gone")
      // From there on the stream reports every change.
      _ = try service.insert("after \(version)", into: "c")
      #expect(stream.next()?.id == "\(version + 1)")
    }
  }

  @Test func `history returns the events of the stream, page by page`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a"])
    let stream = try EventStream(service, "/v1/collections/c/events")
    _ = stream.next()
    for number in 0..<5 { _ = try service.insert("i\(number)", into: "c") }
    let events = stream.next(5).compactMap(\.json)
    let whole = try service.ask("GET", "/v1/collections/c/history?since=1").json
    #expect(whole?["diffs"] == .array(events))
    #expect(whole?["version"] == 6 && whole?["isComplete"] == true)
    let page = try service.ask("GET", "/v1/collections/c/history?since=2&limit=2").json
    #expect(page?["diffs"] == .array(Array(events[1...2])))
    #expect(page?["version"] == 4 && page?["isComplete"] == false)
    let none = try service.ask("GET", "/v1/collections/c/history?since=6").json
    #expect(none?["diffs"] == [] && none?["isComplete"] == true && none?["version"] == 6)
  }

  @Test func `each screen gets the changes in its bounds`() throws {
    let service = try RunningService()
    _ = try service.keep("c", (0..<100).map { "i\($0)" })
    let wide: JSONTree = [
      "bounds": ["x": 0, "y": 1000, "width": 100, "height": 60], "container": ["width": 100, "height": 60],
    ]
    let made = try service.ask(
      "PUT", "/v1/collections/c/viewports/low", Self.headers, body: Array(wide.description.utf8))
    #expect(made.status == 201)
    let low = try EventStream(service, "/v1/collections/c/events?viewport=low")
    let all = try EventStream(service, "/v1/collections/c/events")
    _ = (low.next(), all.next())
    _ = try service.insert("x", into: "c")
    // The low viewport keeps its visible content in position; the other has no bounds and shows everything.
    let seen = try #require(low.next()?.json)
    #expect(seen["contentOffset"]?["to"]?["y"] == 1020 && seen["changes"]?.elements?.count ?? 9 < 9)
    #expect(all.next()?.json?["changes"]?.elements?.count == 101)
    let folded = try EventStream(service, "/v1/collections/c/events?scope=all&runs=true&since=1")
    #expect(folded.next()?.json?["shifts"]?.elements?.count == 1)
    #expect(try service.ask("DELETE", "/v1/collections/c/viewports/low").status == 204)
    let gone = try #require(low.next())
    #expect(gone.name == "unavailable" && gone.id == "")
    #expect(gone.json == ["viewport": "low", "reason": "viewport_deleted"])
    _ = try service.insert("y", into: "c")
    #expect(all.next()?.id == "3")
    let again = try service.ask(
      "PUT", "/v1/collections/c/viewports/low", Self.headers, body: Array(wide.description.utf8))
    #expect(again.status == 201)
    let opened = try #require(low.next())
    #expect(opened.name == "open" && opened.id == "3" && opened.json == ["id": "c", "version": 3])
    _ = try service.insert("z", into: "c")
    #expect(low.next()?.version == 4)
  }

  @Test func `a stream on a viewport that does not exist yet waits for it`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a", "b"])
    let clients: [(target: String, headers: [String])] = [
      ("", []), ("&since=1", []), ("", ["Last-Event-ID: 1"]),
    ]
    for (number, (target, headers)) in clients.enumerated() {
      let stream = try EventStream(service, "/v1/collections/c/events?viewport=late\(target)", headers)
      let first = try #require(stream.next())
      #expect(stream.answer.status == 200 && first.name == "unavailable" && first.id == "")
      #expect(first.json == ["viewport": "late", "reason": "viewport_missing"])
      let version = try #require(try service.insert("x\(number)", into: "c").json?["version"]?.int)
      let bodiless = try service.send("PUT", "/v1/collections/c/viewports/late", ["bounds": [0, 0, 9, 9]])
      #expect(bodiless.status == 404 && bodiless.text.contains("container"))
      let late: JSONTree = ["bounds": [0, 0, 50, 60], "container": ["width": 50, "height": 60]]
      #expect(try service.send("PUT", "/v1/collections/c/viewports/late", late).status == 201)
      let opened = try #require(stream.next())
      #expect(opened.name == "open" && opened.version == version)
      _ = try service.insert("y\(number)", into: "c")
      let change = try #require(stream.next())
      #expect(change.name == "message" && change.json?["fromVersion"]?.int == version)
      #expect(change.json?.at("/contentSize/to/width") == 50)
      #expect(try service.ask("DELETE", "/v1/collections/c/viewports/late").status == 204)
      #expect(stream.next()?.name == "unavailable")
    }
  }

  @Test func `deleting a collection ends its streams with a last event`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a"])
    _ = try service.keep("d", ["a"])
    let streams = try (0..<5).map { _ in try EventStream(service, "/v1/collections/c/events") }
    let other = try EventStream(service, "/v1/collections/d/events")
    for stream in streams + [other] { _ = stream.next() }
    _ = try service.insert("x", into: "c")
    #expect(try service.ask("DELETE", "/v1/collections/c").status == 204)
    for stream in streams {
      #expect(stream.next()?.id == "2")
      let last = try #require(stream.next())
      #expect(last.name == "closed" && last.json?["reason"] == "collection_deleted")
      #expect(stream.next() == nil && stream.hasEnded)
    }
    #expect(try EventStream(service, "/v1/collections/c/events").answer.status == 404)
    // A new collection with the same id is another one: a version of the first means nothing to it.
    _ = try service.keep("c", ["b"])
    let again = try EventStream(service, "/v1/collections/c/events", ["Last-Event-ID: 2"])
    #expect(again.next()?.name == "reset")
    _ = try service.insert("y", into: "d")
    #expect(other.next()?.id == "2")
  }

  @Test func `a silent stream gets signs of life`() throws {
    let service = try RunningService("--stream-heartbeat", "200ms", "--idle-timeout", "1s")
    _ = try service.keep("c", [])
    let stream = try EventStream(service, "/v1/collections/c/events")
    _ = stream.next()
    // A connection that is silent only from now on is closed before.
    let silent = try service.client()
    while silent.fill() {}
    #expect(errno != EAGAIN)
    for _ in 0..<3 { #expect(stream.nextHeartbeat()) }
    _ = try service.insert("x", into: "c")
    #expect(stream.next()?.id == "2")
  }

  @Test func `so many streams are open as was set, in all and for a tenant`() throws {
    let service = try RunningService(
      "--stream-limit", "3", "--streams-per-key", "2", environment: ["TESSERA_KEYS": "alpha,beta"])
    let (alpha, beta) = (["Authorization: Bearer alpha"], ["Authorization: Bearer beta"])
    _ = try service.keep("c", [], alpha)
    _ = try service.keep("c", [], beta)
    let first = try EventStream(service, "/v1/collections/c/events", alpha)
    let second = try EventStream(service, "/v1/collections/c/events", alpha)
    #expect(first.next() != nil && second.next() != nil)
    let own = try EventStream(service, "/v1/collections/c/events", alpha).answer
    #expect(own.status == 429 && own.header("Retry-After") == "10")
    #expect(own.json?["code"] == "too_many_streams" && own.text.contains("for a tenant"))
    let third = try EventStream(service, "/v1/collections/c/events", beta)
    #expect(third.next() != nil)
    let all = try EventStream(service, "/v1/collections/c/events", beta).answer
    #expect(all.status == 429 && all.text.contains("3 streams"))
    #expect(try service.metrics()["tessera_event_streams"] == 3)
    first.close()
    #expect(try eventually { try service.metrics()["tessera_event_streams"] == 2 })
    #expect(try EventStream(service, "/v1/collections/c/events", beta).next() != nil)
    #expect(try EventStream(service, "/v1/collections/c/events").answer.status == 401)
  }

  @Test func `a reader that stops reading is disconnected, and gets the rest when it reconnects`() throws {
    let service = try RunningService("--stream-backlog", "64KB")
    _ = try service.keep("c", (0..<300).map { "item number \($0)" })
    let stuck = try EventStream(service, "/v1/collections/c/events")
    let good = try EventStream(service, "/v1/collections/c/events")
    _ = (stuck.next(), good.next())
    // Each event is some 60 KB; the sockets in between hold a few megabytes.
    var sent = 0
    while try service.metrics()["tessera_streams_too_slow_total"] == 0, sent < 400 {
      _ = try service.insert("x\(sent)", into: "c")
      #expect(good.next()?.version == sent + 2)
      sent += 1
    }
    #expect(try service.metrics()["tessera_event_streams"] == 1, "after \(sent) events")
    var last = 1
    while let event = stuck.next() { last = event.version ?? last }
    #expect(last < sent + 1 && !stuck.hasEnded)
    var told: [Int?] = []
    let missed = Array(last + 1...sent + 1)
    // On a busy machine the client may be too slow again, and reconnects.
    for _ in 0..<20 where last < sent + 1 {
      let again = try EventStream(service, "/v1/collections/c/events", ["Last-Event-ID: \(last)"])
      let first = try #require(again.next())
      // Or the history has more changes than one response carries.
      if first.name == "reset" {
        #expect(first.version == sent + 1 && first.json?["reason"] == "answer_too_large")
        return
      }
      told += [first.version] + again.next(sent - last).map(\.version)
      last = (told.last ?? nil) ?? last
    }
    #expect(told == missed)
  }

  @Test func `a service that stops ends its streams at once`() throws {
    let service = try RunningService("--drain", "1h")
    _ = try service.keep("c", [])
    let streams = try (0..<20).map { _ in try EventStream(service, "/v1/collections/c/events") }
    for stream in streams { _ = stream.next() }
    // A stop that waited for the streams would take an hour.
    #expect(service.stop() == 0)
    for stream in streams { #expect(stream.next() == nil && stream.hasEnded) }
  }

  @Test(arguments: [
    ("/v1/collections/nothing/events", 404, "not_found"),
    ("/v1/collections/c/events?viewport=", 400, "bad_request"),
    ("/v1/collections/c/events?viewport=..", 400, "bad_request"),
    ("/v1/collections/c/events?viewport=a%0Ab", 400, "bad_request"),
    ("/v1/collections/c/events?viewport=" + String(repeating: "v", count: 129), 400, "bad_request"),
    ("/v1/collections/c/events?scope=some", 400, "bad_request"),
    ("/v1/collections/c/events?runs=true", 400, "bad_request"),
    ("/v1/collections/c/events?since=-1", 400, "bad_request"),
    ("/v1/collections/c/events?snice=1", 400, "bad_request"),
    ("/v1/collections/c/history", 400, "bad_request"),
    ("/v1/collections/c/history?since=x", 400, "bad_request"),
    ("/v1/collections/c/history?since=1&limit=0", 400, "bad_request"),
    ("/v1/collections/c/history?since=1&viewport=nothing", 404, "not_found"),
    ("/v1/collections/nothing/history?since=1", 404, "not_found"),
  ])
  func `watching a collection that cannot be watched is a problem`(target: String, status: Int, code: String)
    throws
  {
    let service = RunningService.shared.value
    _ = try service.keep("c", ["a"])
    let answer = try service.ask("GET", target)
    #expect(answer.status == status && answer.code == code, "\(answer.text)")
  }

  @Test func `a last id that is none, and a client that takes no events, are refused`() throws {
    let service = RunningService.shared.value
    _ = try service.keep("c", ["a"])
    for id in ["x", "-3", "99999999999999999999999", "1.5"] {
      let answer = try service.ask("GET", "/v1/collections/c/events", ["Last-Event-ID: \(id)"])
      #expect(answer.status == 400 && answer.code == "bad_request", "\(id)")
    }
    let other = try service.ask("GET", "/v1/collections/c/events", ["Accept: application/json"])
    #expect(other.status == 406)
    #expect(try service.ask("HEAD", "/v1/collections/c/events").status == 200)
  }
}
