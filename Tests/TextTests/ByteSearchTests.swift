import Testing
import Text

@Suite("The search of a word in a text")
struct ByteSearchTests {
  @Test(
    "A word is found at the beginning, in the middle and at the end, and only whole",
    arguments: [
      ("judgement", true), ("judgement: a guess", true), ("a judgement", true), ("judge", false),
      ("judgemen", false), ("", false), ("jjudgementt", true), ("Judgement", false),
    ])
  func found(_ text: String, _ isFound: Bool) {
    #expect(text.containsBytes(of: "judgement") == isFound)
  }

  @Test("A word of other letters than ASCII's is found, and every text contains the empty word")
  func unicode() {
    #expect("Größe über alles".containsBytes(of: "über"))
    #expect("e\u{301}tude".containsBytes(of: "e"))
    #expect("".containsBytes(of: ""))
  }
}
