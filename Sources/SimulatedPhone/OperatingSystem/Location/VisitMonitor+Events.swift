import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The events of visits in the phone's event queue.
enum VisitEvent: Sendable {
  case settled(stay: Int, isSoon: Bool)
  case departed(visit: Int)
  case falseArrival(after: Int)
}

/// The reports of visits to the app, including visits that are missed or reported late.
extension VisitMonitor {
  func handle(_ event: VisitEvent) {
    switch event {
    case .settled(let stay, let isSoon): settled(stay: stay, isSoon: isSoon)
    case .departed(let visit): departed(visit: visit)
    case .falseArrival(let visit): falseArrival(after: visit)
    }
  }

  // MARK: Arrivals and departures

  /// Turns a stay into a visit. If the phone was leaving an earlier visit, ends the earlier visit
  /// (VIS-1).
  func arrive(at stay: Stay) {
    var news: [Visit] = []
    if case .leaving(let visit, let since, _) = state {
      cancel(visit.departureDue)
      phone.note(.operatingSystem, "VIS-1") { "a visit ended: the phone has settled elsewhere" }
      if let departure = departure(from: visit, at: since) { news.append(departure) }
    }
    let index = stay.since.wholeSeconds
    let isMissed =
      isStuck || draw("missed").happens(withProbability: missedProbability, at: index)
    let visit = OpenVisit(
      serial: nextSerial(), coordinate: stay.coordinate, index: index,
      arrival: isMissed ? nil : estimate(stay.since, index: 2 * index))
    state = .visiting(visit)
    if isMissed {
      phone.note(.operatingSystem, "VIS-10") { "misses an arrival: no visit begins for the app" }
      isStuck = system.missedArrival == .untilOpened
    } else {
      let minutes = (phone.now - stay.since).seconds / 60
      phone.note(.operatingSystem, stay.wasNoticedSoon ? "VIS-10" : "VIS-3") {
        "counts \(Int(minutes.rounded())) min of rest as a visit"
      }
      news.append(event(of: visit, departure: .distantFuture))
    }
    report(news)
  }

  /// Ends a visit minutes after the phone has moved clearly away.
  func departed(visit serial: Int) {
    guard case .leaving(var visit, let since, let next) = state, visit.serial == serial else {
      return
    }
    visit.departureDue = nil
    phone.note(.operatingSystem, "VIS-4") { "a visit ended: the phone has moved clearly away" }
    state = next.map { .settling($0) } ?? .underWay
    if draw("falseArrival").happens(
      withProbability: system.falseArrivalProbability, at: visit.index)
    {
      phone.schedule(
        .visit(.falseArrival(after: serials)), after: .seconds(system.falseArrivalSeconds))
    }
    if let departure = departure(from: visit, at: since) { report([departure]) }
  }

  /// Begins a false visit at a place on the route, some minutes after a departure (VIS-9).
  private func falseArrival(after serial: Int) {
    guard case .underWay = state, serials == serial, phone.span.mode.isMoving else { return }
    phone.note(.operatingSystem, "VIS-9") { "counts a place on the way as a visit" }
    let now = phone.now
    let visit = OpenVisit(
      serial: nextSerial(), coordinate: phone.truth().coordinate, index: now.wholeSeconds,
      arrival: now - .seconds(system.awakeMedianSeconds))
    state = .visiting(visit)
    phone.watchMovement()
    report([event(of: visit, departure: .distantFuture)])
  }

  /// Returns the departure to report. Returns nil if the departure is not reported, or is reported
  /// only when the person opens the app.
  private func departure(from visit: OpenVisit, at since: Instant) -> Visit? {
    guard !isStuck else { return nil }
    // Both dates are estimates, each with its own error; of a short stay they may cross.
    let date = max(estimate(since, index: 2 * visit.index + 1), visit.arrival ?? .distantPast)
    let departure = event(of: visit, departure: date)
    guard visit.waitsForOpening, phone.app?.process?.state != .foreground else { return departure }
    untaken = departure
    return nil
  }

  // MARK: Reports to the app

  /// The probability that an arrival is missed. It can be higher while location sessions request
  /// only 100 m or a coarser accuracy (VIS-6, VIS-10).
  private var missedProbability: Double {
    switch phone.location.demand {
    case .fine, .nothing: system.missedProbability
    case .hundredMeters, .coarse: system.missedProbability * system.missedFactorWhenCoarse
    }
  }

  /// Reports visits to the app, and launches the app if it is dead (VIS-8). If the visits may not
  /// wake the app, the newest visit waits until the person opens the app (VIS-9).
  func report(_ visits: [Visit]) {
    guard let newest = visits.last else { return }
    switch phone.admission(of: .visit) {
    case .never: return
    case .onceAnswered:
      for visit in visits { phone.hold(.visit(visit)) }
      return
    case .now: break
    }
    let isDead = phone.app?.process == nil
    guard let process = phone.apps.wake(.visit, windowSeconds: wakeWindowSeconds) else {
      phone.note(.operatingSystem, "VIS-8") { "a visit waits: it may not wake the app" }
      untaken = newest
      return
    }
    if isDead { phone.note(.operatingSystem, "VIS-8") { "a visit has launched the app" } }
    deliver(visits, to: process)
  }

  private func deliver(_ visits: [Visit], to process: AppProcess) {
    for visit in visits {
      phone.note(.operatingSystem, "VIS-7") {
        "reports \(visit.departure == .distantFuture ? "an arrival" : "a departure") to the app,"
          + " within \(Int(visit.horizontalAccuracyMeters)) m"
      }
      for client in process.clients { client.delegate?.locationManager(client, didVisit: visit) }
    }
  }

  func processCameToForeground(_ process: AppProcess) {
    isStuck = false
    guard let visit = untaken else { return }
    untaken = nil
    // The person may have withdrawn the permission while it waited.
    guard case .now = phone.admission(of: .visit) else { return }
    phone.note(.operatingSystem, "VIS-9") { "delivers a visit that waited for the app" }
    deliver([visit], to: process)
  }

  /// Returns the visit to report. If the satellite receiver is on for another service, the latest
  /// fix can improve the accuracy (EN-7). An app with reduced accuracy gets only the area of the
  /// visit (BG-7).
  private func event(of visit: OpenVisit, departure: Instant) -> Visit {
    let index = 2 * visit.index + (departure == .distantFuture ? 0 : 1)
    var accuracy = draw("accuracy").logNormal(median: 30, sigma: 0.7, at: index)
    accuracy = min(max(accuracy, system.accuracyMetersMin), system.accuracyMetersMax)
    if phone.gnss.isTracking, let fix = phone.location.latestFix {
      phone.note(.operatingSystem, "EN-7") { "a visit takes its position from a fix at hand" }
      accuracy = min(accuracy, max(fix.horizontalAccuracyMeters, system.accuracyMetersMin))
    }
    if phone.permissions.isAccuracyReduced {
      let area = phone.location.area(around: visit.coordinate)
      return Visit(
        coordinate: area.coordinate, horizontalAccuracyMeters: area.horizontalAccuracyMeters,
        arrival: visit.arrival ?? .distantPast, departure: departure)
    }
    let (east, north) = draw("error").normalPair(at: index)
    let sigma = accuracy / 1.51
    return Visit(
      coordinate: phone.scale(at: visit.coordinate).coordinate(
        visit.coordinate,
        moved: Displacement(eastMeters: sigma * east, northMeters: sigma * north)),
      horizontalAccuracyMeters: accuracy, arrival: visit.arrival ?? .distantPast,
      departure: departure)
  }

  // MARK: Going off and on

  func phoneWentOff() {
    cancelTimers()
    switch state {
    case .off, .underWay: break
    case .settling: state = .underWay
    case .visiting(var visit):
      visit.waitsForOpening = true
      state = .visiting(visit)
    case .leaving(var visit, let since, _):
      visit.waitsForOpening = true
      visit.departureDue = nil
      state = .leaving(visit, since: since, next: nil)
    }
  }

  func phoneCameBack() {
    guard isMonitoring else { return }
    spanChanged()
    phone.watchMovement()
  }

  // MARK: Draws

  func draw(_ name: String) -> SeededRandom { chance.stream(name) }

  /// Returns the time of rest after which a stay is a visit [s]: 3 to 30 min (VIS-3), less on a
  /// charger (VIS-5).
  func dwellSeconds(_ stay: Stay) -> Double {
    let seconds = draw("dwell").logNormal(
      median: system.dwellMedianSeconds, sigma: system.dwellSigma, at: stay.since.wholeSeconds)
    let dwell = min(
      max(seconds, VisitParameters.dwellSeconds.lowerBound),
      VisitParameters.dwellSeconds.upperBound)
    guard phone.power.battery.isCharging else { return dwell }
    phone.note(.operatingSystem, "VIS-5") { "charging: a visit is likelier, and detected sooner" }
    return dwell * system.chargingFactor
  }

  /// Returns the delay before a running app gets the arrival [s]. The delay has a log-normal
  /// distribution. Sources give its median and its 90th percentile (VIS-10). In the logarithm, they
  /// are 1.2816 standard deviations apart.
  func awakeSeconds(_ stay: Stay) -> Double {
    draw("awake").logNormal(
      median: system.awakeMedianSeconds,
      sigma: log(system.awakeP90Seconds / system.awakeMedianSeconds) / 1.2816,
      at: stay.since.wholeSeconds)
  }

  func clearMeters(_ visit: OpenVisit) -> Double {
    draw("clear").uniform(
      in: ordered(system.departureMetersMin, system.departureMetersMax), at: visit.index)
  }

  func departureSeconds(_ visit: OpenVisit) -> Double {
    draw("departure").uniform(
      in: ordered(system.departureSecondsMin, system.departureSecondsMax), at: visit.index)
  }

  /// Returns a date with the error of the system's estimate. The date never lies in the future
  /// (VIS-1).
  private func estimate(_ date: Instant, index: Int64) -> Instant {
    let error = TimeSpan.seconds(system.dateErrorSeconds * draw("date").normal(at: index))
    return min(date + error, phone.now)
  }
}
