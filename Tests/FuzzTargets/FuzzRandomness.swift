import EventKernel

/// Random numbers that depend on a seed alone.
package struct FuzzRandomness: RandomNumberGenerator {
  private let chance: SeededRandom
  private var index: Int64 = 0

  package init(seed: UInt64) { chance = SeededRandom(seed: seed).stream("fuzz") }

  package mutating func next() -> UInt64 {
    index += 1
    return chance.bits(at: index)
  }
}
