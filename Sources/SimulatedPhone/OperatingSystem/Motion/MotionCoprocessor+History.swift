import MotionSensing
import Timekeeping

/// A time in which no result was asked for, and whose windows are not analyzed.
struct PassedOverTime {
  /// The state of the analysis at its start.
  var analysis: MotionAnalysis
  /// The movement at whose checkpoint the analysis goes on.
  var steady: SteadyMovement
}

// An app that only significant changes wake asks for the activity some times a day. The windows of
// the rest of the day would take more time to compute than all else.

extension MotionCoprocessor {
  /// Goes on at a checkpoint before `instant`, if no result was asked for since long before.
  func passOver(to instant: Instant) {
    let next = Self.start(of: analysis.nextWindow)
    guard instant - next > SteadyMovement.unaskedMin, isSynthetic,
      let steady = SteadyMovement(
        since: next + SteadyMovement.unaskedMin, before: instant, on: phone.trajectory, &cursor),
      !isResting(throughout: steady),
      let circumstance = circumstances.index(at: steady.checkpoint, onSince: steady.start)
    else { return }
    passedOver.append(PassedOverTime(analysis: analysis, steady: steady))
    analysis = resumed(at: steady, circumstance: circumstance)
    plan = nil
    forget(before: instant - .seconds(parameters.historyDays * 86_400))
  }

  /// True if the phone lies on an object since before the last window. Nothing is analyzed then.
  private func isResting(throughout steady: SteadyMovement) -> Bool {
    Self.start(of: analysis.nextWindow) >= steady.start && analysis.isCertainOfRest
  }

  private func resumed(at steady: SteadyMovement, circumstance: Int) -> MotionAnalysis {
    MotionAnalysis(
      after: steady, parameters, lastMovement: movement(in: Self.window(at: steady.checkpoint)),
      circumstance: circumstance)
  }

  private func forget(before horizon: Instant) {
    while let first = passedOver.first, first.steady.checkpoint < horizon {
      passedOver.removeFirst()
    }
  }

  /// Returns the history from `start` on. Time that was passed over is analyzed now.
  func history(from start: Instant) -> MotionHistory {
    let first = passedOver.firstIndex { $0.steady.checkpoint > start } ?? passedOver.endIndex
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
    analyze(to: time.steady.checkpoint)
    countRemainingSteps(until: Self.window(at: time.steady.checkpoint))
    let resumed = resumed(at: time.steady, circumstance: 0)
    if let verdict = resumed.lastReported, verdict != analysis.lastReported {
      history.append(verdict.activity(since: time.steady.checkpoint))
    } else if later.verdictSince == resumed.verdictSince {
      later.verdictSince = analysis.verdictSince
    }
    laterHistory.insert(history)
    (analysis, history, plan) = (later, laterHistory, laterPlan)
  }

  /// Counts the steps in the windows since the last one that was analyzed.
  private func countRemainingSteps(until end: Int64) {
    guard analysis.nextWindow < end, analysis.judge.verdict.activity?.isOnFoot == true else {
      return
    }
    work(through: end - 1, passedOver: end - 1 - analysis.nextWindow)
  }
}
