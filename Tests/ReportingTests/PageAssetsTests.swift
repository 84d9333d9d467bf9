import Foundation
import Scenarios
import Testing
import WebLibraries

@testable import Reporting

@Suite("The assets of a page")
struct PageAssetsTests {
  @Test("The policy names the hash of each style sheet and script, and permits nothing else")
  func policy() {
    // The Base64 text of SHA-256 of "abc" (FIPS 180-2, appendix B.1).
    let abc = "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"
    #expect(
      PageAssets.policy(styles: ["abc"], scripts: ["abc", "abc"])
        == "default-src 'none'; style-src \(abc); script-src \(abc) \(abc); img-src data:; "
        + "base-uri 'none'; form-action 'none'")
    #expect(PageAssets.policy(styles: [], scripts: []).contains("script-src 'none'"))
  }

  @Test("No template has a style attribute or a script in an attribute, which the policy forbids")
  func attributes() {
    for template in [
      PackageResources.report_mustache, PackageResources.comparison_mustache,
      PackageResources.tuning_mustache, PackageResources.why_mustache,
      PackageResources.head_mustache,
      PackageResources.foot_mustache,
    ] {
      let text = String(decoding: template, as: UTF8.self)
      #expect(!text.contains("style=\"") && !text.contains(/\son[a-z]+="/))
    }
  }

  @Test("The libraries of Debian's packages are embedded with their licenses")
  func libraries() throws {
    let leaflet = try #require(WebLibrary.leaflet)
    let d3 = try #require(WebLibrary.d3)
    #expect(leaflet.style.contains(".leaflet-container") && leaflet.version.hasPrefix("1."))
    #expect(d3.script.contains("d3js.org v5") && d3.version.hasPrefix("5."))
    for library in [leaflet, d3] {
      #expect(!library.script.contains("</script") && !library.style.contains("url("))
      #expect(library.license.contains("Copyright"))
    }
  }
}

@Suite("The marks of trackers")
struct TrackerMarksTests {
  @Test("A shipped preset has the same mark on every page, and no two share one")
  func shipped() {
    let all = TrackerMarks(PresetLibrary.names)
    #expect(Set(PresetLibrary.names.map { all[$0] }).count == PresetLibrary.names.count)
    for name in PresetLibrary.names { #expect(TrackerMarks(["mine", name])[name] == all[name]) }
  }

  @Test("Up to 49 trackers of a page have different marks, and those of few names never move")
  func own() {
    // 7 colors by 7 shapes.
    let names = (0..<49).map { "candidate-\($0)" }
    let marks = TrackerMarks(names)
    #expect(Set(names.map { marks[$0] }).count == 49)
    #expect(marks["candidate-0"].color < 7 && marks["candidate-0"].shape < 7)
    let alone = TrackerMarks(["mine"])["mine"]
    #expect(TrackerMarks(["mine"] + PresetLibrary.names)["mine"] == alone)
  }

  @Test("More trackers than marks do not end the program")
  func many() {
    let names = (0..<200).map { "candidate-\($0)" }
    let marks = TrackerMarks(names)
    #expect(Set(names.map { marks[$0] }).count == 49)
  }
}
