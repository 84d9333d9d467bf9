import Testing

@testable import Receiver

@Suite("Settings for a device")
struct OverlandSettingsTests {
  @Test(
    "What a device would refuse is told, with what is accepted and nearest",
    arguments: [
      (#"{"send_intervall":"1m"}"#, "there is no setting 'send_intervall'; nearest: send_interval"),
      (
        #"{"main":{"min_tiem":"1m"}}"#,
        "there is no setting 'main.min_tiem'; nearest: main.min_time"
      ),
      (#"{"frobnicate":1}"#, "there is no setting 'frobnicate'"),
      (#"{"main":"best"}"#, "main is expected to be an object of settings"),
      (
        #"{"main":{"tracking_mode":"standrad"}}"#,
        "main.tracking_mode cannot be 'standrad'; accepted: off, standard, significant, both; "
          + "nearest: standard"
      ),
      (
        #"{"main":{"min_distance":"12 m"}}"#,
        "main.min_distance cannot be '12 m'; accepted: off, 1m, 10m, 50m, 100m, 500m; nearest: 10m"
      ),
      (
        #"{"main":{"resume_with_geofence":900}}"#,
        "main.resume_with_geofence cannot be 900; accepted: off, 100m, 200m, 500m, 1km, 2km; "
          + "nearest: 1km"
      ),
      (
        #"{"trip":{"min_time":"-"}}"#,
        "trip.min_time cannot be '-'; accepted: 1s, 5s, 10s, 30s, 1m, 5m"
      ),
      (
        #"{"trip":{"batch_size":150.5}}"#,
        "trip.batch_size cannot be 150.5; accepted: 50, 100, 200, 500, 1000; nearest: 200"
      ),
      (
        #"{"main":{"visit_tracking":"True"}}"#,
        "main.visit_tracking cannot be 'True'; accepted: true, false; nearest: true"
      ),
      (
        #"{"main":{"visit_tracking":null}}"#,
        "main.visit_tracking cannot be null; accepted: true, false"
      ),
    ])
  func faults(json: String, reason: String) {
    #expect(OverlandSettings.fault(in: Array(json.utf8)) == reason)
  }

  @Test("Each value that is accepted is")
  func accepted() {
    for (name, values) in OverlandSettings.all {
      for value in values.examples {
        let parts = name.split(separator: ".")
        let json =
          parts.count == 1
          ? "{\"\(name)\":\(value)}" : "{\"\(parts[0])\":{\"\(parts[1])\":\(value)}}"
        #expect(OverlandSettings.fault(in: Array(json.utf8)) == nil, "\(json)")
      }
    }
  }
}

extension AcceptedValue {
  fileprivate var examples: [String] {
    switch self {
    case .flag: ["true", "false"]
    case .number(let numbers): numbers.map { "\($0)" }
    case .word(let words, _): words.map { "\"\($0)\"" }
    }
  }
}
