import PhoneAPI
import Timekeeping
import World

@testable import SimulatedPhone

/// Probes of the parts whose events are all probed.
extension EventProbe {
  init(_ event: PhoneEvent, _ act: PersonActionEvent) {
    let heats = PersonAction.Kind.heatsPhone(.serious)
    let action =
      switch act {
      case .isDue: PersonAction(.at(.minute(50)), heats)
      case .followUpIsDue:
        PersonAction(
          .at(.minute(50)), .plugsIn, then: PersonAction.FollowUp(heats, after: .minutes(1)))
      }
    self.init(event, person: [action]) { $0.phone.thermalState }
  }

  init(_ event: PhoneEvent, _ life: LifecycleEvent) {
    switch life {
    case .unlockAttempt:
      self.init(event) { $0.phone.isUnlocked }
      prepare = { phone in
        phone.reboot(unlockedAfter: .hours(3))
        return event
      }
    case .updateInstalls: self.init(event) { $0.phone.bootedAt }
    case .memoryPressureInUse:
      self.init(event) { Self.pending($0) }
      prepare = { phone in
        phone.apps.setMemoryUse(1)
        return event
      }
    case .looksForUse, .memoryPressure, .prewarm: self.init(event) { Self.pending($0) }
    }
  }

  init(_ event: PhoneEvent, _ gnss: GNSSEvent) {
    switch gnss {
    case .firstFix, .giveUp:
      self.init(event, Self.drive, script: Self.tracking) { $0.phone.gnss.state }
    case .tick:
      self.init(event, Self.drive, script: Self.tracking, minute: 5) {
        $0.phone.location.deliveredFixes
      }
    case .tailOver:
      self.init(event, Self.drive, script: Self.tracking, minute: 5) { $0.phone.gnss.state }
    }
  }

  init(_ event: PhoneEvent, _ movement: MovementEvent) {
    switch movement {
    case .check:
      let script = TestApp.Script(launched: { app, _ in
        app.manager.startMonitoringSignificantLocationChanges()
      })
      self.init(event, Self.drive, script: script) { $0.phone.movementCheck as Any }
    }
  }

  init(_ event: PhoneEvent, _ location: LocationEvent) {
    switch location {
    case .fallbackFix:
      self.init(event, Self.drive, script: Self.tracking) { Self.latest($0) }
    case .networkFix:
      let script = TestApp.Script(launched: { app, _ in app.startTracking(.hundredMeters) })
      self.init(event, script: script) { Self.latest($0) }
    case .restFix:
      self.init(event, script: Self.tracking) { $0.phone.location.fine.state }
    case .cachedFix:
      self.init(event, script: Self.tracking) { $0.phone.location.deliveredFixes }
      prepare = { phone in
        phone.location.client(1)?.lastDelivered = nil
        phone.location.latestFix = Location(
          coordinate: home, horizontalAccuracyMeters: 65, timestamp: morning)
        return event
      }
    case .oneShotOver:
      let script = TestApp.Script(launched: { app, _ in app.manager.requestLocation() })
      self.init(event, script: script) { $0.phone.location.hasOneShot }
      prepare = { phone in
        phone.location.client(1)?.oneShotEnds = phone.now
        return event
      }
    case .pauseDue:
      let script = TestApp.Script(launched: { app, _ in app.manager.startUpdatingLocation() })
      self.init(event, script: script) { $0.phone.location.isPaused }
    case .stopIsOver:
      self.init(event, Self.drive) { $0.phone.location.suspendedAtStop == nil }
      prepare = { phone in
        phone.location.suspendedAtStop = (1, phone.now)
        return event
      }
    case .silenceBegins:
      self.init(event, Self.drive, script: Self.tracking) { $0.phone.location.isSilent }
    case .silenceEnds:
      self.init(event, Self.drive, script: Self.tracking) { $0.phone.location.isSilent }
      prepare = { phone in
        phone.location.setSilent(true)
        return event
      }
    }
  }

  private static func latest(_ bench: Bench) -> Any {
    bench.phone.location.latestFix?.timestamp as Any
  }

  init(_ event: ProcessEvent) {
    self.init(.process(1, event)) { $0.phone.currentStatus.app }
    switch event {
    case .runTimeOver: break
    case .useOver:
      arrange(event) { $0.useEnds = morning }
      reading = { $0.phone.app?.process?.isInUse as Any }
    case .backgroundTaskOver:
      arrange(event) { $0.backgroundTasks[99] = AppProcess.GrantedTime(ends: morning, expire: {}) }
      reading = { Self.pending($0) }
    case .backgroundTaskOverrun:
      arrange(event) { $0.backgroundTasks[99] = AppProcess.GrantedTime(ends: morning, expire: {}) }
    case .hangs: arrange(event) { $0.isHanging = true }
    case .processorLimit:
      // A whole minute of work, where 80 % is the limit.
      arrange(event) { process in
        _ = process.processorUse.add(
          .seconds(60 as Int64), at: process.now - .seconds(60 as Int64), keeping: .minutes(1))
      }
    case .timer:
      let log = CallLog()
      prepare = { phone in
        let slot = phone.app?.process?.addTimer(period: nil) { log.events.append("timer") }
        return slot.map { .process(1, .timer(slot: $0)) }
      }
      reading = { _ in log.events }
    case .requestReachesServer:
      prepare = { Self.request(on: $0).map { .process(1, .requestReachesServer(slot: $0)) } }
      reading = { Self.pending($0) }
    case .answerArrives:
      let log = CallLog()
      prepare = { phone in
        Self.request(on: phone, answer: .failure(.timedOut)) { log.events.append("answer") }
          .map { .process(1, .answerArrives(slot: $0)) }
      }
      reading = { _ in log.events }
    }
  }

  private mutating func arrange(_ event: ProcessEvent, _ change: @escaping (AppProcess) -> Void) {
    prepare = { phone in
      if let process = phone.app?.process { change(process) }
      return .process(1, event)
    }
  }

  private static func request(
    on phone: SimulatedPhone, answer: Result<HTTPResponse, HTTPError>? = nil,
    completion: @escaping () -> Void = {}
  ) -> Int? {
    var pending = PendingRequest(
      request: HTTPRequest(method: "GET", url: "x"), completion: { _ in completion() })
    pending.answer = answer
    return phone.app?.process?.addRequest(pending)
  }
}
