import Geodesy
import Timekeeping
import World

/// The thresholds of every measure. Results with the default values can be compared.
package struct EvaluationOptions: Sendable, Hashable {
  /// The largest distance from the truth at which a position shows where the person is.
  package var coverageRadiusMeters = 100.0
  /// The largest distance of the true path from the line between two records.
  package var pathToleranceMeters = 50.0
  /// The unit of missing data. Epochs begin at multiples of it since 1970 UTC.
  package var epoch = TimeSpan.minutes(10)
  /// The shortest duration of a stay.
  package var stayDurationMin = TimeSpan.minutes(10)
  /// The largest distance of positions in a stay from its first one and, once it is a stay, from
  /// its center.
  package var stayRadiusMeters = 100.0
  /// The largest accuracy radius of a record that is used for stays. Larger ones are mostly
  /// positions of a cell.
  package var stayAccuracyMetersMax = 200.0
  package var tripLengthMetersMin = 200.0
  /// The share of the longer of two stays or trips that both must have in common to match.
  package var matchOverlapShareMin = 0.5
  package var matchDistanceMetersMax = 100.0
  /// Two stays at least this far apart are at different places.
  package var placeSeparationMeters = 200.0
  /// Beyond this distance the phone is not with the person.
  package var phoneDistanceMetersMax = 30.0
  /// A record that comes this much after its stamp is too late for the rebuilt track.
  package var reorderingWindow = TimeSpan.hours(24)
  /// The longest time for which a record stands for the place until the next one in `mobilityBias`.
  package var recordHold = TimeSpan.hours(24)
  /// A day is valid when records cover this many of its local hours.
  package var validDayHoursMin = 10
  /// A local day of which a smaller share was judged is not a participant-day.
  package var judgedDayShareMin = 0.5
  /// Gaps longer than this are listed one by one.
  package var listedGapMin = TimeSpan.minutes(10)
  /// The largest number of listed gaps; the longest ones are kept.
  package var listedGapCountMax = 200
  /// The person's home. Without it, measures about home are not judged.
  package var home: Waypoint?
  package var homeRadiusMeters = 100.0
  /// The longest delay after a crossing at which a report still counts for it.
  package var geofenceDelayMax = TimeSpan.minutes(15)
  /// A gate that should be open when the person comes. Without it, measures about gates are not
  /// judged.
  package var gate: Coordinate?
  package var gateRingMeters = 200.0
  /// The distance within which the person is at the gate.
  package var gateArrivalMeters = 25.0
  /// True if the runner reports what the server has. Costs memory for each record not yet there.
  package var tracksDelivery = false

  package init() {}
}
