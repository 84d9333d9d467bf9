/// The exit statuses that the program returns to the shell.
package enum ExitStatus: Int32 {
  case success = 0
  /// The work succeeded with a negative answer: an expectation or a baseline is not met (`check`),
  /// shards are missing (`sweep status`, `study status`), or no tracker meets the plan's
  /// requirements (`tune`).
  case regression = 1
  case badInput = 2
  case failure = 3
  case interrupted = 130
}

/// An error that ends the program with an exit status, thrown after all messages have been printed.
package struct AlreadyReported: Error {
  package var status: ExitStatus

  package init(status: ExitStatus) { self.status = status }
}
