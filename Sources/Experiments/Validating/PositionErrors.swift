import Geodesy
import Statistics
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The errors of fixes, with the figures by which field studies describe them.
///
/// A fix counts once, as in a study that logs at a constant rate.
struct PositionErrors {
  /// The distances of the fixes from the person [m], in ascending order.
  private var distances: [Double] = []
  /// The distances across the person's course [m]. A fix counts only while the person moves.
  private var distancesAcross: [Double] = []

  init(of fixes: [ValidationRun.Fix], from person: Trajectory) {
    var cursor = TrajectoryCursor()
    for fix in fixes {
      let truth = cursor.position(at: fix.time, on: person)
      let error = LocalScale(latitude: truth.coordinate.latitude)
        .displacement(from: truth.coordinate, to: fix.coordinate)
      distances.append(error.meters)
      guard truth.speedMetersPerSecond > 0 else { continue }
      let course = Double(truth.courseDegrees) * .pi / 180
      distancesAcross.append(
        abs(error.eastMeters * cos(course) - error.northMeters * sin(course)))
    }
    distances.sort()
  }

  /// Returns the figure of a measure of position errors; nil without fixes and for other measures.
  func figure(of measure: ValidationMeasure) -> Double? {
    guard !distances.isEmpty else { return nil }
    switch measure {
    case .satelliteErrorMedianMeters, .networkErrorMedianMeters:
      return hazenQuantile(0.5, of: distances)
    case .satelliteErrorPercentile95Meters: return hazenQuantile(0.95, of: distances)
    case .satelliteErrorMeanMeters: return mean(distances)
    case .satelliteErrorRootMeanSquareMeters:
      return mean(distances.map { $0 * $0 }).squareRoot()
    case .satelliteWithin10MetersShare: return share(of: distances, within: 10)
    case .satelliteAcrossWithin5MetersShare: return share(of: distancesAcross, within: 5)
    default: return nil
    }
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  private func share(of distances: [Double], within meters: Double) -> Double? {
    guard !distances.isEmpty else { return nil }
    return Double(distances.count { $0 <= meters }) / Double(distances.count)
  }
}
