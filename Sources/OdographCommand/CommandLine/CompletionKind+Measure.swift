import ArgumentParser
import Reporting

extension CompletionKind {
  static let measure = CompletionKind.list(ReferenceTable.measures.names)
}
