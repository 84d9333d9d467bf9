import Files
import Foundation

/// `view.json`: the data for pictures of one run that the report does not hold, in the run's
/// folder.
///
/// Times are seconds since the start of the simulated time. A view stays small however long the run
/// is: paths lose points and lanes lose their shortest pieces, too small to be seen in a picture
/// (`PathThinner`, `LaneThinner`). The counts in `days` are taken before that.
package struct RunView: Codable, Sendable, Equatable {
  package static let schema = "odograph.view/1"

  package var schema = RunView.schema
  package var tracker: String
  package var seed: UInt64
  package var day: DayTruth
  package var fixes: RecordedPath
  /// The times at which positions were recorded.
  package var recording: [RecordingPiece]
  package var lanes: Lanes
  package var battery: [Level]
  package var queue: [Level]
  package var marks: [Mark]
  package var fences: [Fence]
  package var stays: Stays
  package var days: [DayTally]

  /// The states of the phone and the app, as pieces of time.
  package struct Lanes: Codable, Sendable, Equatable {
    /// The gaps by cause. Time without a piece was covered, or not judged.
    package var uncovered: [LanePiece]
    package var app: [LanePiece]
    package var positioning: [LanePiece]
    package var authorization: [LanePiece]
    package var paused: [LanePiece]
    /// The motion activity reported to the app; empty if the app does not ask for it.
    package var motion: [LanePiece]
  }

  package struct Stays: Codable, Sendable, Equatable {
    package var truth: [Stay]
    package var recorded: [Stay]
  }

  package struct Stay: Codable, Sendable, Equatable {
    package var start: Double
    package var end: Double
    package var latitude: Double
    package var longitude: Double
    /// True if the other list has a matching stay.
    package var isMatched: Bool
  }

  /// A circle that the phone watched.
  package struct Fence: Codable, Sendable, Equatable {
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

/// The true day, which is the same for every tracker.
package struct DayTruth: Codable, Sendable, Equatable {
  package struct Place: Codable, Sendable, Equatable {
    package var name: String
    package var latitude: Double
    package var longitude: Double
    package var radiusMeters: Double
  }

  /// The offset of local time from UTC, from an instant on.
  package struct Clock: Codable, Sendable, Equatable {
    package var seconds: Double
    package var offsetSeconds: Double
    package var timeZone: String
  }

  /// The instant from which all seconds count, in ISO 8601, UTC.
  package var start: String
  package var durationSeconds: Double
  package var clocks: [Clock]
  package var places: [Place]
  /// The person's routes, one path for each segment.
  package var person: [TimedPath]
  /// The phone's routes if they differ from the person's; otherwise empty.
  package var phone: [TimedPath]
  package var modes: [LanePiece]
  /// The times at named places.
  package var stays: [LanePiece]
  /// The times that are simulated but not judged, because the truth is not known.
  package var unknown: [LanePiece]
}

/// Positions over time, with straight lines between them.
package struct TimedPath: Codable, Sendable, Equatable {
  package var seconds: [Double] = []
  package var latitudes: [Double] = []
  package var longitudes: [Double] = []
}

/// The recorded positions that are drawn.
package struct RecordedPath: Codable, Sendable, Equatable {
  package var path = TimedPath()
  /// The reported accuracies; negative if none was reported.
  package var accuraciesMeters: [Double] = []
  package var sources: [String] = []
  /// The number of all recorded positions, drawn or not.
  package var recordedCount = 0
  /// The largest distance of a position that is left out from the straight line between its
  /// neighbors.
  package var toleranceMeters = 0.0
}

/// A piece of time with its state: `[start, end, "state"]`.
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

/// A value that holds from an instant on: `[seconds, value]`.
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

/// An event at an instant: `[seconds, kind, "text"]`.
package struct Mark: Codable, Sendable, Equatable {
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

/// Positions recorded in close succession: `[first, last, count, newest stamp]`.
package struct RecordingPiece: Codable, Sendable, Equatable {
  package var start: Double
  package var end: Double
  package var count: Int
  /// The timestamp of the newest position by then. The age of the last fix counts from it.
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

/// The figures of one local day.
package struct DayTally: Codable, Sendable, Equatable {
  package var date: String
  package var seconds: Double
  package var trueDistanceMeters: Double
  package var movingSeconds: Double
  /// The sum of the distances between successive recorded positions.
  package var recordedDistanceMeters = 0.0
  package var fixCount = 0
  /// The number of local hours with a recorded position.
  package var hoursWithFix = 0
  package var uncoveredSeconds = 0.0
  package var wakes = 0
  package var launches = 0
  package var requests = 0
  package var failedRequests = 0
  package var sentBytes = 0
  /// The lowest battery level; null on a day on which the phone's state did not change.
  package var lowestBatteryPercent: Int?
}
