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
  private var chance: SeededRandom

  init(_ chance: SeededRandom) { self.chance = chance }

  @inline(__always)
  mutating func bits() -> UInt64 { chance.next() }

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
  /// The fourth number is the rest of the word. With a constant in its place, the compiler would
  /// compute the three numbers one by one.
  @inline(__always)
  mutating func noise() -> SIMD4<Float> {
    let word = bits()
    let firstTwo = SIMD2(word, word >> 21)
    let words = SIMD4<UInt64>(lowHalf: firstTwo, highHalf: firstTwo &>> 42)
    let fields = SIMD4<UInt32>(truncatingIfNeeded: words) & 0x1F_FFFF
    let numbers = SIMD4<Int32>(truncatingIfNeeded: fields) &- 0x10_0000
    return SIMD4<Float>(numbers) * (3.4641016 / 0x20_0000)
  }
}
