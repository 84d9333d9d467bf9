/// Background transfers in figures.
package struct TransferParameters: Sendable, Hashable {
  /// A transfer that the app starts in the background waits so long for each launch since it was last
  /// in the foreground.
  package let delayStepSeconds: Double
  /// Between two tries, and between two looks for power and Wi-Fi.
  package let retrySeconds: Double

  init(draw: inout ParameterDraw) {
    delayStepSeconds = draw.ranged(
      "transfer.delayStepSeconds", 60...600, "NET-6 (step unsourced)")
    retrySeconds = draw.known("transfer.retrySeconds", 60, "NET-5 (judgement)")
  }
}
