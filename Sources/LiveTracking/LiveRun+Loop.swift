import Geodesy
import LivePhone
import PhoneAPI
import Text
import Timekeeping
import TrackingEngine

/// The simulated phone in the receiver's loop, beside the unhindered tracker.
extension LiveRun {
  /// Passes a position of the followed receiver to the simulated phone.
  func feedLoop(_ event: GPSDEvent) {
    guard let looped, case .position(let report) = event else { return }
    let followed = options.device ?? phone.receiver.followed
    if let followed, let own = report.device, own != followed { return }
    looped.receive(report, motion: tracker.motion, at: phone.clock.uptime)
  }

  func performInLoop(_ act: SimulatedAct) -> LiveAnswer {
    guard let looped else {
      return .refused("There is no simulated phone. Start with --simulate-phone.")
    }
    return looped.perform(act, at: phone.clock.uptime)
  }

  var loopedStatus: LoopedStatus? {
    guard var status = looped?.status else { return nil }
    status.unhinderedCount = store.positionCount
    return status
  }
}

extension LoopedWalk {
  /// Makes the walk of a live run, in the folder `--simulate-output` or in a new one beside the
  /// store.
  init(_ loop: LoopOptions, _ plan: LivePlan, _ options: LiveOptions) throws(InputError) {
    let now = LiveClock.wallClockTime.iso8601().filter { $0.isNumber || $0 == "T" }
    try self.init(
      loop, folder: loop.output ?? "\(plan.folder.path)/simulated/\(now)",
      calendar: plan.calendar, preset: options.preset, set: options.set)
  }
}
