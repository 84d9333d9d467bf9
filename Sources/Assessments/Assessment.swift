import Text
import Timekeeping

/// All results of the evaluator. The names of the properties are the names of the measures in JSON.
///
/// A measure that does not apply is null. It is still present, and is never replaced by 0 or 1. The
/// comment of the type that computes a measure gives its formula.
package struct Assessment: Codable, Sendable, Equatable {
  package var coverage: CoverageReport
  package var gapCauses: GapCauseReport
  /// The delivery of records to the server. Null if the caller did not report which records the
  /// server has.
  @ExplicitNull package var delivery: DeliveryReport? = nil
  /// The gaps of `positionCoverage` longer than `EvaluationOptions.listedGapMin`, in order of time.
  package var longGaps: [GapInterval]
  /// The comparison of detected trips with the true ones. Null unless the tracker detects trips by
  /// itself.
  @ExplicitNull package var derivedTrips: DerivedTripReport? = nil

  package init(
    coverage: CoverageReport, gapCauses: GapCauseReport, delivery: DeliveryReport? = nil,
    longGaps: [GapInterval], derivedTrips: DerivedTripReport? = nil
  ) {
    self.coverage = coverage
    self.gapCauses = gapCauses
    self.delivery = delivery
    self.longGaps = longGaps
    self.derivedTrips = derivedTrips
  }
}

public struct CoverageReport: Codable, Sendable, Equatable {
  // See LiveCoverage.
  @ExplicitNull public var positionCoverage: Double? = nil
  @ExplicitNull public var positionCoverageMoving: Double? = nil
  @ExplicitNull public var positionCoverageStill: Double? = nil
  @ExplicitNull public var aliveCoverage: Double? = nil
  // See ReconstructedCoverage, Epochs and PathCoverage.
  @ExplicitNull public var reconstructedCoverage: Double? = nil
  @ExplicitNull public var epochCoverage: Double? = nil
  @ExplicitNull public var pathCoverage: Double? = nil
  // See StayMatching and StayDetector.
  @ExplicitNull public var stayRecall: Double? = nil
  @ExplicitNull public var stayPrecision: Double? = nil
  @ExplicitNull public var tripRecall: Double? = nil
  @ExplicitNull public var tripPrecision: Double? = nil
  @ExplicitNull public var tripStartDelaySeconds: Double? = nil
  @ExplicitNull public var tripEndDelaySeconds: Double? = nil
  @ExplicitNull public var tripDistanceErrorRatio: Double? = nil
  // See StateErrors.
  @ExplicitNull public var homeAwayErrorMinutesPerDay: Double? = nil
  @ExplicitNull public var outdoorsErrorMinutesPerDay: Double? = nil
  // See GeofenceMatching and GateArrivals.
  @ExplicitNull public var geofenceRecall: Double? = nil
  @ExplicitNull public var geofencePrecision: Double? = nil
  @ExplicitNull public var geofenceDelaySeconds: Double? = nil
  @ExplicitNull public var gateRecall: Double? = nil
  @ExplicitNull public var gateLeadTimeSeconds: Double? = nil
  // See Days.
  @ExplicitNull public var hoursCovered: Double? = nil
  @ExplicitNull public var validDayYield: Double? = nil
  public var missingness = Missingness()
  public var mobilityBias = MobilityBias()
  /// The summed length of the steps between successive records within one true stay, per judged
  /// day. On a map, these steps are the zigzag of a person who sits still.
  @ExplicitNull public var phantomStayMetersPerDay: Double? = nil
  /// The longest continuous time that `positionCoverage` does not cover, in seconds; see `GapList`.
  public var longestGapSeconds = 0.0
  @ExplicitNull public var gapP95Seconds: Double? = nil
  /// The number of records, including those at times that are not judged.
  public var fixCount = 0
  /// The number of records that arrived too late to be sorted by their timestamps; see
  /// `ReorderingWindow`. Only the measures of `LiveCoverage` include these records.
  public var tooLateToReorder = 0
  // See PositionError.
  @ExplicitNull public var positionErrorMeters: Quantiles? = nil
  @ExplicitNull public var shareWithinReportedAccuracy: Double? = nil
  /// The time in which the person's true place is known, in seconds. Measures of coverage are
  /// divided by it.
  public var judgedSeconds = 0.0
  public var simulatedSeconds = 0.0
  @ExplicitNull public var judgedShare: Double? = nil
  /// The share of simulated time that was judged, for each of the 24 local hours.
  public var judgedShareByHour: [Double?] = Array(repeating: nil, count: 24)

  public init() {}
}

public struct Quantiles: Codable, Sendable, Equatable {
  public var p50: Double
  public var p95: Double

  package init(p50: Double, p95: Double) {
    self.p50 = p50
    self.p95 = p95
  }
}

/// The share of judged epochs without a record, by time and circumstances. Shares are null if no
/// epoch was judged. See `Epochs`.
public struct Missingness: Codable, Sendable, Equatable {
  public struct StudyDay: Codable, Sendable, Equatable {
    public var day: Int
    @ExplicitNull public var missing: Double? = nil

    package init(day: Int, missing: Double?) {
      self.day = day
      self.missing = missing
    }
  }

  /// The share of epochs without a record, for each of the 24 local hours.
  public var byHour: [Double?] = []
  /// The share of epochs without a record, for each of the six ten-minute parts of an hour.
  public var byMinuteOfHour: [Double?] = []
  /// The share of epochs without a record, for each weekday, beginning with Monday.
  public var byWeekday: [Double?] = []
  @ExplicitNull public var moving: Double? = nil
  @ExplicitNull public var still: Double? = nil
  @ExplicitNull public var home: Double? = nil
  @ExplicitNull public var away: Double? = nil
  /// The share of epochs without a record, for each study day that has at least one judged epoch.
  public var byStudyDay: [StudyDay] = []
  /// The share of epochs without a record, by whole days since the app was last opened, beginning
  /// with 0. Null if the app was never opened.
  @ExplicitNull public var byDaysSinceOpened: [Double?]? = nil

  package init() {}
}

/// The recorded values of mobility minus the true values, over all judged time. See `MobilitySums`.
public struct MobilityBias: Codable, Sendable, Equatable {
  public var distanceMeters = 0.0
  @ExplicitNull public var radiusOfGyrationMeters: Double? = nil
  @ExplicitNull public var maxDistanceFromHomeMeters: Double? = nil
  @ExplicitNull public var timeAtHomeSeconds: Double? = nil
  public var placeCount = 0
  @ExplicitNull public var entropy: Double? = nil

  package init() {}
}

/// The time in which no record shows the person's place, by cause. The times in each list add up to
/// the whole uncovered time.
public struct GapCauseReport: Codable, Sendable, Equatable {
  /// The time not covered by the records that the app had at each moment.
  public var recorded: [CauseSeconds]
  /// The time not covered by the records that the server had at each moment. Null if the caller did
  /// not report these records.
  @ExplicitNull public var received: [CauseSeconds]? = nil

  package init(recorded: [CauseSeconds], received: [CauseSeconds]? = nil) {
    self.recorded = recorded
    self.received = received
  }
}

public struct CauseSeconds: Codable, Sendable, Equatable {
  public var cause: GapCause
  public var seconds: Double

  package init(cause: GapCause, seconds: Double) {
    self.cause = cause
    self.seconds = seconds
  }
}

/// A continuous time that is not covered, with the cause of the largest part of it. Times are
/// rounded down to the millisecond.
public struct GapInterval: Codable, Sendable, Equatable {
  @ISO8601Text public var start: Instant
  @ISO8601Text public var end: Instant
  public var cause: GapCause

  package init(start: Instant, end: Instant, cause: GapCause) {
    func milliseconds(_ time: Instant) -> Instant {
      Instant(nanoseconds: floorDivide(time.nanoseconds, 1_000_000) * 1_000_000)
    }
    self.start = milliseconds(start)
    self.end = milliseconds(end)
    self.cause = cause
  }

  public var length: TimeSpan { end - start }
}

/// The number of records sent to the server, and their delay. See `Delivery`.
public struct DeliveryReport: Codable, Sendable, Equatable {
  public var recorded: Int
  public var received: Int
  public var lost: Int
  public var duplicated: Int
  @ExplicitNull public var latencyP50Seconds: Double? = nil
  @ExplicitNull public var latencyP95Seconds: Double? = nil

  package init(
    recorded: Int, received: Int, lost: Int, duplicated: Int, latencyP50Seconds: Double? = nil,
    latencyP95Seconds: Double? = nil
  ) {
    self.recorded = recorded
    self.received = received
    self.lost = lost
    self.duplicated = duplicated
    self.latencyP50Seconds = latencyP50Seconds
    self.latencyP95Seconds = latencyP95Seconds
  }
}

/// The trips that a tracker derived by itself, compared with the truth.
public struct DerivedTripReport: Codable, Sendable, Equatable {
  public var tripCount = 0
  @ExplicitNull public var tripRecall: Double? = nil
  @ExplicitNull public var tripPrecision: Double? = nil
  @ExplicitNull public var tripStartDelaySeconds: Double? = nil
  @ExplicitNull public var tripEndDelaySeconds: Double? = nil
  @ExplicitNull public var tripDistanceErrorRatio: Double? = nil

  public init() {}
}
