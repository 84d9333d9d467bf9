import Timekeeping

/// The time slots that contain a record. Slots begin at multiples of their length since 1970 UTC.
///
/// Records are added in order of time, one segment after the other. Each slot needs one bit.
struct RecordedSlots {
  let length: TimeSpan
  private var firstSlot: Int64 = 0
  private var words: [UInt64] = []
  private var current = Interval(.distantPast, .distantPast)

  init(length: TimeSpan) { self.length = length }

  func slot(of time: Instant) -> Int64 { floorDivide(time.nanoseconds, length.nanoseconds) }

  func interval(ofSlot slot: Int64) -> Interval {
    let start = Instant(nanoseconds: slot * length.nanoseconds)
    return Interval(start, start + length)
  }

  mutating func beginSegment(at start: Instant) {
    firstSlot = slot(of: start)
    words.removeAll(keepingCapacity: true)
    current = Interval(.distantPast, .distantPast)
  }

  /// Adds a record. Its time is not before the start of the segment or the time of the record added
  /// before.
  @inline(__always)
  mutating func insert(_ time: Instant) {
    if time >= current.end { mark(time) }
  }

  @inline(never)
  private mutating func mark(_ time: Instant) {
    let slot = slot(of: time)
    current = interval(ofSlot: slot)
    let index = Int(slot - firstSlot)
    guard index >= 0 else { return }
    while words.count <= index / 64 { words.append(0) }
    words[index / 64] |= 1 << UInt64(index % 64)
  }

  func contains(_ slot: Int64) -> Bool {
    let index = Int(slot - firstSlot)
    guard index >= 0, index / 64 < words.count else { return false }
    return words[index / 64] & (1 << UInt64(index % 64)) != 0
  }
}

/// The judged, moving and at-home time of one epoch, in nanoseconds.
struct EpochTruth {
  var judged: Int64 = 0
  var moving: Int64 = 0
  var atHome: Int64 = 0
}

/// Computes `epochCoverage` and `missingness`, the missing-data measures of digital-phenotyping
/// studies.
///
///     epochCoverage = judged epochs with at least one record ÷ judged epochs
///
/// An epoch is judged if the truth is known for at least half of it. A record belongs to the epoch
/// that contains its timestamp. `missingness` gives the share of judged epochs without a record, by
/// the time at which the epoch begins: the local hour, the ten minutes of the hour, the weekday and
/// the local day. An epoch counts as `moving`, or as at `home`, if the person moves, or is at home,
/// for at least half of the epoch's judged time.
///
/// Study day 1 is the earliest local date on which an epoch begins. This is the date on which the
/// first segment begins, unless the person then flies east over the date line to an earlier date.
/// Days since the app was last opened are whole periods of 24 h up to the epoch's begin, counted
/// from 0. An epoch in which the app is opened belongs to day 0.
struct Epochs {
  private struct Tally {
    var epochs = 0
    var missing = 0

    mutating func add(isMissing: Bool) {
      epochs += 1
      if isMissing { missing += 1 }
    }

    var missingShare: Double? { share(missing, of: epochs) }
  }

  private let knowsHome: Bool
  private var all = Tally()
  private var byHour = [Tally](repeating: Tally(), count: 24)
  private var byTenMinutes = [Tally](repeating: Tally(), count: 6)
  private var byWeekday = [Tally](repeating: Tally(), count: 7)
  /// The counts of epochs for each local day, in order.
  private var byLocalDay: [(day: Int64, tally: Tally)] = []
  private var moving = Tally()
  private var still = Tally()
  private var home = Tally()
  private var away = Tally()
  private var byDaysSinceOpened: [Tally] = []
  private var firstDay: Int64?
  /// The times at which the app was opened in this segment. Those with an index below `nextOpening`
  /// are before the current epoch.
  private var openings: [Instant] = []
  private var nextOpening = 0

  init(knowsHome: Bool) { self.knowsHome = knowsHome }

  mutating func add(
    _ truth: EpochTruth, of span: Interval, isMissing: Bool, on localDay: LocalDay, time: TimeOfDay
  ) {
    let day = localDay.daysSince1970
    firstDay = min(firstDay ?? day, day)
    guard truth.judged * 2 >= span.nanoseconds else { return }
    all.add(isMissing: isMissing)
    byHour[time.hour].add(isMissing: isMissing)
    byTenMinutes[time.minute / 10].add(isMissing: isMissing)
    byWeekday[localDay.isoWeekday - 1].add(isMissing: isMissing)
    byLocalDay[index(ofLocalDay: day)].tally.add(isMissing: isMissing)
    if truth.moving * 2 >= truth.judged {
      moving.add(isMissing: isMissing)
    } else {
      still.add(isMissing: isMissing)
    }
    if let days = daysSinceOpened(of: span) {
      while byDaysSinceOpened.count <= days { byDaysSinceOpened.append(Tally()) }
      byDaysSinceOpened[days].add(isMissing: isMissing)
    }
    guard knowsHome else { return }
    if truth.atHome * 2 >= truth.judged {
      home.add(isMissing: isMissing)
    } else {
      away.add(isMissing: isMissing)
    }
  }

  /// Returns the index of a local day, and inserts the day if it is new. Days come in order, unless
  /// the person crosses the date line.
  private mutating func index(ofLocalDay day: Int64) -> Int {
    let index = (byLocalDay.lastIndex { $0.day <= day } ?? -1) + 1
    if index > 0, byLocalDay[index - 1].day == day { return index - 1 }
    byLocalDay.insert((day, Tally()), at: index)
    return index
  }

  private var byStudyDay: [Missingness.StudyDay] {
    byLocalDay.map {
      Missingness.StudyDay(
        day: Int($0.day - (firstDay ?? $0.day)) + 1, missing: $0.tally.missingShare)
    }
  }

  // MARK: When the app was last open

  /// Begins a segment. The app counts as not opened yet.
  mutating func beginSegment() {
    openings.removeAll(keepingCapacity: true)
    nextOpening = 0
  }

  /// Adds an opening of the app. Call it in order of time, before the segment is judged.
  mutating func opened(at time: Instant) { openings.append(time) }

  /// Returns the number of whole 24 h periods from the last opening to the begin of an epoch; nil
  /// if the app was not opened before the epoch's end.
  private mutating func daysSinceOpened(of epoch: Interval) -> Int? {
    while nextOpening < openings.count, openings[nextOpening] < epoch.end { nextOpening += 1 }
    guard nextOpening > 0 else { return nil }
    let elapsed = max(.zero, epoch.start - openings[nextOpening - 1])
    return Int(elapsed.nanoseconds / TimeSpan.days(1).nanoseconds)
  }

  func report(into coverage: inout CoverageReport) {
    coverage.epochCoverage = all.missingShare.map { 1 - $0 }
    coverage.missingness.byHour = byHour.map(\.missingShare)
    coverage.missingness.byMinuteOfHour = byTenMinutes.map(\.missingShare)
    coverage.missingness.byWeekday = byWeekday.map(\.missingShare)
    coverage.missingness.moving = moving.missingShare
    coverage.missingness.still = still.missingShare
    coverage.missingness.home = home.missingShare
    coverage.missingness.away = away.missingShare
    coverage.missingness.byStudyDay = byStudyDay
    if !byDaysSinceOpened.isEmpty {
      coverage.missingness.byDaysSinceOpened = byDaysSinceOpened.map(\.missingShare)
    }
  }
}
