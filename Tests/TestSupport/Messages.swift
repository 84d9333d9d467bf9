/// The message of what `work` throws, or what it gave instead.
package func message(_ work: () throws -> some Any) -> String {
  do {
    return "no error: \(try work())".prefix(200).description
  } catch {
    return "\(error)"
  }
}
