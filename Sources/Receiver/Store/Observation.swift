import Timekeeping

/// A kind of health data, given as a code in a coding system.
package struct HealthCode: Sendable, Hashable {
  package var system: String
  package var code: String

  package init(system: String, code: String) {
    self.system = system
    self.code = code
  }

  static let openMHealth = "https://w3id.org/openmhealth"
  package static let geoposition = HealthCode(system: openMHealth, code: "omh:geoposition:1.0")
  package static let timeInterval = HealthCode(system: openMHealth, code: "omh:time-interval:1.0")
}

/// A FHIR Observation as the receiver accepted it.
package struct Observation: Sendable, Equatable {
  /// An identifier that the client gives to an observation. If the identifier stays the same, the
  /// client can safely send the observation again.
  package struct Identifier: Sendable, Equatable {
    package var system: String
    package var value: String
  }

  package var patient: Int64
  /// The device as a FHIR reference, such as `Device/70001`; empty if the client named no device.
  package var device: String
  package var code: HealthCode
  package var identifiers: [Identifier]
  /// The time of the observation, as the client wrote it.
  package var effectiveDateTime: String
  /// The JSON data of the observation's attachment.
  package var content: [UInt8]
  package var arrivedAt: Instant
}

extension Observation.Identifier {
  package var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(system)
    fingerprint.add(value)
    return fingerprint.value
  }
}
