import Geodesy
import Recordings
import Text
import Timekeeping
import World

/// One or several days of one person: how they move and use the phone, what the server does, and
/// which trackers run on the phone.
///
/// A scenario is read from YAML by `ScenarioReader`, or made from a recording by `traceDefaults`.
/// All values are checked and are in SI units. Times are instants. Random times, such as "07:45 ±
/// 15 min", become instants when the seed is known.
public struct Scenario: Sendable {
  public var name: String
  /// The path of the scenario's file; nil only for scenarios made in code.
  public var file: String?
  /// The paths of all files that were read, beginning with the scenario's own file. Reports list
  /// them.
  public var sourceFiles: [String] = []
  public var start: Instant
  public var duration: TimeSpan
  public var calendar: LocalCalendar = .utc
  package var phone = PhoneSetup()
  package var permissions = Permissions()
  package var area: AreaClass = .urban
  /// The network in all places without Wi-Fi, except tunnels and airplanes; nil for the area's
  /// usual network.
  package var network: NetworkAvailability?
  package var places: [Place] = []
  package var course: Course
  /// The person's acts with the phone. Acts at given times come first, in order of time.
  package var person: [PersonEvent] = []
  /// The places that the person may leave without the phone.
  package var forgets: [ForgottenPhone] = []
  /// The map on which the person moves; nil if the person goes straight from point to point.
  package var map: ScenarioMap?
  /// The moves that need a route of the map, in order.
  package var moves: [PlannedMove] = []
  /// The person's car, to which the phone connects; nil if there is none.
  package var car: Car?
  /// The events of the server, in order of time.
  package var server: [ServerEvent] = []
  /// The trackers to simulate; at least one, with unique names.
  public var trackers: [TrackerChoice] = defaultPresets.map { TrackerChoice(preset: $0) }
  package var expectations: [Expectation] = []
  /// The assumptions that the reader made and the parts of the file that it left out, in whole
  /// sentences for the report.
  public var remarks: [String] = []

  public var end: Instant { start + duration }

  public static let defaultPresets = [
    "overland-high-resolution", "overland-battery-saving", "ehe-pilot-1",
  ]
}

/// The description of the person's movement.
package enum Course: Sendable {
  /// The legs of all simulated days in order of time.
  case legs([Leg])
  case replay(Trace)
}

package struct PhoneSetup: Sendable, Hashable {
  /// The name of a device profile, such as "iphone-13".
  package var profile = "iphone-13"
  /// The name of an operating-system profile, such as "ios-17".
  package var system = "ios-17"
  /// The calibration by logs of a real phone; nil for a phone as the sources describe it.
  package var calibration: PhoneCalibration?
  /// The battery level at the start, from 0 to 1.
  package var batteryLevel = 1.0
  package var carried = Carrying.pocket
  /// The recorded acceleration; nil for a signal generated from the person's movement.
  package var accelerometer: AccelerometerRecording?
  /// The values that the scenario sets for parameters of the phone's model.
  package var model: [ModelOverride] = []
  /// The chosen model variants for points on which sources about the phone contradict each other.
  package var readings: [ModelVariantChoice] = []

  package init() {}
}

package struct ModelOverride: Sendable, Hashable {
  package var name: String
  /// The parameter's value, in SI units.
  package var value: Double

  package init(_ name: String, value: Double) {
    self.name = name
    self.value = value
  }
}

package struct ModelVariantChoice: Sendable, Hashable {
  package var name: String
  package var account: String

  package init(_ name: String, _ account: String) {
    self.name = name
    self.account = account
  }
}

/// The permissions that the app has before the scenario starts. The value `ask` means that the
/// person has not decided yet: the app has to show a prompt.
package struct Permissions: Sendable, Hashable {
  package enum Location: String, Sendable, Hashable, CaseIterable {
    case always, whenInUse, denied, restricted, ask
  }
  package enum Accuracy: String, Sendable, Hashable, CaseIterable { case full, reduced }
  package enum Grant: String, Sendable, Hashable, CaseIterable {
    case granted, denied, restricted, ask
  }

  package var location = Location.always
  package var accuracy = Accuracy.full
  package var motion = Grant.granted
  package var notifications = Grant.granted
  /// The person's answers to permission prompts.
  package var answers = PromptReplies(all: .allows)

  package init() {}
}

/// An event at the trackers' server.
package struct ServerEvent: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The server does not answer until the given instant.
    case outage(until: Instant)
    /// The server has a fault until the given instant.
    case fault(ServerFault, until: Instant)
    /// The person gives or withdraws consent to the studies that ask for these kinds of health
    /// data.
    case consent(ConsentAnswer, to: [HealthData])
    /// The server's next answer contains these additional members, written as a JSON object.
    case answers(json: String)
    /// The server sends the tracker's app a push.
    case pushes(SimulatedPush.Kind, payload: [String: String])
  }

  package var at: Instant
  package var kind: Kind
  /// The names of the trackers whose server is affected. An empty list affects all servers.
  package var trackers: [String]
  /// The local time of the event; nil if the person stays in one time zone, or if the file gives a
  /// UTC offset. `writtenEnd` is the local time of the end of an outage or a fault.
  package var written: ClockTime?
  package var writtenEnd: ClockTime?

  package init(at: Instant, _ kind: Kind, trackers: [String] = []) {
    self.at = at
    self.kind = kind
    self.trackers = trackers
  }
}

/// The scenario's entry for a tracker to simulate, before the tracker's preset is read.
public struct TrackerChoice: Sendable, Hashable {
  /// The name of a preset, or the path of a preset's file.
  public var preset: String
  /// The tracker's name, unique in the scenario; expectations and reports use it.
  public var name: String
  /// The tracker's name before `--set` made variants of it. `expect:` and `server: for:` use this
  /// name.
  public var origin: String
  /// The settings whose values replace the preset's values.
  public var settings: [SettingText]
  /// The kind of server to which the tracker sends; nil for the kind in the preset.
  public var contract: String?
  /// The places that the scenario gives to the tracker's settings, such as to the setting `home`.
  public var places: [PlaceBinding]
  /// The user's own app, which runs in place of a preset; nil for a preset.
  public var app: AppFile?
  public var location: SourceLocation

  /// Makes the choice of a user's own app.
  public init(app: AppFile, name: String? = nil, contract: String? = nil) {
    self.init(
      preset: app.descriptionPath ?? app.path, name: name ?? app.name, contract: contract,
      location: app.location)
    self.app = app
  }

  public init(
    preset: String, name: String? = nil, settings: [SettingText] = [], contract: String? = nil,
    places: [PlaceBinding] = [], location: SourceLocation = .commandLine
  ) {
    self.preset = preset
    self.name = name ?? PresetLibrary.name(of: preset)
    origin = self.name
    self.settings = settings
    self.contract = contract
    self.places = places
    self.location = location
  }
}

/// A setting and its value as the user wrote them.
public struct SettingText: Sendable, Hashable {
  public var name: String
  public var value: String
  public var location: SourceLocation

  /// Makes a setting, and converts Apple's spellings of the name and the value to Odograph's
  /// spellings.
  public init(_ name: String, _ value: String, location: SourceLocation = .commandLine) {
    self.name = AppleSpelling.name(name)
    self.value = AppleSpelling.value(value, of: self.name)
    self.location = location
  }

  /// Makes a setting of a user's own app, whose names and values stay as they are written.
  public init(ofApp name: String, _ value: String, location: SourceLocation = .commandLine) {
    self.name = name
    self.value = value
    self.location = location
  }
}

public struct PlaceBinding: Sendable, Hashable {
  public var setting: String
  /// The coordinate of the place; nil for `none`, which leaves the setting without a place.
  public var coordinate: Coordinate?
  public var location: SourceLocation

  public init(_ setting: String, _ coordinate: Coordinate?, location: SourceLocation) {
    self.setting = setting
    self.coordinate = coordinate
    self.location = location
  }
}

/// A condition that a measure of one tracker should fulfill, such as "positionCoverage: '>= 0.95'".
package struct Expectation: Sendable, Hashable {
  package enum Comparison: String, Sendable, Hashable, CaseIterable, Codable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
    case equal = "=="

    package func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .atLeast: a >= b
      case .atMost: a <= b
      case .above: a > b
      case .below: a < b
      case .equal: a == b
      }
    }
  }

  package var tracker: String
  /// The name of the measure in reports, such as "positionCoverage".
  package var measure: String
  package var comparison: Comparison
  package var value: Double
  package var location: SourceLocation

  package init(
    tracker: String, measure: String, _ comparison: Comparison, _ value: Double,
    location: SourceLocation = .commandLine
  ) {
    self.tracker = tracker
    self.measure = measure
    self.comparison = comparison
    self.value = value
    self.location = location
  }
}
