/// A multinomial logistic regression: a row of weights an activity, as `ModelInput` numbers them.
///
/// It is the plainest classifier that states probabilities, takes a hundred multiplications a window,
/// and can be read: a weight says which way a feature argues.
public struct ActivityModel: Sendable, Hashable {
  private var low: [ModelInput.Block] = []
  private var high: [ModelInput.Block] = []

  /// - Parameter weights: for each activity in its order `ModelInput.count` numbers; missing ones are
  ///   zero.
  public init(weights: [[Float]]) {
    for activity in Activity.allCases {
      let row = activity.rawValue < weights.count ? weights[activity.rawValue] : []
      var (low, high) = (ModelInput.Block.zero, ModelInput.Block.zero)
      for (index, weight) in row.prefix(ModelInput.count).enumerated() {
        if index < 16 { low[index] = weight } else { high[index - 16] = weight }
      }
      self.low.append(low)
      self.high.append(high)
    }
  }

  /// The weighted sum of the input: the logarithm of the activity's odds, but for a common term.
  func score(of activity: Activity, _ input: ModelInput) -> Float {
    let index = activity.rawValue
    return total(low[index] * input.low + high[index] * input.high)
  }
}
