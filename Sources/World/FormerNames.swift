// Former names that users' code may use; the next release removes them.

@available(*, deprecated, renamed: "Segment")
public typealias Stretch = Segment

extension World {
  @available(*, deprecated, renamed: "segments")
  public var stretches: [Segment] { segments }
}
