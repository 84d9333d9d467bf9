import Geodesy
import PhoneAPI
import Timekeeping
import World

@testable import SimulatedPhone

/// A phone on which an event has an effect, and a reading that the effect changes.
///
/// The initializers' switches have no `default`: a new case does not compile before it has a probe.
struct EventProbe {
  /// At least one event of each part, and all of those parts whose events are told apart only here.
  static let events: [PhoneEvent] =
    PhoneEventTests.survivors.filter(isProbed) + PhoneEventTests.dropped.filter(isProbed)

  var bench: () throws -> Bench
  /// Returns the event, once all is as it needs it.
  var prepare: (SimulatedPhone) -> PhoneEvent?
  var reading: (Bench) -> Any

  private static let drive = World([.drive(minutes: 60)])
  private static let rest = World([.still(minutes: 60)])
  private static var tracking: TestApp.Script {
    TestApp.Script(launched: { app, _ in app.startTracking() })
  }
  private static let staysOpen = [PersonAction].opens(atMinute: 0)
  /// The app was opened, left after a second, and still runs.
  private static let justLeft = 0.02

  private static func isProbed(_ event: PhoneEvent) -> Bool {
    switch event {
    case .modem(.tailStageOver), .motion(.altitude), .visit(.departed), .visit(.falseArrival),
      .significantChange(.quietHours), .session(.serviceMemoryOver), .permission(.laterQuestion),
      .permission(.laterReply), .task(.refreshOccasion), .task(.processingLook), .push(.retry),
      .transfer(.reachesServer), .transfer(.answerArrives), .transfer(.breaks):
      false
    default: true
    }
  }

  init(_ event: PhoneEvent) {
    switch event {
    case .spanChanged:
      self.init(event, World([.still(minutes: 30), .drive(minutes: 30)])) { Self.pending($0) }
    case .person(let act): self.init(event, act)
    case .batteryCheck: self.init(event) { $0.phone.batteryCheck as Any }
    case .lifecycle(let life): self.init(event, life)
    case .gnss(let gnss): self.init(event, gnss)
    case .modem: self.init(event) { $0.phone.modem.state }
    case .processorWindowOver: self.init(event) { Self.pending($0) }
    case .screenLocks: self.init(event, person: Self.staysOpen) { $0.phone.currentStatus.app }
    case .heading:
      let script = TestApp.Script(launched: { app, _ in
        app.manager.headingFilterDegrees = nil
        app.manager.startUpdatingHeading()
      })
      self.init(event, script: script) { $0.log.headings.count }
    case .motion:
      let script = TestApp.Script(launched: { app, _ in
        app.phone.motionActivity.startActivityUpdates { _ in }
      })
      self.init(event, Self.drive, script: script, person: Self.staysOpen) { Self.pending($0) }
    case .movement(let movement): self.init(event, movement)
    case .location(let location): self.init(event, location)
    case .regionCrossed:
      let script = TestApp.Script(launched: { app, _ in
        let away = Coordinate(latitude: home.latitude + 1, longitude: home.longitude)
        app.manager.startMonitoring(
          CircularRegion(identifier: "away", center: away, radiusMeters: 200))
      })
      self.init(event, script: script) { $0.phone.location.geofences.fences.map(\.knownInside) }
      prepare = { phone in
        phone.location.geofences.assume(inside: true, of: 1)
        return event
      }
    case .visit:
      self.init(event) { $0.phone.location.visits.state }
      prepare = { phone in
        phone.location.visits.state = .settling(
          VisitMonitor.Stay(serial: 7, since: morning, coordinate: home))
        return event
      }
    case .significantChange:
      let script = TestApp.Script(launched: { app, _ in
        app.manager.startMonitoringSignificantLocationChanges()
      })
      self.init(event, script: script, minute: 0.01) { $0.log.fixes.count }
    case .session:
      let script = TestApp.Script(launched: { app, _ in
        _ = app.manager.beginLiveUpdates(.default)
      })
      self.init(event, Self.drive, script: script) { $0.log.launches }
      prepare = { phone in
        phone.killApp(.crash)
        return event
      }
    case .permission:
      let script = TestApp.Script(becameActive: { $0.manager.requestWhenInUseAuthorization() })
      let undecided = AppPermissions(
        location: .notDetermined, replies: PromptReplies(all: .allows))
      self.init(event, script: script, person: Self.staysOpen, permissions: undecided) {
        $0.phone.permissions.location
      }
    case .process(_, let process): self.init(process)
    case .task:
      self.init(event) { $0.phone.app?.process?.runTimes.count as Any }
      prepare = { phone in
        let runTime = phone.app?.process.map {
          phone.tasks.grantRunTime(.refresh, identifier: "x", seconds: 30, to: $0)
        }
        return runTime.map { .task(.runTimeExpires(token: $0.token)) }
      }
    case .push:
      let script = TestApp.Script(launched: { app, _ in
        app.phone.push.registerForRemoteNotifications { _ in }
      })
      self.init(event, script: script, person: Self.staysOpen) { $0.log.calls.count }
    case .transfer:
      self.init(event) { $0.phone.transfers.transfers.map(\.state) }
      prepare = { phone in
        guard let process = phone.app?.process else { return nil }
        phone.transfers.upload(
          HTTPRequest(method: "POST", url: "x", body: [1]), identifier: "x",
          isDiscretionary: false, from: process)
        return event
      }
    case .notificationDue:
      let script = TestApp.Script(launched: { app, _ in
        app.phone.notifications.add(
          LocalNotification(identifier: "a", title: "a", trigger: .after(.minutes(10))))
      })
      self.init(event, script: script) { $0.phone.notifications.shown.count }
    }
  }

  private init(
    _ event: PhoneEvent, _ world: World = rest, script: TestApp.Script = TestApp.Script(),
    person: [PersonAction] = .opensAndLeaves, permissions: AppPermissions = AppPermissions(),
    minute: Double = justLeft, _ reading: @escaping (Bench) -> Any
  ) {
    bench = {
      try Bench(
        world, fixed: ["push.lossProbability": 0, "launch.prewarmsPerDay": 3],
        readings: ["prewarming": "ahead-of-use"], permissions: permissions, person: person,
        server: TestServer(), pushes: [SimulatedPush(at: .minute(50), payload: [:])],
        script: script
      ).run(toMinute: minute)
    }
    prepare = { _ in event }
    self.reading = reading
  }

  private static func pending(_ bench: Bench) -> Any { bench.phone.kernel.pendingCount }
}

// MARK: - Each event of a part

extension EventProbe {
  private init(_ event: PhoneEvent, _ act: PersonActionEvent) {
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

  private init(_ event: PhoneEvent, _ life: LifecycleEvent) {
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

  private init(_ event: PhoneEvent, _ gnss: GNSSEvent) {
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

  private init(_ event: PhoneEvent, _ movement: MovementEvent) {
    switch movement {
    case .stillNoticed: self.init(event, Self.drive) { $0.phone.isLyingStill }
    case .movingNoticed: self.init(event, Self.rest) { $0.phone.isLyingStill }
    case .check:
      let script = TestApp.Script(launched: { app, _ in
        app.manager.startMonitoringSignificantLocationChanges()
      })
      self.init(event, Self.drive, script: script) { $0.phone.movementCheck as Any }
    }
  }

  private init(_ event: PhoneEvent, _ location: LocationEvent) {
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

  private init(_ event: ProcessEvent) {
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
      // A whole minute of work, where 80 % are too much.
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
