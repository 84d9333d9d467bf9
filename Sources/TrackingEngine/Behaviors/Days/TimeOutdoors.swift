import PhoneAPI
import Timekeeping

/// The behavior that records the time outdoors of each of the last five whole local days.
///
/// When late records change a day, it computes that day again and replaces the day's record.
final class TimeOutdoors: Behavior {
  private static let daysBack = 5
  /// The largest number of unsent results that `takeBack` reads to find the results of one day.
  private static let outdatedMax = 10_000
  private static let ledgerKey = "timeOutdoors"

  let events: Events = [.launch, .tracking, .foreground, .action]
  private unowned let tracker: Tracker
  private lazy var task: RecurringTask = RecurringTask(
    tracker, .timeOutdoors, kind: .processing,
    identifier: tracker.settings.health.outdoorsTaskIdentifier
  ) { [unowned self] in run() }

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) { task.register { [unowned self] in interval } }
  func trackingBegan() { if tracker.isInForeground { workOutInForeground() } }
  func trackingEnded() { task.cancel() }
  func performed(_ action: UserAction) {
    if TrackerAct(action) == .workOutTimeOutdoors { workOut() }
  }

  func foregroundChanged() {
    guard tracker.isTracking else { return }
    if tracker.isInForeground { workOutInForeground() } else { task.submit(after: interval) }
  }

  /// Computes the days, and requests the next start of the task, since a phone may keep the app in
  /// the foreground all the time.
  ///
  /// Under `threeRefreshTasks` the app has only one request, for which its behaviors compete when
  /// it enters the background.
  private func workOutInForeground() {
    workOut()
    if !quirks.threeRefreshTasks { task.submitUnlessPending(after: interval) }
  }

  private var interval: TimeSpan { tracker.settings.health.outdoorsInterval }
  private var quirks: EHEPilotQuirks { tracker.settings.pilotQuirks }

  private func run() {
    workOut()
    // The send has its own background time to finish.
    tracker.sendNow()
    task.complete(success: true)
  }

  // MARK: Computing

  private func workOut() {
    let calendar = tracker.clock.calendar
    let today = calendar.date(of: tracker.clock.now)
    let dates = (1...Self.daysBack).reversed().map { today.adding(days: -$0) }
    let start = calendar.startOfDay(dates[0])
    do {
      let records = try tracker.store.records(in: start..<calendar.startOfDay(today))
        .filter(\.isLocation)
      for date in dates { try workOut(date, of: records, calendar) }
    } catch {
      tracker.note(.timeOutdoors, "\(error)")
    }
  }

  private func workOut(
    _ date: CivilDate, of all: [Record], _ calendar: LocalCalendar
  ) throws(RecordStoreError) {
    let day = calendar.startOfDay(date)..<calendar.startOfDay(date.adding(days: 1))
    let records = all.filter { day.contains($0.location.timestamp) }
    guard let last = records.last else { return }
    let known = ledger[date.daysSince1970]
    if known != nil, quirks.neverCorrected { return }
    let minutes = deriver.minutes(of: records, until: day.upperBound)
    guard minutes != known ?? 0 else { return }
    try takeBack(date)
    let outdoors = DayOutdoors(
      daysSince1970: date.daysSince1970, minutes: minutes, computedAt: tracker.clock.now)
    let location = Location(
      coordinate: last.location.coordinate, horizontalAccuracyMeters: -1,
      timestamp: day.upperBound)
    let isSafe = tracker.record(
      location, kind: .timeOutdoors(daysSince1970: date.daysSince1970), source: .derived,
      at: tracker.clock.now, details: outdoors.details)
    guard isSafe else { return }
    tracker.note(.timeOutdoors, "\(minutes) min on \(date)")
    note(minutes, on: date)
  }

  private var deriver: OutdoorsDeriver {
    quirks.twoThresholds
      ? OutdoorsDeriver(accuracyBelowMeters: 4, countsUnknownAccuracy: true)
      : OutdoorsDeriver(accuracyBelowMeters: tracker.settings.health.outdoorsAccuracyMeters)
  }

  /// Removes the day's earlier results that were not sent yet, so that only the new result is sent.
  private func takeBack(_ date: CivilDate) throws(RecordStoreError) {
    let outdated = try tracker.store.first(Self.outdatedMax, of: .timeOutdoors)
      .filter { $0.kind == .timeOutdoors(daysSince1970: date.daysSince1970) }
    if !outdated.isEmpty { try tracker.store.remove(acknowledged: outdated.map(\.identifier)) }
  }

  // MARK: The results of each day

  /// The minutes outdoors of each computed day. The key is the number of days since 1970.
  ///
  /// The container holds a line for each day that can still be computed again. The line "20514 95"
  /// means 95 minutes on day 20514. The app stores the line after the day's record. If a kill
  /// prevents this, the next process computes the day once more.
  private var ledger: [Int64: Int] {
    var ledger: [Int64: Int] = [:]
    for line in (tracker.phone.container.value(forKey: Self.ledgerKey) ?? "").split(separator: "\n")
    {
      let numbers = line.split(separator: " ").compactMap { Int64($0) }
      if numbers.count == 2 { ledger[numbers[0]] = Int(numbers[1]) }
    }
    return ledger
  }

  private func note(_ minutes: Int, on date: CivilDate) {
    var ledger = ledger
    ledger[date.daysSince1970] = minutes
    let oldest = date.daysSince1970 - Int64(Self.daysBack)
    let lines = ledger.filter { $0.key >= oldest }.sorted { $0.key < $1.key }
    tracker.phone.container.set(
      lines.map { "\($0.key) \($0.value)" }.joined(separator: "\n"), forKey: Self.ledgerKey)
  }
}
