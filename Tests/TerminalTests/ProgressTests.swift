import Testing

@testable import Terminal

@Suite("The progress of long work")
struct ProgressTests {
  @Test(
    "A line names the work done, the time, and the time left at the mean speed so far",
    arguments: [
      // 125 s for a quarter: three quarters take 375 s.
      (120, 480, 125.0, "120 of 480 runs, 2 min 5 s, about 6 min 15 s left"),
      // Nothing is known before a second has passed.
      (1, 480, 0.4, "1 of 480 runs, 0 s"),
      (0, 480, 30, "0 of 480 runs, 30 s"),
      (480, 480, 500, "480 of 480 runs, 8 min 20 s"),
      // A tenth in an hour and a half: nine tenths take 13.5 h.
      (48, 480, 5400, "48 of 480 runs, 1 h 30 min, about 13 h 30 min left"),
    ])
  func text(done: Int, total: Int, seconds: Double, text: String) {
    let progress = Progress(done: done, total: total, unit: "runs", elapsedSeconds: seconds)
    #expect(progress.text == text)
  }

  @Test(
    "The bar has twenty marks, filled as far as the work is done",
    arguments: [(0, 0), (23, 0), (24, 1), (240, 10), (480, 20)])
  func bar(done: Int, filled: Int) {
    let progress = Progress(done: done, total: 480, unit: "runs", elapsedSeconds: 0)
    let marks = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
    #expect(progress.bar == "\(marks) \(done) of 480 runs, 0 s")
  }

  @Test("Work without a total has an empty bar, and hours are without seconds")
  func extremes() {
    let progress = Progress(done: 0, total: 0, unit: "runs", elapsedSeconds: .infinity)
    #expect(progress.bar.hasPrefix(String(repeating: "░", count: 20)))
    #expect(Progress.duration(7200) == "2 h" && Progress.duration(60) == "1 min")
  }
}
