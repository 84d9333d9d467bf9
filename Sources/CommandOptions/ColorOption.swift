import ArgumentParser
import Terminal

/// The option that turns colored text on or off.
package struct ColorOption: ParsableArguments {
  @Option(help: "When to color text; auto: on a terminal, unless NO_COLOR is set")
  package var color: ColorChoice = .auto

  /// Sets the color choice as soon as the command line is parsed, before the command runs.
  package func validate() throws { Console.colorChoice = color }

  package init() {}
}

extension ColorChoice: ExpressibleByArgument {}
