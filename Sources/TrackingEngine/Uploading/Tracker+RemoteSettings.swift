import Timekeeping

extension Tracker {
  /// Does as a server wishes: each setting by itself, and what makes no sense is noted and left out.
  func fulfil(_ wishes: JSONElement) {
    guard let members = wishes.members else { return refuse("set", wishes) }
    change { settings in
      for (name, value) in flattened(members) { fulfil(name, value, &settings) }
    }
  }

  /// Members of `main` and `trip` under names such as "main.min_time", in the order of names.
  private func flattened(_ members: [String: JSONElement]) -> [(String, JSONElement)] {
    members.sorted { $0.key < $1.key }.flatMap { key, value -> [(String, JSONElement)] in
      guard key == "main" || key == "trip", let inner = value.members else {
        return [(key.replacing(".", with: "·"), value)]
      }
      return inner.sorted { $0.key < $1.key }.map { ("\(key).\($0.key)", $0.value) }
    }
  }

  private func fulfil(_ name: String, _ value: JSONElement, _ settings: inout TrackerSettings) {
    guard let setting = RemoteSetting.all[name] else { return refuse(name, value) }
    if settings.overland.setBugs {
      if name.hasSuffix(".batch_size") { return refuse(name, value) }
      // The app of 2024 stores 0 for "off", and a send is then always due.
      if name == "send_interval", value == .text("off") {
        settings.sendInterval = .zero
        return
      }
    }
    guard setting.assign(value, &settings) else { return refuse(name, value) }
    note(.overlandUpload, "the server sets \(name) to \(value)")
  }

  private func refuse(_ name: String, _ value: JSONElement) {
    note(.overlandUpload, "the server cannot set \(name.prefix(60)) to \(value)")
  }
}
