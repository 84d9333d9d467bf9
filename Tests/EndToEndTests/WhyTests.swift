import Foundation
import Testing

@Suite("odograph why")
struct WhyTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    // The app is dead from before the drive until long after it.
    try folder.write(
      SmallScenario.text.replacing("at: 09:40, forceQuits", with: "at: 09:10, forceQuits")
        .replacing("at: 09:50, opens", with: "at: 10:30, opens"), to: "errand.yaml")
  }

  private func why(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["why", "errand.yaml"] + arguments, in: folder)
  }

  @Test("Each cause with what would regain it, in lines that fit, and why.json")
  func explains() throws {
    let outcome = try why("--preset", "overland-high-resolution", "--seeds", "2")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    for words in [
      "Why on Errand: seeds 1 to 2", "overland-high-resolution\nMissed ", "App force-quit: ",
      "if the person had not force-quit the app", "Reports/why-errand/why.html",
    ] {
      #expect(outcome.output.contains(words), "\(words) in \(outcome.output)")
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let data = try folder.data("Reports/why-errand/why.json")
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect(object?["schema"] as? String == "odograph.why/1")
    #expect(object?["isComplete"] as? Bool == true)
  }

  @Test("The page is beside why.json, and each way to make it gives the same bytes")
  func page() throws {
    let printed = try why(
      "--preset", "overland-high-resolution", "--seeds", "1", "--format", "html")
    #expect(printed.status == 0, "\(printed.errors)")
    for text in [
      "<!doctype html>", "<p class=\"answer\">overland-high-resolution missed ",
      "id=\"overland-high-resolution-appDead.forceQuit\"",
      "if the person had not force-quit the app",
    ] {
      #expect(printed.output.contains(text), "\(text)")
    }
    let page = try folder.data("Reports/why-errand/why.html")
    #expect(String(decoding: page, as: UTF8.self) == printed.output)
    let again = try Program.run(
      ["report", "Reports/why-errand/why.json", "--format", "html"], in: folder)
    #expect(again.status == 0 && again.output == printed.output, "\(again.errors)")
  }

  @Test("The report of the same scenario gets links from its gaps to the page")
  func links() throws {
    let preset = "overland-high-resolution"
    let run = try Program.run(["run", "errand.yaml", "--preset", preset, "-q"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    func report() throws -> String {
      String(decoding: try folder.data("Reports/errand/report.html"), as: UTF8.self)
    }
    #expect(!(try report()).contains("why.html"))
    #expect(try why("--preset", preset, "--seeds", "1").status == 0)
    let explained = String(
      decoding: try folder.data("Reports/why-errand/why.html"), as: UTF8.self)
    let linked = try report()
    for anchor in ["tracker-\(preset)", "\(preset)-appDead.forceQuit"] {
      #expect(linked.contains("href=\"../why-errand/why.html#\(anchor)\""), "\(anchor)")
      #expect(explained.contains("id=\"\(anchor)\""), "\(anchor)")
    }
    // Another scenario in the same folder has other gaps.
    try folder.write(SmallScenario.text, to: "errand.yaml")
    #expect(
      try Program.run(["run", "errand.yaml", "--preset", preset, "-q"], in: folder).status == 0)
    #expect(!(try report()).contains("why.html"))
  }

  @Test("The same bytes at any number of jobs, in every form")
  func jobs() throws {
    for format in ["json", "csv", "markdown", "html", "terminal"] {
      let texts = try ["1", "2"].map { jobs in
        let outcome = try why(
          "--preset", "overland-battery-saving", "--seeds", "1", "--jobs", jobs, "--format",
          format, "--output", "out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
      }
      #expect(texts[0] == texts[1] && !texts[0].isEmpty)
    }
  }

  @Test("Interrupted, it keeps what was tried, marked as a part, and ends with 130")
  func interruption() throws {
    let running = try Program.start(
      ["why", "errand.yaml", "--seeds", "4000", "--preset", "ehe-pilot-1", "--output", "out"],
      in: folder)
    // A debug build has not begun to try changes by then.
    let outcome = try running.interrupted(afterProcessorSeconds: 2)
    #expect(outcome.status == 130, "\(outcome.errors)")
    guard folder.contents.contains("out/why.json") else {
      return #expect(outcome.errors.contains("nothing is written"))
    }
    #expect(outcome.output.contains("Interrupted: "))
    #expect(
      String(decoding: try folder.data("out/why.json"), as: UTF8.self).contains(
        "\"isComplete\" : false"))
  }

  @Test(
    "What is mistyped is named with the nearest word, and nothing is written",
    arguments: [
      (["--preset", "ehe-pilot"], "did you mean 'ehe-pilot-1'?"),
      (["--set", "ehe-pilot-1.homeRadus=5 m"], "did you mean 'homeRadius'?"),
      (["--seeds", "0"], "accepted: a whole number"),
      (["--seed", "18446744073709551615"], "beyond the largest seed"),
      (["--format", "pdf"], "pdf"), (["--preset", ","], "names nothing"),
      (["--quiet", "--verbose"], "accepted: one"), (["--output", ""], "--output is empty"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let outcome = try Program.run(["why", "errand.yaml"] + arguments, in: folder)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(folder.contents == ["errand.yaml"])
  }
}
