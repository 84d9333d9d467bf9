import Geodesy
import PhoneAPI
import PhoneLink
import Text
import Timekeeping

/// The calls of an app in another process.
extension LinkedApp {
  /// Makes a call on the phone, and returns its result; null for a call without one.
  func serve(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    switch call.service {
    case .link: return .null
    case .location: return serveLocation(call, message)
    case .monitor: return serveMonitor(call, message)
    case .process: return serveProcess(call, message)
    case .tasks: return serveTask(call, message)
    case .data: return serveData(call, message)
    case .network: serveNetwork(call, message)
    case .notifications: return serveNotifications(call, message)
    case .motion: serveMotion(call, message)
    case .car: return serveCar(call, message)
    case .judgement: report(call, message)
    }
    return .null
  }

  private func serveLocation(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    if call == .makeLocationManager {
      let number = objects.next()
      objects.managers[number] = LinkedLocationManager(
        number, phone.makeLocationManager(), of: self)
      return .whole(number)
    }
    return message["manager"].whole.flatMap { objects.managers[$0] }?.serve(call, message) ?? .null
  }

  private func serveProcess(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    switch call {
    case .property: return message["name"].word(LinkProperty.self).map(property) ?? .null
    case .setProperty: setProperty(message)
    case .beginBackgroundTask: return beginBackgroundTask(message)
    case .endBackgroundTask:
      if let token = message["token"].whole.flatMap(UInt64.init(exactly:)) {
        phone.application.endBackgroundTask(BackgroundTaskToken(rawValue: token))
      }
    default: break
    }
    return .null
  }

  private func serveData(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    let key = message["key"].text ?? ""
    switch call {
    case .value: return LinkValue(phone.container.value(forKey: key))
    case .setValue: phone.container.set(message["value"].text, forKey: key)
    case .secret: return LinkValue(phone.container.secret(forKey: key))
    case .setSecret:
      return .flag(
        phone.container.setSecret(
          message["value"].text, forKey: key,
          accessible: message["accessible"].word() ?? .whenUnlocked))
    default: break
    }
    return .null
  }

  private func serveCar(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    let name = message["name"].text ?? ""
    switch call {
    case .audioOutputs:
      return .list(
        phone.audioSession.outputs.map {
          .object(LinkObject(["kind": .text($0.kind.rawValue), "name": .text($0.name)]))
        })
    case .connectAccessory: phone.bluetooth.connect(accessory: name)
    case .cancelAccessory: phone.bluetooth.cancelConnection(accessory: name)
    case .connectedAccessories: return .list(phone.bluetooth.connected.map(LinkValue.text))
    default: break
    }
    return .null
  }

  private func report(_ call: LinkCall, _ message: LinkObject) {
    let location = message["location"].object?.location
    switch call {
    case .recordsByCall: if recording == .delivery { recording = .calls }
    case .keep: if let location, recording != .output { records.keep(location) }
    case .drop: if let location, recording != .output { records.drop(location) }
    case .note:
      let text = message["text"].text ?? ""
      phone.note("app", text.replacing("\n", with: " ").printable)
    default: break
    }
  }

  private func serveMonitor(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    if call == .makeMonitor { return makeMonitor(message["name"].text ?? "") }
    guard let monitor = message["monitor"].whole.flatMap({ objects.monitors[$0] }) else {
      return .null
    }
    let identifier = message["identifier"].text ?? ""
    switch call {
    case .addCondition:
      guard let center = message.coordinate, let radius = message["radius"].number else { break }
      monitor.add(
        CircularGeographicCondition(center: center, radiusMeters: radius), identifier: identifier,
        assuming: message["assuming"].word() ?? .unknown)
    case .removeCondition: monitor.remove(identifier)
    case .monitoredIdentifiers: return .list(monitor.identifiers.map(LinkValue.text))
    case .monitoringRecord:
      return monitor.record(for: identifier).map { .object(LinkObject($0)) } ?? .null
    default: break
    }
    return .null
  }

  private func makeMonitor(_ name: String) -> LinkValue {
    let number = objects.next()
    let monitor = phone.makeLocationMonitor(named: name)
    objects.monitors[number] = monitor
    monitor.onEvent = { [weak self] event in
      self?.deliver(
        .condition,
        [
          "monitor": .whole(number), "identifier": .text(event.identifier),
          "state": .text(event.state.rawValue), "time": LinkValue(event.date),
        ])
    }
    return .whole(number)
  }

  private func beginBackgroundTask(_ message: LinkObject) -> LinkValue {
    let number = objects.next()
    let token = phone.application.beginBackgroundTask(named: message["name"].text ?? "") {
      [weak self] in self?.deliver(.backgroundTaskExpired, ["task": .whole(number)])
    }
    guard let token else { return .null }
    return .object(
      LinkObject(["task": .whole(number), "token": .whole(Int64(clamping: token.rawValue))]))
  }
}

extension LinkObject {
  fileprivate init(_ record: MonitoringRecord) {
    self.init([
      "latitude": .number(record.condition.center.latitude),
      "longitude": .number(record.condition.center.longitude),
      "radius": .number(record.condition.radiusMeters),
      "state": .text(record.lastEvent.state.rawValue), "time": LinkValue(record.lastEvent.date),
    ])
  }
}
