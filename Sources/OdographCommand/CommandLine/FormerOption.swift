import Terminal

/// An option that was renamed. The former name still works, and a remark tells the user the new
/// name.
struct FormerOption {
  let name: String
  let replacement: String

  static let all = [
    FormerOption(name: "--out", replacement: "--output"),
    FormerOption(name: "--begin", replacement: "--from-time"),
    FormerOption(name: "--open", replacement: "--no-auth"),
  ]

  /// Returns the arguments with new option names in place of former ones.
  ///
  /// - Parameter remark: called with one sentence for each former name.
  static func replace(in arguments: [String], remark: (String) -> Void) -> [String] {
    let options = arguments.first == "help" ? [] : arguments.prefix { $0 != "--" }
    let replaced = options.map { argument in
      for option in all where argument == option.name || argument.hasPrefix(option.name + "=") {
        remark("odograph: \(option.name) is now called \(option.replacement)")
        return option.replacement + argument.dropFirst(option.name.count)
      }
      return argument
    }
    return replaced + arguments[options.endIndex...]
  }
}
