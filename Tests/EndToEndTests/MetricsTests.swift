import TestSupport
import Testing

/// The values of `/metrics`.
struct MetricsTests {
  private func request(_ kind: String, _ count: Int) -> String {
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"\(kind)\"},"
      + "\"sections\":[{\"itemCount\":\(count)}]}"
  }

  @Test func `known traffic is counted by route, method, status and kind, and never by what clients make up`()
    throws
  {
    let service = try RunningService("--workers", "2")
    var sent = 0
    for _ in 0..<3 { sent += try service.solve(request("flow", 5)).body.count }
    sent += try service.solve(request("list", 7)).body.count
    sent += try service.solve(request("lsit", 7)).body.count
    sent += try service.solve("{").body.count
    sent += try service.ask("GET", "/made/up/{}|/path").body.count
    sent += try service.ask("GET", "/made/up/another").body.count
    sent += try service.ask("BREW", "/v1/layouts", body: []).body.count
    _ = try service.ask("HEAD", "/healthz")
    let metrics = try service.metrics()
    func count(_ route: String, _ method: String, _ status: Int, _ layout: String = "") -> Double? {
      metrics[
        "tessera_http_request_duration_seconds_count{route=\"\(route)\",method=\"\(method)\","
          + "status=\"\(status)\",layout=\"\(layout)\"}"]
    }
    #expect(count("/v1/layouts", "POST", 200, "flow") == 3)
    #expect(count("/v1/layouts", "POST", 200, "list") == 1)
    #expect(count("/v1/layouts", "POST", 422) == 1)
    #expect(count("/v1/layouts", "POST", 400) == 1)
    #expect(count("none", "GET", 404) == 2)
    #expect(count("/v1/layouts", "other", 405) == 1)
    #expect(count("/healthz", "HEAD", 200) == 1)
    #expect(metrics["tessera_items_laid_out_total"] == 22)
    #expect(metrics["tessera_refusals_total{code=\"invalid_request\"}"] == 1)
    #expect(metrics["tessera_refusals_total{code=\"malformed_json\"}"] == 1)
    #expect(metrics["tessera_refusals_total{code=\"not_found\"}"] == 2)
    #expect(metrics["tessera_refusals_total{code=\"method_not_allowed\"}"] == 1)
    #expect(metrics["tessera_jobs_completed_total"] == 6)
    #expect(metrics["tessera_queue_wait_seconds_count"] == 6)
    #expect(metrics["tessera_workers"] == 2)
    #expect(metrics["tessera_connections_limit"] == 1024)
    // The page is computed while its own request is in work.
    #expect(metrics["tessera_connections{state=\"working\"}"].map { $0 >= 1 } == true)
    #expect(metrics["tessera_queue_depth"] == 0 && metrics["tessera_jobs_running"] == 0)
    #expect(eventually { ((try? service.metrics()["tessera_http_sent_bytes_total"]) ?? 0) >= Double(sent) })
  }

  @Test func `the page is Prometheus' text format: families once, histograms cumulative`() throws {
    let service = RunningService.shared.value
    _ = try service.solve(Bodies.small)
    let page = try service.ask("GET", "/metrics")
    #expect(page.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    var types: [String: String] = [:]
    var buckets: [String: [(bound: Double, count: Double)]] = [:]
    for line in page.text.split(separator: "\n") {
      if let match = line.wholeMatch(of: /# TYPE (\w+) (counter|gauge|histogram)/) {
        #expect(types.updateValue(String(match.2), forKey: String(match.1)) == nil, "\(line)")
        continue
      }
      if line.hasPrefix("# HELP ") { continue }
      let sample = try #require(line.wholeMatch(of: /(\w+)(\{.*\})? ([0-9.e+-]+)/), "\(line)")
      let name = String(sample.1)
      let family = ["_bucket", "_sum", "_count"].reduce(name) {
        $0.hasSuffix($1) && types[$0] == nil ? String($0.dropLast($1.count)) : $0
      }
      #expect(types[family] != nil, "\(line)")
      if types[family] == "counter" { #expect(name.hasSuffix("_total"), "\(line)") }
      if name.hasSuffix("_bucket"), let le = line.firstMatch(of: /,?le="([^"]+)"/) {
        let key = String(line[..<le.range.lowerBound])
        let bound = le.1 == "+Inf" ? Double.infinity : try #require(Double(le.1))
        buckets[key, default: []].append((bound, try #require(Double(sample.3))))
      }
    }
    #expect(buckets.count >= 2)
    for (name, series) in buckets {
      #expect(
        series.map(\.bound) == series.map(\.bound).sorted() && series.last?.bound == .infinity, "\(name)")
      #expect(series.map(\.count) == series.map(\.count).sorted(), "\(name)")
    }
  }

  @Test func `the tables of the documentation have every metric`() throws {
    let page = try RunningService.shared.value.ask("GET", "/metrics").text
    let names = page.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
      .map { $0.split(separator: " ")[2] }
    #expect(names.contains("tessera_queue_depth"))
    let rows = try Repository.text("docs/operations.md").split(separator: "\n").filter { $0.hasPrefix("|") }
    let missing = names.filter { name in
      !rows.contains { $0.contains("`\(name)`") || $0.contains("`\(name){") }
    }
    #expect(missing == [])
  }

  @Test func `on an address of their own, metrics are there and nowhere else`() throws {
    let service = try RunningService("--metrics-listen", "127.0.0.1:0")
    let port = try service.metricsPort()
    _ = try service.solve(Bodies.small)
    // The service counts a layout when it sends the response, which the client may notice first.
    #expect(
      eventually {
        let page = HTTPClient(port: port)?.request("GET", "/metrics")
        return page?.status == 200 && page?.text.contains("tessera_items_laid_out_total 3\n") == true
      })
    #expect(HTTPClient(port: port)?.request("HEAD", "/metrics")?.status == 200)
    let posted = HTTPClient(port: port)?.unrecorded.request("POST", "/metrics", body: [])
    #expect(posted?.status == 405 && posted?.header("Allow") == "GET, HEAD")
    #expect(HTTPClient(port: port)?.unrecorded.request("GET", "/v1/layouts")?.status == 404)
    let main = try service.ask("GET", "/metrics")
    #expect(main.status == 404 && main.code == "not_found")
    #expect(service.stop() == 0)
  }
}
