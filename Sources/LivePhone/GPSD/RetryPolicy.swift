import Timekeeping

/// The policy for repeated attempts to connect to gpsd.
package struct RetryPolicy: Sendable, Hashable {
  /// True if the session tries again although gpsd has never answered.
  package var waitsForFirstAnswer: Bool
  /// True if the session tries again after gpsd has answered and the connection was lost.
  package var returnsAfterLoss: Bool
  /// The delay before the second attempt. The delay doubles with each further attempt.
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

  /// The policy that makes one attempt to connect and no second one.
  package static let never = RetryPolicy(waitsForFirstAnswer: false, returnsAfterLoss: false)
  /// The policy that reports a wrong address at once, and reconnects after a lost connection.
  package static let afterFirstAnswer = RetryPolicy(
    waitsForFirstAnswer: false, returnsAfterLoss: true)
  package static let always = RetryPolicy(waitsForFirstAnswer: true, returnsAfterLoss: true)

  /// Returns the delay before the next attempt; nil if there is no further attempt.
  ///
  /// - Parameters:
  ///   - failures: The number of successive attempts that gpsd did not answer. It is 0 if gpsd
  ///     answered the last attempt and the connection was then lost.
  ///   - hasAnswered: True if gpsd has ever answered.
  package func delay(afterFailures failures: Int, hasAnswered: Bool) -> TimeSpan? {
    guard hasAnswered ? returnsAfterLoss : waitsForFirstAnswer else { return nil }
    var span = min(delay, delayMax)
    for _ in 1..<max(1, failures) where span < delayMax {
      span = min(span + span, delayMax)
    }
    return span
  }
}
