import Foundation
import LivePhone
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@Suite("odograph live, with an account at a server")
struct LiveAccountTests {
  private static let log = receiverLog("ericsson-gru04-02-70sec")

  private static func ask(
    _ word: String, in folder: TemporaryFolder, input: String = ""
  ) throws -> CommandRun {
    try CommandRun(
      ["live", "--send", word, "--store", "app/records.sqlite"], in: folder, input: input)
  }

  /// Runs `body` beside a tracker of EHE-Pilot's preset on a log of a receiver at rest.
  private func run(
    _ body: (TemporaryFolder, ServedReceiver, LiveProcess) throws -> Void
  ) throws {
    let folder = TemporaryFolder()
    let receiver = try ServedReceiver(in: folder.path)
    let gpsd = try GPSDFixture(logs: [try #require(Self.log)])
    let live = try LiveProcess(
      [
        "--preset", "ehe-pilot-2", "--set", "foregroundInterval=1 s",
        // The log is older than the preset allows.
        "--set", "noValidityTest=true", "--server", Self.base(receiver) + "/fhir/r5/",
      ], gpsd: gpsd.address, in: folder, environment: [:])
    try live.wait(for: "3D")
    try body(folder, receiver, live)
  }

  private static func base(_ receiver: ServedReceiver) -> String {
    "http://127.0.0.1:\(receiver.port)"
  }

  @Test(
    "Home is set while it runs, shown and exported with the time at which it was set",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func home() async throws {
    try await onOwnThread {
      try run { folder, _, live in
        let before = try Self.ask("status", in: folder).output
        #expect(before.contains("\nHome      not set; --send set-home:"), "\(before)")
        let home = try Self.ask("set-home:40.0,116.3,150", in: folder)
        #expect(
          home.output.hasPrefix("Home is set: 40.00000°, 116.30000°, radius 150 m, set 20"),
          "\(home.errors)")
        try waitUntil {
          try Self.ask("status", in: folder).output.contains("\nToday     away from home; away ")
        }
        live.end(SIGTERM)
        let exported = try CommandRun(
          ["export", "app/records.sqlite", "--format", "ehe-home"], in: folder)
        #expect(
          exported.output.hasPrefix("latitude,longitude,radius,timestamp\n40.0,116.3,150.0,20"),
          "\(exported.errors)")
      }
    }
  }

  @Test(
    "The sign-in and the consents change while it runs, and its positions arrive then",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func account() async throws {
    try await onOwnThread {
      try run { folder, receiver, live in
        let before = try Self.ask("status", in: folder).output
        #expect(before.contains("\nAccount   not signed in; "), "\(before)")
        try self.signIn(receiver, in: folder)
        let consented = try Self.ask("consent:geoposition", in: folder)
        #expect(
          consented.output.contains("omh:geoposition:1.0    agreed\n"), "\(consented.errors)")
        try live.wait(for: "| sent ")
        let status = try Self.ask("status", in: folder).output
        #expect(status.contains("\nAccount   signed in as patient 40001\n"), "\(status)")
        let withdrawn = try Self.ask("withdraw:geoposition", in: folder).output
        #expect(withdrawn.contains("omh:geoposition:1.0    refused\n"))
        let unknown = try Self.ask("consent:steps", in: folder)
        #expect(unknown.status == 3)
        #expect(unknown.errors.contains("--send consent is 'steps'; accepted: omh:geoposition:1.0"))
        #expect(
          try Self.ask("sign-out", in: folder).output
            == "Signed out; the server has revoked the tokens.\n")
        let after = try Self.ask("consents", in: folder)
        #expect(after.status == 3)
        live.end(SIGTERM)
      }
    }
  }

  /// Signs in with an invitation, after a wrong one.
  private func signIn(_ receiver: ServedReceiver, in folder: TemporaryFolder) throws {
    let wrong = try Self.ask("sign-in", in: folder, input: "wrong\n")
    #expect(wrong.status == 3)
    #expect(wrong.errors.contains("Not signed in: "), "\(wrong.errors)")
    let secret = try LoginCommandTests().invite(receiver, in: folder)
    let signedIn = try Self.ask("sign-in", in: folder, input: secret + "\n")
    #expect(signedIn.output.hasPrefix("Sign in at\n\n\(Self.base(receiver))/o/authorize/?"))
    #expect(
      signedIn.output.hasSuffix("Signed in as patient@receiver.example.\n"), "\(signedIn.errors)")
  }

  @Test(
    "A preset without an account or a home says so",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func without() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try GPSDFixture(logs: [try #require(Self.log)])
      let live = try LiveProcess([], gpsd: gpsd.address, in: folder)
      try live.wait(for: "3D")
      let home = try Self.ask("set-home:40.0,116.3", in: folder)
      #expect(home.status == 3)
      #expect(
        home.errors
          == "odograph: The preset 'overland-high-resolution' does not use a home.\n")
      let signIn = try Self.ask("sign-in", in: folder, input: "x\n")
      #expect(
        signIn.errors
          == "odograph: The preset 'overland-high-resolution' has no account at a server.\n")
      live.end(SIGTERM)
    }
  }
}
