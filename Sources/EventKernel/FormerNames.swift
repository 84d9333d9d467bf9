// Former names that users' code may use; the next release removes them.

@available(*, deprecated, renamed: "SeededRandom")
public typealias Chance = SeededRandom
