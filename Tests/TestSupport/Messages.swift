/// Returns the message of the error that `work` throws, or a description of its result.
package func message(_ work: () throws -> some Any) -> String {
  do {
    return "no error: \(try work())".prefix(200).description
  } catch {
    return "\(error)"
  }
}
