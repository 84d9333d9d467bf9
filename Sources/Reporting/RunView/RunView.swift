import Files
import Foundation

/// `view.json`: what a picture of one run needs and the report does not hold, beside the run's own files.
///
/// Times are seconds since the start of the simulated time. However long a run, a view stays small: paths
/// lose points, lanes their shortest pieces, as far as a picture does not show it (`PathThinner`,
/// `LaneThinner`); what is counted (`days`) is counted before that.
package struct RunView: Codable, Sendable, Equatable {
  package static let schema = "odograph.view/1"

  package var schema = RunView.schema
  package var tracker: String
  package var seed: UInt64
  package var day: DayTruth
  package var fixes: RecordedPath
  /// When positions were recorded.
  package var recording: [RecordingPiece]
  package var lanes: Lanes
  package var battery: [Level]
  package var queue: [Level]
  package var marks: [Mark]
  package var fences: [Fence]
  package var stays: Stays
  package var days: [DayTally]

  /// What the phone and the app on it were doing, piece by piece.
  package struct Lanes: Codable, Sendable, Equatable {
    /// By cause; what no piece tells of was covered, or not judged.
    package var uncovered: [LanePiece]
    package var app: [LanePiece]
    package var positioning: [LanePiece]
    package var authorization: [LanePiece]
    package var paused: [LanePiece]
    /// As the app was told; empty for one that does not ask.
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
    /// Whether the other side has it too.
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
  /// - Throws: what Foundation says of a file that is not there or is no view.
  package init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    self = try JSONDecoder().decode(RunView.self, from: data)
  }

  package func data() throws -> Data { try StableJSON.file(self) }
}

/// The true day, the same for every tracker on it.
package struct DayTruth: Codable, Sendable, Equatable {
  package struct Place: Codable, Sendable, Equatable {
    package var name: String
    package var latitude: Double
    package var longitude: Double
    package var radiusMeters: Double
  }

  /// From then on, clocks are so far ahead of UTC.
  package struct Clock: Codable, Sendable, Equatable {
    package var seconds: Double
    package var offsetSeconds: Double
    package var timeZone: String
  }

  /// ISO 8601, UTC; what all seconds count from.
  package var start: String
  package var durationSeconds: Double
  package var clocks: [Clock]
  package var places: [Place]
  /// The person's ways, one path a stretch.
  package var person: [TimedPath]
  /// The phone's where they are others; empty while it stays with the person.
  package var phone: [TimedPath]
  package var modes: [LanePiece]
  /// Time at named places.
  package var stays: [LanePiece]
  /// Lived through, but not judged, since the truth is not known.
  package var unknown: [LanePiece]
}

/// Positions in time, straight in between.
package struct TimedPath: Codable, Sendable, Equatable {
  package var seconds: [Double] = []
  package var latitudes: [Double] = []
  package var longitudes: [Double] = []
}

/// The recorded positions that are drawn.
package struct RecordedPath: Codable, Sendable, Equatable {
  package var path = TimedPath()
  /// As reported; negative where it was not.
  package var accuraciesMeters: [Double] = []
  package var sources: [String] = []
  /// Of all positions recorded, drawn or not.
  package var recordedCount = 0
  /// How far, at most, a position that is left out lies from the straight line between its neighbors.
  package var toleranceMeters = 0.0
}

/// Time in which something was the case: `[start, end, "what"]`.
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

/// A figure from an instant on: `[seconds, value]`.
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

/// Something at an instant: `[seconds, kind, "what"]`.
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

/// Positions recorded in close succession: `[first, last, how many, newest stamp]`.
package struct RecordingPiece: Codable, Sendable, Equatable {
  package var start: Double
  package var end: Double
  package var count: Int
  /// When the newest position known by then was taken: what the age of the last fix counts from.
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

/// What happened on one local day.
package struct DayTally: Codable, Sendable, Equatable {
  package var date: String
  package var seconds: Double
  package var trueDistanceMeters: Double
  package var movingSeconds: Double
  /// Sum of the steps between recorded positions.
  package var recordedDistanceMeters = 0.0
  package var fixCount = 0
  /// Local hours with a recorded position.
  package var hoursWithFix = 0
  package var uncoveredSeconds = 0.0
  package var wakes = 0
  package var launches = 0
  package var requests = 0
  package var failedRequests = 0
  package var sentBytes = 0
  /// Null on a day without a change of it.
  package var lowestBatteryPercent: Int?
}
