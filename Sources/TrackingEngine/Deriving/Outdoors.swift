/// The test for a record outdoors: away from home, with an accuracy that needs a view of
/// satellites.
enum Outdoors {
  /// The usual accuracy radius below which a position counts as outdoors.
  static let accuracyMeters = 10.0

  /// Returns true if the record is outdoors; nil if it has no relation to home.
  ///
  /// - Parameter countsUnknown: true if a position of unknown accuracy counts as outdoors.
  static func isOutdoors(
    _ record: Record, accuracyBelowMeters limit: Double, countsUnknown: Bool = false
  ) -> Bool? {
    guard let home = record.home else { return nil }
    let accuracy = record.location.horizontalAccuracyMeters
    return !home.isHome && (accuracy >= 0 ? accuracy < limit : countsUnknown)
  }
}
