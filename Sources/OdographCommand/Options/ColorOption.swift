import ArgumentParser
import Terminal

/// The option that turns colored text on or off.
struct ColorOption: ParsableArguments {
  @Option(help: "When to color text; auto: on a terminal, unless NO_COLOR is set")
  var color: ColorChoice = .auto

  /// Sets the color choice as soon as the command line is parsed, before the command runs.
  func validate() throws { Console.colorChoice = color }
}

extension ColorChoice: ExpressibleByArgument {}
