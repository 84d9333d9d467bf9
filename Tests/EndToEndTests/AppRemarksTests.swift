import Foundation
import TestSupport
import Testing

/// Sentences about what an app has recorded, in the commands that run it many times.
@Suite("Remarks on an app's records")
struct AppRemarksTests {
  /// Does nothing, so that the file of its description is never there.
  private static let script = """
    #!/usr/bin/env python3
    import os
    for line in os.fdopen(3, "rb"):
        os.write(3, b'{"call": "done", "next": null}\\n')
    """

  private static let description = """
    odographApp: 1
    name: ours
    executable: tracker
    plist: Info.plist
    recorded: { file: Documents/track.gpx }
    """

  @Test("compare, why and check say that an app never wrote the file that counts")
  func neverWritten() throws {
    let folder = try WorkingFolder()
    try folder.writeProgram(Self.script, to: "tracker")
    try FileManager.default.copyItem(
      at: packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist"),
      to: URL(fileURLWithPath: folder.path + "/Info.plist"))
    try folder.write(Self.description, to: "app.yaml")
    // The walk is not on the app's path, so that the check shows its remarks.
    let day =
      ShortWalk.scenario
      + "\ntrackers: [{ app: app.yaml }, overland-significant-only]"
      + "\nexpect: { ours: { pathCoverage: \">= 0.5\" } }"
    try folder.write(day, to: "day.yaml")
    let sentence = "ours recorded nothing: it never wrote Documents/track.gpx in its home folder."
    for (command, report) in [("compare", "comparison.json"), ("why", "why.json")] {
      let run = try Program.run(
        command, "day.yaml", "--app", "app.yaml", "--preset", "overland-significant-only",
        "--seeds", "2", "-o", command, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      let text = try String(contentsOfFile: "\(folder.path)/\(command)/\(report)", encoding: .utf8)
      // Once, though each seed's run has the sentence.
      #expect(text.components(separatedBy: sentence).count == 2, "\(command)")
    }
    let check = try Program.run("check", "day.yaml", "--allow-apps", in: folder)
    #expect(check.status == 1)
    #expect(check.output.contains(sentence))
  }
}
