import ArgumentParser
import Terminal

/// Whether text is printed in color.
struct ColorOption: ParsableArguments {
  @Option(help: "When to color text; auto: on a terminal, unless NO_COLOR is set")
  var color: ColorChoice = .auto

  /// Takes effect as soon as the command line is read.
  func validate() throws { Console.colorChoice = color }
}

extension ColorChoice: ExpressibleByArgument {}
