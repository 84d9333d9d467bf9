import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("The phone's events")
struct PhoneEventTests {
  @Test("An event holds two words and a tag, and nothing that has to be counted")
  func layout() {
    // `BitwiseCopyable` makes the compiler reject closures and references. A process's number and a
    // token or slot are 8 bytes each; groups share one byte for their cases.
    #expect(MemoryLayout<PhoneEvent>.size <= 17)
    #expect(MemoryLayout<PhoneEvent?>.size <= 17)
  }

  /// Events that a shutdown leaves: those around the phone, those that start it again, those that
  /// recur by the clock, and those that the system keeps for the app.
  static let survivors: [PhoneEvent] = [
    .spanChanged, .person(.isDue(0)), .person(.followUpIsDue(0)), .batteryCheck,
    .lifecycle(.unlockAttempt), .lifecycle(.looksForUse), .lifecycle(.updateInstalls),
    .lifecycle(.memoryPressure(ordinal: 9)), .lifecycle(.memoryPressureInUse(spell: 1)),
    .lifecycle(.prewarm(ordinal: 9)),
    .task(.refreshOccasion(ordinal: 0)), .task(.processingLook), .task(.runTimeExpires(token: 0)),
    .push(.arrives(0)), .push(.retry),
    .transfer(.look), .transfer(.reachesServer(1)), .transfer(.answerArrives(1)),
    .transfer(.breaks(1)),
    .notificationDue(1),
  ]

  /// Events that a shutdown drops: those of parts without power, of positions, and of the app's
  /// dead process.
  static let dropped: [PhoneEvent] = [
    .gnss(.firstFix(attempt: 1)), .gnss(.tick), .gnss(.giveUp(attempt: 1)), .gnss(.tailOver),
    .modem(.transferOver), .modem(.tailStageOver), .processorWindowOver, .screenLocks, .heading,
    .motion(.windowFull), .motion(.altitude),
    .movement(.check),
    .location(.fallbackFix), .location(.restFix), .location(.networkFix),
    .location(.cachedFix(client: 1)), .location(.oneShotOver(client: 1)),
    .location(.pauseDue(client: 1)), .location(.stopIsOver(process: 1)),
    .location(.silenceBegins(ordinal: 0)), .location(.silenceEnds),
    .regionCrossed(region: 1, crossing: 0),
    .visit(.settled(stay: 7, isSoon: false)), .visit(.departed(visit: 7)),
    .visit(.falseArrival(after: 0)),
    .significantChange(.first), .significantChange(.quietHours),
    .session(.serviceMemoryOver), .session(.relaunchForLiveUpdates),
    .session(.resumeLiveUpdates(movement: 0)),
    .permission(.reply(1)), .permission(.laterQuestion(1)), .permission(.laterReply(1)),
    .process(1, .useOver), .process(1, .runTimeOver), .process(1, .backgroundTaskOver(token: 99)),
    .process(1, .backgroundTaskOverrun(token: 99)), .process(1, .hangs),
    .process(1, .processorLimit), .process(1, .timer(slot: 0)),
    .process(1, .requestReachesServer(slot: 0)), .process(1, .answerArrives(slot: 0)),
  ]

  @Test("A phone that is off still handles these events", arguments: survivors)
  func survives(event: PhoneEvent) { #expect(event.survivesPowerOff) }

  @Test("A phone that is off drops these events", arguments: dropped)
  func isDropped(event: PhoneEvent) { #expect(!event.survivesPowerOff) }

  @Test("Each event reaches its part, which acts", arguments: EventProbe.events)
  func delivered(event: PhoneEvent) throws {
    let probe = EventProbe(event)
    let bench = try probe.bench()
    let event = try #require(probe.prepare(bench.phone))
    let before = "\(probe.reading(bench))"
    bench.phone.handle(event)
    #expect("\(probe.reading(bench))" != before)
  }

  @Test(
    "An event that does not survive does nothing to a phone that is off",
    arguments: EventProbe.events.filter { !$0.survivesPowerOff })
  func nothingWhileOff(event: PhoneEvent) throws {
    let probe = EventProbe(event)
    let bench = try probe.bench()
    let event = try #require(probe.prepare(bench.phone))
    bench.phone.shutOff()
    let before = "\(probe.reading(bench))"
    bench.phone.handle(event)
    #expect("\(probe.reading(bench))" == before)
  }

  @Test("A phone goes off: what it would have noticed is lost, what it owes the app comes later")
  func powerOff() throws {
    let script = TestApp.Script(launched: { app, launch in
      guard launch.reason == .userOpened else { return }
      app.startTracking()
      app.phone.notifications.add(
        LocalNotification(identifier: "a", title: "a", trigger: .after(.minutes(12))))
    })
    // The phone is at rest from minute 10 on. A minute is more than the 10 s in which a phone on a
    // table is noticed (MOT-2). Updates are on, so the system uses what it notices.
    let world = World([.drive(minutes: 10), .still(minutes: 110, carried: .table)])
    let noticed = try Bench(world, battery: 0.5, script: script).run(toMinute: 12.5)
    #expect(noticed.phone.isLyingStill)
    #expect(noticed.phone.notifications.shown.map(\.identifier) == ["a"])

    let bench = try Bench(world, battery: 0.5, script: script).run(toMinute: 10.01)
    bench.phone.shutOff()
    try bench.run(toMinute: 12.5)
    #expect(!bench.phone.isOn)
    #expect(!bench.phone.isLyingStill)
    #expect(bench.phone.notifications.shown.isEmpty)
    // The next check of the battery, within half an hour, finds charge and starts the phone. The
    // phone then notices that it lies still, and shows the notification, which is due again every
    // minute.
    try bench.run(toMinute: 45)
    #expect(bench.phone.isOn)
    #expect(bench.phone.isLyingStill)
    #expect(bench.phone.notifications.shown.map(\.identifier) == ["a"])
  }
}
