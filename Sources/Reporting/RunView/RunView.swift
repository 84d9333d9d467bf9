import Files
import Foundation

/// `view.json`: what a picture of one run needs and the report does not hold, beside the run's own files.
///
/// Times are seconds since the start of the simulated time. However long a run, a view stays small: paths
/// lose points, lanes their shortest pieces, as far as a picture does not show it (`PathThinner`,
/// `LaneThinner`); what is counted (`days`) is counted before that.
public struct RunView: Codable, Sendable, Equatable {
  public static let schema = "odograph.view/1"

  public var schema = RunView.schema
  public var tracker: String
  public var seed: UInt64
  public var day: DayTruth
  public var fixes: RecordedPath
  /// When positions were recorded.
  public var recording: [RecordingPiece]
  public var lanes: Lanes
  public var battery: [Level]
  public var queue: [Level]
  public var marks: [Mark]
  public var fences: [Fence]
  public var stays: Stays
  public var days: [DayTally]

  /// What the phone and the app on it were doing, piece by piece.
  public struct Lanes: Codable, Sendable, Equatable {
    /// By cause; what no piece tells of was covered, or not judged.
    public var uncovered: [LanePiece]
    public var app: [LanePiece]
    public var positioning: [LanePiece]
    public var authorization: [LanePiece]
    public var paused: [LanePiece]
    /// As the app was told; empty for one that does not ask.
    public var motion: [LanePiece]
  }

  public struct Stays: Codable, Sendable, Equatable {
    public var truth: [Stay]
    public var recorded: [Stay]
  }

  public struct Stay: Codable, Sendable, Equatable {
    public var start: Double
    public var end: Double
    public var latitude: Double
    public var longitude: Double
    /// Whether the other side has it too.
    public var isMatched: Bool
  }

  /// A circle that the phone watched.
  public struct Fence: Codable, Sendable, Equatable {
    public var start: Double
    public var end: Double
    public var name: String
    public var latitude: Double
    public var longitude: Double
    public var radiusMeters: Double
  }

  public init(
    tracker: String, seed: UInt64, day: DayTruth, fixes: RecordedPath,
    recording: [RecordingPiece], lanes: Lanes, battery: [Level], queue: [Level], marks: [Mark],
    fences: [Fence], stays: Stays, days: [DayTally]
  ) {
    self.tracker = tracker
    self.seed = seed
    self.day = day
    self.fixes = fixes
    self.recording = recording
    self.lanes = lanes
    self.battery = battery
    self.queue = queue
    self.marks = marks
    self.fences = fences
    self.stays = stays
    self.days = days
  }

  /// - Throws: what Foundation says of a file that is not there or is no view.
  public init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    self = try JSONDecoder().decode(RunView.self, from: data)
  }

  public func data() throws -> Data { try StableJSON.file(self) }
}

/// The true day, the same for every tracker on it.
public struct DayTruth: Codable, Sendable, Equatable {
  public struct Place: Codable, Sendable, Equatable {
    public var name: String
    public var latitude: Double
    public var longitude: Double
    public var radiusMeters: Double
  }

  /// From then on, clocks are so far ahead of UTC.
  public struct Clock: Codable, Sendable, Equatable {
    public var seconds: Double
    public var offsetSeconds: Double
    public var timeZone: String
  }

  /// ISO 8601, UTC; what all seconds count from.
  public var start: String
  public var durationSeconds: Double
  public var clocks: [Clock]
  public var places: [Place]
  /// The person's ways, one path a stretch.
  public var person: [TimedPath]
  /// The phone's where they are others; empty while it stays with the person.
  public var phone: [TimedPath]
  public var modes: [LanePiece]
  /// Time at named places.
  public var stays: [LanePiece]
  /// Lived through, but not judged, since the truth is not known.
  public var unknown: [LanePiece]
}

/// Positions in time, straight in between.
public struct TimedPath: Codable, Sendable, Equatable {
  public var seconds: [Double] = []
  public var latitudes: [Double] = []
  public var longitudes: [Double] = []
}

/// The recorded positions that are drawn.
public struct RecordedPath: Codable, Sendable, Equatable {
  public var path = TimedPath()
  /// As reported; negative where it was not.
  public var accuraciesMeters: [Double] = []
  public var sources: [String] = []
  /// Of all positions recorded, drawn or not.
  public var recordedCount = 0
  /// How far, at most, a position that is left out lies from the straight line between its neighbours.
  public var toleranceMeters = 0.0
}

/// Time in which something was the case: `[start, end, "what"]`.
public struct LanePiece: Codable, Sendable, Equatable {
  public var start: Double
  public var end: Double
  public var label: String

  public init(start: Double, end: Double, label: String) {
    self.start = start
    self.end = end
    self.label = label
  }

  public init(from decoder: any Decoder) throws {
    (start, end, label) = try decoder.list(of: Double.self, Double.self, String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: start, end, label)
  }
}

/// A figure from an instant on: `[seconds, value]`.
public struct Level: Codable, Sendable, Equatable {
  public var seconds: Double
  public var value: Double

  public init(seconds: Double, value: Double) {
    self.seconds = seconds
    self.value = value
  }

  public init(from decoder: any Decoder) throws {
    (seconds, value) = try decoder.list(of: Double.self, Double.self)
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: seconds, value)
  }
}

/// Something at an instant: `[seconds, kind, "what"]`.
public struct Mark: Codable, Sendable, Equatable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case launch, wake, request, requestFailed, notification, tap, record
  }

  public var seconds: Double
  public var kind: Kind
  public var text: String

  public init(seconds: Double, kind: Kind, text: String) {
    self.seconds = seconds
    self.kind = kind
    self.text = text
  }

  public init(from decoder: any Decoder) throws {
    (seconds, kind, text) = try decoder.list(of: Double.self, Kind.self, String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: seconds, kind, text)
  }
}

/// Positions recorded in close succession: `[first, last, how many, newest stamp]`.
public struct RecordingPiece: Codable, Sendable, Equatable {
  public var start: Double
  public var end: Double
  public var count: Int
  /// When the newest position known by then was taken: what the age of the last fix counts from.
  public var newestStamp: Double

  init(start: Double, end: Double, count: Int, newestStamp: Double) {
    self.start = start
    self.end = end
    self.count = count
    self.newestStamp = newestStamp
  }

  public init(from decoder: any Decoder) throws {
    (start, end, count, newestStamp) = try decoder.list(
      of: Double.self, Double.self, Int.self, Double.self)
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(list: start, end, count, newestStamp)
  }
}

/// What happened on one local day.
public struct DayTally: Codable, Sendable, Equatable {
  public var date: String
  public var seconds: Double
  public var trueDistanceMeters: Double
  public var movingSeconds: Double
  /// Sum of the steps between recorded positions.
  public var recordedDistanceMeters = 0.0
  public var fixCount = 0
  /// Local hours with a recorded position.
  public var hoursWithFix = 0
  public var uncoveredSeconds = 0.0
  public var wakes = 0
  public var launches = 0
  public var requests = 0
  public var failedRequests = 0
  public var sentBytes = 0
  /// Null on a day without a change of it.
  public var lowestBatteryPercent: Int?
}
