import EventKernel

/// Random numbers that depend on a seed alone.
package struct FuzzRandomness: RandomNumberGenerator {
  private let chance: Chance
  private var index: Int64 = 0

  package init(seed: UInt64) { chance = Chance(seed: seed).stream("fuzz") }

  package mutating func next() -> UInt64 {
    index += 1
    return chance.bits(at: index)
  }
}
