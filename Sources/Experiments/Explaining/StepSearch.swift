import Evaluation

/// Searches for the smallest step of a change that regains enough time.
///
/// A step regains enough if it regains `WhyPlan.stepShare` of the time that the whole change
/// regains.
struct StepSearch {
  private struct Search {
    var whole: TrialTable.Key
    /// The cause of gaps for which the search began.
    ///
    /// The search adds up the regained time of all causes, not only of this cause. It uses the time
    /// at the server if `cause.isOfServer` is true, otherwise the time in the app.
    var cause: GapCause
    /// The highest step known to regain too little; -1 while no such step is known.
    var low = -1
    /// The lowest step known to regain enough.
    var high: Int

    func key(_ step: Int) -> TrialTable.Key {
      var key = whole
      key.step = step
      return key
    }
  }

  private var searches: [Search] = []

  /// Begins a search for each change that has several steps and regains time.
  ///
  /// A setting is searched only if it is on the Pareto front of regained time and battery use.
  init(_ table: TrialTable) {
    for tracker in table.setups.indices {
      for cause in table.causes(of: tracker) {
        let front = table.front(of: tracker, for: cause)
        for key in table.regaining(of: tracker, for: cause) {
          let candidate = table.candidate(key)
          guard candidate.steps.count > 1, candidate.kind != .setting || front.contains(key),
            !searches.contains(where: { $0.whole == key && $0.cause.isOfServer == cause.isOfServer }
            )
          else { continue }
          searches.append(Search(whole: key, cause: cause, high: candidate.whole))
        }
      }
    }
  }

  /// Returns the trials to run next. The list is empty when all searches have ended.
  mutating func probes(_ table: TrialTable) -> [TrialTable.Key] {
    var probes: [TrialTable.Key] = []
    for index in searches.indices {
      while searches[index].high - searches[index].low > 1 {
        let middle = (searches[index].high + searches[index].low) / 2
        let key = searches[index].key(middle)
        guard let isEnough = isEnough(key, searches[index], table) else {
          if !probes.contains(key) { probes.append(key) }
          break
        }
        if isEnough { searches[index].high = middle } else { searches[index].low = middle }
      }
    }
    return probes
  }

  /// Returns true if the step regains enough; nil if the step was not tried.
  private func isEnough(_ key: TrialTable.Key, _ search: Search, _ table: TrialTable) -> Bool? {
    guard let part = table.meanRegained(key, inViewOf: search.cause),
      let whole = table.meanRegained(search.whole, inViewOf: search.cause)
    else { return nil }
    return part >= WhyPlan.stepShare * whole
  }

  /// Returns the smallest step that regains enough.
  ///
  /// Returns nil if only the whole change regains enough, or if the search did not end.
  func smallest(_ whole: TrialTable.Key, for cause: GapCause) -> TrialTable.Key? {
    let search = searches.first {
      $0.whole == whole && $0.cause.isOfServer == cause.isOfServer
    }
    guard let search, search.high - search.low == 1, search.high < whole.step else { return nil }
    return search.key(search.high)
  }
}
