import ArgumentParser
import CommandOptions
import Terminal

/// `odograph completion`: prints a script for a shell, which then completes commands, options,
/// presets and settings.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print a completion script for bash, zsh or fish",
    discussion: CommandHelp(
      """
      The script completes commands, options, presets, settings, measures and scenario files.

      bash: odograph completion bash > ~/.local/share/bash-completion/completions/odograph
      zsh:  odograph completion zsh > ~/.zfunc/_odograph (a folder of your fpath)
      fish: odograph completion fish > ~/.config/fish/completions/odograph.fish
      """, examples: ["completion bash"], page: "reference/command-line.md"
    ).text)

  /// The shells for which a completion script can be printed.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: "The shell.") var shell: Shell

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell.rawValue) else { return }
    Console.write(Odograph.completionScript(for: shell))
  }
}
