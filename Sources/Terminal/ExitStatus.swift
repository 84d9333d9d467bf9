/// How the program ends, as a number for the shell.
package enum ExitStatus: Int32 {
  case success = 0
  /// What was asked for is not so: an expectation or a baseline (`check`), shards that are missing (`sweep status`,
  /// `study status`), what a plan requires and nobody meets (`tune`).
  case regression = 1
  case badInput = 2
  case failure = 3
  case interrupted = 130
}

/// Thrown once everything has been printed, to end with a status.
package struct AlreadyTold: Error {
  package var status: ExitStatus

  package init(status: ExitStatus) { self.status = status }
}
