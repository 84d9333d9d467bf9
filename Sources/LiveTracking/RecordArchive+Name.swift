import Files
import RecordStorage
import Text

extension RecordArchive {
  /// Opens the record store at a path from the command line.
  package convenience init(named path: String) throws(InputError) {
    try InputError.refuseUnlessFile(path, asWhat: "a record store, such as 'run --store' makes")
    do { try self.init(path: path) } catch { throw InputError(of: error, at: path) }
  }
}
