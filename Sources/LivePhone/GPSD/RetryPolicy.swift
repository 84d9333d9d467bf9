import Timekeeping

/// When a gpsd that is not there, or no longer, is asked again.
package struct RetryPolicy: Sendable, Hashable {
  /// Whether one that has not answered as yet is asked again.
  package var waitsForFirstAnswer: Bool
  /// Whether one that has answered once is asked again when it is gone.
  package var returnsAfterLoss: Bool
  /// Before the second attempt; doubled with each further one.
  package var delay: TimeSpan
  package var delayMax: TimeSpan

  package init(
    waitsForFirstAnswer: Bool, returnsAfterLoss: Bool, delay: TimeSpan = .seconds(1 as Int64),
    delayMax: TimeSpan = .seconds(30 as Int64)
  ) {
    self.waitsForFirstAnswer = waitsForFirstAnswer
    self.returnsAfterLoss = returnsAfterLoss
    self.delay = delay
    self.delayMax = delayMax
  }

  /// One connection at most.
  package static let never = RetryPolicy(waitsForFirstAnswer: false, returnsAfterLoss: false)
  /// A wrong address shows at once; a gpsd that was there is waited for.
  package static let afterFirstAnswer = RetryPolicy(
    waitsForFirstAnswer: false, returnsAfterLoss: true)
  package static let always = RetryPolicy(waitsForFirstAnswer: true, returnsAfterLoss: true)

  /// - Parameter failures: attempts in a row without an answer, this one included; 0 after a loss.
  func delay(afterFailures failures: Int, hasAnswered: Bool) -> TimeSpan? {
    guard hasAnswered ? returnsAfterLoss : waitsForFirstAnswer else { return nil }
    var span = min(delay, delayMax)
    for _ in 1..<max(1, failures) where span < delayMax {
      span = min(span + span, delayMax)
    }
    return span
  }
}
