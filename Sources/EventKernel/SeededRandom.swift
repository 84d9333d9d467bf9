#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Random values that are pure functions of a seed, a name and an index.
///
/// With a single generator, a tracker that turns on the receiver one more time would shift all
/// later values. Two trackers with one seed would then have different days. Here, a name selects a
/// stream of values, and an index selects a value in the stream. The index belongs to the decision
/// that needs the value, such as the number of a tick. A value that is not needed is never
/// computed, and a value that is computed twice is equal both times. So runs with one seed are
/// paired.
///
/// The function is SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Its state is a counter, so each
/// value can be computed directly.
@frozen
public struct SeededRandom: Sendable, Hashable {
  public let key: UInt64

  /// The distance between the states of successive values.
  @inlinable static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  @inlinable init(key: UInt64) { self.key = key }

  public init(seed: UInt64) { self.init(key: mix64(seed &+ Self.step)) }

  /// Returns the stream with this name, such as "gnss.noise". A stream of a stream depends on both
  /// names.
  public func stream(_ name: String) -> SeededRandom {
    var hash = FNV1a()
    hash.add(name)
    return SeededRandom(key: mix64(key ^ mix64(hash.value)))
  }

  /// Returns the stream with this index, for one of many similar things: a day, a leg, an event.
  @inlinable
  public func stream(_ index: Int) -> SeededRandom {
    SeededRandom(key: mix64(key ^ mix64(UInt64(bitPattern: Int64(index)) &+ 0x632B_E59B_D9B4_E019)))
  }

  @inlinable
  public func bits(at index: Int64 = 0) -> UInt64 {
    mix64(key &+ UInt64(bitPattern: index) &* Self.step)
  }

  /// Moves the stream on by one index, and returns the value there. This takes less time for a
  /// caller that needs hundreds of successive values.
  @inlinable
  public mutating func next() -> UInt64 {
    self = SeededRandom(key: key &+ Self.step)
    return bits()
  }

  /// Returns a uniform value in 0 ..< 1.
  @inlinable
  public func uniform(at index: Int64 = 0) -> Double {
    Double(bits(at: index) >> 11) * 0x1p-53
  }

  @inlinable
  public func uniform(in range: ClosedRange<Double>, at index: Int64 = 0) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform(at: index)
  }

  @inlinable
  public func happens(withProbability probability: Double, at index: Int64 = 0) -> Bool {
    uniform(at: index) < probability
  }

  /// Returns two independent standard normal numbers (Box and Muller, 1958).
  public func normalPair(at index: Int64 = 0) -> (Double, Double) {
    let word = bits(at: index)
    let other = mix64(word ^ key)
    let u = Double((word >> 11) &+ 1) * 0x1p-53  // 0 < u <= 1
    let radius = (-2 * log(u)).squareRoot()
    let angle = Double(other >> 11) * 0x1p-53 * 2 * .pi
    return (radius * cos(angle), radius * sin(angle))
  }

  public func normal(at index: Int64 = 0) -> Double { normalPair(at: index).0 }

  /// Returns a log-normal value with the given median. `sigma` is the standard deviation of its
  /// logarithm.
  public func logNormal(median: Double, sigma: Double, at index: Int64 = 0) -> Double {
    median * exp(sigma * normal(at: index))
  }

  public func exponential(mean: Double, at index: Int64 = 0) -> Double {
    -mean * log(1 - uniform(at: index))
  }
}

@inlinable
func mix64(_ input: UInt64) -> UInt64 {
  var z = input
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}
