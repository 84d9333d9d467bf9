/// The choices that a live tracker is started with.
package struct LiveOptions: Sendable {
  /// Host and port of gpsd.
  package var gpsd: String
  /// The receiver to follow; nil for the one that does best.
  package var device: String?
  /// True where a gpsd that is absent is waited for.
  package var wait: Bool
  /// Name or path of the preset.
  package var preset: String
  /// Settings as typed: "name=value".
  package var set: [String]
  /// Address to send to; nil for the one that was set up before.
  package var server: String?
  /// Path of the file with the token.
  package var tokenFile: String?
  /// Path of the file with a set-up link; "-" for standard input.
  package var setup: String?
  /// Path of the recording to write beside the store.
  package var record: String?
  /// True where the page with the map is shown.
  package var map: Bool
  /// The page's port; 0 for any that is free.
  package var mapPort: UInt16?
  /// Name of the time zone; nil for the machine's own.
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
