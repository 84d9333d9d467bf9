/// Computes `positionErrorMeters` and `shareWithinReportedAccuracy`, over all records for which the
/// truth is known.
///
/// The error is a record's distance from the true place at the record's own timestamp. A reported
/// accuracy is a radius with 68 % probability, so a phone that reports honestly shows a share of
/// about 0.68. Records without an accuracy do not count for the share.
struct PositionError {
  private var errors = LogHistogram()
  private var withAccuracy = 0
  private var within = 0

  @inline(__always)
  mutating func add(squaredMeters: Double, accuracyMeters: Double) {
    let errorMeters = squaredMeters.squareRoot()
    errors.add(errorMeters)
    guard accuracyMeters >= 0 else { return }
    withAccuracy += 1
    // Not `if`: about a third of the errors are larger, so that a processor would guess wrong.
    within += errorMeters <= accuracyMeters ? 1 : 0
  }

  func report(into coverage: inout CoverageReport) {
    if let p50 = errors.quantile(0.5), let p95 = errors.quantile(0.95) {
      coverage.positionErrorMeters = Quantiles(p50: p50, p95: p95)
    }
    coverage.shareWithinReportedAccuracy = share(within, of: withAccuracy)
  }
}
