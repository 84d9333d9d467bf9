/// The kind of server that the receiver imitates. It decides which requests are accepted, and how
/// they are answered.
package enum ReceiverContract: String, CaseIterable, Sendable, Hashable, Codable {
  /// A strict server of Overland's format. It accepts POST of a JSON object whose `locations` are
  /// GeoJSON Features with a Point and an ISO 8601 `timestamp`. It answers `{"result":"ok"}`. If
  /// one feature is malformed, it refuses the whole batch with 400, so that it acknowledges no
  /// record that it did not store.
  case overland
  /// Overland's reference server as it actually behaves. It skips a record if another record of the
  /// same second arrived within six hours, drops points at 0,0, ignores features that it cannot
  /// read, and accepts Unix times too. It sends errors with HTTP 200, so a phone that takes any 2xx
  /// for success loses the refused records.
  case compass
  /// A server that acknowledges every request with a valid token, even if it cannot read the
  /// request.
  case http2xx = "http-2xx"
  /// Open Humans, as its published program answers: any body is acknowledged. The token is the last
  /// part of the path, or a bearer token. A wrong token gets status 200 without an acknowledgement.
  case openHumans = "open-humans"
  /// Icecondor, as its published program answers: visits and log records are skipped. The token is
  /// `token` in the query, or a bearer token. Errors have no body.
  case icecondor
  /// PureTrack. Its program is not public, so this is `overland` under the service's name.
  case pureTrack = "puretrack"
  /// The HTTP mode of OwnTracks. A request is POST of a JSON object, with the token as the user
  /// name of Basic authentication. The answer is `[]`.
  case ownTracks = "owntracks"
  /// The health-data server that EHE-Pilot was written for: FHIR R5 batches at `/fhir/r5/`,
  /// sign-in, profile and consents. It accepts any subject and device, and a body without a header.
  /// An observation with a known identifier replaces the earlier one.
  case fhirEHE = "fhir-ehe"
  /// The health-data server of `fhirEHE` as it is in 2026, at `/FHIR/R5/`. It checks subject and
  /// device, and requires an IEEE 1752 header and a body according to its Open mHealth schema. It
  /// refuses an observation with a known identifier with 409.
  case fhirJupyterHealth = "fhir-jupyterhealth"
  /// A server that gets a GET request each time the user enters or leaves a place, in the form that
  /// the app Continuous-Location sends.
  case checkIn = "check-in"
  /// A server that opens a gate when the app Drives asks for it: by POST, PUT or GET at a path that
  /// ends in `/gate`, with a bearer token or with the token as the password of Basic.
  case gate

  /// The usual path of requests by this contract. The contracts of health data and of the gate
  /// accept no other path.
  package var path: String {
    switch self {
    case .overland, .compass, .http2xx: "/api/input"
    case .openHumans, .pureTrack: "/" + rawValue
    case .icecondor: "/rest/activity/add"
    case .ownTracks: "/pub"
    case .fhirEHE: HealthExchangeDialect.ehePilot.bundlePath + "/"
    case .fhirJupyterHealth: HealthExchangeDialect.jupyterHealth.bundlePath + "/"
    case .checkIn: "/check-in"
    case .gate: "/gate"
    }
  }

  /// True if users sign in to this kind of server.
  package var hasSignIn: Bool { self == .fhirEHE || self == .fhirJupyterHealth }
}
