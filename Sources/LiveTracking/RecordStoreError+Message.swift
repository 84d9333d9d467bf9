import Text
import TrackingEngine

extension InputError {
  /// Creates the error for a store that cannot be used, with the store's path.
  package init(of error: RecordStoreError, at path: String) {
    let location = SourceLocation(file: path)
    switch error {
    case .foreign:
      self.init(
        location, "this is not a record store",
        accepted: "a store such as 'run --store' creates ('judge' reads a server's store)")
    case .newer: self.init(location, "this record store was written by a later version")
    case .locked: self.init(location, "this record store is in use by another program")
    case .damaged(_, let reason):
      self.init(location, "this record store is damaged: \(reason)")
    case .cannotOpen(_, let reason), .readFailed(let reason), .writeFailed(let reason):
      self.init(location, "this record store cannot be read: \(reason)")
    }
  }
}
