import Collections
import HTTPServer
import Support
import Wire
import WorkerPool

extension Service {
  /// Responds to `GET /metrics` with the counts of the service, in Prometheus' text format.
  ///
  /// - Throws: `notFound` if metrics have an address of their own.
  static func exposeMetrics(_ call: Call) throws(Problem) -> Response {
    guard !call.service.configuration.metricsElsewhere else {
      throw .noResource(at: call.request.head.path, " Metrics have a separate address.")
    }
    return call.service.metricsPage
  }

  /// The response with all metrics.
  var metricsPage: Response {
    var page = PrometheusText()
    page.write(version: configuration.version)
    let counts = metrics.snapshot
    page.write(counts)
    page.write(droppedLogLines: log.droppedLines)
    page.write(log.spans)
    page.write(pool.statistics, workers: configuration.workers)
    page.write(collections.usage)
    page.write(fullestTenants: fullestTenants)
    page.write(orphaned: orphans.reduce(0) { $0 + $1.usage.collections })
    page.write(cells)
    page.write(ownFonts: ownFonts.usage)
    page.write(quarantined: collections.quarantinedCount)
    page.write(streams: events.streamCount, collectionsInMemory: collections.liveCount)
    page.write(
      queueLimit: configuration.queueLimit, streamLimit: configuration.streamLimit,
      collectionLimits: configuration.collections)
    if let connections { page.write(connections, limit: configuration.server.connectionLimit) }
    page.write(ProcessUsage(), memory: (limit: MachineMemory.available, taken: MachineMemory.taken))
    if collections.isShared {
      page.writeShared(counts, doubts: collections.doubts, isUp: collections.outage == nil)
    }
    if let file = configuration.storeFile {
      page.write(storeIsWritable: collections.outage == nil && !collections.isFull)
      if let space = DiskSpace(of: file) {
        page.write(space, storeBytes: DiskSpace.bytes(ofFile: file) + DiskSpace.bytes(ofFile: file + "-wal"))
      }
    }
    var response = Response(
      contentType: "text/plain; version=0.0.4; charset=utf-8", bytes: Array(page.text.utf8))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }

  /// The tenants whose quotas the metrics describe: so few that their number does not burden what collects the metrics.
  private var fullestTenants: [(tenant: String, uses: [QuotaUsage.Use])] {
    let keys = access.keys.counts.mapValues { _ in CollectionUsage() }
    return QuotaUsage(self).fullest(20, storing: keys.merging(collections.usageOfOwners) { $1 })
  }
}
