/// The command-line options with which a live tracker is started.
package struct LiveOptions: Sendable {
  /// The value of `--gpsd` for which positions come from the sensor feed.
  package static let noGPSD = "none"

  /// The host and port of gpsd; `noGPSD` for positions of the sensor feed.
  package var gpsd: String
  /// The path of the receiver to follow; nil to follow the best receiver.
  package var device: String?
  /// True if the program waits for a gpsd that does not answer yet.
  package var wait: Bool
  /// The name or path of the preset.
  package var preset: String
  /// The changed settings as the user typed them: "name=value".
  package var set: [String]
  /// The address of the server to send to; nil to keep the address that an earlier run stored.
  package var server: String?
  /// The path of the file with the server's token.
  package var tokenFile: String?
  /// The path of the file with a set-up link; "-" for standard input.
  package var setup: String?
  /// The path of the recording that is written in addition to the store.
  package var record: String?
  /// True if the program shows a page with a map.
  package var map: Bool
  /// The port of the page with the map; 0 for any free port.
  package var mapPort: UInt16?
  /// The program that shows notifications, and its first arguments; nil for the desktop.
  package var notifyCommand: String?
  /// The name of the time zone; nil for the machine's time zone.
  package var timeZone: String?
  /// The simulated phone in the receiver's loop; nil for none.
  package var loop: LoopOptions?
  /// The feed of another device's readings; nil to use the machine's own sensors.
  package var sensors: SensorOptions?

  package init(
    gpsd: String, device: String?, wait: Bool, preset: String, set: [String], server: String?,
    tokenFile: String?, setup: String?, record: String?, map: Bool, mapPort: UInt16?,
    timeZone: String?, sensors: SensorOptions? = nil, notifyCommand: String? = nil
  ) {
    self.gpsd = gpsd
    self.device = device
    self.wait = wait
    self.preset = preset
    self.set = set
    self.server = server
    self.tokenFile = tokenFile
    self.setup = setup
    self.record = record
    self.map = map
    self.mapPort = mapPort
    self.timeZone = timeZone
    self.sensors = sensors
    self.notifyCommand = notifyCommand
  }
}
