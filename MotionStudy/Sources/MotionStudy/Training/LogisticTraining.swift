import Foundation
import MotionSensing

/// The fit of a multinomial logistic regression: the weights that make the labels likeliest, with a
/// penalty for large weights.
///
/// Inputs are standardized first, so that the penalty affects all alike, and the result is
/// converted back to the inputs' own units. Every activity has the same weight, however many
/// windows it has. Within an activity, a set has the weight of the square root of its number of
/// windows, so that the largest set does not dominate. The fit is gradient descent with Nesterov's
/// momentum over all windows at once, which depends neither on random numbers nor on the order of
/// windows.
struct LogisticTraining {
  var penalty = 3e-4
  var rounds = 1500
  var step = 1.0

  private static let inputCount = ModelInput.count
  private static let classCount = Activity.allCases.count

  /// Returns a row of weights for each activity.
  func weights(from windows: [LabeledWindow]) -> [[Float]] {
    let inputs = windows.map { ModelInput($0.features) }
    let shares = shares(of: windows)
    let (means, deviations) = standardization(inputs, shares)
    var rows: [Double] = []
    rows.reserveCapacity(inputs.count * Self.inputCount)
    for input in inputs {
      for index in 0..<Self.inputCount {
        rows.append(index == 0 ? 1 : (Double(input[index]) - means[index]) / deviations[index])
      }
    }
    let classes = windows.map(\.activity.rawValue)
    let fitted = descend(rows, classes, shares)
    return inOwnUnits(fitted, present: Set(classes), means, deviations)
  }

  /// Returns the weight of each window. The sum of all is 1.
  private func shares(of windows: [LabeledWindow]) -> [Double] {
    struct Cell: Hashable {
      var activity: Activity
      var set: Substring
    }
    var counts: [Cell: Double] = [:]
    for window in windows {
      counts[Cell(activity: window.activity, set: window.set), default: 0] += 1
    }
    let roots = windows.map {
      1 / (counts[Cell(activity: $0.activity, set: $0.set)] ?? 1).squareRoot()
    }
    var sums = [Double](repeating: 0, count: Self.classCount)
    for (window, root) in zip(windows, roots) { sums[window.activity.rawValue] += root }
    let present = Double(sums.filter { $0 > 0 }.count)
    return zip(windows, roots).map { $1 / sums[$0.activity.rawValue] / present }
  }

  private func standardization(
    _ inputs: [ModelInput], _ shares: [Double]
  ) -> (means: [Double], deviations: [Double]) {
    var means = [Double](repeating: 0, count: Self.inputCount)
    var squares = means
    for (input, share) in zip(inputs, shares) {
      for index in 0..<Self.inputCount {
        means[index] += share * Double(input[index])
        squares[index] += share * Double(input[index]) * Double(input[index])
      }
    }
    let deviations = zip(means, squares).map { max(1e-6, ($1 - $0 * $0)).squareRoot() }
    return (means, deviations)
  }

  private func descend(_ rows: [Double], _ classes: [Int], _ shares: [Double]) -> [Double] {
    let size = Self.classCount * Self.inputCount
    var weights = [Double](repeating: 0, count: size)
    var ahead = weights
    let present = Set(classes)
    for round in 0..<rounds {
      let gradient = gradient(at: ahead, rows, classes, shares, present)
      let momentum = Double(round) / Double(round + 3)
      for index in 0..<size {
        let new = ahead[index] - step * gradient[index]
        ahead[index] = new + momentum * (new - weights[index])
        weights[index] = new
      }
    }
    return weights
  }

  private func gradient(
    at weights: [Double], _ rows: [Double], _ classes: [Int], _ shares: [Double],
    _ present: Set<Int>
  ) -> [Double] {
    let (inputCount, classCount) = (Self.inputCount, Self.classCount)
    var gradient = weights.enumerated().map { $0 % inputCount == 0 ? 0 : penalty * $1 }
    var errors = [Double](repeating: 0, count: classCount)
    for (window, actual) in classes.enumerated() {
      let row = window * inputCount
      var highest = -Double.infinity
      for activity in 0..<classCount where present.contains(activity) {
        var score = 0.0
        for index in 0..<inputCount {
          score += weights[activity * inputCount + index] * rows[row + index]
        }
        errors[activity] = score
        highest = max(highest, score)
      }
      var sum = 0.0
      for activity in 0..<classCount where present.contains(activity) {
        errors[activity] = exp(errors[activity] - highest)
        sum += errors[activity]
      }
      for activity in 0..<classCount where present.contains(activity) {
        let error = (errors[activity] / sum - (activity == actual ? 1 : 0)) * shares[window]
        for index in 0..<inputCount {
          gradient[activity * inputCount + index] += error * rows[row + index]
        }
      }
    }
    return gradient
  }

  /// Returns the weights in the inputs' own units. An activity without windows gets a bias with
  /// which it is never chosen.
  private func inOwnUnits(
    _ fitted: [Double], present: Set<Int>, _ means: [Double], _ deviations: [Double]
  ) -> [[Float]] {
    (0..<Self.classCount).map { activity in
      guard present.contains(activity) else {
        return [-1000] + [Float](repeating: 0, count: Self.inputCount - 1)
      }
      let row = Array(fitted[(activity * Self.inputCount)..<((activity + 1) * Self.inputCount)])
      var bias = row[0]
      var weights = [Float](repeating: 0, count: Self.inputCount)
      for index in 1..<Self.inputCount {
        weights[index] = Float(row[index] / deviations[index])
        bias -= row[index] / deviations[index] * means[index]
      }
      weights[0] = Float(bias)
      return weights
    }
  }
}
