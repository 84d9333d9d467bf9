/// A histogram that estimates quantiles of numbers without storing the numbers. The width of a bin
/// grows with the size of the numbers in it.
///
/// There are 256 bins for each factor of two (octave). The leading bits of the floating-point
/// number give the bin, so no logarithm is computed. A quantile is accurate to 0.2 % between 2⁻¹⁴
/// and 2²⁸. Numbers outside of this range count in the first or the last bin. Zero and negative
/// numbers count in a bin of their own.
struct LogHistogram: Sendable {
  private static let mantissaBits: UInt64 = 8
  private static let lowestExponent = -14
  private static let octaves = 42
  private static let firstPattern =
    UInt64(1023 + lowestExponent) << mantissaBits
  private static let binsPerOctave = 1 << Int(mantissaBits)
  private static let binCount = octaves * binsPerOctave

  /// The bins of the numbers so far, as long as they are few.
  ///
  /// Many runs add few numbers. The counts of all bins would take longer to clear and to search
  /// than these numbers to add.
  private var few: [UInt16] = []
  private static let fewMax = 64
  /// The counts of the bins from `firstBin` on, in the octaves from the smallest to the largest
  /// number; none as long as the numbers are few.
  private var bins: [UInt32] = []
  private var firstBin = 0
  /// The leading bits of the smallest number that fits `firstBin`.
  private var lowestPattern = LogHistogram.firstPattern
  private var zeros = 0

  var count: Int { zeros + few.count + bins.reduce(0) { $0 + Int($1) } }

  @inline(__always)
  mutating func add(_ value: Double) {
    // Of numbers below the first bin, zero and negative ones, the difference is a huge number.
    let index = LogHistogram.pattern(of: value) &- lowestPattern
    if index < UInt64(bins.count) {
      bins[Int(index)] &+= 1
    } else {
      addElsewhere(value)
    }
  }

  private static func pattern(of value: Double) -> UInt64 {
    value.bitPattern >> (52 - LogHistogram.mantissaBits)
  }

  @inline(never)
  private mutating func addElsewhere(_ value: Double) {
    guard value > 0 else {
      zeros += 1
      return
    }
    let pattern = LogHistogram.pattern(of: value)
    let first = LogHistogram.firstPattern
    let bin = pattern < first ? 0 : min(Int(pattern - first), LogHistogram.binCount - 1)
    if bins.isEmpty, few.count < LogHistogram.fewMax { return few.append(UInt16(bin)) }
    for bin in few.map({ Int($0) }) + [bin] {
      cover(bin)
      bins[bin - firstBin] &+= 1
    }
    few = []
  }

  /// Adds bins, in whole octaves, so that there is one for `bin`.
  private mutating func cover(_ bin: Int) {
    let octave = bin / LogHistogram.binsPerOctave * LogHistogram.binsPerOctave
    if bins.isEmpty { firstBin = octave }
    let before = max(0, firstBin - octave)
    firstBin -= before
    lowestPattern = LogHistogram.firstPattern + UInt64(firstBin)
    if before > 0 { bins = Array(repeating: 0, count: before) + bins }
    let after = max(0, octave + LogHistogram.binsPerOctave - firstBin - bins.count)
    bins += Array(repeating: 0, count: after)
  }

  /// Returns the smallest value that is not exceeded by this share of all values; nil without
  /// values.
  func quantile(_ share: Double) -> Double? {
    let count = count
    guard count > 0 else { return nil }
    let rank = max(1, Int((share * Double(count)).rounded(.up)))
    var below = zeros
    if below >= rank { return 0 }
    if bins.isEmpty { return LogHistogram.middle(of: Int(few.sorted()[rank - below - 1])) }
    for octave in stride(from: 0, to: bins.count, by: LogHistogram.binsPerOctave) {
      let numbers = octave..<octave + LogHistogram.binsPerOctave
      let inOctave = Int(bins[numbers].reduce(0, &+))
      guard below + inOctave >= rank else {
        below += inOctave
        continue
      }
      for index in numbers {
        below += Int(bins[index])
        if below >= rank { return LogHistogram.middle(of: firstBin + index) }
      }
    }
    return nil
  }

  private static func middle(of bin: Int) -> Double {
    let lower = Double(bitPattern: (UInt64(bin) + firstPattern) << (52 - mantissaBits))
    let upper = Double(bitPattern: (UInt64(bin) + 1 + firstPattern) << (52 - mantissaBits))
    return (lower + upper) / 2
  }
}
