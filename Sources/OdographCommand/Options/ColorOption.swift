import ArgumentParser
import Terminal

/// Whether text is printed in color.
struct ColorOption: ParsableArguments {
  @Option(help: "When to print in color; auto is on a terminal without NO_COLOR.")
  var color: ColorChoice = .auto

  /// Takes effect as soon as the command line is read.
  func validate() throws { Console.colorChoice = color }
}

extension ColorChoice: ExpressibleByArgument {}
