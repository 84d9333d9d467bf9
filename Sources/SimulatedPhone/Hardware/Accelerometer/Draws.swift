import EventKernel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A fast sequence of random draws for one window, which needs hundreds of draws.
///
/// A normally distributed number is approximated by the sum of four uniform numbers (Irwin and
/// Hall, 1927), so it is never beyond 3.5 standard deviations. More extreme numbers would be too
/// rare to matter.
struct Draws {
  private let chance: SeededRandom
  private var next: Int64 = 0

  init(_ chance: SeededRandom) { self.chance = chance }

  @inline(__always)
  mutating func bits() -> UInt64 {
    next += 1
    return chance.bits(at: next)
  }

  @inline(__always)
  mutating func uniform() -> Float { Float(bits() >> 40) * 0x1p-24 }

  @inline(__always)
  mutating func uniform(in range: ClosedRange<Float>) -> Float {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  @inline(__always)
  mutating func normal() -> Float {
    let word = bits()
    let sum =
      Int32(truncatingIfNeeded: word & 0xFFFF) + Int32(truncatingIfNeeded: (word >> 16) & 0xFFFF)
      + Int32(truncatingIfNeeded: (word >> 32) & 0xFFFF) + Int32(truncatingIfNeeded: word >> 48)
    return (Float(sum) - 131070) * (1.7320508 / 65536)
  }

  /// Returns a log-normally distributed number. Its logarithm has the given standard deviation.
  @inline(__always)
  mutating func logNormal(_ median: Float, _ sigma: Float) -> Float {
    median * exp(sigma * normal())
  }

  /// Returns three uniformly distributed random numbers of unit variance, from one 64-bit word.
  ///
  /// The fourth number repeats the third. With a constant in its place, the compiler would compute
  /// the three numbers one by one.
  @inline(__always)
  mutating func noise() -> SIMD4<Float> {
    let word = bits()
    let last = UInt32(truncatingIfNeeded: word >> 42)
    let fields = SIMD4(
      UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 21), last, last)
    let numbers = SIMD4<Int32>(truncatingIfNeeded: fields & 0x1F_FFFF) &- 0x10_0000
    return SIMD4<Float>(numbers) * (3.4641016 / 0x20_0000)
  }
}
