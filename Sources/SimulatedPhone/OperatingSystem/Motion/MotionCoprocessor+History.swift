import MotionSensing
import Timekeeping

/// A time in which no result was asked for, and whose windows are not analyzed.
struct PassedOverTime {
  /// The state of the analysis at its start.
  var analysis: MotionAnalysis
  /// The long stay at whose checkpoint the analysis goes on.
  var stay: LongStay
}

// No result is asked for in most of a day with an app that only significant changes wake. Its
// windows would take more time to compute than all else.

extension MotionCoprocessor {
  /// Goes on at the last long stay before `instant`, if no result was asked for since long before.
  func passOver(to instant: Instant) {
    let next = Self.start(of: analysis.nextWindow)
    guard instant - next > LongStay.certainAfter, isSynthetic,
      let stay = LongStay(
        since: next + LongStay.certainAfter, before: instant, on: phone.trajectory, &cursor),
      let circumstance = circumstances.index(
        at: stay.checkpoint, onSince: stay.checkpoint - LongStay.certainAfter)
    else { return }
    let resumed = MotionAnalysis(after: stay, parameters, circumstance: circumstance)
    guard resumed.nextWindow > analysis.nextWindow, !isResting(throughout: stay) else { return }
    passedOver.append(PassedOverTime(analysis: analysis, stay: stay))
    analysis = resumed
    plan = nil
  }

  /// True if the phone lies on an object since before the last window. Nothing is analyzed then.
  private func isResting(throughout stay: LongStay) -> Bool {
    Self.start(of: analysis.nextWindow) >= stay.start && analysis.isCertainOfRest
  }

  /// Returns the history from `start` on. Time that was passed over is analyzed now.
  func history(from start: Instant) -> MotionHistory {
    let first = passedOver.firstIndex { $0.stay.checkpoint > start } ?? passedOver.endIndex
    let times = passedOver[first...]
    passedOver.removeSubrange(first...)
    for time in times { add(time) }
    return history
  }

  private func add(_ time: PassedOverTime) {
    var (later, laterHistory, laterPlan) = (analysis, history, plan)
    analysis = time.analysis
    history = MotionHistory(days: parameters.historyDays)
    plan = nil
    analyze(to: time.stay.checkpoint)
    let resumed = MotionAnalysis(after: time.stay, parameters, circumstance: 0)
    if let verdict = resumed.lastReported, verdict != analysis.lastReported {
      history.append(verdict.activity(since: time.stay.checkpoint))
    } else if later.verdictSince == resumed.verdictSince {
      later.verdictSince = analysis.verdictSince
    }
    laterHistory.insert(history)
    (analysis, history, plan) = (later, laterHistory, laterPlan)
  }
}
