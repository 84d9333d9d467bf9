import Files
import LivePhone
import RecordStorage
import Text
import TrackingEngine

#if canImport(CCrypto)
  import CCrypto
#endif
#if canImport(CGPS)
  import CGPS
#endif

/// `odograph --version --verbose`: the versions of the program and its components.
enum BuildVersions {
  /// Returns true if the arguments are only `--version` and `--verbose`, in any order. After the
  /// name of a command, they are options of that command.
  static func areAsked(by arguments: some Sequence<String>) -> Bool {
    arguments.sorted() == ["--verbose", "--version"]
  }

  /// The text of `odograph --version`, such as "0.1.0 (4ee8e7224a11)".
  static var line: String { "\(Program.version) (\(programCommit))" }

  static var text: String {
    let rows =
      [
        ("odograph", Program.version), ("commit", programCommit),
        ("Swift", "\(compiler), \(architecture)"),
      ]
      + packageVersions.map { ($0.name, $0.version) } + libraries
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, version in
      name + String(repeating: " ", count: width + 2 - name.count) + version + "\n"
    }.joined()
  }

  /// The versions of the system's libraries, read at run time.
  private static var libraries: [(String, String)] {
    var rows = [("SQLite", SQLiteLibrary.version), ("zlib", Gunzip.libraryVersion)]
    rows.append(("libcurl", CurlLibrary.version ?? "not found"))
    #if canImport(CCrypto)
      rows.append(("OpenSSL", String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))))
    #endif
    #if canImport(CGPS)
      rows.append(("libgps", "API \(GPSD_API_MAJOR_VERSION).\(GPSD_API_MINOR_VERSION)"))
    #endif
    return rows
  }

  /// The version of the Swift compiler that built the program. It has no patch number, because
  /// conditional compilation detects minor versions only.
  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #else
      "6.1"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another architecture"
    #endif
  }
}
