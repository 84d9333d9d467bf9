/// A multinomial logistic regression with a row of weights for each activity.
///
/// `ModelInput` defines the order of the weights. This is the simplest classifier that returns
/// probabilities. The classifier takes a hundred multiplications per window and is easy to
/// interpret: the sign of a weight shows the direction of a feature's influence.
public struct ActivityModel: Sendable, Hashable {
  private var low: [ModelInput.Block] = []
  private var high: [ModelInput.Block] = []

  /// Creates a model.
  ///
  /// - Parameter weights: A row of `ModelInput.count` numbers for each activity, in the order of
  ///   `Activity`. Missing numbers are zero.
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

  /// Returns the weighted sum of the input. This is the activity's log-odds except for a term that
  /// all activities share.
  func score(of activity: Activity, _ input: ModelInput) -> Float {
    let index = activity.rawValue
    return total(low[index] * input.low + high[index] * input.high)
  }
}
