import EventKernel
import Timekeeping

/// The events of the phone's queue, grouped by the part of the phone that handles them.
///
/// Events are trivial values. They refer to a process by number and to a callback by its slot in a
/// table, and never contain closures. When a process is killed, its table is emptied and the queue
/// stays unchanged. A new case needs a handler in `handle` and a result in `survivesPowerOff`.
enum PhoneEvent: Sendable, BitwiseCopyable {
  /// The person or the phone enters the next span of the day.
  case spanChanged
  case person(PersonActionEvent)
  case batteryCheck
  case lifecycle(LifecycleEvent)

  case gnss(GNSSEvent)
  case modem(ModemEvent)
  case processorWindowOver
  case screenLocks
  case heading
  case motion(MotionEvent)
  case movement(MovementEvent)
  case car(CarEvent)

  case location(LocationEvent)
  case regionCrossed(region: Int, crossing: Int)
  case visit(VisitEvent)
  case significantChange(SignificantChangeEvent)
  case session(SessionEvent)
  case permission(PermissionEvent)
  case process(Int, ProcessEvent)

  case task(TaskEvent)
  case push(PushEvent)
  case transfer(TransferEvent)
  case notificationDue(Int)
}

extension PhoneEvent {
  /// True if the phone handles this event even while the phone is off. A phone that is off drops
  /// all other events and does not handle them later.
  var survivesPowerOff: Bool {
    switch self {
    // The day continues around the phone. Each action decides itself if it needs a phone that is
    // on.
    case .spanChanged, .person: true
    // Only this check detects that the battery has enough charge to start again (BAT-10).
    case .batteryCheck: true
    // Habits and shortages recur by the clock. Each schedules the next, and does nothing else to a
    // phone that is off.
    case .lifecycle: true
    // The system keeps requests for tasks, pushes (NET-1), transfers (NET-5) and notifications
    // (NET-7) through a restart. Each service waits until the phone is on again.
    case .task, .push, .transfer, .notificationDue: true
    // Without power no radio, sensor or screen works.
    case .gnss, .modem, .processorWindowOver, .screenLocks, .heading, .motion, .movement, .car:
      false
    // The phone computes no position and reports none.
    case .location, .regionCrossed, .visit, .significantChange: false
    // The app's process ended with the phone, and so did its sessions and open prompts.
    case .process, .session, .permission: false
    }
  }
}

extension SimulatedPhone {
  /// Handles every event up to and including the instant `deadline`.
  public func run(until deadline: Instant) throws(Livelock) {
    while let event = try kernel.next(until: deadline) {
      eventCount += 1
      if case .gnss(.tick) = event, isOn {
        gnssUncounted.follow { $0.ticks(until: deadline) }
      } else {
        handle(event)
      }
    }
  }

  /// Returns true if the next event is of the same series again, and counts that event.
  @inline(__always)
  func repeatsSeries(until deadline: Instant) -> Bool {
    guard kernel.repeatsSeries(until: deadline) else { return false }
    eventCount += 1
    return true
  }

  /// Handles one event. Returns false if no event is due at or before `deadline`; `now` is then
  /// `deadline`.
  package func step(until deadline: Instant) throws(Livelock) -> Bool {
    guard let event = try kernel.next(until: deadline) else { return false }
    eventCount += 1
    handle(event)
    return true
  }

  /// Hands the event to the part that handles it. A phone that is off drops an event that does not
  /// survive power off.
  func handle(_ event: PhoneEvent) {
    guard isOn || event.survivesPowerOff else { return }
    switch event {
    case .spanChanged: spanChanged()
    case .person(let event): person.handle(event)
    case .batteryCheck: checkBattery()
    case .lifecycle(let event): handle(event)
    case .gnss(let event): gnssUncounted.follow { $0.handle(event) }
    case .modem(let event): modem.handle(event)
    case .processorWindowOver: processor.windowOver()
    case .screenLocks: screen.locks()
    case .heading: heading.tick()
    case .motion(let event): motionUncounted.follow { $0.handle(event) }
    case .movement(let event): handle(event)
    case .car(let event): car.handle(event)
    case .location(let event): location.handle(event)
    case .regionCrossed(let region, let crossing):
      location.geofences.report(region: region, crossing: crossing)
    case .visit(let event): location.visits.handle(event)
    case .significantChange(let event): location.significantChanges.handle(event)
    case .session(let event): sessions.handle(event)
    case .permission(let event): prompts.handle(event)
    case .process(let number, let event): handle(event, of: number)
    case .task(let event): tasks.handle(event)
    case .push(let event): push.handle(event)
    case .transfer(let event): transfers.handle(event)
    case .notificationDue(let number): notifications.due(number)
    }
  }
}
