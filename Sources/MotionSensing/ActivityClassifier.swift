import PhoneAPI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A classifier that derives the activity of the phone's user from a window's features.
///
/// The model gives each activity a probability. The flag of the likeliest activity is set if that
/// activity is more likely than all others together. If stationary and automotive are both
/// plausible, both flags are set, as for a car that stands (MOT-4). Otherwise no flag is set, as
/// for a phone that is being picked up (MOT-1).
public struct ActivityClassifier: Sendable {
  private let model: ActivityModel

  /// The lowest probability at which the flag of a single activity is set, with low confidence.
  /// `mediumProbabilityMin` and `highProbabilityMin` apply to medium and high confidence.
  static let probabilityMin: Float = 0.5
  static let mediumProbabilityMin: Float = 0.75
  static let highProbabilityMin: Float = 0.95
  /// The lowest probability of stationary, and of automotive, at which both flags are set.
  ///
  /// The sum of the two probabilities must also reach `sharedSumMin`. Both flags together mean a
  /// car that stands.
  static let sharedProbabilityMin: Float = 0.25
  static let sharedSumMin: Float = 0.8

  public init(model: ActivityModel = .committed) { self.model = model }

  public func classify(_ features: WindowFeatures) -> ActivityEstimate {
    guard features.isUsable else { return .unusable }
    let probabilities = probabilities(of: features)
    var likeliest = Activity.stationary
    for activity in Activity.allCases
    where probabilities[activity.rawValue] > probabilities[likeliest.rawValue] {
      likeliest = activity
    }
    return reading(probabilities, likeliest)
  }

  private func reading(_ probabilities: SIMD8<Float>, _ likeliest: Activity) -> ActivityEstimate {
    let still = probabilities[Activity.stationary.rawValue]
    let automotive = probabilities[Activity.automotive.rawValue]
    let isStandingCar =
      min(still, automotive) >= Self.sharedProbabilityMin && still + automotive >= Self.sharedSumMin
    let probability = probabilities[likeliest.rawValue]
    let sure = isStandingCar ? still + automotive : probability
    var reading = ActivityEstimate(
      confidence: sure >= Self.highProbabilityMin
        ? .high : sure >= Self.mediumProbabilityMin ? .medium : .low)
    reading.likeliest = likeliest
    reading.probability = probability
    reading.probabilities = probabilities
    if probability >= Self.probabilityMin { reading.raiseFlag(of: likeliest) }
    if isStandingCar {
      reading.stationary = true
      reading.automotive = true
    }
    return reading
  }

  /// Returns the probability of each activity, the softmax of the model's scores, at the index of
  /// the activity's raw value.
  public func probabilities(of features: WindowFeatures) -> SIMD8<Float> {
    let input = ModelInput(features)
    var scores = SIMD8<Float>(repeating: -.infinity)
    var highest = -Float.infinity
    for activity in Activity.allCases {
      let score = model.score(of: activity, input)
      scores[activity.rawValue] = score
      highest = max(highest, score)
    }
    var sum: Float = 0
    for activity in Activity.allCases {
      let weight = exp(scores[activity.rawValue] - highest)
      scores[activity.rawValue] = weight
      sum += weight
    }
    for index in Activity.allCases.count..<8 { scores[index] = 0 }
    return scores / sum
  }
}
