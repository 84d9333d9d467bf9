import ModelParameters
import PhoneProfiles
import World

// Former names that users' code may use; the next release removes them.

@available(*, deprecated, renamed: "ModelVariant")
public typealias ModelReading = ModelVariant

extension SimulatedPhone {
  @available(*, deprecated, renamed: "segment")
  public var stretch: Segment { segment }
}
