import ArgumentParser
import Terminal

/// A format in which a command prints its results: tables for people, or a format for programs.
protocol ResultFormat: ExpressibleByArgument, CaseIterable, Equatable {
  static var terminal: Self { get }
}

extension ResultFormat {
  /// Prints the results, and the place where their files are. With tables, the place is printed
  /// below them. With other formats, the place is printed on standard error.
  ///
  /// - Parameter write: prints the results in this format.
  func show(_ place: String, isQuiet: Bool, _ write: () throws -> Void) rethrows {
    guard !(isQuiet && self == .terminal) else { return }
    try write()
    if self == .terminal {
      Console.write("\n" + place + "\n")
    } else if !isQuiet {
      Console.remark(place)
    }
  }
}
