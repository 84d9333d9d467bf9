import Foundation
import LiveTestSupport
import Testing

@Suite("A machine without libcurl")
struct MissingLibraryTests {
  /// A folder with files under libcurl's names that are no libraries. The linker looks there
  /// first.
  private struct Machine {
    let folder = TemporaryFolder()

    init() throws {
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
        try Data("no library".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
      }
    }

    func type(_ arguments: String...) throws -> CommandRun {
      try CommandRun(arguments, in: folder, environment: ["LD_LIBRARY_PATH": folder.path])
    }
  }

  @Test("'odograph live' says how to install it, and leaves no file behind")
  func live() throws {
    let machine = try Machine()
    let run = try machine.type("live", "--plain", "--store", "day/live.sqlite")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("odograph: libcurl cannot be loaded ("))
    #expect(run.errors.hasSuffix("; on Debian, install it: apt install libcurl4\n"))
    #expect(!FileManager.default.fileExists(atPath: machine.folder.path + "/day"))
  }

  @Test("Other commands run, and the versions say that it was not found")
  func others() throws {
    let versions = try Machine().type("--version", "--verbose")
    #expect(versions.status == 0)
    #expect(versions.output.contains(/\nlibcurl +not found\n/))
  }
}
