import PhoneAPI
import Timekeeping

/// The arbitration between sessions: the hardware that satisfies all of them.
extension LocationDaemon {
  /// Determines the sessions that get fixes, and the hardware for these sessions. Then checks if
  /// the app has a reason to run.
  ///
  /// The phone calls this method at every change of a request, of the permission or of the app's
  /// state.
  func reconsider() {
    var wanted = Demand.nothing
    var isOneShot = true
    var isHeadingWanted = false
    var isHeadingDelivered = false
    for client in clients {
      client.isServed = mayHaveFixes(client)
      if client.wantsHeading, client.process?.isRunning == true {
        isHeadingWanted = true
        if client.delegate?.hearsHeadings == true { isHeadingDelivered = true }
      }
      guard client.isServed, client.wantsStandardUpdates || client.oneShotEnds != nil else {
        continue
      }
      // With reduced accuracy the app's desired accuracy has no effect (BG-7).
      wanted = max(wanted, isReduced ? .coarse : Demand(client.desiredAccuracy))
      if client.wantsStandardUpdates { isOneShot = false }
    }
    if !phone.isOn { wanted = .nothing }
    phone.heading.setWanted(
      isHeadingWanted && phone.isOn, isDelivered: isHeadingDelivered && phone.isOn)
    if wanted != .nothing { cause = isOneShot ? .locationRequest : .standardUpdates }
    if asked == .nothing, wanted != .nothing { awaitsFirstFix = true }
    asked = wanted
    if wanted == .nothing { isHolding = false }
    phone.motion.setFollowed(hasStandardUpdates || phone.sessions.hasLiveUpdates)
    serve(wanted)
    phone.apps.reconsider()
    phone.statusMayHaveChanged()
  }

  /// Changes the demand if other apps now hold a fine location, or no longer do. The tracker's own
  /// requests stay as they are.
  func otherAppsHaveChanged() {
    let before = demand
    serve(asked)
    guard demand != before else { return }
    phone.apps.reconsider()
    phone.statusMayHaveChanged()
  }

  /// Sets the accuracy that the hardware has to deliver, including the requests of other apps. If
  /// the receiver is on for a navigation app, other apps get its fixes too, without additional
  /// energy (EN-7).
  private func serve(_ asked: Demand) {
    let areOthersServed = phone.isOn && phone.otherApps.holdFineLocation
    let wanted = areOthersServed ? .fine : asked
    computingCause = areOthersServed ? .person : cause
    if wanted == .fine { phone.gnss.cause = computingCause }
    if wanted != demand { change(to: wanted) }
  }

  private func change(to wanted: Demand) {
    phone.note(.operatingSystem, "STD-4") {
      "positioning demand: \(wanted.words); before: \(demand.words)"
    }
    demand = wanted
    fine.setWanted(wanted == .fine)
    scheduleNetworkFix(isFirst: true)
  }

  /// Schedules the next network position while no app needs satellites (STD-3, STD-17, STD-19).
  func scheduleNetworkFix(isFirst: Bool) {
    if let networkFixes { phone.cancel(networkFixes) }
    networkFixes = nil
    let isStill = phone.isLyingStill && !system.isUnrestricted
    let seconds: Double
    switch demand {
    case .nothing, .fine: return
    case .hundredMeters:
      seconds =
        isFirst
        ? network.wifiFixSeconds
        : isStill ? secondsToNextStep : system.networkFixIntervalSeconds
    case .coarse where isReduced && !isFirst && !isStill:
      seconds = reduced.secondsToNext(from: phone.now)
    case .coarse:
      seconds =
        isFirst
        ? network.cellFixSeconds
        : isStill ? system.stillFixSecondsIndoors : system.coarseFixIntervalSeconds
    }
    networkFixes = phone.schedule(.location(.networkFix), after: .seconds(seconds))
  }

  /// The time to the next network position at rest [s].
  ///
  /// After each Wi-Fi scan, the network position moves in steps towards the scan's position. The
  /// phone delivers a position at each step. If every session has a distance filter, no position
  /// comes between the sixth step and the next scan (STD-19).
  private var secondsToNextStep: Double {
    let sinceScan = NetworkPositioning.secondsSinceScan(at: phone.now)
    let step = system.networkFixStillIntervalSeconds
    let isDone =
      sinceScan >= 6 * step && clients.allSatisfy { !$0.isServed || $0.distanceFilterMeters != nil }
    return isDone ? NetworkPositioning.scanSeconds - sinceScan + 0.01 : step
  }
}

extension LocationDaemon.Demand {
  /// Chooses the hardware demand for the accuracy that an app requests (STD-4).
  ///
  /// Best and 10 m need satellites, and 100 m needs Wi-Fi. Coarser accuracy needs the cell, and
  /// also uses Wi-Fi where available. In a town a request for 3 km therefore gets about 100 m
  /// (STD-5).
  init(_ accuracy: DesiredAccuracy) {
    self = accuracy.needsGNSS ? .fine : accuracy == .hundredMeters ? .hundredMeters : .coarse
  }
}
