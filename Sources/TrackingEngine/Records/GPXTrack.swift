import PhoneAPI
import Text
import Timekeeping

/// A writer of the recorded positions as one track in GPX 1.1 (topografix.com/GPX/1/1).
///
/// Map programs and Odograph itself read this format. A segment ends if nothing was recorded for
/// ten minutes. A track runs forward in time. Therefore a position older than the position before
/// it, such as a cached fix, is left out.
package struct GPXTrack {
  private let name: String
  private var newest: Instant?

  package init(name: String) { self.name = name }

  package func begin(_ text: inout TextBuffer) {
    text.add(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:odograph="urn:odograph:gpx">
      <trk>
      """)
    text.add("<name>")
    text.add(text: Escaping.xml(name))
    text.add("</name>\n")
  }

  package mutating func add(_ record: Record, to text: inout TextBuffer) {
    let location = record.location
    guard record.isLocation, !(location.horizontalAccuracyMeters < 0) else { return }
    if let newest {
      guard location.timestamp > newest else { return }
      if location.timestamp - newest > Track.gapMax { text.add("</trkseg>\n<trkseg>\n") }
    } else {
      text.add("<trkseg>\n")
    }
    newest = location.timestamp
    addPoint(location, record.surroundings, to: &text)
  }

  package func end(_ text: inout TextBuffer) {
    if newest != nil { text.add("</trkseg>\n") }
    text.add("</trk>\n</gpx>\n")
  }

  private func addPoint(
    _ location: Location, _ surroundings: Surroundings, to text: inout TextBuffer
  ) {
    text.add("<trkpt lat=\"")
    text.add(location.coordinate.latitude, decimals: 7)
    text.add("\" lon=\"")
    text.add(location.coordinate.longitude, decimals: 7)
    text.add("\">")
    if location.verticalAccuracyMeters > 0 {
      text.add("<ele>")
      text.add(location.altitudeMeters, decimals: 1)
      text.add("</ele>")
    }
    text.add("<time>")
    text.add(location.timestamp)
    text.add("</time>")
    addExtensions(location, surroundings, to: &text)
    text.add("</trkpt>\n")
  }

  private func addExtensions(
    _ location: Location, _ surroundings: Surroundings, to text: inout TextBuffer
  ) {
    let hasAccuracy = location.horizontalAccuracyMeters >= 0
    let hasCharge = surroundings.batteryLevel >= 0
    guard hasAccuracy || hasCharge else { return }
    text.add("<extensions>")
    if hasAccuracy {
      text.add("<odograph:accuracy>")
      text.add(location.horizontalAccuracyMeters, decimals: 1)
      text.add("</odograph:accuracy>")
    }
    if hasCharge {
      text.add("<odograph:battery>")
      text.add(Double(surroundings.batteryLevel), decimals: 2)
      text.add("</odograph:battery><odograph:battery_state>")
      text.add(text: surroundings.batteryState.rawValue)
      text.add("</odograph:battery_state>")
    }
    text.add("</extensions>")
  }
}

/// The rules that all formats with tracks share.
package enum Track {
  /// The longest time between two positions that a line connects.
  package static let gapMax = TimeSpan.minutes(10)
}
