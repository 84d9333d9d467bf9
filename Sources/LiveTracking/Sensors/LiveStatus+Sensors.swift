import LivePhone
import Text
import Timekeeping

/// The texts about the readings of another device.
extension LiveStatus {
  /// The age up to which a kind of reading counts as arriving.
  private static let freshMax = TimeSpan.seconds(10 as Int64)

  private static let rejectionShownMax = TimeSpan.minutes(5)

  var takesFedPositions: Bool { gpsd == LiveOptions.noGPSD }

  /// The name of the source of positions, for the row of the receiver.
  func sourceWords(_ release: String) -> String {
    takesFedPositions ? "positions of the sensor feed" : "gpsd \(release) at \(gpsd)"
  }

  var sensorWords: String? {
    guard let sensors else { return nil }
    let kinds = sensors.kinds(since: time - Self.freshMax).map(\.words)
    if !kinds.isEmpty {
      var seen: Set<String> = []
      return sensors.address + ": "
        + kinds.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }
    let silence =
      sensors.newest.map { "nothing for \((time - $0).wholeSecondsWords)" }
      ?? "nothing has arrived yet"
    return sensors.address + ": " + silence
  }

  var sensorTrouble: String? {
    guard let sensors else { return nil }
    let rejected = freshRejection.map {
      "\(counted(sensors.rejectedCount, "message")) of the sensor feed could not be used, the "
        + "last: \($0)"
    }
    let troubles = [sensors.connectionTrouble, sensors.motionTrouble, rejected].compactMap { $0 }
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }

  /// The reason of the last rejection; nil after some minutes without one.
  private var freshRejection: String? {
    guard let last = sensors?.lastRejected, time - last.at < Self.rejectionShownMax else {
      return nil
    }
    return last.report
  }

  /// The texts whose change makes a line, without numbers that always change.
  var sensorNews: [String] {
    guard let sensors else { return [] }
    return [
      sensors.kinds(since: time - Self.freshMax).map(\.words).joined(separator: " "),
      sensors.connectionTrouble == nil ? "" : "away", sensors.motionTrouble ?? "",
      freshRejection == nil ? "" : "rejected",
    ]
  }
}
