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
/// The measured drain of a night is the simulated one plus two differences that no parameter
/// explains. One belongs to the night's setting: nights of one phone under one setting share it,
/// since they share what the model does not have. It follows a normal distribution. The other
/// belongs to the night, and follows Student's t distribution, so that a single odd night has
/// little weight. The scales of both are unknowns too.
struct CalibrationPosterior {
  /// A night as the distribution needs it.
  struct Measurement {
    var surface: ResponseSurface
    /// The number of the night's setting, from 0 on.
    var setting: Int
    /// The measured drain [%/h].
    var percentPerHour: Double
    /// The standard deviation of the measurement, from the gauge's steps [%/h].
    var deviation: Double
  }

  /// A draw: the scores of the parameters, and what they do not explain [%/h].
  struct Draw {
    var scores: [Double]
    /// The difference of each setting, by its number.
    var settings: [Double]
    /// The scale of the differences of settings.
    var settingScale: Double
    /// The scale of the differences of nights.
    var nightScale: Double

    /// The scale of both differences together.
    var unexplained: Double {
      (settingScale * settingScale + nightScale * nightScale).squareRoot()
    }

    /// Returns the differences that a measurement of a night may have, without the gauge's steps.
    ///
    /// - Parameters:
    ///   - setting: the number of the night's setting; nil if no night of the calibrated phone had
    ///     it.
    ///   - chance: the random stream of the night.
    func difference(ofSetting setting: Int?, _ chance: SeededRandom, at index: Int64) -> Double {
      let ofSetting =
        setting.map { settings[$0] }
        ?? settingScale * chance.stream("setting").normal(at: index)
      return ofSetting
        + nightScale * CalibrationPosterior.difference.draw(chance.stream("night"), at: index)
    }
  }

  /// The distribution of the difference of a night, apart from its scale.
  static let difference = StudentT(degrees: 3)
  /// Each scale before any log: 0.14 %/h, so that both together are 0.2 %/h, or a quarter of it to
  /// four times as much in nineteen of twenty phones (judgement).
  private static let scaleMedian = 0.14
  private static let scaleSigma = 0.7

  let measurements: [Measurement]
  let settingCount: Int

  func draws(_ count: Int, dimensions: Int, chance: SeededRandom) -> [Draw] {
    let whole = dimensions + settingCount + 2
    let chain = MarkovChain(dimensions: whole, chance: chance)
    let start = [Double](repeating: 0, count: whole)
    return chain.points(count, from: start) { point in
      logDensity(draw(at: point), at: point)
    }.map(draw)
  }

  /// Returns the draw at a point of the chain: parameters, settings, and the two scales.
  private func draw(at point: [Double]) -> Draw {
    let parameters = point.count - settingCount - 2
    func scale(_ score: Double) -> Double { Self.scaleMedian * exp(Self.scaleSigma * score) }
    let settingScale = scale(point[point.count - 2])
    return Draw(
      scores: Array(point[..<parameters]),
      settings: point[parameters..<(point.count - 2)].map { settingScale * $0 },
      settingScale: settingScale, nightScale: scale(point[point.count - 1]))
  }

  private func logDensity(_ draw: Draw, at point: [Double]) -> Double {
    var sum = point.reduce(0.0) { $0 - $1 * $1 / 2 }
    for night in measurements {
      let scale =
        (draw.nightScale * draw.nightScale + night.deviation * night.deviation
        + night.surface.residual * night.surface.residual).squareRoot()
      let expected = night.surface.value(at: draw.scores) + draw.settings[night.setting]
      sum += Self.difference.logDensity((night.percentPerHour - expected) / scale) - log(scale)
    }
    return sum
  }
}
