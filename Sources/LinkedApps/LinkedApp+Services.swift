import Geodesy
import PhoneAPI
import PhoneLink
import Timekeeping

/// The calls to tasks, network, notifications and motion of an app in another process.
extension LinkedApp {
  func serveTask(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
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

  func serveNetwork(_ call: LinkCall, _ message: LinkObject) {
    switch call {
    case .startReachability:
      phone.http.onReachabilityChange = { [weak self] in self?.deliver(.reachability) }
    case .stopReachability: phone.http.onReachabilityChange = nil
    case .cancelUpload:
      phone.backgroundTransfers.cancel(identifier: message["identifier"].text ?? "")
    default: sendRequest(call, message)
    }
  }

  private func sendRequest(_ call: LinkCall, _ message: LinkObject) {
    guard let request = message["request"].object?.request else { return }
    if call == .upload {
      let identifier = message["identifier"].text ?? ""
      return phone.backgroundTransfers.upload(
        request, identifier: identifier, session: message["session"].text ?? identifier,
        isDiscretionary: message["discretionary"].flag ?? false)
    }
    let id = message["id"]
    phone.http.send(request) { [weak self] result in
      var event = LinkObject(result)
      event.add("id", id)
      self?.deliver(.response, event)
    }
  }

  func serveNotifications(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
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

  func serveMotion(_ call: LinkCall, _ message: LinkObject) {
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
    case .startAltimeter: startAltimeter()
    case .stopAltimeter: phone.altimeter.stopRelativeAltitudeUpdates()
    case .reverseGeocode:
      guard let coordinate = message.coordinate else { return }
      phone.geocoder.reverseGeocode(coordinate) { [weak self] place in
        self?.deliver(.place, ["id": id, "place": LinkValue(place)])
      }
    default: break
    }
  }

  private func startAltimeter() {
    phone.altimeter.startRelativeAltitudeUpdates { [weak self] altitude in
      self?.deliver(
        .altitude,
        [
          "meters": .number(altitude.meters),
          "kilopascals": .number(altitude.pressureKilopascals),
          "time": LinkValue(altitude.timestamp),
        ])
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
