import HTTPServer
import WorkerPool

extension Service {
  /// `GET /metrics`: what the service counts, in Prometheus' text form.
  static func exposeMetrics(_ call: Call) throws(Problem) -> Response {
    guard !call.service.configuration.metricsElsewhere else {
      throw Problem(.notFound, "There is nothing at this path; metrics have an address of their own.")
    }
    return call.service.metricsPage
  }

  var metricsPage: Response {
    var page = PrometheusText()
    page.write(metrics.snapshot)
    page.write(pool.statistics, workers: configuration.workers)
    page.write(collections.usage)
    page.write(cells)
    page.write(streams: events.streamCount, collectionsInMemory: collections.liveCount)
    return Response(contentType: "text/plain; version=0.0.4; charset=utf-8", bytes: Array(page.text.utf8))
  }
}
