import Files
import Testing
import Text

@Suite("Files that a command reads")
struct InputFileTests {
  private func problem(_ path: String, mention: Text.SourceLocation = .commandLine) -> String? {
    do {
      try InputError.refuseUnlessFile(path, asWhat: "a scenario", mention: mention)
      return nil
    } catch { return "\(error)" }
  }

  @Test("An empty path, a folder and a device are refused, each for what it is")
  func refused() {
    #expect(
      problem("")?.contains("the path of a file is empty; accepted: a scenario") == true)
    #expect(problem("/tmp")?.contains("this is a folder") == true)
    #expect(problem("/dev/null")?.contains("this is not an ordinary file") == true)
    #expect(problem(#filePath) == nil)
  }

  @Test("A missing file has a suggestion, and is reported where another file names it")
  func missing() {
    let path = String(#filePath.dropLast("swift".count) + "siwft")
    #expect(
      problem(path)?.hasSuffix("there is no such file; did you mean 'InputFileTests.swift'?")
        == true)
    let mention = Text.SourceLocation(file: "plan.yaml", line: 12)
    #expect(problem(path, mention: mention)?.hasPrefix("plan.yaml:12: there is no file") == true)
  }
}
