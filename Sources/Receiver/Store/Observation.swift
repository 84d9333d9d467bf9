import Timekeeping

/// What kind of health data something is, as a coding system's code.
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

/// A FHIR Observation as it was taken in.
package struct Observation: Sendable, Hashable {
  /// What a client names it by; a stable one makes sending again safe.
  package struct Identifier: Sendable, Hashable {
    package var system: String
    package var value: String
  }

  package var patient: Int64
  /// `Device/70001`; empty when none was named.
  package var device: String
  package var code: HealthCode
  package var identifiers: [Identifier]
  /// As written.
  package var effectiveDateTime: String
  /// The attachment's JSON.
  package var content: [UInt8]
  package var arrivedAt: Instant
}

extension Observation.Identifier {
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(system)
    fingerprint.add(value)
    return fingerprint.value
  }
}
