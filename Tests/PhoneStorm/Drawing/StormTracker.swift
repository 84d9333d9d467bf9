import EventKernel
import Scenarios
import Text
import TrackingEngine

/// The tracker of a day: a preset of the library, or one composed at random, with random settings.
struct StormTracker {
  let lines: [String]
  let preset: String?
  /// True if something may happen more than a few times a second.
  let isHasty: Bool

  /// - Parameter file: the name of the file for a composed preset.
  init(_ chance: SeededRandom, places: [String], file: String) {
    var dice = Dice(chance)
    let isComposed = dice.happens(0.25)
    preset = isComposed ? Self.composed(&dice) : nil
    var entries = [("preset", isComposed ? file : dice.pick(PresetLibrary.names))]
    entries.append(("name", "stormy"))
    let count = dice.pick([0, 1, 3, 8, 20])
    let settings = Self.settings(&dice, count: count).map { ($0.name, $0.text) }
    if !settings.isEmpty { entries.append(("set", mapping(settings))) }
    for name in Self.placeSettings where dice.happens(0.4) {
      entries.append((name, dice.pick(places + ["none"])))
    }
    if dice.happens(0.05) {
      entries.append(("contract", dice.pick(ServerContract.allCases.map(\.rawValue))))
    }
    lines = ["trackers:", "  - " + mapping(entries)]
    let texts = lines[1] + (preset ?? "")
    isHasty = [": 0 s", ": 0.001 s", ": 0.0 s"].contains { texts.contains($0) }
  }

  /// Returns a preset that declares everything, so that the readers refuse little.
  private static func composed(_ dice: inout Dice) -> String {
    let some = dice.pickSome(
      BehaviorKind.allCases.map(\.rawValue), probability: dice.number(0.05...0.6))
    let behaviors = some.isEmpty ? ["standardUpdates"] : some
    var lines = [
      "preset: composed", "contract: \(dice.pick(ServerContract.allCases.map(\.rawValue)))",
      "manifest:", "  backgroundModes: [location, fetch, processing, remote-notification, voip]",
      "  tasks: [com.EHE-Pilot.LocationUpdate, lv.drives.refresh]",
      "  usage: [locationWhenInUse, locationAlwaysAndWhenInUse, motion, temporaryFullAccuracy]",
      // The spelling of presets.
      "behavio\("u")rs: [\(behaviors.joined(separator: ", "))]",
    ]
    let settings = Self.settings(&dice, count: dice.whole(0...6))
    if !settings.isEmpty { lines.append("settings:") }
    return (lines + settings.map { "  \($0.name): \($0.text)" }).joined(separator: "\n") + "\n"
  }

  private static let placeSettings = TrackerSettings.definitions.filter(isPlace).map(\.name)
  private static let drawable = TrackerSettings.definitions.filter { !isPlace($0) }

  private static func isPlace(_ definition: SettingDefinition) -> Bool {
    if case .coordinate = definition.kind { true } else { false }
  }

  private static func settings(
    _ dice: inout Dice, count: Int
  ) -> [(name: String, text: String)] {
    var drawn: [(name: String, text: String)] = []
    for _ in 0..<count {
      let definition = dice.pick(drawable)
      guard !drawn.contains(where: { $0.name == definition.name }) else { continue }
      drawn.append((definition.name, value(&dice, of: definition)))
    }
    return drawn
  }

  /// Draws a value that the table accepts, at its limits as often as between them.
  private static func value(_ dice: inout Dice, of definition: SettingDefinition) -> String {
    let most = Int(definition.largest ?? 1)
    switch definition.kind {
    case .toggle: return dice.pick(["true", "false"])
    case .optionalMeters where dice.happens(0.2), .optionalDuration where dice.happens(0.2):
      return "off"
    case .meters, .optionalMeters:
      let usual = plain(dice.magnitude(0.1...100_000), digits: 2)
      return dice.pick(["0.001", "1", "50", "\(most)", usual, usual, usual]) + " m"
    case .duration, .optionalDuration:
      let usual = plain(dice.magnitude(0.3...1_000_000), digits: 3)
      let ends = ["0", "0.001", "1", "60", "\(most)"]
      return dice.pick(ends + Array(repeating: usual, count: 9)) + " s"
    case .count:
      return "\(dice.pick([1, 2, most, Int(dice.magnitude(1...10_000))]))"
    case .choice(let words, _, _): return Escaping.json(dice.pick(words))
    case .text, .optionalText: return text(&dice, of: definition.name)
    case .coordinate: return "none"
    }
  }

  private static func text(_ dice: inout Dice, of name: String) -> String {
    switch name {
    case "endpoint":
      return Escaping.json(
        dice.pick([
          "off", "https://receiver.example/elsewhere", "http://", "no address",
          "https://ä.example/?q=\"",
        ]))
    case "accessToken": return Escaping.json(dice.pick(["off", "provisioned", "wrong \"token\""]))
    case "gateAddress":
      return Escaping.json(dice.pick(["off", "https://receiver.example/gate?latitude=%LAT"]))
    case "gateHeaders": return Escaping.json(dice.pick(["", "X-Key: a|X-Time: %TS"]))
    case "gateBody":
      return Escaping.json(
        dice.pick(["off", "", #"{"latitude":%LAT,"longitude":%LON}"#, "%LAT 🚲 %ALT"]))
    case "gateUser", "gateToken": return Escaping.json(dice.pick(["off", "", "x", "Käse"]))
    case "carAccessory": return Escaping.json(dice.pick(["off", "x", "12", "OBD plug"]))
    case "refreshTaskIdentifier":
      return dice.pick(["com.EHE-Pilot.LocationUpdate", "lv.drives.refresh"])
    default:
      return Escaping.json(
        dice.pick(["", "x", "a,b;c", "<b>&amp;", "Käse \"1\"", "🚲\n2", "off", "none", "12"]))
    }
  }
}
