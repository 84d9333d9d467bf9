import Geodesy
import Timekeeping
import World

/// The thresholds of every measure, with the defaults under which results are comparable.
package struct EvaluationOptions: Sendable, Hashable {
  /// How near a position has to lie to the truth to tell where the person is.
  package var coverageRadiusMeters = 100.0
  /// How near the true path has to lie to the line between two records.
  package var pathToleranceMeters = 50.0
  /// The unit of missing data; epochs begin at multiples of it since 1970 UTC.
  package var epoch = TimeSpan.minutes(10)
  /// A stay is at least this long ...
  package var stayDurationMin = TimeSpan.minutes(10)
  /// A stay remains within this distance of its first position and, once it is one, of its center.
  package var stayRadiusMeters = 100.0
  /// A record whose own radius is larger tells nothing about a stay: the position of a cell, mostly.
  package var stayAccuracyMetersMax = 200.0
  package var tripLengthMetersMin = 200.0
  /// Of the longer of two stays or trips, to be the same one.
  package var matchOverlapShareMin = 0.5
  package var matchDistanceMetersMax = 100.0
  /// Two stays at least this far apart are at different places.
  package var placeSeparationMeters = 200.0
  /// Beyond this distance the phone is not with the person.
  package var phoneDistanceMetersMax = 30.0
  /// A record that comes this much after its stamp is too late for what is rebuilt afterwards.
  package var reorderingWindow = TimeSpan.hours(24)
  /// For how long, at most, a record stands for the time until the next one in `mobilityBias`.
  package var recordHold = TimeSpan.hours(24)
  /// A day is valid when records cover this many of its local hours.
  package var validDayHoursMin = 10
  /// A local day of which a smaller share was judged is not a participant-day.
  package var judgedDayShareMin = 0.5
  /// Gaps longer than this are listed one by one ...
  package var listedGapMin = TimeSpan.minutes(10)
  /// ... the longest of them, at most so many.
  package var listedGapCountMax = 200
  /// Where the person lives; without it what concerns home is not judged.
  package var home: Waypoint?
  package var homeRadiusMeters = 100.0
  /// A crossing of a fence told later than this is told of nothing.
  package var geofenceDelayMax = TimeSpan.minutes(15)
  /// A gate that is to be open when the person comes; without it what concerns gates is not judged.
  package var gate: Coordinate?
  package var gateRingMeters = 200.0
  /// Who is this near is at the gate.
  package var gateArrivalMeters = 25.0
  /// Whether the runner reports what the server has. Costs memory for each record not yet there.
  package var tracksDelivery = false

  package init() {}
}
