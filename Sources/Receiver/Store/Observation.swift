import Timekeeping

/// What kind of health data something is, as a coding system's code.
public struct HealthCode: Sendable, Hashable {
  public var system: String
  public var code: String

  public init(system: String, code: String) {
    self.system = system
    self.code = code
  }

  static let openMHealth = "https://w3id.org/openmhealth"
  public static let geoposition = HealthCode(system: openMHealth, code: "omh:geoposition:1.0")
  public static let timeInterval = HealthCode(system: openMHealth, code: "omh:time-interval:1.0")
}

/// A FHIR Observation as it was taken in.
public struct Observation: Sendable, Hashable {
  /// What a client names it by; a stable one makes sending again safe.
  public struct Identifier: Sendable, Hashable {
    public var system: String
    public var value: String

    public init(system: String, value: String) {
      self.system = system
      self.value = value
    }
  }

  public var patient: Int64
  /// `Device/70001`; empty when none was named.
  public var device: String
  public var code: HealthCode
  public var identifiers: [Identifier]
  /// As written.
  public var effectiveDateTime: String
  /// The attachment's JSON.
  public var content: [UInt8]
  public var arrivedAt: Instant

  public init(
    patient: Int64, device: String, code: HealthCode, identifiers: [Identifier],
    effectiveDateTime: String, content: [UInt8], arrivedAt: Instant
  ) {
    self.patient = patient
    self.device = device
    self.code = code
    self.identifiers = identifiers
    self.effectiveDateTime = effectiveDateTime
    self.content = content
    self.arrivedAt = arrivedAt
  }
}

extension Observation.Identifier {
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(system)
    fingerprint.add(value)
    return fingerprint.value
  }
}
