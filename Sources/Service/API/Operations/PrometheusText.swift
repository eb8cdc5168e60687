import Collections
import HTTPServer
import SelfSizing
import Support
import Wire
import WorkerPool

/// A page in Prometheus' text exposition format.
struct PrometheusText {
  private(set) var text = ""

  /// Writes the counts of requests, problems, layouts, events and the journal.
  mutating func write(_ counts: Metrics.Counts) {
    let requests = counts.requests.sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }
    family("tessera_http_request_duration_seconds", "histogram", "From the request line to the response.")
    for (labels, histogram) in requests {
      let names =
        "route=\"\(labels.route)\",method=\"\(labels.method)\",status=\"\(labels.status)\","
        + "layout=\"\(labels.layoutKind)\""
      self.histogram(
        "tessera_http_request_duration_seconds", names, histogram)
    }
    family("tessera_refusals_total", "counter", "Problems sent, by code.")
    // Every code from the start: Prometheus sees no increase in the first sample of a series.
    for code in ProblemCode.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
      sample("tessera_refusals_total", "code=\"\(code.rawValue)\"", counts.refusals[code, default: 0])
    }
    family(
      "tessera_quota_refusals_total", "counter", "Requests rejected because of a quota of their tenant.")
    for quota in QuotaName.allCases {
      sample(
        "tessera_quota_refusals_total", "quota=\"\(quota.rawValue)\"",
        counts.quotaRefusals[quota, default: 0])
    }
    single("tessera_items_laid_out_total", "counter", "Items of all solved layouts.", counts.itemsLaidOut)
    single("tessera_http_sent_bytes_total", "counter", "Bytes of the bodies of responses.", counts.bytesSent)
    single(
      "tessera_clients_gone_total", "counter", "Clients that left before their response.", counts.clientsGone)
    single("tessera_events_sent_total", "counter", "Events sent to streams.", counts.eventsSent)
    single(
      "tessera_streams_too_slow_total", "counter", "Streams ended because their reader was too slow.",
      counts.streamsTooSlow)
    family("tessera_journal_seconds", "histogram", "How long changes took to become durable.")
    histogram("tessera_journal_seconds", "", counts.journal)
  }

  /// Writes the counts of a store that other servers use too.
  mutating func writeShared(_ counts: Metrics.Counts, doubts: Int, isUp: Bool) {
    single("tessera_store_up", "gauge", "Whether the shared store can be used: 1 or 0.", isUp ? 1 : 0)
    family(
      "tessera_tip_seconds", "histogram", "How long the store took to name a newest version.")
    histogram("tessera_tip_seconds", "", counts.tips)
    family(
      "tessera_hint_seconds", "histogram", "From a hint of another server until its change was visible here.")
    histogram("tessera_hint_seconds", "", counts.hints)
    single(
      "tessera_lost_races_total", "counter", "Changes made again because another server was faster.",
      counts.lostRaces)
    single(
      "tessera_followed_entries_total", "counter", "Changes of other servers that were applied here.",
      counts.followedChanges)
    single("tessera_doubts_total", "counter", "Commits to the shared store that lost their response.", doubts)
  }

  mutating func write(version: String) {
    family("tessera_build_info", "gauge", "The version of the program; always 1.")
    sample("tessera_build_info", "version=\"\(version)\"", 1)
    single(
      "tessera_page_engine", "gauge", "Whether the program carries the engine for browser pages: 1 or 0.",
      PageEngineFiles.areCarried ? 1 : 0)
  }

  /// Writes the limits that gauges are compared with.
  mutating func write(queueLimit: Int, streamLimit: Int, collectionLimits: CollectionLimits) {
    single("tessera_queue_limit", "gauge", "Requests that may wait for a worker.", queueLimit)
    single("tessera_event_streams_limit", "gauge", "Event streams that may be open.", streamLimit)
    single(
      "tessera_collections_limit", "gauge", "Collections that may be stored.", collectionLimits.collections)
    single(
      "tessera_collection_items_limit", "gauge", "Items that all stored collections may have.",
      collectionLimits.items)
  }

  /// Writes the open connections of clients, by what they do, and how many there may be.
  mutating func write(_ connections: [ConnectionActivity: Int], limit: Int) {
    family("tessera_connections", "gauge", "Open connections, by what they do.")
    for activity in ConnectionActivity.allCases {
      sample("tessera_connections", "state=\"\(activity.rawValue)\"", connections[activity, default: 0])
    }
    single("tessera_connections_limit", "gauge", "Connections that may be open.", limit)
  }

  /// Writes what the process takes, under the names that Prometheus' own clients use.
  ///
  /// - Parameter memory: bytes that the process may use, and those of them that it takes.
  mutating func write(_ usage: ProcessUsage, memory: (limit: Int, taken: Int)) {
    single(
      "process_resident_memory_bytes", "gauge", "Memory of the process, in bytes.", usage.residentBytes)
    single(
      "process_virtual_memory_bytes", "gauge", "Address space of the process, in bytes.", usage.virtualBytes)
    single("process_open_fds", "gauge", "Open files and sockets.", usage.openFiles)
    single("process_max_fds", "gauge", "Files and sockets that may be open.", usage.fileLimit)
    single(
      "process_cpu_seconds_total", "counter", "Processor time of the process.", usage.processorSeconds)
    single(
      "process_start_time_seconds", "gauge", "When the process started, in seconds since 1970.",
      usage.startedAt)
    single(
      "tessera_memory_limit_bytes", "gauge", "Memory that the process may use, in bytes.", memory.limit)
    single(
      "tessera_memory_taken_bytes", "gauge",
      "Memory that the process takes of it, by the limit that leaves it least, in bytes.", memory.taken)
  }

  /// Writes whether the store in a file takes changes.
  mutating func write(storeIsWritable: Bool) {
    single(
      "tessera_store_writable", "gauge",
      "Whether the store takes changes: 0 while its disk is full or its file is gone, otherwise 1.",
      storeIsWritable ? 1 : 0)
  }

  /// Writes the space on the disk that has the store.
  mutating func write(_ space: DiskSpace, storeBytes: Int) {
    single(
      "tessera_store_bytes", "gauge", "Bytes of the store's file and of its log on the disk.", storeBytes)
    single("tessera_disk_bytes", "gauge", "Bytes of the file system that has the store.", space.total)
    single(
      "tessera_disk_free_bytes", "gauge", "Bytes that the service may still write to it.", space.free)
  }

  mutating func write(droppedLogLines: Int) {
    single(
      "tessera_log_lines_dropped_total", "counter", "Requests that are missing in the log.", droppedLogLines)
  }

  /// Writes what became of the spans of requests.
  mutating func write(_ spans: SpanCounts) {
    single("tessera_spans_sent_total", "counter", "Spans that the collector has taken.", spans.sent)
    family("tessera_spans_dropped_total", "counter", "Spans that were dropped.")
    for reason in SpanCounts.Reason.allCases {
      sample(
        "tessera_spans_dropped_total", "reason=\"\(reason.rawValue)\"", spans.dropped[reason, default: 0])
    }
  }

  mutating func write(quarantined: Int) {
    single(
      "tessera_collections_quarantined", "gauge",
      "Collections that are not loaded because they crashed the process.", quarantined)
  }

  mutating func write(streams: Int, collectionsInMemory: Int) {
    single("tessera_event_streams", "gauge", "Open streams of events.", streams)
    single(
      "tessera_collections_in_memory", "gauge", "Collections in memory, with their layouts.",
      collectionsInMemory)
  }

  mutating func write(_ cells: CellSizing) {
    let counts = cells.loaded?.counts ?? SharedCellMeasurer.Counts()
    family(
      "tessera_cells_sized_total", "counter", "Cells that were measured, and those whose size was cached.")
    sample("tessera_cells_sized_total", "from=\"content\"", counts.measured)
    sample("tessera_cells_sized_total", "from=\"memory\"", counts.recalled)
    single(
      "tessera_size_memory_bytes", "gauge", "About how much memory cached sizes take.",
      cells.loaded?.cacheBytes ?? 0)
  }

  mutating func write(ownFonts: (fonts: Int, bytes: Int)) {
    single("tessera_own_fonts", "gauge", "Fonts that clients sent.", ownFonts.fonts)
    single(
      "tessera_own_font_bytes", "gauge", "Memory that the fonts of clients take, in bytes.", ownFonts.bytes)
  }

  mutating func write(_ usage: CollectionUsage) {
    single("tessera_collections", "gauge", "Stored collections.", usage.collections)
    single("tessera_collection_items", "gauge", "Items of all stored collections.", usage.items)
  }

  /// Writes how much of their quotas tenants have used.
  mutating func write(fullestTenants tenants: [(tenant: String, uses: [QuotaUsage.Use])]) {
    family(
      "tessera_tenant_quota_used_ratio", "gauge",
      "The used part of the quotas of the 20 tenants that have used most of one.")
    for (tenant, uses) in tenants {
      for use in uses {
        guard let ratio = use.ratio else { continue }
        sample(
          "tessera_tenant_quota_used_ratio", "tenant=\"\(tenant)\",quota=\"\(use.name.rawValue)\"", ratio)
      }
    }
  }

  mutating func write(orphaned collections: Int) {
    single(
      "tessera_collections_orphaned", "gauge", "Stored collections of tenants without a key.", collections)
  }

  mutating func write(_ pool: PoolStatistics, workers: Int) {
    single("tessera_workers", "gauge", "Threads that compute.", workers)
    single("tessera_queue_depth", "gauge", "Requests that wait for a worker.", pool.queued)
    single("tessera_jobs_running", "gauge", "Requests that a worker computes.", pool.running)
    single("tessera_jobs_completed_total", "counter", "Requests computed to their end.", pool.completed)
    single(
      "tessera_jobs_refused_total", "counter", "Requests rejected because the queue was full.", pool.refused)
    single(
      "tessera_jobs_limited_total", "counter",
      "Requests rejected because their key had too many in the queue.",
      pool.limited)
    single("tessera_jobs_expired_total", "counter", "Requests whose deadline passed.", pool.expired)
    single("tessera_jobs_abandoned_total", "counter", "Requests whose client had gone.", pool.abandoned)
    family("tessera_queue_wait_seconds", "histogram", "How long requests waited for a worker.")
    histogram("tessera_queue_wait_seconds", "", pool.queueWait)
  }

  private mutating func family(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func single(_ name: String, _ type: String, _ help: String, _ value: some Numeric) {
    family(name, type, help)
    sample(name, "", value)
  }

  private mutating func sample(_ name: String, _ labels: String, _ value: some Numeric) {
    text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
  }

  /// Writes a histogram; the buckets of the page are cumulative.
  private mutating func histogram(
    _ name: String, _ labels: String, _ histogram: Histogram
  ) {
    let comma = labels.isEmpty ? "" : ","
    var running = 0
    for (bound, bucket) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
      running += bucket
      sample("\(name)_bucket", "\(labels)\(comma)le=\"\(bound)\"", running)
    }
    text += labels.isEmpty ? "\(name)_sum \(histogram.sum)\n" : "\(name)_sum{\(labels)} \(histogram.sum)\n"
    sample("\(name)_count", labels, histogram.count)
  }
}
