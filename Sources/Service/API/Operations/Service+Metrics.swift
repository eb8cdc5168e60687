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
    return call.service.metricsResponse
  }

  /// The response with all metrics.
  var metricsResponse: Response {
    var text = PrometheusText()
    text.write(version: configuration.version)
    let counts = metrics.snapshot
    text.write(counts)
    text.write(droppedLogLines: log.droppedLines)
    text.write(log.spans)
    text.write(pool.statistics, workers: configuration.workers)
    text.write(collections.usage)
    text.write(fullestTenants: fullestTenants)
    text.write(orphaned: orphans.reduce(0) { $0 + $1.usage.collections })
    text.write(cells)
    text.write(ownFonts: ownFonts.usage)
    text.write(quarantined: collections.quarantinedCount)
    text.write(streams: events.streamCount, collectionsInMemory: collections.liveCount)
    text.write(
      queueLimit: configuration.queueLimit, streamLimit: configuration.streamLimit,
      collectionLimits: configuration.collections)
    if let connections { text.write(connections, limit: configuration.server.connectionLimit) }
    text.write(ProcessUsage(), memory: (limit: MachineMemory.available, taken: MachineMemory.taken))
    if collections.isShared {
      text.writeShared(counts, doubts: collections.doubts, isUp: collections.outage == nil)
    }
    if let file = configuration.storeFile {
      text.write(storeIsWritable: collections.outage == nil && !collections.isFull)
      if let space = DiskSpace(of: file) {
        text.write(space, storeBytes: DiskSpace.bytes(ofFile: file) + DiskSpace.bytes(ofFile: file + "-wal"))
      }
    }
    var response = Response(
      contentType: "text/plain; version=0.0.4; charset=utf-8", bytes: Array(text.text.utf8))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }

  /// The tenants whose quotas the metrics describe: so few that their number does not burden what collects the metrics.
  private var fullestTenants: [(tenant: String, uses: [QuotaUsage.Use])] {
    let keys = access.keys.counts.mapValues { _ in CollectionUsage() }
    return QuotaUsage(self).fullest(20, storing: keys.merging(collections.usageOfOwners) { $1 })
  }
}
