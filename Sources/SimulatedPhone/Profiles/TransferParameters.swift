/// The figures of background transfers.
package struct TransferParameters: Sendable, Hashable {
  /// The delay of a transfer that the app starts in the background, for each launch since the app
  /// was last in the foreground.
  package let delayStepSeconds: Double
  /// The time between two attempts, and between two checks for power and Wi-Fi.
  package let retrySeconds: Double

  init(draw: inout ParameterDraw) {
    delayStepSeconds = draw.ranged(
      "transfer.delayStepSeconds", 60...600, "NET-6 (step unsourced)")
    retrySeconds = draw.known("transfer.retrySeconds", 60, "NET-5 (judgement)")
  }
}
