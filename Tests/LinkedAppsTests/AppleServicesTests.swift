import SimulatedPhone
import TestSupport
import Testing
import Timekeeping

@testable import Simulation

@Suite("Trackers over Network, SystemConfiguration, Security and SwiftUI")
struct AppleServicesTests {
  /// The phone joins the Wi-Fi of home and work. The way between them is 2.6 km long, in the
  /// cellular network.
  private let day = """
    odograph: 1
    start: 2026-03-02T06:00:00
    timeZone: UTC
    duration: 14 h
    phone: { profile: iphone-14, system: ios-18 }
    places:
      home: { at: [52.5310, 13.3850], wifi: HomeNet }
      work: { at: [52.5075, 13.3904], wifi: WorkNet }
    day: [{ stay: home, for: 2 h }, { walk: work }, { stay: work, for: 8 h }, { walk: home },
      { stay: home }]
    """

  @Test("A path monitor reports each change of the network, and the upload waits for Wi-Fi")
  func network() throws {
    let run = try AppleTrackerRun("gated-uploader", day, server: .accepting)
    #expect(
      run.notes(on: "path") == [
        "satisfied wifi", "satisfied cellular", "satisfied wifi", "satisfied cellular",
        "satisfied wifi",
      ])
    #expect(
      run.notes(on: "cellular") == [
        "unsatisfied false", "satisfied true", "unsatisfied false", "satisfied true",
        "unsatisfied false",
      ])
    #expect(
      run.notes(on: "flags") == [
        "true false", "true true", "true false", "true true", "true false",
      ]
    )
    // 26 positions of 100 m on each of two walks go in one request each, on arrival.
    let sent = run.notes(on: "sent").compactMap { Int($0) }
    #expect(sent.filter { $0 >= 24 }.count == 2, "\(sent)")
  }

  @Test("A monitor reports the loss of the network in airplane mode, and its return")
  func airplaneMode() throws {
    let text =
      day + """

        person: [{ at: 09:00, switches: { airplaneMode: on } },
          { at: 09:10, switches: { airplaneMode: off } }]
        """
    let run = try AppleTrackerRun("gated-uploader", text, server: .accepting)
    #expect(
      run.notes(on: "path").prefix(5) == [
        "satisfied wifi", "satisfied cellular", "satisfied wifi", "unsatisfied ",
        "satisfied wifi",
      ])
    #expect(run.notes(on: "flags").dropFirst(3).first == "false false")
    // Without Wi-Fi or without any network, the cellular interface is as unavailable as before.
    #expect(run.notes(on: "cellular").count == 5)
  }

  @Test("A token in the keychain survives a kill; a secret for the unlocked phone needs that")
  func keychain() throws {
    let text =
      day + """

        person: [{ at: 06:10, opens: app, for: 2 min }, { at: 09:00, forceQuits: app },
          { at: 09:01, opens: app, for: 1 min }]
        """
    let run = try AppleTrackerRun("keychain", text)
    let new = try #require(run.notes(on: "new").first)
    // Not there; there in the second process.
    #expect(run.notes(on: "token") == ["-25300 none", "0 \(new)"])
    // Added, there already, and two more. The draft can be deleted once.
    #expect(run.notes(on: "add") == ["0", "-25299", "0", "0"])
    #expect(run.notes(on: "update") == ["0"])
    #expect(run.notes(on: "delete") == ["0 -25300"])
    #expect(run.notes(on: "list") == ["0 token pin"])
    // On the way the phone is locked: the PIN cannot be read (-25308), the token can.
    #expect(run.notes(on: "pin").contains("-25308 0"))
    #expect(run.notes(on: "pin").contains("0 0"))
  }

  @Test("An app with SwiftUI tracks from a tap on, and after a relaunch in the background")
  func swiftUI() throws {
    let text =
      day + """

        person: [{ at: 06:10, opens: app, for: 2 min }, { at: 06:11, acts: Start },
          { at: 07:00, crashes: app }, { at: 12:00, opens: app, for: 5 min },
          { at: 12:01, acts: Stop }, { at: 12:02, acts: Fine },
          { at: 12:03, acts: openURL, with: { url: "trips://today" } }]
        """
    let run = try AppleTrackerRun("swiftui", text)
    // The model is made at the launch by the user, and by a significant change on the way to work.
    #expect(run.notes(on: "launch") == ["user", "location"])
    #expect(run.notes(on: "model") == ["false", "true"])
    // Opened at 06:00, as every day's app is, and again at 06:10 and at noon.
    let opening = ["inactive active", "active inactive", "inactive background"]
    let again = ["background inactive"] + opening
    #expect(run.notes(on: "phase") == opening + again + again)
    #expect(run.notes(on: "view") == ["active", "active", "active"])
    #expect(run.notes(on: "delegate") == [])
    // The window appears once in each process: in the second one at noon, long after the launch.
    #expect(run.notes(on: "appear") == ["1", "2"])
    #expect(run.notes(on: "task") == ["false", "true"])
    #expect(run.notes(on: "tracking") == ["true 1", "false 1"])
    #expect(run.notes(on: "row") == ["appears", "appears", "disappears"])
    #expect(run.notes(on: "count").last == "positions")
    #expect(run.notes(on: "first") == ["1"])
    #expect(run.notes(on: "fine") == ["false true"])
    #expect(run.notes(on: "url") == ["trips://today"])
    // The observable object is observed: its change has an effect before anything else happens.
    let last = run.notes.filter { $0.text.hasPrefix("fine: ") || $0.text.hasPrefix("url: ") }
    #expect(last.map { $0.text.prefix(3) } == ["fin", "url"])
    let times = run.notes.filter { $0.text.hasPrefix("model") || $0.text.hasPrefix("appear") }
    #expect(times.map { $0.instant >= times[2].instant } == [false, false, true, true])
    #expect(times.last.map { $0.instant - times[2].instant > .hours(3) } == true)
  }

  @Test("A scene's delegate, which the Info.plist names, gets the calls about the foreground")
  func scenes() throws {
    let plist = try String(
      contentsOf: packageRoot.appendingPathComponent("Tests/AppleTrackers/Info.plist"),
      encoding: .utf8
    ).replacing(
      "<dict>",
      with: """
        <dict>
          <key>UIApplicationSceneManifest</key><dict>
            <key>UISceneConfigurations</key><dict>
              <key>UIWindowSceneSessionRoleApplication</key><array><dict>
                <key>UISceneDelegateClassName</key>
                <string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
              </dict></array>
            </dict>
          </dict>
        """, maxReplacements: 1)
    let text = day + "\nperson: [{ at: 06:10, opens: app, for: 2 min }]"
    let run = try AppleTrackerRun("scenes", text, plist: plist)
    // Opened at 06:00, as every day's app is, and at 06:10. The app's own delegate gets no call.
    let opening = ["foreground", "active", "inactive", "background"]
    #expect(run.notes(on: "scene") == ["connects"] + opening + opening)
    #expect(run.notes(on: "delegate") == [])
    // Without scenes in the Info.plist, it gets those instead.
    let other = try AppleTrackerRun("scenes", text)
    #expect(other.notes(on: "scene") == [])
    #expect(other.notes(on: "delegate") == ["active", "active"])
  }

  @Test("Changes of heat, Low Power Mode, refresh and battery come as notifications, once each")
  func systemChanges() throws {
    let text =
      day + """

        person: [{ at: 09:00, heatsTo: serious, for: 10 min },
          { at: 09:30, switches: { lowPowerMode: on } },
          { at: 10:00, switches: { backgroundAppRefresh: off } }]
        """
    let run = try AppleTrackerRun("scenes", text)
    #expect(run.notes(on: "thermal") == ["serious", "nominal"])
    #expect(run.notes(on: "lowPower") == ["true"])
    #expect(run.notes(on: "refresh") == ["denied"])
    // Each percent of the battery on its way down, and the charger at no time.
    let levels = run.notes(on: "level").compactMap { Int($0) }
    #expect(levels.count > 5)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 == $0 - 1 }, "\(levels)")
    #expect(run.notes(on: "state") == [])
  }

  @Test("A tap on a notification reaches a delegate that awaits it, in the process and in the next")
  func notifications() throws {
    func run(_ acts: String) throws -> AppleTrackerRun {
      try AppleTrackerRun("reminder", day + "\nperson: [\(acts)]")
    }
    // The app adds the notification at 06:00, and it comes at 07:00.
    let tapped = try run("{ at: 07:10, taps: notification }")
    #expect(tapped.notes(on: "pending").first == "trip")
    #expect(tapped.notes(on: "tapped") == ["trip true"])
    // The tap launches an app that is dead, which gets it once its delegate is set.
    let killed = try run("{ at: 06:30, crashes: app }, { at: 07:10, taps: notification }")
    #expect(killed.notes(on: "allowed") == ["true", "true"])
    #expect(killed.notes(on: "tapped") == ["trip true"])
  }

  @Test("Two runs are equal, note for note", arguments: ["gated-uploader", "keychain", "swiftui"])
  func repeats(_ kind: String) throws {
    #expect(try AppleTrackerRun(kind, day) == AppleTrackerRun(kind, day))
  }
}
