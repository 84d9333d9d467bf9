/// Tells time outdoors by how sure satellites are of a position: away from home, and known to a few
/// meters.
enum Outdoors {
  /// The least certain a position may be.
  static let accuracyMeters = 10.0

  /// Nil while no home is known. A position of unknown accuracy is counted only where asked for.
  static func isOutdoors(
    _ record: Record, accuracyBelowMeters limit: Double, countsUnknown: Bool = false
  ) -> Bool? {
    guard let home = record.home else { return nil }
    let accuracy = record.location.horizontalAccuracyMeters
    return !home.isHome && (accuracy >= 0 ? accuracy < limit : countsUnknown)
  }
}
