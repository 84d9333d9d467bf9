import Foundation
import Testing

/// `Scripts/in-turn`, by which modules of a release build wait for each other.
@Suite(
  "Compilers that take turns",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock")))
struct TurnTests {
  @Test("Commands wait for a free processor, and the lowest rank goes first")
  func order() throws {
    // As many commands as there are processors wait at a pipe of their own. Three more come. When
    // one of the first ends, they follow each other in its place.
    let lines = try run(
      """
      processors=$(getconf _NPROCESSORS_ONLN)
      for ((place = 1; place <= processors; place++)); do
        mkfifo end-$place
        "$0" turns 0 bash -c "echo 0 >> ran; read < end-$place" &
      done
      until [ -f ran ] && [ $(wc -l < ran) -eq $processors ]; do sleep 0.01; done
      for rank in 9 3 12; do "$0" turns $rank bash -c "echo $rank >> ran" & done
      until [ $(ls turns/0* 2>/dev/null | wc -l) -eq 3 ]; do sleep 0.01; done
      echo > end-1
      until [ $(wc -l < ran) -eq $((processors + 3)) ]; do sleep 0.01; done
      for ((place = 2; place <= processors; place++)); do echo > end-$place; done
      wait
      ls turns/0* 2>/dev/null >> ran
      grep -v '^0$' ran
      """)
    #expect(lines == ["3", "9", "12"])
  }

  @Test("A turn that a killed command left behind holds up no other")
  func leftTurn() throws {
    // The process has ended, so its rank, the lowest, does not count.
    let lines = try run(
      """
      mkdir turns
      true & wait $!
      touch turns/000-$!
      "$0" turns 7 echo 7
      ls turns/0* 2>/dev/null || true
      """)
    #expect(lines == ["7"])
  }

  /// Runs lines of Bash in a new folder, `$0` being the script, and returns the lines they print.
  private func run(_ commands: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("turns-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    let script = repository.appendingPathComponent("Scripts/in-turn").path
    shell.arguments = ["-c", commands, script]
    shell.currentDirectoryURL = folder
    shell.standardOutput = output
    try shell.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
