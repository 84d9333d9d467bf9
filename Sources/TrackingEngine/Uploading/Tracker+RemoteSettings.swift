import Text
import Timekeeping

extension Tracker {
  /// Applies the settings that a server asks for; notes invalid ones in the timeline and ignores
  /// them.
  func fulfil(_ wishes: JSONValue) {
    guard let members = wishes.members else { return refuse("set", wishes) }
    change { settings in
      for (name, value) in flattened(members) { fulfil(name, value, &settings) }
    }
  }

  /// Returns all members in the order of their names.
  ///
  /// Members inside `main` and `trip` get names such as "main.min_time".
  private func flattened(_ members: [JSONValue.Member]) -> [(String, JSONValue)] {
    inOrder(members).flatMap { member -> [(String, JSONValue)] in
      let name = member.name
      guard name == "main" || name == "trip", let inner = member.value.members else {
        return [(name.replacing(".", with: "·"), member.value)]
      }
      return inOrder(inner).map { ("\(name).\($0.name)", $0.value) }
    }
  }

  /// Returns the members in the order of their names.
  ///
  /// If several members have the same name, the last one takes effect.
  private func inOrder(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    members.sorted { $0.name < $1.name }
  }

  private func fulfil(_ name: String, _ value: JSONValue, _ settings: inout TrackerSettings) {
    guard let setting = RemoteSetting.all[name] else { return refuse(name, value) }
    if settings.overland.setBugs {
      if name.hasSuffix(".batch_size") { return refuse(name, value) }
      // The app of 2024 stores 0 for "off", and a send is then always due.
      if name == "send_interval", value == .string("off") {
        settings.sendInterval = .zero
        return
      }
    }
    guard setting.assign(value, &settings) else { return refuse(name, value) }
    note(.overlandUpload, "the server sets \(name) to \(value.inWords)")
  }

  private func refuse(_ name: String, _ value: JSONValue) {
    note(.overlandUpload, "the server cannot set \(name.prefix(60)) to \(value.inWords)")
  }
}

extension JSONValue {
  /// The value as text for the timeline.
  fileprivate var inWords: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "'\(text.prefix(40))'"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
