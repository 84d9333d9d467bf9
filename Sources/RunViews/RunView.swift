import Files
import Foundation

/// `view.json`: the data from which pictures of one run are drawn. `report.json` does not contain
/// this data. The file is in the run's folder.
///
/// Times are seconds since the start of the simulated time.
///
/// A view stays small even if the run is long, because it leaves out data that is too small to see
/// in a picture. Examples are positions of a path (`PathThinner`) and states that hold only for a
/// short time (`LaneThinner`). The counts in `days` include everything that is left out.
package struct RunView: Codable, Sendable {
  package static let schema = "odograph.view/1"

  package var schema = RunView.schema
  package var tracker: String
  package var seed: UInt64
  package var day: DayTruth
  package var fixes: RecordedPath
  /// The times at which the app recorded positions.
  package var recording: [RecordingPiece]
  package var lanes: Lanes
  package var battery: [Level]
  package var queue: [Level]
  package var marks: [Mark]
  package var fences: [Fence]
  package var stays: Stays
  package var days: [DayTally]

  /// The states of the phone and the app over time. Each lane is a list of pieces of time.
  package struct Lanes: Codable, Sendable {
    /// The gaps, each with its cause. Times without a true position (`DayTruth.unknown`) are not
    /// gaps.
    package var uncovered: [LanePiece]
    package var app: [LanePiece]
    package var positioning: [LanePiece]
    package var authorization: [LanePiece]
    package var paused: [LanePiece]
    /// The motion activity that the phone reported to the app; empty if the app does not ask for
    /// it.
    package var motion: [LanePiece]
  }

  package struct Stays: Codable, Sendable {
    package var truth: [Stay]
    package var recorded: [Stay]
  }

  package struct Stay: Codable, Sendable {
    package var start: Double
    package var end: Double
    package var latitude: Double
    package var longitude: Double
    /// True if a stay in the other list matches this stay. The other list is `recorded` for a stay
    /// in `truth`, and `truth` for a stay in `recorded`.
    package var isMatched: Bool
  }

  /// A circular region that the phone watched for the app.
  package struct Fence: Codable, Sendable {
    package var start: Double
    package var end: Double
    package var name: String
    package var latitude: Double
    package var longitude: Double
    package var radiusMeters: Double
  }
}

extension RunView {
  /// Reads a view from a file.
  ///
  /// - Throws: Foundation's error if the file is missing or is not a view.
  package init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    self = try JSONDecoder().decode(RunView.self, from: data)
  }

  package func data() throws -> Data { try StableJSON.file(self) }
}

/// The true course of the simulated day, which is the same for every tracker.
package struct DayTruth: Codable, Sendable {
  package struct Place: Codable, Sendable, Equatable {
    package var name: String
    package var latitude: Double
    package var longitude: Double
    package var radiusMeters: Double
  }

  /// An offset of local time from UTC, and the instant from which it holds.
  package struct Clock: Codable, Sendable {
    package var seconds: Double
    package var offsetSeconds: Double
    package var timeZone: String
  }

  /// The instant at which the view's seconds begin, in ISO 8601, UTC.
  package var start: String
  package var durationSeconds: Double
  package var clocks: [Clock]
  package var places: [Place]
  /// The routes of the person, one path for each segment.
  package var person: [TimedPath]
  /// The routes of the phone if they differ from the person's routes; otherwise empty.
  package var phone: [TimedPath]
  package var modes: [LanePiece]
  /// The times that the person spent at named places.
  package var stays: [LanePiece]
  /// The times that are simulated but not judged, because the true position is not known.
  package var unknown: [LanePiece]
  /// The times between the segments, which were not simulated. Nil in files of earlier versions.
  package var unsimulated: [LanePiece]?
}

/// A path of positions with their times. Between two positions the path is a straight line.
package struct TimedPath: Codable, Sendable {
  package var seconds: [Double] = []
  package var latitudes: [Double] = []
  package var longitudes: [Double] = []
}

/// A path of recorded positions. Positions that a picture does not need are left out.
package struct RecordedPath: Codable, Sendable {
  package var path = TimedPath()
  /// The accuracy that the phone reported for each position; negative if it reported none.
  package var accuraciesMeters: [Double] = []
  package var sources: [String] = []
  /// The number of all recorded positions, including those that are left out here.
  package var recordedCount = 0
  /// The upper limit of the path's error on each axis. The error arises because positions are left
  /// out (`PathThinner`).
  package var toleranceMeters = 0.0
}

/// A span of time with a state, written as `[start, end, "state"]`.
package struct LanePiece: Codable, Sendable, Equatable {
  package var start: Double
  package var end: Double
  package var label: String
}

extension LanePiece {
  package init(from decoder: any Decoder) throws {
    (start, end, label) = try decoder.list(of: Double.self, Double.self, String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: start, end, label)
  }
}

/// A value and the time from which it holds, written as `[seconds, value]`.
package struct Level: Codable, Sendable, Equatable {
  package var seconds: Double
  package var value: Double
}

extension Level {
  package init(from decoder: any Decoder) throws {
    (seconds, value) = try decoder.list(of: Double.self, Double.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: seconds, value)
  }
}

/// An event at one time, written as `[seconds, kind, "text"]`.
package struct Mark: Codable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case launch, wake, request, requestFailed, notification, tap, record
  }

  package var seconds: Double
  package var kind: Kind
  package var text: String
}

extension Mark {
  package init(from decoder: any Decoder) throws {
    (seconds, kind, text) = try decoder.list(of: Double.self, Kind.self, String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: seconds, kind, text)
  }
}

/// A series of positions recorded in close succession, written as an array: the time of the first
/// and of the last, their count, and `newestStamp`.
package struct RecordingPiece: Codable, Sendable, Equatable {
  package var start: Double
  package var end: Double
  package var count: Int
  /// The newest timestamp of all positions recorded until the end of this series. A picture
  /// computes the age of the newest position from this timestamp.
  package var newestStamp: Double
}

extension RecordingPiece {
  package init(from decoder: any Decoder) throws {
    (start, end, count, newestStamp) = try decoder.list(
      of: Double.self, Double.self, Int.self, Double.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: start, end, count, newestStamp)
  }
}

/// The counts and sums of one local day.
package struct DayTally: Codable, Sendable {
  package var date: String
  package var seconds: Double
  package var trueDistanceMeters: Double
  package var movingSeconds: Double
  /// The sum of the distances in meters between successive recorded positions.
  package var recordedDistanceMeters = 0.0
  package var fixCount = 0
  /// The number of local hours in which at least one position was recorded.
  package var hoursWithFix = 0
  package var uncoveredSeconds = 0.0
  package var wakes = 0
  package var launches = 0
  package var requests = 0
  package var failedRequests = 0
  package var sentBytes = 0
  /// The lowest battery level in the day's timeline rows; nil if the day has no row. A row is
  /// written when the state of the phone or the tracker changes.
  package var lowestBatteryPercent: Int?
}
