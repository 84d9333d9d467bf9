import Geodesy
import PhoneAPI
import PhoneLink
import Timekeeping

/// The calls of an app in another process.
extension LinkedApp {
  /// Makes a call on the phone, and returns its result; null for a call without one.
  func serve(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    switch call {
    case .done: return .null
    case .makeLocationManager:
      let number = objects.next()
      objects.managers[number] = LinkedLocationManager(number, phone.makeLocationManager(), of: self)
      return .whole(number)
    case .locationProperty, .setLocationProperty, .requestWhenInUseAuthorization,
      .requestAlwaysAuthorization, .requestTemporaryFullAccuracyAuthorization,
      .startUpdatingLocation, .stopUpdatingLocation, .requestLocation,
      .startMonitoringSignificantLocationChanges, .stopMonitoringSignificantLocationChanges,
      .startMonitoringVisits, .stopMonitoringVisits, .startMonitoring, .stopMonitoring,
      .requestState, .startUpdatingHeading, .stopUpdatingHeading, .beginSession, .endSession:
      guard let manager = message["manager"].whole.flatMap({ objects.managers[$0] }) else {
        return .null
      }
      return manager.serve(call, message)
    case .makeMonitor, .addCondition, .removeCondition, .monitoringRecord, .monitoredIdentifiers:
      return serveMonitor(call, message)
    case .property:
      return message["name"].word(LinkProperty.self).map(property) ?? .null
    case .setProperty: setProperty(message)
    case .beginBackgroundTask: return beginBackgroundTask(message)
    case .endBackgroundTask:
      if let token = message["token"].whole.flatMap(UInt64.init(exactly:)) {
        phone.application.endBackgroundTask(BackgroundTaskToken(rawValue: token))
      }
    case .registerTask, .submitTask, .cancelTask, .cancelAllTasks, .pendingTasks, .completeTask:
      return serveTask(call, message)
    case .value: return LinkValue(phone.container.value(forKey: message["key"].text ?? ""))
    case .setValue:
      phone.container.set(message["value"].text, forKey: message["key"].text ?? "")
    case .secret: return LinkValue(phone.container.secret(forKey: message["key"].text ?? ""))
    case .setSecret:
      return .flag(
        phone.container.setSecret(
          message["value"].text, forKey: message["key"].text ?? "",
          accessible: message["accessible"].word() ?? .whenUnlocked))
    case .send, .upload: serveNetwork(call, message)
    case .requestNotifications, .addNotification, .removeNotifications, .pendingNotifications,
      .registerForPushes, .registerForVoIP, .reportIncomingCall, .completeEvent:
      return serveNotifications(call, message)
    case .startActivity, .stopActivity, .queryActivity, .queryPedometer, .startPedometer,
      .stopPedometer, .startAltimeter, .stopAltimeter, .reverseGeocode:
      serveMotion(call, message)
    case .audioOutputs:
      return .list(
        phone.audioSession.outputs.map {
          .object(LinkObject(["kind": .text($0.kind.rawValue), "name": .text($0.name)]))
        })
    case .connectAccessory: phone.bluetooth.connect(accessory: message["name"].text ?? "")
    case .cancelAccessory: phone.bluetooth.cancelConnection(accessory: message["name"].text ?? "")
    case .connectedAccessories: return .list(phone.bluetooth.connected.map(LinkValue.text))
    case .recordsByCall: recording = .calls
    case .keep: if let location = message["location"].object?.location { records.keep(location) }
    case .drop: if let location = message["location"].object?.location { records.drop(location) }
    case .note: phone.note("app", message["text"].text ?? "")
    }
    return .null
  }

  private func serveMonitor(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    if call == .makeMonitor {
      let number = objects.next()
      let monitor = phone.makeLocationMonitor(named: message["name"].text ?? "")
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
      guard let record = monitor.record(for: identifier) else { break }
      return .object(
        LinkObject([
          "latitude": .number(record.condition.center.latitude),
          "longitude": .number(record.condition.center.longitude),
          "radius": .number(record.condition.radiusMeters),
          "state": .text(record.lastEvent.state.rawValue), "time": LinkValue(record.lastEvent.date),
        ]))
    default: break
    }
    return .null
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

  private func serveTask(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    let tasks = phone.backgroundTasks
    let identifier = message["identifier"].text ?? ""
    switch call {
    case .registerTask:
      return .flag(tasks.register(identifier: identifier) { [weak self] in self?.launched($0) })
    case .submitTask:
      guard let request = message["request"].object?.taskRequest else { return "malformed" }
      do throws(BackgroundTaskError) { try tasks.submit(request) } catch {
        return .text("\(error)")
      }
    case .cancelTask: tasks.cancel(identifier: identifier)
    case .cancelAllTasks: tasks.cancelAll()
    case .pendingTasks:
      return .list(tasks.pendingRequests.map { .object(LinkObject($0)) })
    case .completeTask:
      if let number = message["task"].whole {
        objects.tasks.removeValue(forKey: number)?
          .setTaskCompleted(success: message["success"].flag ?? true)
      }
    default: break
    }
    return .null
  }

  private func launched(_ task: any BackgroundTask) {
    let number = objects.next()
    objects.tasks[number] = task
    task.expirationHandler = { [weak self] in
      self?.deliver(.taskExpired, ["task": .whole(number)])
    }
    deliver(.task, ["task": .whole(number), "identifier": .text(task.identifier)])
  }

  private func serveNetwork(_ call: LinkCall, _ message: LinkObject) {
    guard let request = message["request"].object?.request else { return }
    if call == .upload {
      phone.backgroundTransfers.upload(
        request, identifier: message["identifier"].text ?? "",
        isDiscretionary: message["discretionary"].flag ?? false)
      return
    }
    let id = message["id"]
    phone.http.send(request) { [weak self] result in
      var event = LinkObject(result)
      event.add("id", id)
      self?.deliver(.response, event)
    }
  }

  private func serveNotifications(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    let notifications = phone.notifications
    switch call {
    case .requestNotifications:
      let id = message["id"]
      let options = message["options"].whole.flatMap(Int.init(exactly:)) ?? 0
      notifications.requestAuthorization(NotificationOptions(rawValue: options)) {
        [weak self] granted in
        self?.deliver(.notificationsAnswer, ["id": id, "granted": .flag(granted)])
      }
    case .addNotification:
      if let notification = message["notification"].object?.notification {
        notifications.add(notification)
      }
    case .removeNotifications:
      notifications.removePending(
        identifiers: (message["identifiers"].list ?? []).compactMap(\.text))
    case .pendingNotifications:
      return .list(notifications.pending.map { .object(LinkObject($0)) })
    case .registerForPushes:
      phone.push.registerForRemoteNotifications { [weak self] token in
        self?.deliver(.pushToken, ["token": .text(token)])
      }
    case .registerForVoIP:
      phone.push.registerForVoIP { [weak self] token in
        self?.deliver(.voipToken, ["token": .text(token)])
      } onPush: { [weak self] payload in
        self?.deliver(.voipPush, ["payload": .object(LinkObject(payload))])
      }
    case .reportIncomingCall: phone.push.reportIncomingCall()
    case .completeEvent:
      if let number = message["id"].whole { objects.completions.removeValue(forKey: number)?() }
    default: break
    }
    return .null
  }

  private func serveMotion(_ call: LinkCall, _ message: LinkObject) {
    let start = message["start"].instant ?? phone.clock.now
    let end = message["end"].instant ?? phone.clock.now
    let id = message["id"]
    switch call {
    case .startActivity:
      phone.motionActivity.startActivityUpdates { [weak self] activity in
        self?.deliver(.activity, ["activity": .object(LinkObject(activity))])
      }
    case .stopActivity: phone.motionActivity.stopActivityUpdates()
    case .queryActivity:
      phone.motionActivity.queryActivity(from: start, to: end) { [weak self] result in
        self?.deliver(.activities, result, id: id) { .list($0.map { .object(LinkObject($0)) }) }
      }
    case .queryPedometer:
      phone.pedometer.queryPedometerData(from: start, to: end) { [weak self] result in
        self?.deliver(.steps, result, id: id) { .object(LinkObject($0)) }
      }
    case .startPedometer:
      phone.pedometer.startUpdates(from: start) { [weak self] data in
        self?.deliver(.pedometer, ["data": .object(LinkObject(data))])
      }
    case .stopPedometer: phone.pedometer.stopUpdates()
    case .startAltimeter:
      phone.altimeter.startRelativeAltitudeUpdates { [weak self] altitude in
        self?.deliver(
          .altitude,
          [
            "meters": .number(altitude.meters), "kilopascals": .number(altitude.pressureKilopascals),
            "time": LinkValue(altitude.timestamp),
          ])
      }
    case .stopAltimeter: phone.altimeter.stopRelativeAltitudeUpdates()
    case .reverseGeocode:
      guard let coordinate = message.coordinate else { return }
      phone.geocoder.reverseGeocode(coordinate) { [weak self] place in
        self?.deliver(.place, ["id": id, "place": LinkValue(place)])
      }
    default: break
    }
  }

  private func deliver<Value>(
    _ event: LinkEvent, _ result: Result<Value, MotionError>, id: LinkValue,
    _ form: (Value) -> LinkValue
  ) {
    switch result {
    case .success(let value): deliver(event, ["id": id, "data": form(value)])
    case .failure(let error): deliver(event, ["id": id, "error": .text("\(error)")])
    }
  }
}

extension LinkedLocationManager {
  func serve(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    let region = message["region"].object?.region
    switch call {
    case .locationProperty:
      return message["name"].word(LinkLocationProperty.self).map(property) ?? .null
    case .setLocationProperty:
      if let name: LinkLocationProperty = message["name"].word() { set(name, message["value"]) }
    case .requestWhenInUseAuthorization: manager.requestWhenInUseAuthorization()
    case .requestAlwaysAuthorization: manager.requestAlwaysAuthorization()
    case .requestTemporaryFullAccuracyAuthorization:
      manager.requestTemporaryFullAccuracyAuthorization(
        purposeKey: message["purpose"].text ?? "")
    case .startUpdatingLocation: manager.startUpdatingLocation()
    case .stopUpdatingLocation: manager.stopUpdatingLocation()
    case .requestLocation: manager.requestLocation()
    case .startMonitoringSignificantLocationChanges:
      manager.startMonitoringSignificantLocationChanges()
    case .stopMonitoringSignificantLocationChanges:
      manager.stopMonitoringSignificantLocationChanges()
    case .startMonitoringVisits: manager.startMonitoringVisits()
    case .stopMonitoringVisits: manager.stopMonitoringVisits()
    case .startMonitoring: if let region { manager.startMonitoring(region) }
    case .stopMonitoring: if let region { manager.stopMonitoring(region) }
    case .requestState: if let region { manager.requestState(for: region) }
    case .startUpdatingHeading: manager.startUpdatingHeading()
    case .stopUpdatingHeading: manager.stopUpdatingHeading()
    case .beginSession: return begin(message)
    case .endSession:
      if let number = message["session"].whole.flatMap(UInt64.init(exactly:)) {
        manager.endSession(LocationSession(rawValue: number))
      }
    default: break
    }
    return .null
  }

  private func begin(_ message: LinkObject) -> LinkValue {
    let session =
      switch message["kind"].text {
      case "liveUpdates": manager.beginLiveUpdates(message["configuration"].word() ?? .default)
      case "service": manager.beginServiceSession(requiring: message["requires"].word() ?? .whenInUse)
      default: manager.beginBackgroundActivitySession()
      }
    return session.map { .whole(Int64(clamping: $0.rawValue)) } ?? .null
  }
}
