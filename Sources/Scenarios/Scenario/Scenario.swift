import Geodesy
import Recordings
import Text
import Timekeeping
import World

/// One person's day, or days: how they move and treat the phone, what their server does, and which
/// trackers are to be judged on it.
///
/// Read from YAML by `ScenarioReader`, or made of a recording by `traceDefaults`. Everything in it
/// has been checked and is in SI and in true time, but for the draws around times ("07:45 ± 15
/// min"), which need a seed.
public struct Scenario: Sendable {
  public var name: String
  /// Nil only for scenarios made in code.
  public var file: String?
  /// Every file that was read, this one first; for the provenance of a report.
  public var sourceFiles: [String] = []
  public var start: Instant
  public var duration: TimeSpan
  public var calendar: LocalCalendar = .utc
  package var phone = PhoneSetup()
  package var permissions = Permissions()
  package var area: AreaClass = .urban
  /// What there is outside of Wi-Fi, tunnels and aeroplanes; nil for what the area has.
  package var network: NetworkAvailability?
  package var places: [Place] = []
  package var course: Course
  /// Acts at given times come first, in order of time.
  package var person: [PersonEvent] = []
  /// Departures at which the phone may be left lying.
  package var forgets: [ForgottenPhone] = []
  /// In order of time.
  package var server: [ServerEvent] = []
  /// At least one, names unique.
  public var trackers: [TrackerChoice] = defaultPresets.map { TrackerChoice(preset: $0) }
  package var expectations: [Expectation] = []
  /// What was assumed or left out while reading, in whole sentences for the report.
  public var remarks: [String] = []

  public var end: Instant { start + duration }

  public static let defaultPresets = [
    "overland-high-resolution", "overland-battery-saving", "ehe-pilot-1",
  ]
}

/// How the person moves.
package enum Course: Sendable {
  /// Every simulated day's legs, one day after the other.
  case legs([Leg])
  case replay(Trace)
}

package struct PhoneSetup: Sendable, Hashable {
  /// Name of a device profile, such as "iphone-13".
  package var profile = "iphone-13"
  /// Name of an operating-system profile, such as "ios-17".
  package var system = "ios-17"
  /// Charge at the start, 0 to 1.
  package var batteryLevel = 1.0
  package var carried = Carrying.pocket
  /// Nil for a signal that is made up from how the person moves.
  package var accelerometer: AccelerometerRecording?
  /// Parameters of the phone's model that the scenario fixes.
  package var model: [ModelOverride] = []
  /// Where sources on the phone contradict one another: the account to follow.
  package var readings: [ModelReadingChoice] = []

  package init() {}
}

package struct ModelOverride: Sendable, Hashable {
  package var name: String
  /// In SI.
  package var value: Double

  package init(_ name: String, value: Double) {
    self.name = name
    self.value = value
  }
}

package struct ModelReadingChoice: Sendable, Hashable {
  package var name: String
  package var account: String

  package init(_ name: String, _ account: String) {
    self.name = name
    self.account = account
  }
}

/// What the person has granted the tracker before the scenario starts; `ask` leaves it to prompts.
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
  /// What the person says to prompts.
  package var answers = PromptReplies(all: .allows)

  package init() {}
}

/// What happens at the trackers' server.
package struct ServerEvent: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Does not answer until then.
    case outage(until: Instant)
    /// Something is wrong with it until then.
    case fault(ServerFault, until: Instant)
    /// The person's answer to the studies that ask for these kinds of data.
    case consent(ConsentAnswer, to: [HealthData])
    /// The first answer from then on has these members too: a JSON object.
    case answers(json: String)
    /// Sends the tracker's app a push.
    case pushes(SimulatedPush.Kind, payload: [String: String])
  }

  package var at: Instant
  package var kind: Kind
  /// Names of the trackers whose server it is; empty for every one.
  package var trackers: [String]
  /// What was written for `at`, and for the end of an outage, where zones change.
  package var written: ClockTime?
  package var writtenEnd: ClockTime?

  package init(at: Instant, _ kind: Kind, trackers: [String] = []) {
    self.at = at
    self.kind = kind
    self.trackers = trackers
  }
}

/// A tracker to be run, before its preset is read.
public struct TrackerChoice: Sendable, Hashable {
  /// Name of a preset, or path of a preset's file.
  public var preset: String
  /// Unique in the scenario; the key of expectations and reports.
  public var name: String
  /// The name before `--set` made variants of it: what `expect:` and `server: for:` mean.
  public var origin: String
  /// Replace the preset's settings.
  public var settings: [SettingText]
  /// The server's kind; nil for the preset's own.
  public var contract: String?
  /// Settings that name a place.
  public var places: [PlaceBinding]
  public var location: SourceLocation

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

/// A setting and its value as somebody wrote them.
public struct SettingText: Sendable, Hashable {
  public var name: String
  public var value: String
  public var location: SourceLocation

  /// Apple's spellings of a name or a value are taken for this program's.
  public init(_ name: String, _ value: String, location: SourceLocation = .commandLine) {
    self.name = AppleSpelling.name(name)
    self.value = AppleSpelling.value(value, of: self.name)
    self.location = location
  }
}

public struct PlaceBinding: Sendable, Hashable {
  public var setting: String
  /// Nil for `none`: the setting stays without a place.
  public var coordinate: Coordinate?
  public var location: SourceLocation

  public init(_ setting: String, _ coordinate: Coordinate?, location: SourceLocation) {
    self.setting = setting
    self.coordinate = coordinate
    self.location = location
  }
}

/// "positionCoverage: '>= 0.95'", for one tracker.
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
  /// Name of a figure in the report, such as "positionCoverage".
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
