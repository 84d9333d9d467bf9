/// The options that a live tracker is started with.
package struct LiveOptions: Sendable {
  /// Host and port of gpsd.
  package var gpsd: String
  /// The receiver to follow; nil for the best one.
  package var device: String?
  /// True if the program waits for an absent gpsd.
  package var wait: Bool
  /// The name or path of the preset.
  package var preset: String
  /// The settings as typed: "name=value".
  package var set: [String]
  /// The address to send to; nil for the one that was set up before.
  package var server: String?
  /// The path of the file with the token.
  package var tokenFile: String?
  /// The path of the file with a set-up link; "-" for standard input.
  package var setup: String?
  /// The path of the recording to write beside the store.
  package var record: String?
  /// True if the page with the map is shown.
  package var map: Bool
  /// The page's port; 0 for any free port.
  package var mapPort: UInt16?
  /// The name of the time zone; nil for the machine's own.
  package var timeZone: String?

  package init(
    gpsd: String, device: String?, wait: Bool, preset: String, set: [String], server: String?,
    tokenFile: String?, setup: String?, record: String?, map: Bool, mapPort: UInt16?,
    timeZone: String?
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
  }
}
