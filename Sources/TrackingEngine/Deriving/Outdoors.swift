/// The rule that decides if a record was made outdoors.
///
/// The position has to be away from home, and so accurate that the phone must have received
/// satellites under an open sky.
package enum Outdoors {
  /// The usual limit in meters: a position counts as outdoors if its horizontal accuracy is below
  /// this number.
  package static let accuracyMeters = 10.0

  /// Returns true if the record was made outdoors; nil if it does not contain a distance from home.
  ///
  /// - Parameter countsUnknown: true if a position of unknown accuracy counts as outdoors.
  package static func isOutdoors(
    _ record: Record, accuracyBelowMeters limit: Double, countsUnknown: Bool = false
  ) -> Bool? {
    guard let home = record.home else { return nil }
    let accuracy = record.location.horizontalAccuracyMeters
    return !home.isHome && (accuracy >= 0 ? accuracy < limit : countsUnknown)
  }
}
