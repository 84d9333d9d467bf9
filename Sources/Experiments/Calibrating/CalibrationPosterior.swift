import EventKernel
import Statistics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The distribution of the parameters after the logs, drawn with response surfaces in place of the
/// simulation (Kennedy and O'Hagan, 2001).
///
/// The measured drain of a night is the simulated one plus a difference that no parameter explains.
/// The difference follows Student's t distribution, so that a single odd night has little weight.
/// Its scale is one more unknown.
struct CalibrationPosterior {
  /// A night as the distribution needs it.
  struct Measurement {
    var surface: ResponseSurface
    /// The measured drain [%/h].
    var percentPerHour: Double
    /// The standard deviation of the measurement, from the gauge's steps [%/h].
    var deviation: Double
  }

  /// A draw: the scores of the parameters, and the scale of what they do not explain [%/h].
  struct Draw {
    var scores: [Double]
    var unexplained: Double
  }

  /// The distribution of the unexplained difference, apart from its scale.
  static let difference = StudentT(degrees: 3)
  /// The scale of the unexplained difference before any log: 0.2 %/h, or 0.07 to 0.6 in nineteen
  /// of twenty phones (judgement).
  private static let unexplainedMedian = 0.2
  private static let unexplainedSigma = 0.7

  let measurements: [Measurement]

  func draws(_ count: Int, dimensions: Int, chance: SeededRandom) -> [Draw] {
    let chain = MarkovChain(dimensions: dimensions + 1, chance: chance)
    let start = [Double](repeating: 0, count: dimensions + 1)
    return chain.points(count, from: start, logDensity: logDensity).map { point in
      Draw(
        scores: Array(point.dropLast()), unexplained: Self.unexplained(at: point[point.count - 1]))
    }
  }

  private static func unexplained(at score: Double) -> Double {
    unexplainedMedian * exp(unexplainedSigma * score)
  }

  private func logDensity(_ point: [Double]) -> Double {
    var sum = point.reduce(0.0) { $0 - $1 * $1 / 2 }
    let scores = Array(point.dropLast())
    let unexplained = Self.unexplained(at: point[point.count - 1])
    for night in measurements {
      let scale =
        (unexplained * unexplained + night.deviation * night.deviation
        + night.surface.residual * night.surface.residual).squareRoot()
      let difference = night.percentPerHour - night.surface.value(at: scores)
      sum += Self.difference.logDensity(difference / scale) - log(scale)
    }
    return sum
  }
}
