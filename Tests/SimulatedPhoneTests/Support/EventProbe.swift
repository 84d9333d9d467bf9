import Geodesy
import PhoneAPI
import Timekeeping
import World

@testable import SimulatedPhone

/// A phone on which an event has an effect, and a reading that the effect changes.
///
/// The initializers' switches have no `default`: a new case does not compile before it has a probe.
struct EventProbe {
  /// At least one event of each part, and every event of those parts whose events no other test
  /// distinguishes.
  static let events: [PhoneEvent] =
    PhoneEventTests.survivors.filter(isProbed) + PhoneEventTests.dropped.filter(isProbed)

  var bench: () throws -> Bench
  /// Returns the event, after it has prepared the phone for it.
  var prepare: (SimulatedPhone) -> PhoneEvent?
  var reading: (Bench) -> Any

  static let drive = World([.drive(minutes: 60)])
  static let rest = World([.still(minutes: 60)])
  static var tracking: TestApp.Script {
    TestApp.Script(launched: { app, _ in app.startTracking() })
  }
  static let staysOpen = [PersonAction].opens(atMinute: 0)
  /// A minute at which the app was opened and left after a second, and still runs.
  static let justLeft = 0.02

  private static func isProbed(_ event: PhoneEvent) -> Bool {
    switch event {
    case .modem(.tailStageOver), .motion(.altitude), .visit(.departed), .visit(.falseArrival),
      .significantChange(.quietHours), .session(.serviceMemoryOver), .permission(.laterQuestion),
      .permission(.laterReply), .task(.refreshOccasion), .task(.processingLook), .push(.retry),
      .transfer(.reachesServer), .transfer(.answerArrives), .transfer(.breaks), .car:
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
    case .car: self.init(event, Self.drive) { $0.phone.car.outputs }
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
          HTTPRequest(method: "POST", url: "x", body: [1]), identifier: "x", session: "x",
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

  init(
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

  static func pending(_ bench: Bench) -> Any { bench.phone.kernel.pendingCount }
}
