/// `positionErrorMeters` and `shareWithinReportedAccuracy`, of every record with known truth.
///
/// The error is the distance from the truth at the record's own stamp. Its quantiles are those of
/// all such records. A reported accuracy is a 68 % radius, so an honest phone shows a share of
/// about 0.68. Records without an accuracy do not count for the share.
struct PositionError {
  private var errors = LogHistogram()
  private var withAccuracy = 0
  private var within = 0

  @inline(__always)
  mutating func add(errorMeters: Double, accuracyMeters: Double) {
    errors.add(errorMeters)
    guard accuracyMeters >= 0 else { return }
    withAccuracy += 1
    if errorMeters <= accuracyMeters { within += 1 }
  }

  func report(into coverage: inout CoverageReport) {
    if let p50 = errors.quantile(0.5), let p95 = errors.quantile(0.95) {
      coverage.positionErrorMeters = Quantiles(p50: p50, p95: p95)
    }
    coverage.shareWithinReportedAccuracy = share(within, of: withAccuracy)
  }
}
