import Foundation
import TestSupport
import Testing

@Suite("The command line: help, names of options, completion")
struct CommandLineTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
  }

  private static let commands = [
    ["run"], ["why"], ["judge"], ["report"], ["validation"], ["compare"], ["check"], ["sweep"],
    ["tune"], ["study"], ["calibrate"], ["new"], ["route"], ["validate"], ["live"], ["record"],
    ["serve"], ["upload"], ["login"], ["consent"], ["profile"], ["logout"], ["export"],
    ["presets"], ["settings"], ["behaviors"], ["measures"], ["completion"],
    ["sweep", "run"], ["sweep", "status"], ["sweep", "merge"], ["study", "run"],
    ["study", "status"], ["study", "merge"],
  ]

  @Test("Every command's help has an example and a page that exists", arguments: commands)
  func help(command: [String]) throws {
    let help = try Program.run(["help"] + command, in: folder)
    #expect(help.status == 0)
    // "odograph sweep plan.yaml" is an example of 'sweep run', its default.
    #expect(help.output.contains("\n  odograph \(command[0]) "), "\(help.output)")
    let page = try #require(help.output.firstMatch(of: /\nMore: (Docs\/[\w\/.-]+)\n/)?.1)
    let path = UserPages.root.appendingPathComponent(String(page)).path
    #expect(FileManager.default.fileExists(atPath: path), "\(page)")
    let abstract = help.output.prefix { $0 != "\n" }
    #expect(abstract.hasPrefix("OVERVIEW: ") && !abstract.hasSuffix("."))
  }

  @Test("The overview groups all commands, and each of them is tested here")
  func overview() throws {
    let overview = try Program.run("--help", in: folder).output
    for group in ["SIMULATE", "DECIDE", "WRITE", "LIVE", "LOOK UP"] {
      #expect(overview.contains("\n\(group) SUBCOMMANDS:\n"))
    }
    let named = overview.matches(of: /\n  ([a-z]+)[ ,]/).map { String($0.1) }
    #expect(Set(named).subtracting(["odograph"]) == Set(Self.commands.map { $0[0] }))
  }

  @Test(
    "Help on a word that is no command fails",
    arguments: [
      (["NONSENSE"], "'NONSENSE'"), (["swep"], "did you mean 'sweep'"), (["run", "x"], "'x'"),
    ])
  func noCommand(names: [String], words: String) throws {
    let outcome = try Program.run(["help"] + names, in: folder)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("Options under their former names work, and a remark gives the new one")
  func formerNames() throws {
    let run = ["run", "errand.yaml", "--preset", "ehe-pilot-1", "-q", "-j", "1"]
    let former = try Program.run(run + ["--out", "former"], in: folder)
    #expect(former.status == 0)
    #expect(former.errors == "odograph: --out is now called --output\n")
    let joined = try Program.run(run + ["--out=joined"], in: folder)
    #expect(joined.errors == former.errors)
    let new = try Program.run(run + ["-o", "new"], in: folder)
    #expect(new.status == 0 && new.errors.isEmpty)
    #expect(try folder.data("former/report.json") == folder.data("new/report.json"))
    #expect(try folder.data("joined/report.json") == folder.data("new/report.json"))
    let draft = ["new", "--from", "new/ehe-pilot-1/track.gpx"]
    let begun = try Program.run(draft + ["--begin", "2026-03-02T09:00:00"], in: folder)
    #expect(begun.errors.hasPrefix("odograph: --begin is now called --from-time\n"))
    let from = try Program.run(draft + ["--from-time", "2026-03-02T09:00:00"], in: folder)
    #expect(begun.status == from.status && begun.output == from.output)
  }

  @Test("--color decides on color, whatever standard output is")
  func color() throws {
    let run = ["run", "errand.yaml", "--preset", "ehe-pilot-1", "-o", "out", "--color"]
    #expect(try Program.run(run + ["always"], in: folder).output.contains("\u{1B}[1m"))
    for choice in ["never", "auto"] {
      #expect(try !Program.run(run + [choice], in: folder).output.contains("\u{1B}"))
    }
    #expect(try Program.run(run + ["sometimes"], in: folder).status == 2)
  }

  @Test(
    "Completion scripts know presets, settings and measures", arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) throws {
    let outcome = try Program.run("completion", shell, in: folder)
    #expect(outcome.status == 0)
    for name in ["overland-high-resolution", "resumeGeofenceRadius", "reconstructedCoverage"] {
      #expect(outcome.output.contains(name), "\(name)")
    }
    guard shell == "bash" else { return }
    try folder.write(outcome.output, to: "completion.bash")
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = ["-n", folder.path + "/completion.bash"]
    try bash.run()
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 0)
  }

  @Test("A report replaces the runs of an older one in its folder, and nothing else there")
  func formerRuns() throws {
    let run = ["run", "errand.yaml", "-q", "-o", "out", "--preset"]
    #expect(
      try Program.run(run + ["ehe-pilot-1,always", "--seeds", "2"], in: folder).status == 0)
    try folder.write("mine", to: "out/always/notes.txt")
    #expect(try Program.run(run + ["ehe-pilot-1"], in: folder).status == 0)
    let left = folder.contents.filter { $0.hasPrefix("out/") }
    #expect(!left.contains { $0.contains("seed-") }, "\(left)")
    #expect(left.filter { $0.hasPrefix("out/always") } == ["out/always", "out/always/notes.txt"])
    #expect(left.contains("out/ehe-pilot-1/fixes.csv"))
  }

  private func reference(_ options: String...) throws -> String {
    let script = Process()
    let output = Pipe()
    script.executableURL = UserPages.root.appendingPathComponent("Scripts/command-reference")
    script.arguments = [builtProgram.path] + options
    script.standardOutput = output
    try script.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test("The reference of the command line is what the help says")
  func commandReference() throws {
    let page = GeneratedFile("Docs/reference/command-line.md")
    let difference = try page.difference(from: reference())
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("Every command has a man page with its name, its options and an example")
  func manPages() throws {
    _ = try reference("--man", folder.path + "/man")
    for command in Self.commands {
      let name = (["odograph"] + command).joined(separator: "-")
      let page = String(decoding: try folder.data("man/\(name).1"), as: UTF8.self)
      #expect(page.contains(".SH NAME\n" + name.replacing("-", with: "\\-") + " \\- "), "\(name)")
      #expect(page.contains("\nodograph ") && page.contains("\n.SH SYNOPSIS\n"), "\(name)")
    }
  }
}
