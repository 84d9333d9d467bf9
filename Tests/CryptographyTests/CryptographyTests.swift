import Testing
import Text

@testable import Cryptography

@Suite("Hashes and secrets")
struct CryptographyTests {
  /// The two examples of FIPS 180-4, and the digest of empty input.
  @Test(
    "SHA-256 of the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(_ text: String, _ expected: String) {
    let digest = sha256(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digest.joined() == expected)
  }

  /// The example of RFC 7636, appendix B.
  @Test("The challenge of a PKCE verifier")
  func challenge() {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    #expect(
      base64URL(sha256(Array(verifier.utf8))) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("A token has 256 bits and is never the same")
  func tokens() {
    let tokens = (0..<100).map { _ in makeToken() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 43 })
    #expect(tokens.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } })
  }
}

@Suite("A hash of what comes piece by piece")
struct RunningHashTests {
  @Test("The same as of the whole", arguments: [0, 1, 63, 64, 1000])
  func pieces(length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let hash = RunningSHA256()
    for start in stride(from: 0, to: length, by: 7) {
      hash.add(bytes[start..<min(start + 7, length)])
    }
    #expect(hash.digest() == sha256(bytes))
  }

  @Test("In digits")
  func digits() { #expect(hexadecimal([0, 15, 160, 255]) == "000fa0ff") }
}
