/// What kind of server the receiver is: what it takes, what it answers, what it forgives.
package enum ReceiverContract: String, CaseIterable, Sendable, Hashable, Codable {
  /// A strict server of Overland's format: POST of a JSON object whose `locations` are GeoJSON
  /// Features with a Point and an ISO 8601 `timestamp`. Answers `{"result":"ok"}`; one malformed
  /// feature refuses the whole batch with 400, so that nothing is acknowledged that was not kept.
  case overland
  /// Overland's reference server as it behaves: a second already seen within six hours is skipped,
  /// points at 0,0 are dropped, features it cannot read are passed over, Unix times are taken too,
  /// and errors come with HTTP 200. A phone that takes any 2xx for success loses what such an
  /// error refused.
  case compass
  /// Any server that says yes: whatever comes with the right token is acknowledged, read or not.
  case http2xx = "http-2xx"
  /// OwnTracks' HTTP mode: POST of a JSON object, token as the user's name of Basic, answer `[]`.
  case ownTracks = "owntracks"
  /// The health-data server that EHE-Pilot was written for: FHIR R5 batches at `/fhir/r5/`, sign-in,
  /// profile and consents. Takes any subject and device and a bare body; what comes again under a
  /// known identifier takes the place of what was there.
  case fhirEHE = "fhir-ehe"
  /// The same server as it is in 2026, at `/FHIR/R5/`: subject and device are checked, the body has
  /// an IEEE 1752 header and follows its Open mHealth schema, and a known identifier is refused
  /// with 409.
  case fhirJupyterHealth = "fhir-jupyterhealth"
  /// A GET for each coming in and going out of a place, as Continuous-Location sends it.
  case checkIn = "check-in"
  /// `POST /gate` opens a gate, as Drives asks for it.
  case gate

  /// Where its requests usually go; the contracts of health data and the gate insist.
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

  /// Whether people sign in to it.
  package var hasSignIn: Bool { self == .fhirEHE || self == .fhirJupyterHealth }
}
