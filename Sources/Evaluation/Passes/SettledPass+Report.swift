extension SettledPass {
  func report(into coverage: inout CoverageReport) {
    reconstruction.report(into: &coverage)
    path.report(into: &coverage)
    error.report(into: &coverage)
    coverage.tooLateToReorder = tooLateToReorder
    if coverage.judgedSeconds > 0 {
      coverage.phantomStayMetersPerDay = phantomMeters / (coverage.judgedSeconds / 86400)
    }
  }
}
