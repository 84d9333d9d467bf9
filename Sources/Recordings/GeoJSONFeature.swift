import Documents
import Text
import World

/// One GeoJSON feature, with the properties that matter for a recording.
struct GeoJSONFeature: Decodable {
  var geometry: Geometry?
  var properties: Properties?

  /// True for visits and trips of the app Overland, which derives them from measured positions.
  var isDerived: Bool { properties?.action != nil || properties?.kind != nil }

  /// The lines of positions of a feature. A point is a line with one position. Areas have no lines.
  struct Geometry: Decodable {
    var isPoint: Bool
    var lines: [[[Double]]]

    private enum Key: CodingKey { case type, coordinates }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let type = try container.decode(String.self, forKey: .type)
      isPoint = type == "Point"
      switch type {
      case "Point":
        lines = [[try container.decode([Double].self, forKey: .coordinates)]]
      case "LineString", "MultiPoint":
        lines = [try container.decode([[Double]].self, forKey: .coordinates)]
      case "MultiLineString":
        lines = try container.decode([[[Double]]].self, forKey: .coordinates)
      default: lines = []
      }
    }
  }

  enum Time: Decodable, CustomStringConvertible {
    case text(String)
    case number(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var description: String {
      switch self {
      case .text(let text): quoted(text)
      case .number(let number): "\(number)"
      }
    }
  }

  /// The properties of a feature that the reader knows, each optional. Other properties are
  /// ignored.
  struct Properties: Decodable {
    var time: Time?
    /// The time when the tracker recorded the position, as 'odograph export' writes it.
    var recordedAt: Time?
    /// The times of the positions, with one list for each line.
    var times: [[Time]]?
    var altitude: Double?
    var speed: Double?
    var course: Double?
    var accuracy: Double?
    /// The battery's charge as a share, as Overland writes it.
    var batteryLevel: Double?
    var batteryState: String?
    var device: String?
    var action: String?
    var kind: String?
    /// True for the first point after a gap, as `odograph record` marks it.
    var isAfterGap = false
    /// The kind of motion, if the phone reported exactly one kind.
    var motion: MotionMode?

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      func number(_ names: String...) -> Double? {
        for name in names {
          if let value = try? container.decode(Double.self, forKey: Key(name)) { return value }
        }
        return nil
      }
      func text(_ name: String) -> String? {
        try? container.decode(String.self, forKey: Key(name))
      }
      for name in ["timestamp", "time", "datetime"] where time == nil {
        time = try? container.decode(Time.self, forKey: Key(name))
      }
      recordedAt = try? container.decode(Time.self, forKey: Key("recorded_at"))
      times = Properties.times(in: container)
      if times == nil,
        let inner = try? container.nestedContainer(
          keyedBy: Key.self, forKey: Key("coordinateProperties"))
      {
        times = Properties.times(in: inner)
      }
      altitude = number("altitude")
      speed = number("speed")
      course = number("course", "heading", "bearing")
      accuracy = number("horizontal_accuracy", "accuracy")
      batteryLevel = number("battery_level")
      batteryState = text("battery_state")
      device = text("device_id") ?? text("trajectory") ?? text("user_id")
      action = text("action")
      isAfterGap = (try? container.decode(Bool.self, forKey: Key("after_gap"))) ?? false
      kind = text("type").flatMap { $0 == "trip" ? $0 : nil }
      motion = Properties.motion(
        (try? container.decode([String].self, forKey: Key("motion"))) ?? [])
    }

    private static func times(in container: KeyedDecodingContainer<Key>) -> [[Time]]? {
      for name in ["coordTimes", "times"] {
        if let flat = try? container.decode([Time].self, forKey: Key(name)) { return [flat] }
        if let nested = try? container.decode([[Time]].self, forKey: Key(name)) { return nested }
      }
      return nil
    }

    private static func motion(_ words: [String]) -> MotionMode? {
      guard words.count == 1 else { return nil }
      return switch words[0] {
      case "walking": .walking
      case "running": .running
      case "cycling": .cycling
      case "driving": .automotive
      default: nil
      }
    }
  }
}
