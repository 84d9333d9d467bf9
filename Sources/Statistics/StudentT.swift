import EventKernel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Student's t distribution: like the normal distribution, but with more values far from 0 if it
/// has few degrees of freedom.
package struct StudentT: Sendable {
  package var degrees: Double

  package init(degrees: Double) { self.degrees = degrees }

  /// Returns the logarithm of the density, without its constant.
  package func logDensity(_ x: Double) -> Double {
    -(degrees + 1) / 2 * log1p(x * x / degrees)
  }

  /// Returns the value that |t| exceeds with a given probability.
  ///
  /// With x = ν ÷ (ν + t²), that probability is the incomplete beta function Iₓ(ν/2, ½).
  func twoSided(_ chance: Double) -> Double {
    let x = Beta(a: degrees / 2, b: 0.5).quantile(chance)
    return (degrees * (1 / x - 1)).squareRoot()
  }

  /// Returns a drawn value (Bailey, 1994: a polar form of Box and Muller's method).
  package func draw(_ chance: SeededRandom, at index: Int64) -> Double {
    let u = 1 - chance.stream("radius").uniform(at: index)
    let angle = 2 * Double.pi * chance.stream("angle").uniform(at: index)
    return (degrees * (pow(u, -2 / degrees) - 1)).squareRoot() * cos(angle)
  }
}
