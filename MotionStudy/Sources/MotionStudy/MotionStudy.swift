import Foundation

/// Trains and judges the activity classifier; `make motion-accuracy` judges.
@main
struct MotionStudy {
  private static let usage = """
    usage: MotionStudy [judge | train]
      judge   judge the committed model on all people that it was not trained on (default)
      train   fit the committed models anew
    ODOGRAPH_DATA names the folder with the recordings (default ../shared/data).
    """

  static func main() {
    do {
      try run(CommandLine.arguments.dropFirst().first ?? "judge")
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ command: String) throws {
    guard ["judge", "train"].contains(command) else {
      throw RecordingError(file: command, found: "no such command\n\(usage)")
    }
    let (sets, remarks) = try RecordingSet.readAll(in: dataFolder)
    for remark in remarks { print(remark) }
    switch command {
    case "train": try Training.run(sets, root: root)
    default: try Judgement.run(sets, in: dataFolder)
    }
  }

  /// The root folder of the repository.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let dataFolder: URL = {
    let path = ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
    return URL(fileURLWithPath: path, relativeTo: root)
  }()
}
