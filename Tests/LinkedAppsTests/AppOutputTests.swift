import Foundation
import Testing

@testable import LinkedApps

@Suite("The output of an app")
struct AppOutputTests {
  private final class Lines { var text = "" }

  private func passed(_ pieces: [String], then end: (AppOutput) -> Void = { $0.end() }) -> String {
    let lines = Lines()
    let output = AppOutput(of: "ours") { lines.text += $0 }
    for piece in pieces { output.take(Array(piece.utf8)[...]) }
    end(output)
    return lines.text
  }

  @Test("Each line gets the app's name, also one that comes in pieces or without an end")
  func lines() {
    #expect(passed(["a\nb", "c\nd"]) == "ours: a\nours: bc\nours: d\n")
  }

  @Test("A terminal obeys nothing in it")
  func escapes() { #expect(passed(["\u{1B}[2Ja\tb\r\n"]) == "ours: ?[2Ja  b?\n") }

  @Test("Of more than a megabyte the rest is counted")
  func bounded() {
    let line = String(repeating: "x", count: 999) + "\n"
    let text = passed(Array(repeating: line, count: 1200))
    // 1,000 lines of 1,000 bytes are passed on, and 200 lines left out.
    let lines = text.split(separator: "\n")
    #expect(lines.count == 1001)
    #expect(lines.last == "ours: 200000 more bytes of its output are left out")
  }

  @Test("A line without an end is passed on in parts")
  func endless() {
    let lines = passed([String(repeating: "x", count: 10_000)]).split(separator: "\n")
    // Parts of 4,000 bytes after "ours: ".
    #expect(lines.map(\.count) == [4006, 4006, 2006])
  }

  @Test("The report of a crash is the message and the backtrace, without registers and times")
  func crash() {
    let frames = (0..<60).map { "\($0) 0x0000 function\($0)" }
    let crash =
      ["before", "main.swift:57: Fatal error: ours", "", "*** Program crashed ***"] + frames
    var report: [String] = []
    _ = passed(crash.map { $0 + "\n" }) { report = $0.crashReport }
    #expect(report.count == 40)
    #expect(
      report.prefix(3) == [
        "main.swift:57: Fatal error: ours", "*** Program crashed ***",
        "0 0x0000 function0",
      ])
    _ = passed(["*** Signal 11: x\n0 a\n\nRegisters:\nrax 0\n"]) { report = $0.crashReport }
    #expect(report == ["*** Signal 11: x", "0 a"])
    // The next process has not crashed yet.
    _ = passed(["Fatal error: a\n"]) {
      $0.beginProcess()
      report = $0.crashReport
    }
    #expect(report == [])
  }
}
