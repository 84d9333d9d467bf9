/// Pairs of normal numbers at successive indices, for a sensor that needs one each second.
///
/// The functions of the C library take one number at a time. Here eight numbers lie side by side in
/// a vector, which takes less than a third of the time. So their logarithms, sines and cosines are
/// computed here too: from their series, in the same way on each processor.
extension SeededRandom {
  /// Replaces the eight elements of `pairs` by `normalPair(at:)` at successive indices, to within
  /// 10⁻¹⁴.
  public func drawNormalPairs(from index: Int64, into pairs: inout [SIMD2<Double>]) {
    let words = Self.eight { bits(at: index &+ Int64($0)) }
    let others = Self.eight { mix64(words[$0] ^ key) }
    let numbers = Self.eight { Double((words[$0] >> 11) &+ 1) * 0x1p-53 }
    let exponents = Self.eight { Self.exponent(of: numbers[$0]) }
    let mantissas = Self.eight {
      Double(bitPattern: numbers[$0].bitPattern &- UInt64(bitPattern: exponents[$0]) << 52)
    }
    let logarithms = Self.logarithms(
      of: mantissas, exponents: Self.eight { Double(exponents[$0]) })
    let (cosines, sines) = Self.cosinesAndSines(
      ofTurns: Self.eight { Double(others[$0] >> 11) * 0x1p-53 })
    for lane in 0..<8 {
      let radius = (-2 * logarithms[lane]).squareRoot()
      pairs[lane] = radius * SIMD2(cosines[lane], sines[lane])
    }
  }

  /// Makes a vector of the values for 0 to 7. A loop would write each value to memory.
  @inline(__always)
  private static func eight<Value>(_ value: (Int) -> Value) -> SIMD8<Value> {
    SIMD8(value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7))
  }

  /// Returns the exponent of 2 that leaves a mantissa from √½ to √2.
  @inline(__always)
  private static func exponent(of number: Double) -> Int64 {
    (Int64(bitPattern: number.bitPattern) &- Int64(bitPattern: 0.5.squareRoot().bitPattern)) >> 52
  }

  /// Returns the natural logarithms of mantissas times powers of 2.
  ///
  /// A mantissa x is from √½ to √2. With s = (x − 1)/(x + 1), its logarithm is twice the inverse
  /// hyperbolic tangent of s, which is s + s³/3 + s⁵/5 + … The first term that is left out is less
  /// than 3 · 10⁻¹⁷ of the sum.
  @inline(never)
  private static func logarithms(
    of x: SIMD8<Double>, exponents: SIMD8<Double>
  ) -> SIMD8<Double> {
    let s = (x - 1) / (x + 1)
    let z = s * s
    var sum = z * (1 / 19.0) + 1 / 17.0
    sum = sum * z + 1 / 15.0
    sum = sum * z + 1 / 13.0
    sum = sum * z + 1 / 11.0
    sum = sum * z + 1 / 9.0
    sum = sum * z + 1 / 7.0
    sum = sum * z + 1 / 5.0
    sum = sum * z + 1 / 3.0
    return 2 * s * (sum * z + 1) + exponents * 0.693147180559945309
  }

  /// Returns cosine and sine of angles from 0 to 1 turn.
  ///
  /// They follow from those of half the angle less π/2, which is from −π/2 to π/2. The series are
  /// 1 − x²/2! + x⁴/4! − … and x − x³/3! + x⁵/5! − … The first terms that are left out are less
  /// than 2 · 10⁻¹⁷.
  @inline(never)
  private static func cosinesAndSines(
    ofTurns turns: SIMD8<Double>
  ) -> (SIMD8<Double>, SIMD8<Double>) {
    let x = (turns - 0.5) * .pi
    let y = x * x
    var cosine = y * (1 / 2_432_902_008_176_640_000) - 1 / 6_402_373_705_728_000
    var sine = y * (1 / 51_090_942_171_709_440_000) - 1 / 121_645_100_408_832_000
    cosine = cosine * y + 1 / 20_922_789_888_000
    sine = sine * y + 1 / 355_687_428_096_000
    cosine = cosine * y - 1 / 87_178_291_200
    sine = sine * y - 1 / 1_307_674_368_000
    cosine = cosine * y + 1 / 479_001_600
    sine = sine * y + 1 / 6_227_020_800
    cosine = cosine * y - 1 / 3_628_800
    sine = sine * y - 1 / 39_916_800
    cosine = cosine * y + 1 / 40_320
    sine = sine * y + 1 / 362_880
    cosine = cosine * y - 1 / 720
    sine = sine * y - 1 / 5_040
    cosine = cosine * y + 1 / 24
    sine = sine * y + 1 / 120
    cosine = cosine * y - 1 / 2
    sine = sine * y - 1 / 6
    cosine = cosine * y + 1
    sine = (sine * y + 1) * x
    return (2 * sine * sine - 1, -2 * sine * cosine)
  }
}
