import ArgumentParser
import Terminal

/// A form in which results are printed: tables for people, or a form for programs.
protocol ResultFormat: ExpressibleByArgument, CaseIterable, Equatable {
  static var terminal: Self { get }
}

extension ResultFormat {
  /// Prints results, and where their files are: below tables, or on standard error.
  ///
  /// - Parameter write: prints the results in this form.
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
