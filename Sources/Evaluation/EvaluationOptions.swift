import Geodesy
import Timekeeping
import World

/// The thresholds that the measures use. Only results with equal thresholds can be compared.
package struct EvaluationOptions: Sendable {
  /// The largest distance from the true place at which a position counts as correct.
  package var coverageRadiusMeters = 100.0
  /// The largest distance between the true path and the line between two records at which the path
  /// counts as covered.
  package var pathToleranceMeters = 50.0
  /// The length of an epoch: a time slot in which data are either present or missing. Epochs begin
  /// at multiples of this length since 1970 UTC.
  package var epoch = TimeSpan.minutes(10)
  /// The shortest duration of a stay.
  package var stayDurationMin = TimeSpan.minutes(10)
  /// The radius of a stay. Until the shortest duration is reached, distances are measured from the
  /// stay's first position, and after that from the stay's center.
  package var stayRadiusMeters = 100.0
  /// The largest accuracy radius of a record that is used for stays. Less accurate records mostly
  /// come from cell towers.
  package var stayAccuracyMetersMax = 200.0
  package var tripLengthMetersMin = 200.0
  /// The overlap that two stays or trips need to match, as a share of the longer one.
  package var matchOverlapShareMin = 0.5
  package var matchDistanceMetersMax = 100.0
  /// The distance at which two stays are at different places.
  package var placeSeparationMeters = 200.0
  /// The largest distance at which the phone still counts as being with the person.
  package var phoneDistanceMetersMax = 30.0
  /// The longest delay between a record's timestamp and its arrival at which the record is still
  /// used for the rebuilt track.
  package var reorderingWindow = TimeSpan.hours(24)
  /// The longest time between two records for which `mobilityBias` assumes that the person stays at
  /// the place of the first record.
  package var recordHold = TimeSpan.hours(24)
  /// The smallest number of local hours with a record that makes a day valid.
  package var validDayHoursMin = 10
  /// The smallest judged share of a local day that makes it a participant-day.
  package var judgedDayShareMin = 0.5
  /// Gaps longer than this are listed one by one.
  package var listedGapMin = TimeSpan.minutes(10)
  /// The largest number of gaps in the list. If there are more, the longest are kept.
  package var listedGapCountMax = 200
  /// The person's home. Without a home, measures about it are null.
  package var home: Waypoint?
  package var homeRadiusMeters = 100.0
  /// The longest delay after a crossing at which a report of it still counts.
  package var geofenceDelayMax = TimeSpan.minutes(15)
  /// A gate that should open when the person comes. Without a gate, measures about it are null.
  package var gate: Coordinate?
  package var gateRingMeters = 200.0
  /// The distance from the gate within which the person has arrived.
  package var gateArrivalMeters = 25.0
  /// True if the caller reports which records the server has. This needs memory for each record
  /// that has not arrived.
  package var tracksDelivery = false

  package init() {}
}
