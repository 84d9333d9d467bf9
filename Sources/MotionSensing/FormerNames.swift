// Former names that users' code may use; the next release removes them.

@available(*, deprecated, renamed: "ActivityEstimate")
public typealias ActivityReading = ActivityEstimate
