import LivePhone
import PhoneLink
import Scenarios
import TrackingEngine

/// Words that a fuzzer puts into inputs whole: keys, names of members and elements, marks.
extension FuzzReader {
  package var words: [String] {
    switch name {
    case "scenario": DocumentKind.scenario.words + Self.yaml
    case "preset":
      DocumentKind.preset.words + BehaviorKind.allCases.map(\.rawValue) + Self.yaml
    case "sweep": DocumentKind.sweep.words + Self.yaml
    case "tune": DocumentKind.tuning.words + Self.yaml
    case "study": DocumentKind.study.words + Self.yaml
    case "profile": DocumentKind.profile.words + Self.yaml
    case "validation": DocumentKind.validation.words + Self.yaml
    case "gpx", "torn-gpx", "floating-cars": Self.xml
    case "csv", "accelerometer", "draft": Self.columns
    case "geojson", "torn-geojson", "google", "owntracks", "json", "fhir", "fhir-bundles",
      "overland",
      "calls":
      Self.json + (["fhir", "overland", "calls"].contains(name) ? Self.http : [])
    case "gpsd", "gpsd-reports", "torn-jsonl": Self.gpsd
    case "sensor-feed": Self.json + SensorKind.allCases.flatMap(\.fuzzWords)
    case "nmea": Self.sentences
    case "http", "target": Self.http
    case "site": Self.json + Self.http + Self.site
    case "link":
      Self.json + LinkCall.allCases.map(\.rawValue) + LinkProperty.allCases.map(\.rawValue)
        + Self.objectNames
    case "quantities": Self.quantities
    case "shard": ["odograph.shard/2\n"] + Self.shardKeys
    default: []
    }
  }

  private static let yaml = [": ", "\n  ", "- ", "{", "}", "[", "]", "\"", "| ", "> ", "\n", "# "]

  private static let xml = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!DOCTYPE gpx [", "<!ENTITY a \"b\">", "]>",
    "&a;", "&#10;", "&amp;", "<![CDATA[", "]]>", "<!--", "-->", "<gpx ", "</gpx>", "<trk>",
    "</trk>", "<trkseg>", "</trkseg>", "<trkpt lat=\"1\" lon=\"2\">", "</trkpt>", "<time>",
    "</time>", "<ele>", "</ele>", "<name>", "</name>", "<hdop>", "<sat>", "<wpt ", "<rte>",
    "<rtept ", "<extensions>", "<fcd-export ", "<timestep time=\"1.00\">", "</timestep>",
    "<vehicle id=\"v\" x=\"1\" y=\"2\"/>", "<person ",
    "xmlns=\"http://www.topografix.com/GPX/1/1\"",
  ]

  private static let columns = [
    "trajectory_id", "t_s", "x_m", "y_m", "lat", "lon", "latitude", "longitude", "time",
    "timestamp", "accuracy_m", "speed_mps", "mode", "stay", "x_mps2", "y_mps2", "z_mps2", "x_g",
    "t_ms", "timestamp_ms", ",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "2026-03-02T06:30:00Z",
  ]

  private static let json = [
    "{", "}", "[", "]", ",", ":", "\"", "\\u0000", "\\ud800", "\\\"", "true", "false", "null",
    "1e999", "-0", "\"type\"", "\"Feature\"", "\"FeatureCollection\"", "\"Point\"",
    "\"LineString\"", "\"MultiLineString\"", "\"geometry\"", "\"coordinates\"", "\"features\"",
    "\"properties\"", "\"timestamp\"", "\"locations\"", "\"coordTimes\"", "\"timelineObjects\"",
    "\"semanticSegments\"", "\"activitySegment\"", "\"placeVisit\"", "\"duration\"",
    "\"startTimestamp\"", "\"latitudeE7\"", "\"longitudeE7\"", "\"timelinePath\"", "\"point\"",
    "\"geo:52.5,13.4\"", "\"visit\"", "\"activity\"", "\"_type\"", "\"location\"", "\"lat\"",
    "\"lon\"", "\"tst\"", "\"acc\"", "\"tid\"", "\"rawSignals\"", "\"resourceType\"",
    "\"Bundle\"", "\"entry\"", "\"resource\"", "\"Observation\"", "\"identifier\"",
    "\"valueAttachment\"", "\"data\"", "\"subject\"", "\"reference\"", "\"Patient/40001\"",
    "\"device\"", "\"code\"", "\"coding\"", "\"omh:geoposition:1.0\"",
    "\"effective_time_frame\"", "\"body\"", "\"header\"", "\"batch\"", "\"request\"",
    "\"method\"", "\"POST\"", "2026-03-02T06:30:00Z",
  ]

  private static let gpsd = [
    "{\"class\":\"TPV\",", "{\"class\":\"SKY\",", "{\"class\":\"VERSION\",",
    "{\"class\":\"DEVICES\",", "{\"class\":\"DEVICE\",", "{\"class\":\"ERROR\",",
    "{\"class\":\"WATCH\",", "\"device\":\"/dev/ttyACM0\"", "\"mode\":3",
    "\"time\":\"2026-03-02T06:30:00.000Z\"", "\"lat\":", "\"lon\":", "\"alt\":", "\"altHAE\":",
    "\"altMSL\":", "\"epx\":", "\"epy\":", "\"epv\":", "\"eph\":", "\"track\":", "\"speed\":",
    "\"climb\":", "\"satellites\":[", "\"PRN\":", "\"el\":", "\"az\":", "\"ss\":",
    "\"used\":true", "\"gnssid\":", "}\n", "\"devices\":[", "\"activated\":0",
    "\"release\":\"3.22\"", "null", "1e999",
  ]

  private static let sentences = [
    "$GPRMC,", "$GNRMC,", "$GPGGA,", "$GPZDA,", "$GPGSV,", "# Date: 2021-12-09", "\r\n", "*7A",
    ",A,", ",V,", "\u{10}\u{03}", "000", "311299",
  ]

  private static let http = [
    "GET ", "POST ", "PUT ", "DELETE ", " HTTP/1.1\r\n", " HTTP/1.0\r\n", "Host: h\r\n",
    "\r\n\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
    "Connection: keep-alive\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n",
    "0\r\n\r\n", "5\r\nhello\r\n", ";ext=1\r\n", "Authorization: Bearer token\n",
    "Authorization: Basic b25lOnR3bw==\n", "Content-Type: application/json\n",
    "Content-Type: application/x-www-form-urlencoded\n", "%2F", "%00", "+", "&", "=", "?",
    "/api/input", "/pub", "/gate", "/check-in", "/fhir/r5/", "/FHIR/R5/", "/o/token/",
    "/o/authorize/", "/o/.well-known/openid-configuration", "/api/v1/users/profile",
    "/api/v1/patients/40001/consents", "grant_type=authorization_code", "refresh_token", "code=",
    "code_verifier=", "client_id=odograph", "redirect_uri=ehepilot://oauth/callback",
    "code_challenge_method=S256", "response_type=code", "X-Limit-D: phone", "place=home",
    "type=in",
  ]

  private static let site = [
    "\n---\n", "GET /", "POST /login\n\ntoken=", "/admin/devices", "/admin/days?device=",
    "/admin/records?device=", "&before=", "&after=", "&zone=Pacific/Apia", "/admin/track?device=",
    "&from=1969-12-31T00:00:00Z", "&to=2199-12-31T00:00:00Z",
    "POST /admin/set\n\n{\"device\":\"a\",\"set\":{\"tracking_mode\":2}}",
    "POST /admin/invitation\n\n{\"patient\":40001,\"reusable\":true}", "/overland", "/logout",
    "Origin: http://h\n", "Sec-Fetch-Site: cross-site\n", "Cookie: session=",
  ]

  private static let quantities = [
    "07:45", "07:45 ± 15 min", "+-", "2026-03-02T06:30:00", "2026-03-29T02:30:00", "-08:00", "Z",
    "8 h 15 min", "1.5 km", "80 %", "30 km/h", "m/s", " d", " ms", "UTC+1", "Europe/Berlin",
    "on", "9223372036854775807", "−", "one:spacing=5 m", "=", "2262-04-11T23:47:16.854775807Z",
  ]

  private static let shardKeys = [
    "\"index\"", "\"count\"", "\"firstUnit\"", "\"unitCount\"", "\"trackerCount\"",
    "\"figureCount\"", "\"fingerprint\"", "\"parts\"", "9223372036854775807", "\n",
  ]
}

extension SensorKind {
  /// The names of the kind and of its values, as members of a message.
  fileprivate var fuzzWords: [String] {
    ["\"name\":\"\(rawValue)\"", "\"payload\":[", "\"time\":1698501144401773000", "\"values\":{"]
      + quantities.map { "\"\($0.name)\":" }
  }
}
