import ArgumentParser
import CommandOptions
import Scenarios
import Terminal
import Text

/// `odograph presets`: lists, prints and compares presets.
struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List presets, print one, or show how two differ",
    discussion: CommandHelp(
      """
      One name prints the preset as YAML, which you can save, edit and name by its path wherever a \
      preset is accepted.
      """,
      examples: [
        "presets", "presets adaptive > mine.yaml", "presets ehe-pilot-1 ehe-pilot-2",
      ], page: "guide/presets.md"
    ).text)

  @Argument(
    help: ArgumentHelp("Up to two names or paths of presets", valueName: "name"),
    completion: .preset)
  var names: [String] = []

  func validate() throws {
    guard names.count <= 2 else {
      throw ValidationError("\(names.count) presets are named; accepted: at most two")
    }
  }

  func run() throws {
    switch names.count {
    case 0: Console.write(try list())
    case 1:
      Console.write(EditorSchema.preset.head(try PresetLibrary.source(names[0]), at: nil))
    default: Console.write(try difference(names[0], names[1]))
    }
  }

  private func list() throws(InputError) -> String {
    var text = ""
    for name in PresetLibrary.names {
      let preset = try PresetLibrary.preset(name)
      text += "\(name)\n    \(preset.description)\n"
    }
    return text
  }

  private func difference(_ first: String, _ second: String) throws(InputError) -> String {
    let difference = LineDifference(
      from: EditorSchema.body(of: try PresetLibrary.source(first)),
      to: EditorSchema.body(of: try PresetLibrary.source(second)))
    guard !difference.isEmpty else { return "\(first) and \(second) are the same.\n" }
    return "--- \(first)\n+++ \(second)\n" + difference.text
  }
}
