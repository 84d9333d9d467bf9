import Evaluation
import Experiments
import RunViews
import Timekeeping

/// The part of the page on gaps and their causes.
extension ReportPage {
  var families: [Family] {
    let seen = Set(
      report.runs.flatMap { $0.gapCauses.recorded }.filter { $0.seconds > 0 }
        .map { GapFamily($0.cause) })
    return GapFamily.allCases.filter(seen.contains).map {
      Family(family: $0.rawValue, words: $0.words)
    }
  }

  var gaps: [Gaps] {
    trackers.enumerated().map { index, tracker in
      let received = tracker.runs.contains { $0.gapCauses.received != nil }
      let causes = causes(of: tracker)
      let long = longGaps(of: tracker, view: views[index])
      return Gaps(
        name: tracker.name, mark: marks[tracker.name], total: total(of: tracker),
        why: why?.link(to: tracker.name),
        hasCauses: !(causes.recorded + causes.onlyReceived).isEmpty, hasReceived: received,
        seedsMean: tracker.runs.count > 1 ? "mean over the seeds" : nil,
        causes: causes.recorded, onlyReceived: causes.onlyReceived, hasLong: !long.rows.isEmpty,
        longCaption: long.caption, long: long.rows)
    }
  }

  private func total(of tracker: TrackerResults) -> String {
    let seconds = tracker.mean { $0.gapCauses.recorded.reduce(0) { $0 + $1.seconds } }
    let judged = tracker.mean { $0.coverage.judgedSeconds }
    guard seconds > 0, judged > 0 else { return "no gaps" }
    return "\(FigureText.duration(seconds)), \(FigureText.percent(seconds / judged)) % of the time"
  }

  /// Returns the causes of gaps for the table on the page. `recorded` lists the causes of gaps in
  /// the app's records, the longest first. `onlyReceived` lists the causes that made gaps in the
  /// server's records but none in the app's records.
  private func causes(
    of tracker: TrackerResults
  ) -> (recorded: [Cause], onlyReceived: [Cause]) {
    func mean(_ cause: GapCause, _ view: (GapCauseReport) -> [CauseSeconds]?) -> Double {
      tracker.mean { run in view(run.gapCauses)?.first { $0.cause == cause }?.seconds ?? 0 }
    }
    let all = GapCause.allCases.map { cause in
      (
        cause: cause, recorded: mean(cause) { $0.recorded },
        received: mean(cause) { $0.received }
      )
    }
    let total = all.reduce(0) { $0 + $1.recorded }
    func row(_ item: (cause: GapCause, recorded: Double, received: Double)) -> Cause {
      let share = total > 0 ? item.recorded / total : 0
      return Cause(
        words: item.cause.words, remedy: why?.link(to: item.cause, of: tracker.name),
        family: GapFamily(item.cause).rawValue,
        time: FigureText.duration(item.recorded), share: FigureText.percent(share) + " %",
        width: FigureText.decimal(share * 100, 2),
        received: item.received > 0 ? FigureText.duration(item.received) : FigureText.none)
    }
    return (
      all.filter { $0.recorded > 0 }.sorted { $0.recorded > $1.recorded }.map(row),
      all.filter { $0.recorded == 0 && $0.received > 0 }.map(row)
    )
  }

  // MARK: - One by one

  private static let rowCountMax = 30

  /// Returns the longest gaps. They come from the timeline in `view`; if `view` is nil, they come
  /// from the list in the report.
  private func longGaps(
    of tracker: TrackerResults, view: RunView?
  ) -> (caption: String, rows: [LongGap]) {
    guard let view else { return listedGaps(of: tracker) }
    let gaps = merged(view.lanes.uncovered)
    let longest = gaps.sorted { $0.end - $0.start > $1.end - $1.start }
      .prefix(Self.rowCountMax).sorted { $0.start < $1.start }
    let start = Instant(iso8601: view.day.start)
    let rows = longest.map { gap in
      let cause = GapCause.allCases.first { $0.name == gap.cause } ?? .unexplained
      return LongGap(
        from: start.map { clock($0 + .seconds(gap.start), view.day) } ?? "",
        length: FigureText.duration(gap.end - gap.start), words: cause.words,
        family: GapFamily(cause).rawValue, span: "\(gap.start) \(gap.end)")
    }
    return (caption(rows.count, of: gaps.count), rows)
  }

  private func caption(_ shown: Int, of all: Int) -> String {
    let which = shown < all ? "The longest \(shown) of \(all) gaps" : "Each gap"
    return which + (isOverSeveralSeeds ? " of seed \(shownSeed)" : "")
      + ", with its longest cause"
  }

  private struct MergedGap {
    var start: Double
    var end: Double
    var cause: String
    var causeSeconds: Double
  }

  /// Returns the gaps of a timeline. Pieces that touch become one gap, even if their causes differ.
  private func merged(_ pieces: [LanePiece]) -> [MergedGap] {
    var gaps: [MergedGap] = []
    for piece in pieces {
      let length = piece.end - piece.start
      if let last = gaps.last, piece.start - last.end < 0.2 {
        gaps[gaps.count - 1].end = piece.end
        if length > last.causeSeconds {
          gaps[gaps.count - 1].cause = piece.label
          gaps[gaps.count - 1].causeSeconds = length
        }
      } else {
        gaps.append(
          MergedGap(
            start: piece.start, end: piece.end, cause: piece.label, causeSeconds: length))
      }
    }
    return gaps
  }

  private func listedGaps(of tracker: TrackerResults) -> (caption: String, rows: [LongGap]) {
    guard let run = tracker.runs.first(where: { $0.seed == shownSeed }) ?? tracker.runs.first else {
      return ("", [])
    }
    let longest = run.longGaps.sorted { $0.length > $1.length }.prefix(Self.rowCountMax)
    let rows = longest.sorted { $0.start < $1.start }.map { gap in
      LongGap(
        from: clock(gap.start, calendar), length: FigureText.duration(gap.length.seconds),
        words: gap.cause.words, family: GapFamily(gap.cause).rawValue, span: nil)
    }
    return ("Gaps longer than 10 min" + (isOverSeveralSeeds ? " of seed \(run.seed)" : ""), rows)
  }

  private func clock(_ instant: Instant, _ day: DayTruth) -> String {
    guard let start = Instant(iso8601: day.start) else { return "" }
    let seconds = (instant - start).seconds
    let zone = day.clocks.last { $0.seconds <= seconds }?.timeZone
    // Most days stay in one zone, and the system looks a zone up in half a million instructions.
    guard let zone, zone != calendar.identifier else { return clock(instant, calendar) }
    return clock(instant, LocalCalendar(identifier: zone) ?? calendar)
  }

  private func clock(_ instant: Instant, _ calendar: LocalCalendar) -> String {
    report.scenario.durationSeconds > 36 * 3600
      ? calendar.dateAndClock(instant) : calendar.clock(instant)
  }

  // MARK: - By hour

  var hours: [Hours] {
    trackers.compactMap { tracker in
      let byHour = (0..<24).map { hour in
        tracker.spread { run in
          let hours = run.coverage.missingness.byHour
          return hours.indices.contains(hour) ? hours[hour] : nil
        }?.mean
      }
      guard byHour.contains(where: { $0 != nil }) else { return nil }
      return Hours(name: tracker.name, cells: byHour.enumerated().map { cell($1, hour: $0) })
    }
  }

  private func cell(_ missing: Double?, hour: Int) -> Hour {
    guard let missing else {
      return Hour(opacity: "0", text: FigureText.none, title: "\(hour) h: not judged")
    }
    let percent = FigureText.decimal(missing * 100, 0)
    return Hour(
      opacity: FigureText.decimal(missing * 0.6, 2), text: percent,
      title: "\(hour) h: \(percent) % missing")
  }
}
