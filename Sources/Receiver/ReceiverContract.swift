/// The kind of server that the receiver is: what it accepts, answers and tolerates.
package enum ReceiverContract: String, CaseIterable, Sendable, Hashable, Codable {
  /// A strict server of Overland's format: POST of a JSON object whose `locations` are GeoJSON
  /// Features with a Point and an ISO 8601 `timestamp`. Answers `{"result":"ok"}`. One malformed
  /// feature makes it refuse the whole batch with 400, so that it acknowledges no record that it
  /// did not keep.
  case overland
  /// Overland's reference server as it actually behaves. It skips a record whose second it saw
  /// within six hours, drops points at 0,0, ignores features that it cannot read, and accepts Unix
  /// times too. It sends errors with HTTP 200: a phone that takes any 2xx for success loses the
  /// refused records.
  case compass
  /// A server that acknowledges every request with the right token, even if it cannot read it.
  case http2xx = "http-2xx"
  /// OwnTracks' HTTP mode: POST of a JSON object, with the token as the user name of Basic
  /// authentication; answer `[]`.
  case ownTracks = "owntracks"
  /// The health-data server that EHE-Pilot was written for: FHIR R5 batches at `/fhir/r5/`,
  /// sign-in, profile and consents. Accepts any subject and device, and a body without a header. An
  /// observation with a known identifier replaces the earlier one.
  case fhirEHE = "fhir-ehe"
  /// The same server as it is in 2026, at `/FHIR/R5/`. It checks subject and device, requires an
  /// IEEE 1752 header and a body according to its Open mHealth schema, and refuses a known
  /// identifier with 409.
  case fhirJupyterHealth = "fhir-jupyterhealth"
  /// A GET each time the user enters or leaves a place, as Continuous-Location sends it.
  case checkIn = "check-in"
  /// A server that opens a gate at `POST /gate`, as Drives requests it.
  case gate

  /// The usual path of its requests. The contracts of health data and of the gate accept no other.
  package var path: String {
    switch self {
    case .overland, .compass, .http2xx: "/api/input"
    case .ownTracks: "/pub"
    case .fhirEHE: HealthExchangeDialect.ehePilot.bundlePath + "/"
    case .fhirJupyterHealth: HealthExchangeDialect.jupyterHealth.bundlePath + "/"
    case .checkIn: "/check-in"
    case .gate: "/gate"
    }
  }

  /// True if users sign in to it.
  package var hasSignIn: Bool { self == .fhirEHE || self == .fhirJupyterHealth }
}
