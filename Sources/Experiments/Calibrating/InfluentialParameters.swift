import Statistics

/// The parameters on which the drain of the nights depends.
struct InfluentialParameters {
  /// The largest number of parameters: more than eight say little together, and the response
  /// surface needs a simulation for each pair of them.
  private static let countMax = 8

  let scales: [ParameterScale]
  /// The place of each parameter among all parameters of the model.
  let places: [Int]

  init(scales: [ParameterScale], places: [Int]) {
    self.scales = scales
    self.places = places
  }

  /// Finds the parameters one by one.
  ///
  /// Each time it adds the parameter whose rank correlation with the drain of a night is the
  /// strongest, after the parameters so far have explained what they can. It ends when the
  /// strongest correlation is no stronger than coincidence makes the strongest of all.
  init(_ prior: PriorDraws, fit: [Int]) {
    let scores = prior.scales.indices.map { place in prior.scores.map { $0[place] } }
    let bound = RankCorrelation.bound(ofStrongestAmong: scores)
    var places: [Int] = []
    var rest = fit.map { prior.drains[$0] }
    while places.count < Self.countMax {
      let strengths = scores.indices.map { place in
        places.contains(place)
          ? 0 : rest.map { abs(RankCorrelation.between(scores[place], $0) ?? 0) }.max() ?? 0
      }
      guard let best = strengths.indices.max(by: { strengths[$0] < strengths[$1] }),
        strengths[best] > bound
      else { break }
      places.append(best)
      let inputs = prior.scores.map { row in places.map { row[$0] } }
      rest = fit.map { prior.drains[$0].unexplained(by: inputs) }
    }
    self.places = places
    scales = places.map { prior.scales[$0] }
  }

  /// Fits a response surface for each night that narrows the parameters.
  ///
  /// - Parameters:
  ///   - points: the scores of the parameters in each round of simulations.
  ///   - drains: the simulated drains of each night, of all rounds.
  func surfaces(
    _ points: [[[Double]]], _ drains: [[Double]], _ fit: [Int]
  ) -> [ResponseSurface] {
    let inputs = Array(points.joined())
    return fit.compactMap { ResponseSurface(inputs: inputs, outputs: drains[$0]) }
  }
}

/// The draws of the model before any log, and the simulated drain of each night under them.
struct PriorDraws {
  var scales: [ParameterScale]
  /// The scores of all parameters in each draw.
  var scores: [[Double]]
  /// The drain of each night under each draw [%/h].
  var drains: [[Double]]

  func points(_ screen: InfluentialParameters) -> [[Double]] {
    scores.map { row in screen.places.map { row[$0] } }
  }
}

extension [Double] {
  /// Returns the differences from a response surface that is fitted to the values.
  fileprivate func unexplained(by inputs: [[Double]]) -> [Double] {
    guard let surface = ResponseSurface(inputs: inputs, outputs: self) else { return self }
    return zip(inputs, self).map { $1 - surface.value(at: $0) }
  }
}
