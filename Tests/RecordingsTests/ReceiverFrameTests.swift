import Testing

@testable import Recordings

@Suite("Telling receivers' frames from other text")
struct ReceiverFrameTests {
  /// Each message has two letters, its length in three hexadecimal digits, and as many bytes.
  @Test("Three messages of GREIS in a row are found")
  func greis() {
    #expect(ReceiverFrame.greis.isFound(in: Array("RE002okPV003abcSI001x".utf8)))
    #expect(ReceiverFrame.greis.isFound(in: Array("RE002okPV003abc\r\nSI001x".utf8)))
    #expect(!ReceiverFrame.greis.isFound(in: Array("RE002okPV003abc".utf8)))
  }

  /// `Int` reads "-de" as the hexadecimal number -222: the next message would begin before the
  /// first.
  @Test(
    "A length with a sign is none",
    arguments: ["co-device,time", "no-fee", "AA-06", "AA-ff", "AA+01xAA+01xAA+01x", "AA 01xAA 01x"])
  func sign(text: String) {
    #expect(!ReceiverFrame.greis.isFound(in: Array(text.utf8)))
  }
}
