import Foundation
import Testing

@Suite("Links between pages")
struct LinkTests {
  @Test("Each leads to a file or folder of the repository")
  func links() throws {
    let pages = try SourceTree.read().files.filter { $0.kind == "md" }
    let broken = pages.flatMap { page in
      page.text.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/).map { String($0.1) }
        .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") && !leads($0, from: page) }
        .map { "\(page.path): \($0)" }
    }
    #expect(pages.contains { $0.path == "README.md" })
    #expect(broken == [])
  }

  private func leads(_ link: String, from page: SourceFile) -> Bool {
    let folder = repository.appendingPathComponent(page.path).deletingLastPathComponent()
    return FileManager.default.fileExists(
      atPath: folder.appendingPathComponent(link).standardizedFileURL.path)
  }
}
