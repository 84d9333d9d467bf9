import ModelParameters

/// The model's values for background transfers.
package struct TransferParameters: Sendable {
  /// The delay that each launch for a transfer adds to later transfers [s].
  ///
  /// Only transfers that the app starts in the background are delayed. Launches count since the app
  /// was last in the foreground.
  package let delayStepSeconds: Double
  /// The time between two attempts of a transfer, and between two checks for power and Wi-Fi [s].
  package let retrySeconds: Double

  package init(draw: inout ParameterDraw) {
    delayStepSeconds = draw.ranged(
      "transfer.delayStepSeconds", 60...600, "NET-6 (step unsourced)")
    retrySeconds = draw.known("transfer.retrySeconds", 60, "NET-5 (judgement)")
  }
}
