import Geodesy
import Scenarios
import Text
import Timekeeping
import TrackingEngine

/// A command that the user gives to a running `odograph live` by a key or by `--send`.
package enum LiveControl: Sendable, Equatable {
  case status
  case sendNow
  /// Start a trip with this mode; nil for the mode in the settings.
  case tripStart(TripMode?)
  case tripStop
  case tracking(isOn: Bool)
  /// Set the interval at which records are sent; nil to send only on request.
  case interval(TimeSpan?)
  /// Let the person act with the simulated phone in the loop.
  case phone(SimulatedAct)
  /// Change a setting to a valid value.
  case set(SettingText)
  /// List the settings that differ from the preset.
  case settings
  /// Set home, with a radius in meters; nil to keep the radius.
  case setHome(Coordinate, radiusMeters: Double?)
  case account(AccountControl)
  case quit

  package static let words = [
    "status", "send-now", "trip-start", "trip-stop", "tracking-on", "tracking-off", "interval",
    "set", "settings", "set-home", "sign-in", "sign-out", "consents", "consent", "withdraw", "phone",
    "quit",
  ]

  /// Reads a command from text such as "trip-start:car" or "interval:30 s".
  package init(_ text: String) throws(InputError) {
    let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(sides[0])
    let value = sides.count == 2 ? String(sides[1]) : nil
    guard Self.words.contains(word) else {
      throw InputError(
        .commandLine, "--send: unknown word '\(printable(word))'", word: word,
        oneOf: Self.words)
    }
    switch word {
    case "trip-start": self = .tripStart(try value.map { v throws(InputError) in try Self.mode(v) })
    case "interval": self = .interval(try Self.interval(value))
    case "phone": self = .phone(try Self.act(value))
    case "set": self = try Self.setting(value)
    case "set-home": self = try Self.home(value)
    case "sign-in": self = .account(.signIn(value))
    case "consent": self = .account(.consent(value, isGiven: true))
    case "withdraw": self = .account(.consent(value, isGiven: false))
    default:
      guard value == nil else {
        throw InputError(.commandLine, "--send: '\(word)' takes no value", accepted: word)
      }
      self =
        switch word {
        case "status": .status
        case "send-now": .sendNow
        case "trip-stop": .tripStop
        case "tracking-on": .tracking(isOn: true)
        case "tracking-off": .tracking(isOn: false)
        case "settings": .settings
        case "sign-out": .account(.signOut)
        case "consents": .account(.consents)
        default: .quit
        }
    }
  }

  private static func mode(_ text: String) throws(InputError) -> TripMode {
    guard let mode = TripMode(rawValue: text) else {
      throw InputError(
        .commandLine, "--send trip-start: unknown mode of travel '\(printable(text))'",
        word: text, oneOf: TripMode.allCases.map(\.rawValue))
    }
    return mode
  }

  private static func act(_ text: String?) throws(InputError) -> SimulatedAct {
    guard let text, let act = SimulatedAct(rawValue: text) else {
      throw InputError(
        .commandLine,
        "--send phone: "
          + (text.map { "unknown act '\(printable($0))'" } ?? "no act is given"),
        word: text ?? "", oneOf: SimulatedAct.allCases.map(\.rawValue))
    }
    return act
  }

  private static func home(_ text: String?) throws(InputError) -> LiveControl {
    let parts = (text ?? "").split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.filter { $0 != " " }) }
    guard let text, (2...3).contains(parts.count), let latitude = parts[0],
      let longitude = parts[1], parts.count == 2 || parts[2] != nil,
      Coordinate(latitude: latitude, longitude: longitude).isValid
    else {
      throw InputError(
        .commandLine,
        "--send set-home: "
          + (text.map { "the position is '\(printable($0))'" } ?? "no position is given"),
        accepted: "a latitude and a longitude in degrees, such as set-home:45.5,-122.6, and "
          + "optionally a radius in meters, such as set-home:45.5,-122.6,150")
    }
    let radius = parts.count == 3 ? parts[2] : nil
    let range = HomeZone.radiusRangeMeters
    guard radius.map(range.contains) ?? true else {
      throw InputError(
        .commandLine, "--send set-home: the radius is '\(text.split(separator: ",")[2])'",
        accepted: "a radius of \(Int(range.lowerBound)) to \(Int(range.upperBound)) m")
    }
    let center = Coordinate(latitude: latitude, longitude: longitude)
    return .setHome(center, radiusMeters: radius)
  }

  private static func interval(_ text: String?) throws(InputError) -> TimeSpan? {
    if text == "off" { return nil }
    guard let text, let span = span(text) else {
      throw InputError(
        .commandLine,
        "--send interval: "
          + (text.map { "the interval is '\(printable($0))'" } ?? "no interval is given"),
        accepted: "interval:30s, interval:5min or interval:off")
    }
    return span
  }

  /// Reads the name and the value of a setting as `--set` does.
  private static func setting(_ text: String?) throws(InputError) -> LiveControl {
    let sides = text?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) ?? []
    guard sides.count == 2, !sides[1].contains(where: \.isNewline) else {
      throw InputError(
        .commandLine, "--send set: no setting and value are given", accepted: "set:sendInterval=30s"
      )
    }
    let setting = SettingText(String(sides[0]), String(sides[1]))
    guard let definition = TrackerSettings.definition(named: setting.name) else {
      throw InputError(
        .commandLine, "--send set: no setting is called \(quoted(setting.name))",
        word: setting.name, oneOf: TrackerSettings.definitions.map(\.name),
        listedBy: "odograph settings")
    }
    guard !definition.isSecret else {
      throw InputError(
        .commandLine,
        "--send set: '\(setting.name)' is a secret, and other users can see arguments",
        accepted: "a new start with --token-file, or with \(BearerToken.environmentName)")
    }
    var trial = TrackerSettings()
    try trial.assign(setting)
    return .set(setting)
  }

  /// Reads a time span in the form in which people write it, such as "30 s"; nil for any other
  /// text.
  package static func span(_ text: String) -> TimeSpan? {
    var settings = TrackerSettings()
    guard (try? settings.assign(SettingText("minimumInterval", text))) != nil else { return nil }
    return settings.minimumInterval
  }

  /// The command as text, in the form that `--send` accepts and that the socket carries.
  package var text: String {
    switch self {
    case .status: "status"
    case .sendNow: "send-now"
    case .tripStart(let mode): mode.map { "trip-start:\($0.rawValue)" } ?? "trip-start"
    case .tripStop: "trip-stop"
    case .tracking(let isOn): isOn ? "tracking-on" : "tracking-off"
    case .interval(let span): span.map { "interval:\($0)" } ?? "interval:off"
    case .phone(let act): "phone:\(act.rawValue)"
    case .set(let setting): "set:\(setting.name)=\(setting.value)"
    case .settings: "settings"
    case .setHome(let center, let radius):
      "set-home:\(center.latitude),\(center.longitude)" + (radius.map { ",\($0)" } ?? "")
    case .account(let control): control.text
    case .quit: "quit"
    }
  }
}

/// The answer to a command: a sentence, or a status of several lines.
package struct LiveAnswer: Sendable, Equatable {
  package var isDone: Bool
  package var text: String

  static func done(_ text: String) -> LiveAnswer { LiveAnswer(isDone: true, text: text) }
  static func refused(_ text: String) -> LiveAnswer { LiveAnswer(isDone: false, text: text) }
}
