import Evaluation

/// The layout of a row with a tracker's results: the index of each figure in the row. Shards store
/// such rows. The analysis of a study reads one column of all rows at a time.
struct RecordForm: Sendable {
  let measures: Range<Int>
  let days: Int
  let validDays: Int
  let hoursPerDay: Int
  let missingByHour: Range<Int>
  let missingByDay: Range<Int>
  /// The indices of `TrackerRecord.missingByDaysSinceOpened`, one for each number of days that can
  /// occur. Few participants leave the app unopened long enough to have figures at the last
  /// indices.
  let missingByDaysSinceOpened: Range<Int>
  let trueMobility: Range<Int>
  let recordedMobility: Range<Int>
  let gapHoursPerDay: Range<Int>
  let width: Int

  init(measureCount: Int, days dayCount: Int) {
    var next = 0
    func take(_ count: Int) -> Range<Int> {
      defer { next += count }
      return next..<next + count
    }
    measures = take(measureCount)
    days = take(1).lowerBound
    validDays = take(1).lowerBound
    hoursPerDay = take(1).lowerBound
    missingByHour = take(24)
    missingByDay = take(dayCount)
    // An app opened at the study's begin has been unopened for that many whole days at its end.
    missingByDaysSinceOpened = take(dayCount + 1)
    trueMobility = take(MobilityMeasure.allCases.count)
    recordedMobility = take(MobilityMeasure.allCases.count)
    gapHoursPerDay = take(GapCause.allCases.count)
    width = next
  }
}

extension TrackerRecord {
  /// Returns the results as a row with this layout; nil for a figure that does not apply.
  func row(_ form: RecordForm) -> [Double?] {
    let opened = form.missingByDaysSinceOpened.count
    return figures + [Double(days), Double(validDays), hoursPerDay] + missingByHour + missingByDay
      + missingByDaysSinceOpened.filled(to: opened) + mobility.map(\.truth)
      + mobility.map(\.recorded) + gapHoursPerDay.map(Optional.some)
  }

  /// - Parameter row: The figures in the order of the layout; NaN for a figure that does not apply.
  init(row: ArraySlice<Double>, _ form: RecordForm) {
    func figure(_ place: Int) -> Double? { row[row.startIndex + place].applicable }
    figures = form.measures.map(figure)
    days = figure(form.days).map { Int($0) } ?? 0
    validDays = figure(form.validDays).map { Int($0) } ?? 0
    hoursPerDay = figure(form.hoursPerDay)
    missingByHour = form.missingByHour.map(figure)
    missingByDay = form.missingByDay.map(figure)
    let opened = form.missingByDaysSinceOpened.map(figure)
    missingByDaysSinceOpened = Array(opened.prefix((opened.lastIndex { $0 != nil } ?? -1) + 1))
    mobility = zip(form.trueMobility, form.recordedMobility).map {
      MobilityPair(truth: figure($0), recorded: figure($1))
    }
    gapHoursPerDay = form.gapHoursPerDay.map { figure($0) ?? 0 }
  }
}

extension [Double?] {
  fileprivate func filled(to count: Int) -> [Double?] {
    Array(prefix(count)) + Array(repeating: nil, count: Swift.max(0, count - self.count))
  }
}
